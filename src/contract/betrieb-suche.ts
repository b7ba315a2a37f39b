import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, date } from './fields.ts'
import { shape } from './shape.ts'

// The console's one search. The term is in the body, as addresses end up in histories and logs: an address of hits carries it sealed, for
// its operator alone.

/** In the order of the page. */
export const hitKinds = [
  'person',
  'agency-user',
  'sales-partner',
  'agency',
  'referral',
  'order',
  'reward',
  'payout',
  'invoice', // or a credit note
] as const

export const searchHit = shape({
  kind: ['Art', z.enum(hitKinds)],
  id: ['Id', z.string()],
  title: ['Titel', z.string()], // the name, or the number
  line: ['Zeile', z.string().nullable()],
  who: ['Wer', z.string().nullable()], // whom a number concerns, initials for those who may not see people; of a person the town, firm or agency
  since: ['Seit', date.nullable()], // of a person: the day they came
  cents: ['Betrag', cents.nullable()],
  state: ['Status', z.string().nullable()],
  person: ['Person', z.string().nullable()], // whose page tells more: the account's id, else the contact's number
  agency: ['Agentur', z.string().nullable()], // of an agency's user: whose page tells more
})

export const searchEverything = endpoint({
  caller: 'operator',
  console: 'any',
  needs: ['read', 'rewards'],
  name: 'searchEverything',
  method: 'PUT',
  path: '/betrieb/suche',
  summary:
    'Find people, agencies, sales partners, referrals, orders, rewards, payouts and invoices of a tenant by whatever is known of them. Eight of a kind at most, best first, or 200 of the one asked for; whoever may not see people finds orders, rewards, payouts and invoices by number',
  body: shape({
    term: ['Suche', z.string().max(254).optional()],
    sealed: ['Kennung', z.string().max(800).optional()], // of an earlier answer, in place of the term
    all: ['Art', z.enum(hitKinds).optional()],
  }),
  answer: shape({
    term: ['Suche', z.string()], // empty: the sealed one is somebody else's
    sealed: ['Kennung', z.string()],
    hits: ['Treffer', z.array(searchHit)],
    more: ['Mehr', z.array(z.enum(hitKinds))], // of which there are more than these
  }),
  errors: ['session-missing', 'not-authorised'],
})
