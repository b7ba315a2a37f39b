import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { isEmailVerified, subjectOf } from '../access/sign-on.ts'
import type { Locale, SingleSignOn } from '../../domain/tenant.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import type { Claims } from '../gateways/single-sign-on/sign-on-provider.ts'
import { findMember, findMemberByEmail, lockAgencyByNumber, type Agency } from './store.ts'
import {
  confirmAgencyUser,
  findUserByNumber,
  findUserBySubject,
  insertAgencyUser,
  updateAgencyUser,
} from './user-store.ts'

/**
 * The person of a provider's claims: the agency by number, the user by stored provider id, employee number, or confirmed e-mail
 * (the tenant's rule). Null: unknown and not to be created. A provider id, once linked, stays linked.
 */
export async function findPerson(
  tx: Tx,
  tenant: string,
  rule: Pick<SingleSignOn, 'claim' | 'create'>,
  claims: Claims,
  { now, language }: { now: Temporal.Instant; language: Locale },
): Promise<string | null> {
  const said = readClaims(rule.claim, claims)
  if (!said) return null
  const agency = await lockAgencyByNumber(tx, tenant, said.agency)
  if (!agency) return null
  const known = await findUserBySubject(tx, tenant, said.subject)
  if (known) {
    const member = await findMember(tx, tenant, known.user_id)
    return member?.agency_id === agency.agency_id ? known.user_id : null
  }
  const found = await findUnlinked(tx, tenant, agency, said)
  if (found) {
    if (!found.userId) return null
    await updateAgencyUser(tx, tenant, found.userId, { sso_subject: said.subject })
    await confirmAgencyUser(tx, tenant, found.userId, now)
    return found.userId
  }
  const { employee, email } = said
  if (!rule.create || agency.state !== 'active' || !employee || !email) return null
  const userId = uuidv7()
  const added = await insertAgencyUser(
    tx,
    tenant,
    {
      user_id: userId,
      agency_id: agency.agency_id,
      role: 'employee',
      email,
      first_name: said.firstName,
      last_name: said.lastName,
      employee_number: employee,
      language,
      sso_subject: said.subject,
      confirmed_at: now.toString(),
    },
    now,
  )
  return added ? userId : null
}

type Said = {
  subject: string
  agency: string
  employee: string | null
  email: string | null // normalised, and confirmed by the provider
  firstName: string
  lastName: string
}

function readClaims(rule: SingleSignOn['claim'], claims: Claims): Said | null {
  const text = (name: string, most = 80): string | null => {
    const value = claims[name]
    const said = typeof value === 'number' ? String(value) : value
    if (typeof said !== 'string') return null
    const trimmed = said.trim()
    return trimmed === '' || trimmed.length > most || /[\p{Cc}<>]/u.test(trimmed) ? null : trimmed
  }
  const agency = text(rule.agency, 40)
  if (!agency) return null
  const address = normaliseEmail(text(rule.email, 254) ?? '')
  const email = isEmail(address) && isEmailVerified(claims) ? address : null
  return {
    subject: subjectOf(claims),
    agency: agency.toUpperCase(),
    employee: text(rule.employee, 40),
    email,
    firstName: text('given_name') ?? text('name') ?? email?.split('@')[0] ?? '',
    lastName: text('family_name') ?? '–',
  }
}

/** An agency user without provider id; without an id if linked to another one. */
async function findUnlinked(
  tx: Tx,
  tenant: string,
  agency: Agency,
  { employee, email }: Said,
): Promise<{ userId: string | null } | null> {
  const byNumber = employee
    ? await findUserByNumber(tx, tenant, agency.agency_id, employee)
    : undefined
  if (byNumber) return { userId: byNumber.sso_subject ? null : byNumber.user_id }
  const byEmail = email ? await findMemberByEmail(tx, tenant, email) : undefined
  if (!byEmail) return null
  const isOurs = byEmail.agency_id === agency.agency_id && !byEmail.sso_subject
  return { userId: isOurs ? byEmail.user_id : null }
}
