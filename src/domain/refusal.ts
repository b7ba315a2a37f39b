import type { Locale, Localised } from './tenant.ts'

// A refusal by an agency or reviewer is no cancellation by the provider (domain.md section 3, Refused): it has a reason, shown to
// the person concerned, who can object.

/** Of an agency about an order. */
export const orderRefusalReasons = [
  'existing-customer',
  'own-contract',
  'not-by-referral',
  'not-eligible',
  'duplicate',
  'other',
] as const

/** Of a reviewer about a reward as well; which ones fit is in review.ts. */
export const refusalReasons = [...orderRefusalReasons, 'over-limit'] as const

export type RefusalReason = (typeof refusalReasons)[number]

/** `note`: the decider's text, required for the reason 'other'. */
export type Refusal = { reason: RefusalReason; note: string | null }

export const mostNoteLetters = 300

export const isComplete = ({ reason, note }: Refusal): boolean =>
  reason !== 'other' || note !== null

const texts: Record<Exclude<RefusalReason, 'other'>, Localised> = {
  'existing-customer': {
    de: 'Es bestand schon eine Kundenbeziehung.',
    en: 'There was already a customer relationship.',
  },
  'own-contract': {
    de: 'Eigene Verträge und Verträge im eigenen Haushalt zählen nicht.',
    en: 'Your own contract, or one in your own household, does not count.',
  },
  'not-by-referral': {
    de: 'Der Vertrag kam nicht durch die Empfehlung zustande.',
    en: 'The contract did not come from the recommendation.',
  },
  'not-eligible': {
    de: 'Dieser Vertrag nimmt nicht am Programm teil.',
    en: 'This contract is not part of the programme.',
  },
  'over-limit': {
    de: 'Die Höchstzahl belohnter Empfehlungen eines Jahres war schon erreicht.',
    en: 'The highest number of rewarded recommendations in a year had been reached.',
  },
  duplicate: {
    de: 'Dieser Vertrag wurde schon berücksichtigt.',
    en: 'This contract has already been rewarded.',
  },
}

const other: Localised = { de: 'Aus einem anderen Grund.', en: 'For another reason.' }

export const refusalLabel = (reason: Exclude<RefusalReason, 'other'>, locale: Locale): string =>
  texts[reason][locale]

/** The text for the person concerned; a note stays in its language. */
export function refusalText({ reason, note }: Refusal, locale: Locale): string {
  // The note is gone once the person is forgotten.
  const label = reason === 'other' ? (note ? null : other[locale]) : texts[reason][locale]
  return [label, note].filter((part) => part !== null && part !== '').join(' ')
}

const daysToObject = 14

/** The last local day to object. */
export const objectUntil = (refusedOn: Temporal.PlainDate): Temporal.PlainDate =>
  refusedOn.add({ days: daysToObject })

/** Undo period of a decision; nothing is sent before. */
export const secondsToTakeBack = 10
