import type { z } from 'zod'
import type { salesPartner } from '../../contract/verkaufspartner.ts'
import { sessionDays } from '../account/session.ts'
import { issueToken } from '../base/token-store.ts'
import type { Caller, Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { lockPartner, type Partner } from './store.ts'

export type PartnerSession = { token: string; expiresAt: Temporal.Instant; partner: Partner }

/** Opens a session of 14 days of real time. Refuses a partner whose account is closed, also if that happens at this moment. */
export async function openPartnerSession(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  partnerId: string,
): Promise<PartnerSession> {
  const now = deps.clock.realNow()
  const partner = await lockPartner(tx, tenant, partnerId)
  if (!partner || partner.state === 'closed') throw fail('blocked-single')
  const expiresAt = now.add({ hours: sessionDays * 24 })
  const { text } = await issueToken(tx, deps.keys, tenant, {
    kind: 'partner-session',
    subject: partnerId,
    now,
    expiresAt,
    uses: null,
  })
  return { token: text, expiresAt, partner }
}

export function partnerView({
  token,
  expiresAt,
  partner,
}: PartnerSession): z.output<typeof salesPartner> {
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

/** The session behind a call that the contract opens to sales partners alone. */
export function partnerOf(caller: Caller): Extract<Caller, { kind: 'sales-partner' }> {
  if (caller.kind !== 'sales-partner') throw fail('session-missing')
  return caller
}
