import type { Locale, Localised } from './tenant.ts'

// A refusal by an agency or a reviewer is no cancellation by the provider (domain.md section 3, Refused): it has a reason, which the
// person concerned reads, and can be objected to.

export const refusalReasons = [
  'existing-customer',
  'own-contract',
  'not-by-referral',
  'not-eligible',
  'duplicate',
  'other',
] as const

export type RefusalReason = (typeof refusalReasons)[number]

/** `note` is what the decider typed; the reason 'other' is nothing without it. */
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
  duplicate: {
    de: 'Dieser Vertrag wurde schon berücksichtigt.',
    en: 'This contract has already been rewarded.',
  },
}

const other: Localised = { de: 'Aus einem anderen Grund.', en: 'For another reason.' }

export const refusalLabel = (reason: Exclude<RefusalReason, 'other'>, locale: Locale): string =>
  texts[reason][locale]

/** What the person concerned reads. A typed note stands in the language it was typed in. */
export function refusalText({ reason, note }: Refusal, locale: Locale): string {
  // Without its note: of somebody who was forgotten since.
  const label = reason === 'other' ? (note ? null : other[locale]) : texts[reason][locale]
  return [label, note].filter((part) => part !== null && part !== '').join(' ')
}

const daysToObject = 14

/** The last local day on which an objection is in time. */
export const objectUntil = (refusedOn: Temporal.PlainDate): Temporal.PlainDate =>
  refusedOn.add({ days: daysToObject })

/** A decision of the desk can be taken back for so long; nothing leaves the house before. */
export const secondsToTakeBack = 10
