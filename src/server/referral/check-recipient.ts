import type { createRecipient } from '../../contract/empfaenger.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { parseGermanDate } from '../../domain/dates.ts'
import { isOldEnough } from '../../domain/recipient.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

type Body = BodyOf<typeof createRecipient>
type Asked = { tenant: Pick<Tenant, 'leastAge'>; today: Temporal.PlainDate; locale: Locale }

const texts = {
  none: {
    de: () => 'Dieses Datum gibt es nicht.',
    en: () => 'This date does not exist.',
  },
  past: {
    de: () => 'Das Geburtsdatum muss in der Vergangenheit liegen, nicht vor 1900.',
    en: () => 'The date of birth has to be in the past, and not before 1900.',
  },
  age: {
    de: (years: number) => `Teilnehmen kann nur, wer mindestens ${years} Jahre alt ist.`,
    en: (years: number) => `You have to be at least ${years} years old to take part.`,
  },
}
const earliest = '1900-01-01'

/** Requires accepted terms and a valid birth date of sufficient age; returns the date. */
export function checkRecipient(
  asked: Asked,
  body: Pick<Body, 'termsAgreed' | 'birthDate'>,
): Temporal.PlainDate | null {
  if (!body.termsAgreed) throw fail('terms-required')
  return checkBirthDate(asked, body.birthDate)
}

/**
 * The birth date or null; throws if invalid or below the tenant's least age, of whom nothing may be stored. `field`: wire name.
 */
export function checkBirthDate(
  { tenant, today, locale }: Asked,
  typed: string | undefined,
  field = 'Geburtsdatum',
): Temporal.PlainDate | null {
  if (typed === undefined) return null
  const date = parseGermanDate(typed)
  const wrong = problemOf(date, today, tenant.leastAge)
  if (wrong)
    throw fail('validation', { fields: [{ field, message: wrong[locale](tenant.leastAge) }] })
  return date
}

function problemOf(date: Temporal.PlainDate | null, today: Temporal.PlainDate, leastAge: number) {
  if (date === null) return texts.none
  if (!isPast(date, today)) return texts.past
  return isOldEnough(date, today, leastAge) ? null : texts.age
}

function isPast(date: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  const first = Temporal.PlainDate.from(earliest)
  return Temporal.PlainDate.compare(date, today) < 0 && Temporal.PlainDate.compare(date, first) >= 0
}
