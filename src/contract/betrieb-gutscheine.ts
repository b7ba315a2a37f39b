import { z } from 'zod'
import { voucherOrderStates, voucherRefusals } from '../domain/voucher-order.ts'
import { largestVoucherFile, poolStates, voucherProblems } from '../domain/voucher-pool.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
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
          isOffered: ['Angeboten', flag], // today
          isOrdered: ['Bestellt', flag], // at the provider; else its codes come from the stock
        }),
      ),
    ],
    provider: [
      'Anbieter',
      shape({ name: ['Name', z.string()], isSandbox: ['Test', flag] }).nullable(),
    ],
    orders: [
      'Bestellungen', // that are not delivered, what failed first; at most a hundred
      z.array(
        shape({
          id: ['PraemieId', z.string()],
          option: ['Gutschein', z.string()],
          cents: ['WertCent', cents],
          state: ['Stand', z.enum(voucherOrderStates)],
          reason: ['Woran', z.enum(voucherRefusals).nullable()],
          madeAt: ['Seit', instant],
          canRetry: ['Wiederholbar', flag],
          version: ['Version', count],
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

export const showVoucherBalance = endpoint({
  ...access,
  needs: ['read', 'vouchers'],
  name: 'showVoucherBalance',
  method: 'GET',
  path: '/betrieb/gutscheine/guthaben',
  summary: 'What is left at the provider to order vouchers with; it is asked for at that moment',
  answer: shape({ cents: ['GuthabenCent', cents.nullable()] }), // null: no provider, or no answer
  errors: ['session-missing', 'not-authorised'],
})

export const retryVoucherOrder = endpoint({
  ...access,
  needs: ['create', 'vouchers'],
  asksProof: true,
  name: 'retryVoucherOrder',
  method: 'PUT',
  path: '/betrieb/gutscheine/bestellungen/:id',
  summary:
    'Tries a failed order of a voucher again: it is asked for, and if the provider does not know it, ordered under the same id',
  params: shape({ id: ['id', z.string().max(40)] }),
  body: shape({ version: ['Version', count], reason: ['Grund', reason] }),
  errors: [
    'session-missing',
    'not-authorised',
    'not-found',
    'proof-needed',
    'own-case',
    'changed-meanwhile',
  ],
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
