import type { Locale } from '../../domain/tenant.ts'
import { revokeTokens } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../db/retry-conflict.ts'
import {
  findMember,
  findMemberByEmail,
  insertAgency,
  lockAgencyByNumber,
  updateAgency,
  type Member,
} from './store.ts'
import { insertAgencyUser, listAgencyUsers, updateAgencyUser } from './user-store.ts'

export type Registration = {
  number: string
  agencyName: string
  email: string // normalised
  salutation?: string | undefined
  firstName: string
  lastName: string
  language: Locale
}

/** The owner's employee number. */
export const ownersNumber = '0'

/**
 * Places a registration: returns the user to mail, or none if the number is taken. Unconfirmed registrations are replaced by the
 * next one for the number. Run through retryConflict().
 */
export async function placeRegistration(
  tx: Tx,
  tenant: string,
  wanted: Registration,
  { now, realNow }: { now: Temporal.Instant; realNow: Temporal.Instant },
): Promise<{ member: Member | null; done: 'registered' | 'known' | 'taken' }> {
  const known = await findMemberByEmail(tx, tenant, wanted.email)
  if (known?.left_at) return { member: null, done: 'taken' }
  if (known) {
    const waits = !known.confirmed_at && known.role === 'owner' && known.state === 'registered'
    const agency = await lockAgencyByNumber(tx, tenant, wanted.number)
    const free = !agency || agency.agency_id === known.agency_id
    if (!waits || !free) return { member: known, done: 'known' }
    await rewrite(tx, tenant, known, wanted)
    return { member: (await findMember(tx, tenant, known.user_id)) ?? null, done: 'registered' }
  }
  const agency = await lockAgencyByNumber(tx, tenant, wanted.number)
  if (!agency) return { member: await create(tx, tenant, wanted, now), done: 'registered' }
  const people = await listAgencyUsers(tx, tenant, agency.agency_id)
  const [owner] = people
  const unconfirmed = agency.state === 'registered' && people.every((one) => !one.confirmed_at)
  if (!owner || !unconfirmed) return { member: null, done: 'taken' }
  await revokeTokens(tx, tenant, 'agency-password', owner.user_id, realNow)
  await rewrite(tx, tenant, owner, wanted)
  return { member: (await findMember(tx, tenant, owner.user_id)) ?? null, done: 'registered' }
}

async function rewrite(
  tx: Tx,
  tenant: string,
  owner: { user_id: string; agency_id: string },
  wanted: Registration,
): Promise<void> {
  const { number, agencyName: name, email } = wanted
  await updateAgency(tx, tenant, owner.agency_id, { number, name, email })
  await updateAgencyUser(tx, tenant, owner.user_id, {
    email,
    salutation: wanted.salutation ?? null,
    first_name: wanted.firstName,
    last_name: wanted.lastName,
    language: wanted.language,
  })
}

async function create(
  tx: Tx,
  tenant: string,
  wanted: Registration,
  now: Temporal.Instant,
): Promise<Member | null> {
  const agencyId = uuidv7()
  const { number, agencyName: name, email } = wanted
  const agency = { agency_id: agencyId, number, name, email, state: 'registered' as const }
  // A parallel insert; retried, or the number would be kept by an agency without owner.
  if (!(await insertAgency(tx, tenant, agency, now))) throw conflict('A number was taken meanwhile')
  const userId = uuidv7()
  const added = await insertAgencyUser(
    tx,
    tenant,
    {
      user_id: userId,
      agency_id: agencyId,
      role: 'owner',
      email,
      salutation: wanted.salutation ?? null,
      first_name: wanted.firstName,
      last_name: wanted.lastName,
      employee_number: ownersNumber,
      language: wanted.language,
    },
    now,
  )
  if (!added) throw conflict('An address was taken meanwhile')
  return (await findMember(tx, tenant, userId)) ?? null
}
