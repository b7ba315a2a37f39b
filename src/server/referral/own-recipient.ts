import type { Caller } from '../context.ts'
import { fail } from '../errors.ts'
import type { Recipient } from './recipient-store.ts'

/**
 * Whether a recipient token may change something, or take money: it came by mail, or belongs to an entry that nobody confirmed
 * yet. The token of the form is in the hands of whoever typed the address, who need not own it.
 */
export const isOwner = (caller: Caller, recipient: Pick<Recipient, 'state'>): boolean =>
  caller.kind === 'recipient' && (caller.mailed || recipient.state === 'accepted')

/** Refuses with words that lead to the mailed link. */
export function requireOwner(caller: Caller, recipient: Pick<Recipient, 'state'>): void {
  if (!isOwner(caller, recipient)) throw fail('recipient-token-invalid')
}
