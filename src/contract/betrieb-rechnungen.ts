import { z } from 'zod'
import { reason } from './betrieb-zugang.ts'
import { paperKindWords, paperStateWords } from './console-words.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// What a tenant bills its agencies and credits its sales partners: all documents, one of them, and that an invoice was paid.

const access = { caller: 'operator', console: 'any' } as const
const reads = ['read', 'invoices'] as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const
const ofPaper = shape({ id: ['id', z.string().max(40)] })
const sorts = ['Datum', 'FaelligAm', 'Gesamt', 'Nummer'] as const

const filter = {
  kind: ['Art', anyOf(z.enum(paperKindWords)).optional()],
  state: ['Stand', anyOf(z.enum(paperStateWords)).optional()],
  from: ['Von', date.optional()], // of the day of writing
  to: ['Bis', date.optional()],
} as const

const rowFields = {
  id: ['Id', z.string()],
  kind: ['Art', z.enum(paperKindWords)],
  number: ['Nummer', z.string()],
  month: ['Monat', z.string()],
  issuedOn: ['Datum', date],
  dueOn: ['FaelligAm', date.nullable()], // null: a correction
  cents: ['GesamtCent', cents], // of corrections: negative
  openCents: ['OffenCent', cents], // without what was set off; 0 once it is over
  state: ['Stand', z.enum(paperStateWords)],
  paidOn: ['BezahltAm', date.nullable()],
  partyKind: ['Vertriebsart', z.enum(['agency', 'sales-partner'])],
  party: ['Vertrieb', z.string()],
  partyNumber: ['Vertriebsnummer', z.string()],
  name: ['Name', z.string()], // of a person: initials for those who may not see people
  version: ['Version', count],
} as const

export const paperRow = shape(rowFields)

export const listPapers = endpoint({
  ...access,
  needs: reads,
  name: 'listPapers',
  method: 'PUT',
  path: '/betrieb/rechnungen',
  summary: 'Invoices of agencies and credit notes of sales partners, the newest first',
  body: listRequest(
    sorts,
    shape({
      ...filter,
      search: ['Suche', z.string().trim().max(80).optional()], // how a number begins, or whose it is
    }),
  ),
  answer: listAnswer(paperRow),
  errors: ['session-missing', 'not-authorised'],
})

export const showPapersFile = listFile(listPapers, {
  name: 'showPapersFile',
  summary: 'Invoices of agencies and credit notes of sales partners',
  sorts,
  filter,
})

export const mostPaperLines = 200

export const showPaper = endpoint({
  ...access,
  needs: reads,
  name: 'showPaper',
  method: 'GET',
  path: '/betrieb/rechnungen/:id',
  summary: 'An invoice or a credit note with what it bills and what corrects it',
  params: ofPaper,
  answer: shape({
    ...rowFields,
    netCents: ['NettoCent', cents],
    vatCents: ['UstCent', cents],
    reference: ['Verwendungszweck', z.string().nullable()], // of its payment
    bankLine: ['Kontoauszug', shape({ id: ['Id', z.string()], day: ['Tag', date] }).nullable()], // that paid it
    reversal: ['Rueckbuchung', shape({ id: ['Id', z.string()], day: ['Tag', date] }).nullable()], // that took a payment back
    executionOn: ['AusfuehrungAm', date.nullable()], // of the payout that it is part of
    lines: [
      'Positionen',
      z.array(
        shape({
          event: ['Anlass', z.enum(['freigegeben', 'storniert', 'abgelaufen'])],
          day: ['Datum', date],
          number: ['Auftragsnummer', z.string()], // the provider's, else ours
          order: ['AuftragId', z.string().nullable()], // null: a partner's, which has no page
          cents: ['BetragCent', cents],
          feeCents: ['GebuehrCent', cents],
        }),
      ),
    ],
    reminders: [
      'Erinnerungen',
      z.array(shape({ day: ['Tag', date], cents: ['OffenCent', cents] })),
    ],
    setOffs: [
      'Verrechnet',
      z.array(
        shape({
          id: ['Id', z.string()],
          number: ['Nummer', z.string()],
          cents: ['BetragCent', cents],
        }),
      ),
    ],
    isCut: ['Gekuerzt', flag], // more lines exist
    related: [
      'Verknuepft', // corrected and correcting documents
      z.array(
        shape({
          id: ['Id', z.string()],
          number: ['Nummer', z.string()],
          kind: ['Art', z.enum(paperKindWords)],
          cents: ['GesamtCent', cents],
          state: ['Stand', z.enum(paperStateWords)],
        }),
      ),
    ],
    isPerson: ['IstPerson', flag], // its file names somebody
    isOwnCase: ['Eigener', flag],
  }),
  errors: [...errors],
})

export const showPaperFile = endpoint({
  ...access,
  needs: reads,
  name: 'showPaperFile',
  method: 'GET',
  path: '/betrieb/rechnungen/:id/pdf',
  summary:
    'The document as it was sent, the same bytes every time; of a person only for those who may see people. That it was fetched is in the log',
  params: ofPaper,
  file: 'application/pdf',
  errors: [...errors],
})

const marking = {
  ...access,
  needs: ['update', 'invoices'],
  asksProof: true,
  method: 'PUT',
  params: ofPaper,
} as const
const markErrors = [...errors, 'proof-needed', 'own-case', 'changed-meanwhile'] as const
const seen = { version: ['Version', count], reason: ['Grund', reason] } as const

export const markPaperPaid = endpoint({
  ...marking,
  name: 'markPaperPaid',
  path: '/betrieb/rechnungen/:id/zahlung',
  summary:
    'Writes down that an invoice was paid, or a correction of one paid back or set off. What it was settled with is owed again',
  body: shape({
    ...seen,
    paidOn: ['BezahltAm', date],
    reference: ['Verwendungszweck', z.string().trim().max(140).optional()], // to find it at the bank; nobody's data
  }),
  errors: [...markErrors, 'validation'],
})

export const takeBackPaperPayment = endpoint({
  ...marking,
  name: 'takeBackPaperPayment',
  path: '/betrieb/rechnungen/:id/zahlung-zuruecknahme',
  summary: 'Takes back that an invoice was paid; the log keeps both',
  body: shape(seen),
  errors: [...markErrors],
})
