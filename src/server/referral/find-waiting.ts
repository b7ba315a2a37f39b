import { bearerOf, recipientCookie } from '../access/cookies.ts'
import { findLink, readLinkSession } from '../access/link-session.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { lockWaiting, type Recipient } from './recipient-store.ts'

/** An unconfirmed entry, with the recipient token that opened it; null: a session of it, which needs none. */
export type Waiting = { recipient: Recipient; token: string | null }

/**
 * The unconfirmed entry of this referral for the given recipient token (bearer) or its session (cookie), or null. Called under
 * the referral's lock, as it will be changed. Overdue ones are left to the sweep.
 */
export async function findWaiting(
  tx: Tx,
  { deps, tenant, request, today }: Pick<Call, 'deps' | 'tenant' | 'request' | 'today'>,
  referralNumber: string,
): Promise<Waiting | null> {
  const own = await findOwnToken(tx, { deps, tenant, request }, referralNumber)
  if (!own) return null
  const recipient = await lockWaiting(tx, tenant.code, own.number)
  return recipient?.referral_number === referralNumber && !isOver(recipient, today)
    ? { recipient, token: own.text }
    : null
}

/** The given recipient token, or its session, with the number; null if invalid. */
export async function findOwnToken(
  tx: Tx,
  { deps, tenant, request }: Pick<Call, 'deps' | 'tenant' | 'request'>,
  referralNumber: string,
): Promise<{ number: string; text: string | null } | null> {
  const text = bearerOf(request)
  const cookie = recipientCookie(request.cookies, referralNumber)
  const link = await (text === null
    ? readLinkSession(tx, deps, tenant.code, 'recipient', cookie)
    : findLink(tx, deps, tenant.code, 'recipient', text))
  return link && { number: link.subject, text }
}

/** Whether an unconfirmed entry is overdue, even before the sweep. */
export const isOver = ({ delete_on }: Pick<Recipient, 'delete_on'>, today: Temporal.PlainDate) =>
  delete_on <= today.toString()

/** The last day to confirm an entry. */
export const lastDayOf = ({ delete_on }: Pick<Recipient, 'delete_on'>) =>
  Temporal.PlainDate.from(delete_on).subtract({ days: 1 })
