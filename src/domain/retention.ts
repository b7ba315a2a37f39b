import { BERLIN } from './dates.ts'

/** Retention in whole local days; the spec gives none for these. */
export const keptDays = {
  unconfirmedAccount: 28,
  sentMail: 30,
  unsentMail: 90, // the queue gave up long before
  closedObjection: 90,
  selection: 90, // a bulk decision; the log keeps what it did
  closedQuestion: 90, // to the owner of a held reward, with the answer; as an objection
  closedClaimFile: 90, // and its note; an objection to the answer may need them
  closedClaim: 3 * 365, // limitation period (BGB § 195)
  unmatchedOrder: 400, // since the feed named it last; longer than anybody may claim it by default
  orderFile: 7, // that an operator has not carried out
  orderFileResult: 90,
  bankUpload: 1, // a file of the bank that no job could end; ended ones go at once
  bankUploadResult: 90,
  unusedPicture: 90, // of a tenant; open or cached pages may still name it
  endedAccess: 90, // sessions, which tell who logged in when: as long as an odd payment may come up; links, invitations, tokens of scripts; passkeys and views of operators who left
  endedInvitation: 30, // the invited person; the fact itself stays
  cookieProof: 3 * 365, // limitation period of claims (BGB § 195)
} as const

/**
 * Whole years after the withdrawal: limitation period of claims (BGB § 195), for the phone UWG § 7a; and after an operator's last right, for
 * who decided what.
 */
export const keptYears = { consentProof: { other: 3, phone: 5 }, leftOperator: 3 } as const

/** Months for which statistics keep campaigns: enough to compare two years. */
export const keptCampaignMonths = 26

/** Anything created before this instant has been kept for `days` full days. */
export function keptSince(today: Temporal.PlainDate, days: number): Temporal.Instant {
  return today.subtract({ days }).toZonedDateTime(BERLIN).toInstant()
}

/**
 * Records created before this instant have been kept for `years` full calendar years after their own, as German law counts (§
 * 147 (4) AO).
 */
export function yearsKeptSince(today: Temporal.PlainDate, years: number): Temporal.Instant {
  return Temporal.PlainDate.from({ year: today.year - years, month: 1, day: 1 })
    .toZonedDateTime(BERLIN)
    .toInstant()
}
