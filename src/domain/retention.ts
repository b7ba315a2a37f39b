import { BERLIN } from './dates.ts'

/** Whole local days for which something is kept that nobody needs afterwards; the spec gives no time for these. */
export const keptDays = {
  unconfirmedAccount: 28,
  sentMail: 30,
  unsentMail: 90, // the queue gave it up long before
  closedObjection: 90,
  unusedPicture: 90, // of a tenant, which pages that are open or kept somewhere may still name
  endedInvitation: 30, // whom it was for; that there was one stays
  cookieProof: 3 * 365, // the limitation period of claims (BGB § 195)
} as const

/** Whole years after the withdrawal: limitation period of claims (BGB § 195), and of the phone by UWG § 7a. */
export const keptYears = { consentProof: { other: 3, phone: 5 } } as const

/** For so many months statistics tell campaigns apart: two years can be compared. */
export const keptCampaignMonths = 26

/** What was made before this instant has been kept for `days` days, each to its end. */
export function keptSince(today: Temporal.PlainDate, days: number): Temporal.Instant {
  return today.subtract({ days }).toZonedDateTime(BERLIN).toInstant()
}

/**
 * Records made before this instant have been kept for `years` whole calendar years after the one they were made in, as German law
 * counts them (§ 147 (4) AO).
 */
export function yearsKeptSince(today: Temporal.PlainDate, years: number): Temporal.Instant {
  return Temporal.PlainDate.from({ year: today.year - years, month: 1, day: 1 })
    .toZonedDateTime(BERLIN)
    .toInstant()
}
