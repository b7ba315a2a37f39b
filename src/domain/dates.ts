// Calendar rules. A day is a local day in Berlin, also when the clocks change. Temporal is used only inside functions, because
// browsers without it load this file too.

export const BERLIN = 'Europe/Berlin'

export function localDate(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(BERLIN).toPlainDate()
}

/** The end of the local day, exclusive: compare with `now < end`. */
export function endOfLocalDay(date: Temporal.PlainDate): Temporal.Instant {
  return date.add({ days: 1 }).toZonedDateTime(BERLIN).toInstant()
}

/** Parses dd.mm.yyyy strictly (spec section 5); null for anything else, also 30 February. */
export function parseGermanDate(text: string): Temporal.PlainDate | null {
  const parts = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text.trim())
  if (!parts) return null
  const [day, month, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (year < 1000) return null
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return null
  }
}

/**
 * Formats a date or its ISO text as dd.mm.yyyy. An instant is a RangeError: its first ten characters are the UTC day, which may
 * differ from the local one.
 */
export function formatGermanDate(isoOrPlainDate: string | Temporal.PlainDate): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(isoOrPlainDate))
  if (!parts) throw new RangeError('not a plain date')
  return `${parts[3]}.${parts[2]}.${parts[1]}`
}

/** Same day so many months later, or the last day of a shorter month. */
export function addMonthsClamped(date: Temporal.PlainDate, months: number): Temporal.PlainDate {
  return date.add({ months }, { overflow: 'constrain' })
}

export function startOfLocalDay(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime(BERLIN).toInstant()
}
