import { z } from 'zod'
import { differenceKinds } from '../domain/books.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, instant, locale } from './fields.ts'
import { shape } from './shape.ts'

// The books of a tenant: what lies where in which month, and whether all of it agrees.

const access = { caller: 'operator', console: 'any', needs: ['read', 'payouts'] } as const
const errors = ['session-missing', 'not-authorised'] as const

export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
export const ledgers = ['rewards', 'commissions', 'notes', 'invoices', 'vouchers', 'bank'] as const

export const formats = ['datev', 'csv'] as const
export const whyNot = [
  'no-accounting',
  'not-over',
  'closed',
  'not-next',
  'not-checked',
  'differs',
] as const

const difference = shape({
  kind: ['Art', z.enum(differenceKinds)],
  id: ['Id', z.string()], // empty: of several
  expected: ['SollCent', cents.nullable()],
  found: ['IstCent', cents.nullable()],
  text: ['Text', z.string()], // in English, with all numbers
})

export const showBooks = endpoint({
  ...access,
  name: 'showBooks',
  method: 'GET',
  path: '/betrieb/buecher',
  summary:
    'What came into each account in a month and what left it, as of the last check, and what that check found',
  query: shape({ month: ['Monat', month.optional()] }), // the last one if not asked for
  answer: shape({
    check: [
      'Pruefung',
      shape({
        checkedAt: ['Am', instant],
        asOf: ['Stand', instant],
        by: ['Wer', z.string().nullable()], // null: by itself
        seconds: ['Sekunden', z.number()],
        count: ['Anzahl', count],
        differences: ['Abweichungen', z.array(difference)],
      }).nullable(), // null: none yet
    ],
    waitingSince: ['AngefordertAm', instant.nullable()], // of a check that was asked for and is not done
    closed: [
      'Festgeschrieben', // the last one first
      z.array(
        shape({
          month: ['Monat', z.string()],
          at: ['Am', instant],
          by: ['Wer', z.string().nullable()], // null: by itself
          lines: ['Zeilen', count],
          cents: ['SummeCent', cents],
          files: [
            'Dateien',
            z.array(
              shape({
                format: ['Format', z.enum(formats)],
                part: ['Teil', count],
                lines: ['Zeilen', count],
                hash: ['Hash', z.string()],
              }),
            ),
          ],
        }),
      ),
    ],
    // Months before the first closed one, the last first: their files are written when they are fetched, and are never final.
    before: ['Davor', z.array(z.string())],
    // The files of the asked month, if it is one of those.
    drafts: [
      'Entwuerfe',
      z.array(
        shape({
          format: ['Format', z.enum(formats)],
          part: ['Teil', count],
          lines: ['Zeilen', count],
        }),
      ),
    ],
    next: [
      'Naechster',
      shape({
        month: ['Monat', z.string()],
        cannot: ['Warum', z.enum(whyNot).nullable()], // null: it can be closed
        byItself: ['VonSelbstAb', date.nullable()], // null: by hand
      }),
    ],
    waits: [
      'Wartet', // a month that should have closed by itself
      shape({
        month: ['Monat', z.string()],
        day: ['VersuchtAm', date],
        missing: ['Fehlt', z.array(z.string())],
      }).nullable(),
    ],
    months: ['Monate', z.array(z.string())], // the last one first
    month: ['Monat', z.string().nullable()],
    rows: [
      'Konten',
      z.array(
        shape({
          ledger: ['Buch', z.enum(ledgers)],
          ledgerName: ['BuchName', z.string()],
          account: ['Konto', z.string()],
          name: ['Name', z.string()],
          opening: ['AnfangCent', cents],
          debit: ['ZugangCent', cents],
          credit: ['AbgangCent', cents],
          closing: ['EndeCent', cents],
        }),
      ),
    ],
  }),
  errors: [...errors],
})

export const showBooksFile = endpoint({
  ...access,
  name: 'showBooksFile',
  method: 'GET',
  path: '/betrieb/buecher/csv',
  summary:
    'All accounts of all months, as of the last check, as CSV; that it was taken is in the log',
  query: shape({ language: ['Sprache', locale.optional()] }),
  file: 'text/csv',
  errors: [...errors, 'too-many-requests'],
})

export const checkBooks = endpoint({
  ...access,
  name: 'checkBooks',
  method: 'PUT',
  path: '/betrieb/buecher/pruefung',
  summary:
    'Queues a check of the books, unless one waits already; the page shows what the last one found',
  answer: shape({ day: ['Tag', date] }),
  errors: [...errors],
})

const ofMonth = { month: ['monat', month] } as const

export const closeBooksMonth = endpoint({
  ...access,
  needs: ['approve', 'payouts'],
  asksProof: true,
  name: 'closeBooksMonth',
  method: 'PUT',
  path: '/betrieb/buecher/monate/:monat/festschreibung',
  summary:
    'Closes the books of a month that is over and agrees, one month after the other. Its files stay the same; what is posted into it later goes with the next one',
  params: shape(ofMonth),
  body: shape({ reason: ['Grund', reason] }),
  answer: shape({ lines: ['Zeilen', count], cents: ['SummeCent', cents] }),
  errors: [...errors, 'validation', 'proof-needed'],
})

export const showBooksMonthFile = endpoint({
  ...access,
  name: 'showBooksMonthFile',
  method: 'GET',
  path: '/betrieb/buecher/monate/:monat/:format/:teil',
  summary:
    'A closed month’s file for the accountant, the same bytes every time: DATEV’s booking batch, or CSV; also of a month before the first closed one, as it is now. That it was fetched is in the log',
  params: shape({
    ...ofMonth,
    format: ['format', z.enum(formats)],
    part: ['teil', z.string().regex(/^[1-9]\d{0,3}$/)],
  }),
  file: 'text/csv',
  errors: [...errors, 'not-found'],
})
