import type { Caller } from '../context.ts'
import { fail } from '../errors.ts'

/** The session behind a call that the contract opens to referrers alone. */
export function referrerOf(caller: Caller): Extract<Caller, { kind: 'referrer' }> {
  if (caller.kind !== 'referrer') throw fail('session-missing')
  return caller
}
