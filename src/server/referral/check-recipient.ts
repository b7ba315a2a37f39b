import type { createRecipient } from '../../contract/empfaenger.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { parseGermanDate } from '../../domain/dates.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

type Body = BodyOf<typeof createRecipient>

const texts = {
  required: {
    de: (field: string) => `${field} ist ein Pflichtfeld`,
    en: (field: string) => `${field} is a required field`,
  },
  date: {
    de: 'Bitte ein gültiges Datum in der Form TT.MM.JJJJ angeben.',
    en: 'Please enter a valid date as DD.MM.YYYY.',
  },
}
const earliest = '1900-01-01'

/** Refuses data that lacks what the tenant asks for, or has a birth date that cannot be one; answers the date. */
export function checkRecipient(
  tenant: Pick<Tenant, 'recipientFields'>,
  body: Body,
  today: Temporal.PlainDate,
  locale: Locale,
): Temporal.PlainDate | null {
  if (!body.termsAgreed) throw fail('terms-required')
  const wanted = tenant.recipientFields
  const missing = [
    wanted.birthDate && body.birthDate === undefined && 'Geburtsdatum',
    wanted.phone && !body.phone && 'Telefon',
    wanted.address && body.address === undefined && 'Adresse',
  ].filter((field) => field !== false)
  const fields = missing.map((field) => ({ field, message: texts.required[locale](field) }))
  const birthDate = body.birthDate === undefined ? null : parseGermanDate(body.birthDate)
  if (body.birthDate !== undefined && !isPast(birthDate, today)) {
    fields.push({ field: 'Geburtsdatum', message: texts.date[locale] })
  }
  if (fields.length > 0) throw fail('validation', { fields })
  return birthDate
}

function isPast(date: Temporal.PlainDate | null, today: Temporal.PlainDate): boolean {
  if (date === null) return false
  const first = Temporal.PlainDate.from(earliest)
  return Temporal.PlainDate.compare(date, today) < 0 && Temporal.PlainDate.compare(date, first) >= 0
}
