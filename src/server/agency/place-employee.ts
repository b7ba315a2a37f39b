import type { Locale } from '../../domain/tenant.ts'
import { revokeTokens } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { takeAccessMail } from './limit-adding.ts'
import { mailAgencyAccess } from './mail-access.ts'
import { findMember, findMemberByEmail } from './store.ts'
import { findUserByNumber, insertAgencyUser, rejoin } from './user-store.ts'

export type NewEmployee = {
  salutation?: string | undefined
  firstName: string
  lastName: string
  email: string // normalised
  employeeNumber: string
}

export type Placed =
  | { kind: 'new' | 'back'; userId: string }
  // there: works here already; mails: the mailbox's daily limit is reached
  | { kind: 'there' | 'email-taken' | 'number-taken' | 'mails' }

/** The effect of adding a user, without doing it. */
export async function judgeEmployee(
  tx: Tx,
  tenant: string,
  agencyId: string,
  wanted: NewEmployee,
): Promise<{ kind: Placed['kind']; userId?: string }> {
  const known = await findMemberByEmail(tx, tenant, wanted.email)
  if (known && known.agency_id !== agencyId) return { kind: 'email-taken' }
  if (known && !known.left_at) return { kind: 'there' }
  const sameNumber = await findUserByNumber(tx, tenant, agencyId, wanted.employeeNumber)
  if (sameNumber && sameNumber.user_id !== known?.user_id) return { kind: 'number-taken' }
  return known ? { kind: 'back', userId: known.user_id } : { kind: 'new' }
}

/** Adds or re-adds a user and mails the password link. */
export async function placeEmployee(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  agencyId: string,
  wanted: NewEmployee,
  language: Locale,
): Promise<Placed> {
  const now = deps.clock.now()
  const judged = await judgeEmployee(tx, tenant, agencyId, wanted)
  if (judged.kind === 'there' || judged.kind === 'email-taken' || judged.kind === 'number-taken')
    return { kind: judged.kind }
  if (!(await takeAccessMail(tx, deps, tenant, wanted.email))) return { kind: 'mails' }
  const userId = judged.userId ?? uuidv7()
  if (judged.kind === 'back') {
    await revokeTokens(tx, tenant, 'agency-session', userId, deps.clock.realNow())
    await rejoin(tx, tenant, userId, {
      salutation: wanted.salutation ?? null,
      first_name: wanted.firstName,
      last_name: wanted.lastName,
      employee_number: wanted.employeeNumber,
    })
  } else {
    const added = await insertAgencyUser(
      tx,
      tenant,
      {
        user_id: userId,
        agency_id: agencyId,
        role: 'employee',
        email: wanted.email,
        salutation: wanted.salutation ?? null,
        first_name: wanted.firstName,
        last_name: wanted.lastName,
        employee_number: wanted.employeeNumber,
        language,
      },
      now,
    )
    // A parallel insert with this address or number.
    if (!added) return { kind: 'number-taken' }
  }
  const member = await findMember(tx, tenant, userId)
  if (member) await mailAgencyAccess(tx, deps, tenant, member)
  return { kind: judged.kind, userId } as Placed
}
