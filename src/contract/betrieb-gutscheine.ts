import { z } from 'zod'
import { largestVoucherFile, poolStates, voucherProblems } from '../domain/voucher-pool.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, instant } from './fields.ts'
import { shape } from './shape.ts'

// Voucher codes in stock, and what is ordered at a provider. No code is ever shown.

const access = { caller: 'operator', console: 'any' } as const

export const showVouchers = endpoint({
  ...access,
  needs: ['read', 'vouchers'],
  name: 'showVouchers',
  method: 'GET',
  path: '/betrieb/gutscheine',
  summary:
    'The tenant’s vouchers with their codes by value: how many are free, given out, about to expire or faulty, and how long they last',
  answer: shape({
    expiryDays: ['GueltigMindestensTage', count], // for whoever gets a code
    least: ['Mindestvorrat', count],
    weeks: ['VerbrauchWochen', count], // that `used` counts
    vouchers: [
      'Gutscheine',
      z.array(
        shape({
          id: ['Id', z.string()],
          title: ['Titel', z.string()],
          isOffered: ['Angeboten', z.boolean()], // today
        }),
      ),
    ],
    pools: [
      'Vorraete',
      z.array(
        shape({
          option: ['Gutschein', z.string()],
          cents: ['WertCent', cents],
          state: ['Stand', z.enum(poolStates)],
          free: ['Frei', count],
          closing: ['LaeuftBaldAb', count], // not given out any more
          expired: ['Abgelaufen', count],
          taken: ['Ausgegeben', count],
          used: ['Verbraucht', count],
          faulty: ['Fehlerhaft', count],
          weeksLeft: ['ReichtWochen', count.nullable()], // null: none was used
          nextExpiry: ['NaechsterAblauf', date.nullable()],
          toldAt: ['GemeldetAm', instant.nullable()], // to the team, as it is low
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const importVoucherCodes = endpoint({
  ...access,
  needs: ['create', 'vouchers'],
  asksProof: true,
  name: 'importVoucherCodes',
  method: 'POST',
  path: '/betrieb/gutscheine/:id/codes',
  summary:
    'Puts the codes of a CSV file in base64 into the stock of a voucher, at most 2 MB and 20,000 lines; known codes are left out, so that the same file adds nothing',
  params: shape({ id: ['id', z.string().max(40)] }),
  body: shape({
    file: ['Datei', z.string().max(Math.ceil(largestVoucherFile / 3) * 4)],
    reason: ['Grund', reason],
  }),
  answer: shape({
    imported: ['Eingelesen', count],
    refused: ['Abgelehnt', count],
    lines: [
      'Zeilen', // the first of those that were refused
      z.array(shape({ line: ['Zeile', count], problem: ['Problem', z.enum(voucherProblems)] })),
    ],
  }),
  errors: [
    'session-missing',
    'not-authorised',
    'not-found',
    'validation',
    'proof-needed',
    'too-many-requests',
  ],
})
