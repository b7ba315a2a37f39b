import type { Caller } from '../context.ts'
import { fail } from '../errors.ts'

/** The session, at endpoints open to referrers only. */
export function referrerOf(caller: Caller): Extract<Caller, { kind: 'referrer' }> {
  if (caller.kind !== 'referrer') throw fail('session-missing')
  return caller
}
