/** Spec section 3: opted in with permission, pending after the opt-in mail, else opted out. */
export type NewsletterState = 'optedIn' | 'pending' | 'optedOut'

export function newsletterState(fields: { optedIn: boolean; mailSent: boolean }): NewsletterState {
  if (fields.optedIn) return 'optedIn'
  return fields.mailSent ? 'pending' : 'optedOut'
}

/** Days for which an opt-in link is valid. */
export const optinDays = 7

/** Opt-in mails per account and day. */
export const optinMailsPerDay = 3

/**
 * Whether a wish from recommending still needs its opt-in mail: the mail or a later withdrawal settles it. Instants; null:
 * never.
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
