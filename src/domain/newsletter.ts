/** Spec section 3: opted in if permission is given, pending if only the opt-in mail was sent, else opted out. */
export type NewsletterState = 'optedIn' | 'pending' | 'optedOut'

export function newsletterState(fields: { optedIn: boolean; mailSent: boolean }): NewsletterState {
  if (fields.optedIn) return 'optedIn'
  return fields.mailSent ? 'pending' : 'optedOut'
}

/** Whole days for which the link of an opt-in mail works. */
export const optinDays = 7

/** Opt-in mails that one account may have in a day. */
export const optinMailsPerDay = 3

/**
 * Whether a wish that somebody had while recommending is still to be asked about by mail. A wish is answered by the mail that
 * followed it, and taken back by a later withdrawal. Instants; null: never.
 */
export function isWishOpen(said: {
  wishedAt: Temporal.Instant | null
  mailSentAt: Temporal.Instant | null
  withdrawnAt: Temporal.Instant | null
  optedIn: boolean
}): boolean {
  const { wishedAt, mailSentAt, withdrawnAt } = said
  if (said.optedIn || wishedAt === null) return false
  const answered = [mailSentAt, withdrawnAt].some(
    (at) => at !== null && Temporal.Instant.compare(at, wishedAt) >= 0,
  )
  return !answered
}
