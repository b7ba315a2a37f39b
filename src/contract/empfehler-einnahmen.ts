import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, date, flag } from './fields.ts'
import { shape } from './shape.ts'

const signedCents = z.int()

export const listEarnings = endpoint({
  name: 'listEarnings',
  method: 'GET',
  path: '/empfehler/einnahmen',
  summary: 'What the referrer received and gave back, by calendar year of the payment',
  caller: 'referrer',
  answer: shape({
    years: [
      'Jahre',
      z.array(
        shape({
          year: ['Jahr', count],
          cents: ['SummeCent', signedCents],
          isNearLimit: ['NaheFreigrenze', flag], // from 200 euros on, of 256
          entries: [
            'Posten',
            z.array(
              shape({
                on: ['Am', date],
                kind: [
                  'Art',
                  z.enum(['Geld', 'Gutschein', 'Verrechnung', 'Zurueckgekommen', 'Rueckzahlung']),
                ],
                cents: ['BetragCent', signedCents],
              }),
            ),
          ],
        }),
      ),
    ],
  }),
  errors: ['session-missing'],
})

export const showEarningsPdf = endpoint({
  name: 'showEarningsPdf',
  method: 'GET',
  path: '/empfehler/einnahmen/pdf',
  summary: 'The same as PDF',
  caller: 'referrer',
  file: 'application/pdf',
  errors: ['session-missing', 'not-authorised'],
})

export const showEarningsFile = endpoint({
  name: 'showEarningsFile',
  method: 'GET',
  path: '/empfehler/einnahmen/csv',
  summary: 'The same as CSV',
  caller: 'referrer',
  file: 'text/csv',
  errors: ['session-missing', 'not-authorised'],
})
