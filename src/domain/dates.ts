// Calendar rules. A day is a local day of the programme's zone, also on both days on which the clocks change.
// Temporal is used only inside the functions, because browsers without it load this file too.

export const BERLIN = 'Europe/Berlin'

export function localDate(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(BERLIN).toPlainDate()
}

// The instant at which the local day is over, which is the first one of the next day: compare with
// `now < end`.
export function endOfLocalDay(date: Temporal.PlainDate): Temporal.Instant {
  return date.add({ days: 1 }).toZonedDateTime(BERLIN).toInstant()
}

// Reads dd.mm.yyyy strictly (spec section 5); null for anything else, the 30th of February
// included.
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

// Writes a date or its ISO text yyyy-mm-dd as dd.mm.yyyy. An instant is refused with a RangeError:
// its first ten characters are the day in UTC, which is not always the local day.
export function formatGermanDate(isoOrPlainDate: string | Temporal.PlainDate): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(isoOrPlainDate))
  if (!parts) throw new RangeError('not a plain date')
  return `${parts[3]}.${parts[2]}.${parts[1]}`
}

// The same day so many months later, or the last day of a month that is too short for it.
export function addMonthsClamped(date: Temporal.PlainDate, months: number): Temporal.PlainDate {
  return date.add({ months }, { overflow: 'constrain' })
}
