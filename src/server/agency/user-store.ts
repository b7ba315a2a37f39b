import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { AgencyUser } from './store.ts'

export type NewAgencyUser = {
  user_id: string
  agency_id: string
  role: 'owner' | 'employee'
  email: string // normalised
  salutation?: string | null
  first_name: string
  last_name: string
  employee_number: string
  language: Locale
  password_hash?: string | null
  sso_subject?: string | null
  confirmed_at?: string | null
}

/** False if the address, employee number or provider id is taken. */
export async function insertAgencyUser(
  tx: Tx,
  tenant: string,
  user: NewAgencyUser,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .insertInto('agency_users')
    .values({ tenant, ...user, created_at: now.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function updateAgencyUser(
  tx: Tx,
  tenant: string,
  id: string,
  values: Partial<
    Pick<
      AgencyUser,
      | 'email'
      | 'salutation'
      | 'first_name'
      | 'last_name'
      | 'employee_number'
      | 'language'
      | 'password_hash'
      | 'sso_subject'
    >
  >,
): Promise<void> {
  await tx
    .updateTable('agency_users')
    .set(values)
    .where('tenant', '=', tenant)
    .where('user_id', '=', id)
    .execute()
}

/** Replaces a known hash; false if changed meanwhile. */
export async function replaceUserPassword(
  tx: Tx,
  tenant: string,
  id: string,
  known: string | null,
  passwordHash: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('agency_users')
    .set({ password_hash: passwordHash })
    .where('tenant', '=', tenant)
    .where('user_id', '=', id)
    .where('password_hash', 'is not distinct from', known)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** False if confirmed already. */
export async function confirmAgencyUser(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('agency_users')
    .set({ confirmed_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('user_id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Removes or re-adds a user; false if unchanged or of another agency. Owners stay. */
export async function setLeft(
  tx: Tx,
  tenant: string,
  {
    agencyId,
    userId,
    leftAt,
  }: { agencyId: string; userId: string; leftAt: Temporal.Instant | null },
): Promise<boolean> {
  const result = await tx
    .updateTable('agency_users')
    .set({ left_at: leftAt?.toString() ?? null })
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('role', '=', 'employee')
    .where('left_at', leftAt ? 'is' : 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** An agency's users: owners, current ones, former ones, by name. */
const usersOf = (tx: Tx, tenant: string, agencyId: string) =>
  tx
    .selectFrom('agency_users')
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .orderBy('role', 'desc')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('user_id')

export async function listAgencyUsers(
  tx: Tx,
  tenant: string,
  agencyId: string,
): Promise<AgencyUser[]> {
  const rows = await usersOf(tx, tenant, agencyId).selectAll().execute()
  return rows as AgencyUser[]
}

/** For a choice among them. */
export const listUserNames = (tx: Tx, tenant: string, agencyId: string) =>
  usersOf(tx, tenant, agencyId)
    .select(['employee_number', 'first_name', 'last_name', 'left_at'])
    .execute()

export async function findUserBySubject(
  tx: Tx,
  tenant: string,
  subject: string,
): Promise<{ user_id: string } | undefined> {
  return tx
    .selectFrom('agency_users')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('sso_subject', '=', subject)
    .executeTakeFirst()
}

export async function findUserByNumber(
  tx: Tx,
  tenant: string,
  agencyId: string,
  employeeNumber: string,
): Promise<{ user_id: string; sso_subject: string | null } | undefined> {
  return tx
    .selectFrom('agency_users')
    .select(['user_id', 'sso_subject'])
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .where('employee_number', '=', employeeNumber)
    .executeTakeFirst()
}

/** Re-adds a former user with current data and no password. */
export async function rejoin(
  tx: Tx,
  tenant: string,
  id: string,
  values: Pick<AgencyUser, 'salutation' | 'first_name' | 'last_name' | 'employee_number'>,
): Promise<void> {
  await tx
    .updateTable('agency_users')
    .set({ ...values, left_at: null, confirmed_at: null, password_hash: null, sso_subject: null })
    .where('tenant', '=', tenant)
    .where('user_id', '=', id)
    .execute()
}
