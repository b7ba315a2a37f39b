import type { z } from 'zod'
import type { salesPartner } from '../../contract/verkaufspartner.ts'
import type { Caller } from '../context.ts'
import { fail } from '../errors.ts'
import type { Partner } from './store.ts'

/** The partner on the wire. */
export function partnerView(
  partner: Partner,
  { token, expiresAt }: { token: string | null; expiresAt: Temporal.Instant },
): z.output<typeof salesPartner> {
  return {
    number: partner.number,
    company: partner.company ?? '',
    firstName: partner.first_name,
    lastName: partner.last_name,
    email: partner.email,
    state: partner.state,
    token,
    tokenValidUntil: expiresAt.toString(),
    language: partner.language,
  }
}

/** The session, at endpoints open to sales partners only. */
export function partnerOf(caller: Caller): Extract<Caller, { kind: 'sales-partner' }> {
  if (caller.kind !== 'sales-partner') throw fail('session-missing')
  return caller
}
