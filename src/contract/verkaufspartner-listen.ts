import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag } from './fields.ts'
import { anyOf, listRequest, pageFields } from './report-list.ts'
import { shape } from './shape.ts'

// A sales partner's orders, commissions and credit notes, in standard lists (domain.md section 5).

export const showSalesPartnerSums = endpoint({
  name: 'showSalesPartnerSums',
  method: 'GET',
  path: '/verkaufspartner/uebersicht',
  summary: 'What the own orders earned, by where the money stands',
  caller: 'sales-partner',
  answer: shape({
    orders: ['Auftraege', count],
    promisedCents: ['VorgemerktCent', cents],
    releasedCents: ['FreigegebenCent', cents], // on no credit note yet
    billedCents: ['AbgerechnetCent', cents], // net, less corrections
    nextNoteOn: ['NaechsteGutschriftAm', date],
    accountProblem: ['Kontoproblem', z.string().nullable()], // no payment until a new IBAN is given
    flatTax: ['SachzuwendungenPauschalVersteuert', flag], // by the tenant (section 37b EStG)
    link: ['Verkaufslink', z.string().nullable()],
  }),
  errors: ['session-missing'],
})

const listBody = <Column extends string, State extends string>(
  columns: readonly [Column, ...Column[]],
  states: readonly [State, ...State[]],
) =>
  listRequest(
    columns,
    shape({
      search: ['Suche', z.string().trim().max(80).optional()], // part of an order number, in any case
      state: ['Status', anyOf(z.enum(states)).optional()],
    }),
  )

const listAnswer = <Row extends z.ZodType, Sums extends z.ZodType>(row: Row, sums: Sums) =>
  shape({
    rows: ['Content', z.array(row)],
    ...pageFields,
    sums: ['Summen', sums], // of all pages
  })

export const partnerOrderStates = ['confirmed', 'released', 'cancelled'] as const
const orderColumns = ['Vertragsdatum', 'Auftragsnummer', 'Status'] as const
const orderState = z.enum(partnerOrderStates)

export const listPartnerOrders = endpoint({
  name: 'listPartnerOrders',
  method: 'PUT',
  path: '/verkaufspartner/auftraege',
  summary: 'The own orders',
  caller: 'sales-partner',
  body: listBody(orderColumns, partnerOrderStates),
  answer: listAnswer(
    shape({
      number: ['Auftragsnummer', z.string()],
      externalNumber: ['ExterneAuftragsnummer', z.string()],
      product: ['Produkt', z.string()],
      contractOn: ['Vertragsdatum', date],
      state: ['Status', orderState],
      releasableOn: ['FreigabeAb', date],
      commissionCents: ['ProvisionCent', cents],
    }),
    shape({ commissionCents: ['ProvisionCent', cents], orders: ['Auftraege', count] }), // without what was cancelled
  ),
  errors: ['session-missing'],
})

/** State of a commission's money. */
export const commissionStates = [
  'promised',
  'released',
  'billed',
  'cancelled',
  'taken-back',
] as const

const commissionColumns = ['Vertragsdatum', 'Provision', 'Status'] as const

export const listCommissions = endpoint({
  name: 'listCommissions',
  method: 'PUT',
  path: '/verkaufspartner/provisionen',
  summary: 'The own commissions, net, with the credit note that each is on',
  caller: 'sales-partner',
  body: listBody(commissionColumns, commissionStates),
  answer: listAnswer(
    shape({
      number: ['Auftragsnummer', z.string()],
      externalNumber: ['ExterneAuftragsnummer', z.string()],
      product: ['Produkt', z.string()],
      contractOn: ['Vertragsdatum', date],
      cents: ['ProvisionCent', cents],
      state: ['Status', z.enum(commissionStates)],
      releasableOn: ['FreigabeAb', date],
      note: ['Gutschriftnummer', z.string().nullable()],
    }),
    shape({
      promisedCents: ['VorgemerktCent', cents],
      releasedCents: ['FreigegebenCent', cents],
      billedCents: ['AbgerechnetCent', cents],
    }),
  ),
  errors: ['session-missing'],
})

const listFile = <Column extends string, State extends string>(
  named: string,
  list: string,
  summary: string,
  columns: readonly [Column, ...Column[]],
  states: readonly [State, ...State[]],
) =>
  endpoint({
    name: named,
    method: 'GET',
    path: `/verkaufspartner/${list}/csv`,
    summary: `${summary} as CSV, sorted and filtered as asked; X-Total-Count tells how many rows follow`,
    caller: 'sales-partner',
    query: shape({
      orderBy: ['OrderBy', z.enum(columns).optional()],
      descending: ['Descending', z.enum(['true', 'false']).optional()],
      search: ['Suche', z.string().trim().max(80).optional()],
      state: ['Status', anyOf(z.enum(states)).optional()],
    }),
    file: 'text/csv',
    errors: ['session-missing'],
  })

export const showPartnerOrdersFile = listFile(
  'showPartnerOrdersFile',
  'auftraege',
  'All own orders',
  orderColumns,
  partnerOrderStates,
)

export const showCommissionsFile = listFile(
  'showCommissionsFile',
  'provisionen',
  'All own commissions',
  commissionColumns,
  commissionStates,
)

export const noteKinds = ['self-billed', 'self-billed-credit'] as const

/** State of a note's money. */
export const paymentStates = ['open', 'in-transit', 'paid'] as const

/** A credit note or a correction. */
export const partnerNote = shape({
  id: ['Id', z.string()],
  kind: ['Art', z.enum(noteKinds)],
  number: ['Nummer', z.string()],
  month: ['Monat', z.string()],
  issuedOn: ['Datum', date],
  dueOn: ['AuszahlungBis', date],
  netCents: ['NettoCent', cents],
  vatCents: ['UstCent', cents],
  totalCents: ['GesamtCent', cents],
  corrects: ['Berichtigt', z.array(z.string())],
  payment: ['Zahlung', z.enum(paymentStates)],
  paymentOn: ['ZahlungAm', date.nullable()], // settlement day; in transit: the bank's day
})

export const listPartnerNotes = endpoint({
  name: 'listPartnerNotes',
  method: 'PUT',
  path: '/verkaufspartner/abrechnungen',
  summary: 'The credit notes for the own commissions, and their corrections',
  caller: 'sales-partner',
  body: listBody(['Datum', 'Nummer', 'Gesamt'], noteKinds),
  answer: listAnswer(
    partnerNote,
    shape({
      netCents: ['NettoCent', cents],
      vatCents: ['UstCent', cents],
      totalCents: ['GesamtCent', cents],
      openCents: ['OffenCent', cents], // regardless of the filter; negative: carried forward to the next credit note
    }),
  ),
  errors: ['session-missing'],
})

const fileOf = (named: string, ending: 'pdf' | 'xml', file: string, summary: string) =>
  endpoint({
    name: named,
    method: 'GET',
    path: `/verkaufspartner/abrechnungen/:id/${ending}`,
    summary,
    caller: 'sales-partner',
    params: shape({ id: ['id', z.string()] }),
    file,
    errors: ['session-missing', 'not-found'],
  })

export const showPartnerNotePdf = fileOf(
  'showPartnerNotePdf',
  'pdf',
  'application/pdf',
  'An own credit note or correction as a PDF with the data of EN 16931 in it, the same bytes every time',
)

export const showPartnerNoteXml = fileOf(
  'showPartnerNoteXml',
  'xml',
  'application/xml',
  'The data of EN 16931 of an own credit note or correction (ZUGFeRD / Factur-X)',
)
