import type { Caller } from '../context.ts'
import { fail } from '../errors.ts'
import type { Recipient } from './recipient-store.ts'

/**
 * Whether a recipient token may change data or take money: mailed, or of an unconfirmed entry. The form's token belongs to
 * anybody who typed the address.
 */
export const isOwner = (caller: Caller, recipient: Pick<Recipient, 'state'>): boolean =>
  caller.kind === 'recipient' && (caller.mailed || recipient.state === 'accepted')

/** Refuses with words that lead to the mailed link. */
export function requireOwner(caller: Caller, recipient: Pick<Recipient, 'state'>): void {
  if (!isOwner(caller, recipient)) throw fail('recipient-token-invalid')
}
