import type { z } from 'zod'
import type { agencyUser } from '../../contract/agentur-konto.ts'
import type { Role } from '../../domain/abilities.ts'
import { sessionDays } from '../account/session.ts'
import { issueToken } from '../base/token-store.ts'
import type { Caller, Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { roleOf } from './role-of.ts'
import { keepMember, type Member } from './store.ts'

export type AgencySession = {
  token: string
  tokenId: string
  expiresAt: Temporal.Instant
  member: Member
  role: Role
}

/** Opens a session of 14 days of real time. Refuses whoever left, or whose agency is closed, also if that happens at this moment. */
export async function openAgencySession(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  userId: string,
): Promise<AgencySession> {
  const now = deps.clock.realNow()
  const member = await keepMember(tx, tenant, userId)
  const role = member ? roleOf(member) : null
  if (!member || !role) throw fail('blocked-single')
  const expiresAt = now.add({ hours: sessionDays * 24 })
  const { id, text } = await issueToken(tx, deps.keys, tenant, {
    kind: 'agency-session',
    subject: userId,
    now,
    expiresAt,
    uses: null,
  })
  return { token: text, tokenId: id, expiresAt, member, role }
}

/** The agency user on the wire; `token` is null where the caller did not present it as a bearer. */
export function agencyUserView(
  member: Member,
  session: { token: string | null; expiresAt: Temporal.Instant; role: Role },
): z.output<typeof agencyUser> {
  return {
    email: member.email,
    salutation: member.salutation,
    firstName: member.first_name,
    lastName: member.last_name,
    employeeNumber: member.employee_number,
    role: session.role,
    agencyNumber: member.agency_number,
    agencyName: member.agency_name,
    agencyState: member.state,
    token: session.token,
    tokenValidUntil: session.expiresAt.toString(),
    language: member.language,
  }
}

/** The session behind a call that the contract opens to agency users alone. */
export function agencyUserOf(caller: Caller): Extract<Caller, { kind: 'agency' }> {
  if (caller.kind !== 'agency') throw fail('session-missing')
  return caller
}
