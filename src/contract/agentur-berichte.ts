import { z } from 'zod'
import { mostOfFilter } from '../domain/order.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant, text } from './fields.ts'
import { refusalFields } from './refusal.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// An agency's lists and release of orders (spec section 7.7). The wire's `x` is the own agency's number or 'alle': an owner sees
// the agency's rows, an employee those of their own referrers.

export const orderStatus = z.enum(['Gemeldet', 'Bestaetigt', 'Freigegeben', 'Storniert'])

export const reportColumns = [
  'Datum',
  'Empfehler',
  'Produkt',
  'Status',
  'Mitarbeiter',
  'Wert',
] as const

const filters = {
  status: ['Status', anyOf(z.string().max(20)).optional()],
  productId: ['Produkt', anyOf(z.string().max(60)).optional()],
  employee: ['Mitarbeiter', anyOf(z.string().max(40)).optional()], // the employee number
  from: ['Von', date.optional()],
  to: ['Bis', date.optional()],
  search: ['Suche', z.string().trim().max(80).optional()], // parts of names, addresses and numbers; in lists past 10,000 rows a last name's beginning or a whole number
} as const

export const reportFilter = shape(filters)

/** A row of any list; null if not applicable. */
export const reportRow = shape({
  id: ['Id', z.string()],
  number: ['Nummer', z.string().nullable()], // the provider's for an order, else ours
  day: ['Datum', date],
  status: ['Status', z.string()],
  referrer: ['Empfehler', z.string().nullable()], // null: deleted account, or unclaimed
  contact: ['Empfaenger', z.string().nullable()], // initials
  beneficiary: ['Beguenstigter', z.enum(['Empfehler', 'Empfaenger']).nullable()],
  product: ['Produkt', z.string().nullable()],
  employee: ['Mitarbeiter', z.string().nullable()],
  orders: ['Auftraege', count.nullable()],
  cents: ['WertCent', cents.nullable()],
  counts: ['Zaehlt', flag], // included in the sum: not cancelled, expired or claimed back
  isReleasable: ['Freigebbar', flag],
  // Of an unreleased order: both sides' earnings today, and the net fee.
  expectedCents: ['ErwartetCent', cents.nullable()],
  feeCents: ['GebuehrCent', cents.nullable()],
  // Beside `NichtAnerkannt`: the refusal's reason.
  refusal: ['Grund', z.string().nullable()],
  // A decision that can be undone until then.
  decision: [
    'Vorgemerkt',
    shape({
      action: ['Aktion', z.enum(['freigeben', 'ablehnen'])],
      until: ['Bis', instant],
    }).nullable(),
  ],
})

const report = {
  caller: 'agency',
  body: listRequest(reportColumns, reportFilter),
  answer: listAnswer(reportRow),
} as const

const ofAgency = shape({ agency: ['agency', z.string().max(40)] })

export const listAgencyOrders = endpoint({
  ...report,
  name: 'listAgencyOrders',
  method: 'PUT',
  path: '/agentur/auftraege/:agency',
  summary: 'Orders that came of the referrals of an agency',
  needs: ['read', 'order-report'],
  params: ofAgency,
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const listAgencyReferrals = endpoint({
  ...report,
  name: 'listAgencyReferrals',
  method: 'PUT',
  path: '/agentur/empfehlungen/:agency',
  summary: 'Referrals of the referrers of an agency',
  needs: ['read', 'recommender-report'],
  params: ofAgency,
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const listAgencyLeads = endpoint({
  ...report,
  name: 'listAgencyLeads',
  method: 'PUT',
  path: '/agentur/leads/:agency',
  summary: 'People who accepted a referral of an agency, by their initials',
  needs: ['read', 'recommender-report'],
  params: ofAgency,
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const listAgencyReport = endpoint({
  ...report,
  name: 'listAgencyReport',
  method: 'PUT',
  path: '/agentur/:list',
  summary:
    "Referrers (empfehler, or the own agency's number), rewards (praemien) or employees (mitarbeiter, for owners) of the own agency",
  needs: ['read', 'administration'],
  params: shape({ list: ['list', z.string().max(40)] }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const reportNames = ['auftraege', 'empfehlungen', 'leads', 'empfehler', 'praemien'] as const
export type ReportName = (typeof reportNames)[number]

export const showReportFile = endpoint({
  name: 'showReportFile',
  method: 'GET',
  path: '/agentur-konto/berichte/:list/csv',
  summary:
    'A whole list of the own agency as CSV, sorted and filtered as asked; X-Total-Count tells how many rows follow',
  caller: 'agency',
  needs: ['read', 'administration'],
  params: shape({ list: ['list', z.enum(reportNames)] }),
  query: shape({
    orderBy: ['OrderBy', z.enum(reportColumns).optional()],
    descending: ['Descending', z.enum(['true', 'false']).optional()],
    ...filters,
  }),
  file: 'text/csv',
  errors: ['session-missing', 'not-authorised', 'too-many-requests'],
})

export const orderOutcome = z.enum([
  'freigegeben',
  'abgelehnt',
  'vorgemerkt', // decided, applied after the undo period
  'zurueckgenommen',
  'unveraendert', // it was so before
  'nicht-moeglich', // not in this state
  'nicht-gefunden',
])

export const listReportChoices = endpoint({
  name: 'listReportChoices',
  method: 'GET',
  path: '/agentur-konto/berichte-auswahl',
  summary:
    'What the own agency’s lists can be filtered by: products offered today, and its people to whoever may see them',
  caller: 'agency',
  needs: ['read', 'administration'],
  answer: shape({
    products: [
      'Produkte',
      z.array(shape({ id: ['Id', z.string()], title: ['Titel', z.string()] })),
    ],
    employees: [
      'Mitarbeiter',
      z.array(
        shape({ employeeNumber: ['Mitarbeiternummer', z.string()], name: ['Name', z.string()] }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const releaseAgencyOrder = endpoint({
  name: 'releaseAgencyOrder',
  method: 'PUT',
  path: '/agentur/auftragfreigeben/:agency/:order',
  summary:
    'Release an order of the own agency that the provider confirmed; one that is released already stays so',
  caller: 'agency',
  needs: ['release', 'order-report'],
  params: shape({
    agency: ['agency', z.string().max(40)],
    order: ['order', z.string().max(40)],
  }),
  answer: shape({
    number: ['Auftragsnummer', z.string()],
    outcome: ['Ergebnis', orderOutcome],
    status: ['Status', orderStatus],
  }),
  errors: ['session-missing', 'not-authorised', 'not-found', 'validation'],
})

export const mostAtOnce = mostOfFilter

/** A filter's decidable orders, as seen. */
const releasable = {
  count: ['Anzahl', count],
  expectedCents: ['ErwartetCent', cents], // both sides' earnings today, if released together
  feeCents: ['GebuehrCent', cents], // the net fee for that
} as const

// Sum of the rows, where earlier waiting ones are released first.
const inRowsCents = 'InZeilenCent'

export const sumReleasableOrders = endpoint({
  name: 'sumReleasableOrders',
  method: 'PUT',
  path: '/agentur-konto/auftraege/freigebbar',
  summary:
    'How many orders of a filter wait for a release, and what they would earn and cost; the sums are null for more than 500',
  caller: 'agency',
  needs: ['read', 'order-report'],
  body: shape({
    filter: ['Filter', reportFilter.optional()],
    orders: ['Auftraege', z.array(text).max(mostAtOnce).optional()], // these of them alone
  }),
  answer: shape({
    count: ['Anzahl', count],
    expectedCents: ['ErwartetCent', cents.nullable()],
    feeCents: ['GebuehrCent', cents.nullable()],
    inRowsCents: [inRowsCents, cents.nullable()],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const decideAgencyOrders = endpoint({
  name: 'decideAgencyOrders',
  method: 'PUT',
  path: '/agentur-konto/auftraege',
  summary:
    'Release or refuse up to 500 orders of the own agency, or all of a filter that can be released (as many, if they are still what was seen), each with a result of its own; refused is what was not released yet, with a reason. It is done after 10 seconds, and can be taken back until then (zuruecknehmen)',
  caller: 'agency',
  needs: ['release', 'order-report'],
  body: shape({
    action: ['Aktion', z.enum(['freigeben', 'ablehnen', 'zuruecknehmen'])],
    orders: ['Auftraege', z.array(text).min(1).max(mostAtOnce).optional()],
    // Instead of `Auftraege`: all releasable ones, if number and sum are still as seen.
    all: ['Alle', shape({ filter: ['Filter', reportFilter.optional()], ...releasable }).optional()],
    ...refusalFields, // of a refusal, shown to its beneficiaries
  }),
  answer: shape({
    until: ['Bis', instant.nullable()], // end of the undo period; null: nothing waits
    results: [
      'Ergebnisse',
      z.array(
        shape({
          number: ['Auftragsnummer', z.string()],
          outcome: ['Ergebnis', orderOutcome],
          status: ['Status', orderStatus.nullable()],
        }),
      ),
    ],
    // Nothing was decided, as the list has changed to this.
    changed: ['Veraendert', shape({ ...releasable, inRowsCents: [inRowsCents, cents] }).nullable()],
  }),
  errors: ['session-missing', 'not-authorised', 'validation'],
})
