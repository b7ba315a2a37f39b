import { bearerOf, recipientCookie } from '../access/cookies.ts'
import { findToken, tokenState } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { lockWaiting, type Recipient } from './recipient-store.ts'

/** An entry of the form that waits for its confirmation, with the text of the recipient token that opens it. */
export type Waiting = { recipient: Recipient; token: string }

/**
 * The unconfirmed entry of this referral whose recipient token comes along (bearer, else cookie); null without one. Asked under
 * the referral's lock, because what it finds is about to be changed. What is over by its date is left to the sweep.
 */
export async function findWaiting(
  tx: Tx,
  { tenant, request, now, today }: Pick<Call, 'tenant' | 'request' | 'now' | 'today'>,
  referralNumber: string,
): Promise<Waiting | null> {
  const own = await findOwnToken(tx, { tenant, request, now }, referralNumber)
  if (!own) return null
  const recipient = await lockWaiting(tx, tenant.code, own.number)
  return recipient?.referral_number === referralNumber && !isOver(recipient, today)
    ? { recipient, token: own.text }
    : null
}

/** The recipient token that comes along, with the number that it opens; null without a valid one. */
export async function findOwnToken(
  tx: Tx,
  { tenant, request, now }: Pick<Call, 'tenant' | 'request' | 'now'>,
  referralNumber: string,
): Promise<{ number: string; text: string } | null> {
  const text = bearerOf(request) ?? recipientCookie(request.cookies, referralNumber)
  if (!text || text.length > 200) return null
  const token = await findToken(tx, tenant.code, 'recipient', text)
  return token && tokenState(token, now) === 'valid' ? { number: token.subject, text } : null
}

/** Whether an entry that was never confirmed has had its time, even if the sweep has not come by yet. */
export const isOver = ({ delete_on }: Pick<Recipient, 'delete_on'>, today: Temporal.PlainDate) =>
  delete_on <= today.toString()

/** The last day on which an entry can be confirmed. */
export const lastDayOf = ({ delete_on }: Pick<Recipient, 'delete_on'>) =>
  Temporal.PlainDate.from(delete_on).subtract({ days: 1 })
