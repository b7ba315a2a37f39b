import { z } from 'zod'
import { differenceKinds } from '../domain/books.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, instant, locale } from './fields.ts'
import { shape } from './shape.ts'

// The books of a tenant: what lies where in which month, and whether all of it agrees.

const access = { caller: 'operator', console: 'any', needs: ['read', 'payouts'] } as const
const errors = ['session-missing', 'not-authorised'] as const

export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
export const ledgers = ['rewards', 'commissions', 'notes', 'invoices', 'vouchers'] as const

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
