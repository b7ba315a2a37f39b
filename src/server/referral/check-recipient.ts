import type { createRecipient } from '../../contract/empfaenger.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { parseGermanDate } from '../../domain/dates.ts'
import type { Locale } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

type Body = BodyOf<typeof createRecipient>

const date = {
  de: 'Bitte ein gültiges Datum in der Form TT.MM.JJJJ angeben.',
  en: 'Please enter a valid date as DD.MM.YYYY.',
}
const earliest = '1900-01-01'

/** Refuses terms that were not accepted and a birth date that cannot be one; answers the date. */
export function checkRecipient(
  body: Pick<Body, 'termsAgreed' | 'birthDate'>,
  today: Temporal.PlainDate,
  locale: Locale,
): Temporal.PlainDate | null {
  if (!body.termsAgreed) throw fail('terms-required')
  return checkBirthDate(body.birthDate, today, locale)
}

/** The birth date, null where none was given; refuses one that cannot be. */
export function checkBirthDate(
  typed: string | undefined,
  today: Temporal.PlainDate,
  locale: Locale,
): Temporal.PlainDate | null {
  if (typed === undefined) return null
  const birthDate = parseGermanDate(typed)
  if (isPast(birthDate, today)) return birthDate
  throw fail('validation', { fields: [{ field: 'Geburtsdatum', message: date[locale] }] })
}

function isPast(
  date: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
): date is Temporal.PlainDate {
  if (date === null) return false
  const first = Temporal.PlainDate.from(earliest)
  return Temporal.PlainDate.compare(date, today) < 0 && Temporal.PlainDate.compare(date, first) >= 0
}
