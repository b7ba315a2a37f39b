import { bearerOf, recipientCookie } from '../access/cookies.ts'
import { findToken, tokenState } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { lockWaiting, type Recipient } from './recipient-store.ts'

/** An unconfirmed entry, with the recipient token that opens it. */
export type Waiting = { recipient: Recipient; token: string }

/**
 * The unconfirmed entry of this referral for the given recipient token (bearer, else cookie), or null. Called under the
 * referral's lock, as it will be changed. Overdue ones are left to the sweep.
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

/** The given recipient token with its number; null if invalid. */
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

/** Whether an unconfirmed entry is overdue, even before the sweep. */
export const isOver = ({ delete_on }: Pick<Recipient, 'delete_on'>, today: Temporal.PlainDate) =>
  delete_on <= today.toString()

/** The last day to confirm an entry. */
export const lastDayOf = ({ delete_on }: Pick<Recipient, 'delete_on'>) =>
  Temporal.PlainDate.from(delete_on).subtract({ days: 1 })
