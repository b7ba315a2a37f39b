import { z } from 'zod'
import { documentKinds } from '../domain/invoice.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { anyOf } from './report-list.ts'
import { shape } from './shape.ts'

// The tenant's invoices to an agency. Our calls.

const month = z.string().regex(/^\d{4}-\d{2}$/)

const sums = {
  rewardCents: ['PraemienCent', cents],
  feeCents: ['GebuehrenCent', cents], // net
  vatCents: ['UstCent', cents],
  totalCents: ['GesamtCent', cents],
} as const

export const invoiceStatus = z.enum(['offen', 'ueberfaellig', 'ausgeglichen', 'bezahlt'])
export const invoiceOrders = ['Datum', 'Nummer', 'Monat', 'FaelligAm', 'Gesamt', 'Status'] as const

// Newest first by default.
const asked = {
  orderBy: ['OrderBy', z.enum(invoiceOrders).optional()],
  descending: ['Descending', z.enum(['true', 'false']).optional()],
  status: ['status', anyOf(invoiceStatus).optional()],
  search: ['Suche', z.string().trim().max(80).optional()], // part of its number or the corrected one's
} as const

export const invoice = shape({
  id: ['Id', z.string()],
  kind: ['Art', z.enum(documentKinds)],
  number: ['Nummer', z.string()],
  month: ['Monat', month],
  issuedOn: ['Datum', date],
  dueOn: ['FaelligAm', date],
  ...sums,
  openCents: ['OffenCent', cents], // what of it is still open: without what was set off, 0 once it is over
  // Credits are never overdue. An invoice and its full credit settle each other.
  status: ['Status', invoiceStatus],
  paidOn: ['BezahltAm', date.nullable()],
  corrects: ['Berichtigt', z.array(z.string())],
  correctedBy: ['BerichtigtDurch', z.array(z.string())],
})

export const listInvoices = endpoint({
  name: 'listInvoices',
  method: 'GET',
  path: '/agentur-konto/rechnungen',
  summary: 'Invoices and credits of the own agency',
  caller: 'agency',
  needs: ['read', 'invoices'],
  query: shape({
    page: ['page', z.coerce.number().int().min(1).max(100_000).optional()],
    pageSize: ['pagesize', z.coerce.number().int().min(1).max(100).optional()],
    ...asked,
  }),
  answer: shape({
    invoices: ['Content', z.array(invoice)],
    hasNext: ['HasNext', flag],
    pageCount: ['PageCount', count],
    totalCount: ['TotalCount', count],
    cents: ['GesamtCent', cents], // total of the filter; credits are negative
    // Of all documents, regardless of the filter.
    openCents: ['OffenCent', cents], // owed, overdue or not
    overdueCount: ['UeberfaelligAnzahl', count],
    overdueCents: ['UeberfaelligCent', cents],
    addressMissing: ['AnschriftFehlt', flag], // required before any invoice
    taxesRewards: ['PraemienVersteuert', flag], // rewards are part of the tenant's own service now
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const mostLines = 200

export const showInvoiceRecord = endpoint({
  name: 'showInvoiceRecord',
  method: 'GET',
  path: '/agentur-konto/rechnungen/:id',
  summary:
    'An invoice or credit of the own agency with what it bills or takes back, and what happened to it, newest first',
  caller: 'agency',
  needs: ['read', 'invoices'],
  params: shape({ id: ['id', z.string().max(40)] }),
  answer: shape({
    invoice: ['Rechnung', invoice],
    reference: ['Verwendungszweck', z.string().nullable()], // of its payment
    lines: [
      'Positionen',
      z.array(
        shape({
          event: ['Anlass', z.enum(['freigegeben', 'storniert', 'abgelaufen'])],
          day: ['Datum', date],
          order: ['AuftragId', z.string()],
          number: ['Auftragsnummer', z.string()], // the provider's, else ours
          referrer: ['Empfehler', z.string().nullable()], // as in the lists
          beneficiary: ['Beguenstigter', z.enum(['Empfehler', 'Empfaenger'])],
          rewardCents: ['PraemieCent', cents],
          feeCents: ['GebuehrCent', cents],
        }),
      ),
    ],
    isCut: ['Gekuerzt', flag], // more lines exist
    events: [
      'Verlauf',
      z.array(
        shape({
          at: ['Am', instant],
          step: [
            'Schritt',
            z.enum(['erstellt', 'erinnert', 'berichtigt', 'bezahlt', 'zahlung-zurueckgenommen']),
          ],
          number: ['Nummer', z.string().nullable()], // of the credit
          paidOn: ['BezahltAm', date.nullable()],
          by: ['Von', z.enum(['Betreiber', 'System']).nullable()],
        }),
      ),
    ],
    related: [
      'Verknuepft', // corrected and correcting documents
      z.array(
        shape({
          id: ['Id', z.string()],
          number: ['Nummer', z.string()],
          kind: ['Art', z.enum(documentKinds)],
          totalCents: ['GesamtCent', cents],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const showInvoiceList = endpoint({
  name: 'showInvoiceList',
  method: 'GET',
  path: '/agentur-konto/rechnungen/csv',
  summary:
    'The invoices and credits of the own agency as CSV, with what is open, overdue, settled and paid',
  caller: 'agency',
  needs: ['read', 'invoices'],
  query: shape(asked),
  file: 'text/csv',
  errors: ['session-missing', 'not-authorised'],
})

const fileOf = (name: string, ending: 'pdf' | 'xml', file: string, summary: string) =>
  endpoint({
    name,
    method: 'GET',
    path: `/agentur-konto/rechnungen/:id/${ending}`,
    summary,
    caller: 'agency',
    needs: ['read', 'invoices'],
    params: shape({ id: ['id', z.string()] }),
    file,
    errors: ['session-missing', 'not-authorised', 'not-found'],
  })

export const showInvoicePdf = fileOf(
  'showInvoicePdf',
  'pdf',
  'application/pdf',
  'An invoice or credit of the own agency as a PDF with the data of EN 16931 in it, the same bytes every time',
)

export const showInvoiceXml = fileOf(
  'showInvoiceXml',
  'xml',
  'application/xml',
  'The data of EN 16931 of an invoice or credit of the own agency (ZUGFeRD / Factur-X)',
)

export const showCosts = endpoint({
  name: 'showCosts',
  method: 'GET',
  path: '/agentur-konto/kosten',
  summary:
    'What the next invoice and the next credit of the own agency hold by now, in all and by referrer',
  caller: 'agency',
  needs: ['read', 'invoices'],
  answer: shape({
    isBilled: ['WirdAbgerechnet', flag], // whether the tenant bills agencies
    month: ['Monat', month],
    invoiceOn: ['RechnungAm', date],
    feeCents: ['GebuehrCent', cents], // for each reward, net
    vatPercent: ['UstProzent', count],
    rewards: ['Praemien', count],
    invoice: ['Rechnung', shape(sums)],
    // Unbilled earlier months: the run is due or the address missing.
    older: ['Aeltere', shape(sums)],
    olderRewards: ['AelterePraemien', count],
    credits: ['Gutgeschrieben', count],
    credit: ['Gutschrift', shape(sums)],
    referrers: [
      'Empfehler',
      z.array(
        shape({
          name: ['Name', z.string().nullable()], // null: deleted account
          rewards: ['Praemien', count],
          rewardCents: ['PraemienCent', cents],
          feeCents: ['GebuehrenCent', cents],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})
