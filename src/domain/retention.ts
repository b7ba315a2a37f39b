import { BERLIN } from './dates.ts'

/** Whole local days for which something is kept that nobody needs afterwards; the spec gives no time for these. */
export const keptDays = {
  unconfirmedAccount: 28,
  sentMail: 30,
  unsentMail: 90, // the queue gave it up long before
  cookieProof: 3 * 365, // the limitation period of claims (BGB § 195)
} as const

/** What was made before this instant has been kept for `days` days, each to its end. */
export function keptSince(today: Temporal.PlainDate, days: number): Temporal.Instant {
  return today.subtract({ days }).toZonedDateTime(BERLIN).toInstant()
}
