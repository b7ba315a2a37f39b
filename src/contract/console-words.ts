import type { OperatorSubject } from '../domain/operator-abilities.ts'

// What the console's pages need of its calls at run time, apart from their shapes: pages load no zod.

/** As the list of orders says it; each order is in one of them. */
export const shownStates = [
  'ohne-person', // the feed named nobody known
  'gemeldet', // by a browser, not confirmed
  'pruefzeit', // confirmed, until its complaint period ends
  'freigegeben',
  'storniert',
  'nach-zahlung', // cancelled, and money that was paid is claimed back
  'abgelehnt',
] as const

/** `empfehlung`: with people on both sides; `verkaufspartner`: with a commission. */
export const orderKinds = ['empfehlung', 'verkaufspartner'] as const

/** A first review; an appeal; an appeal against what the caller refused, which a second person decides. */
export const reviewKinds = ['erstmals', 'widerspruch', 'eigene-ablehnung'] as const

/** At or above the tax limit of a year, and below. */
export const earningLimits = ['ab-grenze', 'darunter'] as const

/** What the list of rewards is filtered by: states, and what about them needs somebody. */
export const rewardFilters = [
  'gehalten',
  'laeuft-ab', // within thirty days
  'faellig', // within seven days
  'zahlbar', // within seven days or late, and nothing holds it
  'zahlbar-verspaetet', // of these, what is late
  'ueberfaellig', // its day has passed, and it is in no batch
  'fehlgeschlagen',
  'code-gemeldet', // a voucher's code is said to be faulty, and a second person decides
  'zurueckgefordert',
  'offen',
  'bereitgestellt',
  'abgeholt',
  'ausgezahlt',
  'storniert',
  'abgelaufen',
] as const

export const paperStateWords = [
  'offen',
  'ueberfaellig',
  'ausgeglichen', // an invoice and its full correction
  'in-auszahlung',
  'bezahlt',
] as const
export const paperKindWords = [
  'rechnung',
  'rechnungskorrektur',
  'gutschrift',
  'gutschriftkorrektur',
] as const

export const sellerStateWords = ['wartet', 'aktiv', 'inaktiv', 'geschlossen'] as const
export const sellerVerdictWords = ['aktivieren', 'deaktivieren', 'schliessen', 'ablehnen'] as const

/** Records whose page shows its own part of the log, by the right that opens the page. */
export const recordRights = {
  reward: 'rewards',
  order: 'orders',
  claim: 'claims',
  goodwill: 'goodwill',
  account: 'people',
  recipient: 'people',
  mail: 'people',
  agency: 'agencies',
  'sales-partner': 'agencies',
  invoice: 'invoices',
  'partner-note': 'invoices',
} as const satisfies Record<string, OperatorSubject>
export type RecordKind = keyof typeof recordRights
