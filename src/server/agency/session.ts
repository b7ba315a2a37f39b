import type { z } from 'zod'
import type { agencyUser } from '../../contract/agentur-konto.ts'
import type { Caller } from '../context.ts'
import { fail } from '../errors.ts'
import { roleOf } from './role-of.ts'
import type { Member } from './store.ts'

/** The agency user on the wire; `token` is null unless sent as bearer. */
export function agencyUserView(
  member: Member,
  session: { token: string | null; expiresAt: Temporal.Instant },
): z.output<typeof agencyUser> {
  const role = roleOf(member)
  if (!role) throw fail('session-missing')
  return {
    email: member.email,
    salutation: member.salutation,
    firstName: member.first_name,
    lastName: member.last_name,
    employeeNumber: member.employee_number,
    role,
    agencyNumber: member.agency_number,
    agencyName: member.agency_name,
    agencyState: member.state,
    token: session.token,
    tokenValidUntil: session.expiresAt.toString(),
    language: member.language,
  }
}

/** The session, at endpoints open to agency users only. */
export function agencyUserOf(caller: Caller): Extract<Caller, { kind: 'agency' }> {
  if (caller.kind !== 'agency') throw fail('session-missing')
  return caller
}
