import { z } from 'zod'
import { operatorRole } from '../../contract/betrieb-zugang.ts'
import { emailText } from '../../contract/fields.ts'
import { referralNumber } from '../../contract/empfehlen.ts'
import { shape } from '../../contract/shape.ts'
import { BERLIN } from '../../domain/dates.ts'
import type { Locale } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import { fieldsOf } from '../serve.ts'

// Input of demo calls (domain.md section 7), which are not in the API's contract.

const duration = z.string().trim().max(60)

export const clockBody = shape({ advance: ['Advance', duration] })

export const consoleBody = shape({ role: ['Rolle', operatorRole] })

export const contractBody = shape({
  referralNumber: ['Empfehlungsnummer', referralNumber.optional()],
  recipientNumber: ['Empfaengernummer', referralNumber.optional()],
  email: ['Email', emailText.optional()],
  salesPartnerNumber: ['Verkaufspartnernummer', z.string().trim().min(1).max(40).optional()],
  productExternalId: ['ProduktExterneId', z.string().trim().min(1).max(80).optional()],
})
export type ContractBody = z.output<typeof contractBody>

export const releaseBody = shape({
  orderNumber: ['Auftragsnummer', z.string().trim().min(1).max(80)],
})

export const mailsQuery = shape({ to: ['to', emailText.optional()] })

const mostYears = 5

const texts = {
  duration: {
    de: 'Bitte eine Dauer nach ISO 8601 angeben, zum Beispiel P28D.',
    en: 'Please give an ISO 8601 duration, for example P28D.',
  },
  backwards: {
    de: 'Die Uhr geht nur vorwärts.',
    en: 'The clock only moves forward.',
  },
  tooFar: {
    de: `Höchstens ${mostYears} Jahre auf einmal.`,
    en: `At most ${mostYears} years at a time.`,
  },
}

/** Decodes a body or query; empty form fields are absent. Throws `validation`. */
export function decodeDemo<T>(schema: z.ZodType<T, unknown>, value: unknown, locale: Locale): T {
  if (typeof value === 'string') throw fail('not-accepted')
  const given =
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([, content]) => content !== ''))
      : (value ?? {})
  const result = z.safeDecode(schema, given, { reportInput: true })
  if (result.success) return result.data
  throw fail('validation', { fields: fieldsOf(result.error, locale) })
}

/** Parses how far to advance the clock. Throws `validation`, also above five years or backwards. */
export function readAdvance(
  text: string,
  now: Temporal.Instant,
  locale: Locale,
): Temporal.Duration {
  const refuse = (why: keyof typeof texts) =>
    fail('validation', { fields: [{ field: 'Advance', message: texts[why][locale] }] })
  const start = now.toZonedDateTimeISO(BERLIN)
  const parsed = tryTo(() => Temporal.Duration.from(text))
  if (!parsed) throw refuse('duration')
  if (parsed.sign < 0) throw refuse('backwards')
  const target = tryTo(() => start.add(parsed))
  if (!target || Temporal.ZonedDateTime.compare(target, start.add({ years: mostYears })) > 0) {
    throw refuse('tooFar')
  }
  return parsed
}

function tryTo<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
