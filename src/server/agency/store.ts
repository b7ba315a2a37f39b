import type { Selectable } from 'kysely'
import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { Agencies, AgencyUsers } from '../db/tables.ts'

export type AgencyState = 'registered' | 'active' | 'inactive' | 'closed'
export type Agency = Omit<Selectable<Agencies>, 'state' | 'logo'> & { state: AgencyState }
export type AgencyUser = Omit<Selectable<AgencyUsers>, 'role' | 'language'> & {
  role: 'owner' | 'employee'
  language: Locale
}
/** An agency user with the relevant fields of the agency. */
export type Member = AgencyUser &
  Pick<Agency, 'state'> & { agency_name: string; agency_number: string }

const members = (tx: Tx, tenant: string) =>
  tx
    .selectFrom('agency_users as u')
    .innerJoin('agencies as a', (join) =>
      join.onRef('a.tenant', '=', 'u.tenant').onRef('a.agency_id', '=', 'u.agency_id'),
    )
    .selectAll('u')
    .select(['a.state', 'a.name as agency_name', 'a.number as agency_number'])
    .where('u.tenant', '=', tenant)
    .where('a.tenant', '=', tenant)

export async function findMember(tx: Tx, tenant: string, id: string): Promise<Member | undefined> {
  const row = await members(tx, tenant).where('u.user_id', '=', id).executeTakeFirst()
  return row as Member | undefined
}

/** @param email normalised */
export async function findMemberByEmail(
  tx: Tx,
  tenant: string,
  email: string,
): Promise<Member | undefined> {
  const row = await members(tx, tenant).where('u.email', '=', email).executeTakeFirst()
  return row as Member | undefined
}

/** The same, locked against deactivation of user or agency. */
export async function keepMember(tx: Tx, tenant: string, id: string): Promise<Member | undefined> {
  const row = await members(tx, tenant).where('u.user_id', '=', id).forShare().executeTakeFirst()
  return row as Member | undefined
}

const agencyColumns = [
  'tenant',
  'agency_id',
  'number',
  'name',
  'email',
  'phone',
  'street',
  'house_number',
  'zip',
  'city',
  'vat_id',
  'leitweg_id',
  'e_address_scheme',
  'e_address',
  'state',
  'created_at',
  'version',
  'state_since',
] as const

export async function findAgency(tx: Tx, tenant: string, id: string): Promise<Agency | undefined> {
  const row = await tx
    .selectFrom('agencies')
    .select(agencyColumns)
    .where('tenant', '=', tenant)
    .where('agency_id', '=', id)
    .executeTakeFirst()
  return row as Agency | undefined
}

/** Public data of an active agency. */
export async function findActiveAgencyByNumber(tx: Tx, tenant: string, number: string) {
  return tx
    .selectFrom('agencies')
    .select(['number', 'name', 'zip', 'city'])
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('state', '=', 'active')
    .executeTakeFirst()
}

/** Locked against changes. */
export async function lockAgencyByNumber(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<Agency | undefined> {
  const row = await tx
    .selectFrom('agencies')
    .select(agencyColumns)
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as Agency | undefined
}

/** A tenant's agencies by number, for operators: a few hundred at most. */
export async function listAgencies(
  tx: Tx,
  tenant: string,
): Promise<
  (Agency & { owner_email: string | null; owner_confirmed: boolean; employees: number })[]
> {
  const rows = await tx
    .selectFrom('agencies as a')
    .select(agencyColumns.map((column) => `a.${column}` as const))
    .select((eb) => [
      eb
        .selectFrom('agency_users as u')
        .select('u.email')
        .whereRef('u.tenant', '=', 'a.tenant')
        .whereRef('u.agency_id', '=', 'a.agency_id')
        .where('u.role', '=', 'owner')
        .where('u.left_at', 'is', null)
        .orderBy('u.created_at')
        .limit(1)
        .as('owner_email'),
      eb
        .exists(
          eb
            .selectFrom('agency_users as u')
            .select('u.user_id')
            .whereRef('u.tenant', '=', 'a.tenant')
            .whereRef('u.agency_id', '=', 'a.agency_id')
            .where('u.role', '=', 'owner')
            .where('u.left_at', 'is', null)
            .where('u.confirmed_at', 'is not', null),
        )
        .as('owner_confirmed'),
      eb
        .selectFrom('agency_users as u')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('u.tenant', '=', 'a.tenant')
        .whereRef('u.agency_id', '=', 'a.agency_id')
        .where('u.role', '=', 'employee')
        .where('u.left_at', 'is', null)
        .as('employees'),
    ])
    .where('a.tenant', '=', tenant)
    .orderBy('a.number')
    .execute()
  return rows.map((row) => ({ ...row, employees: row.employees ?? 0 })) as never
}

export type NewAgency = Pick<Agency, 'agency_id' | 'number' | 'name' | 'email' | 'state'> &
  Partial<Pick<Agency, 'phone' | 'street' | 'house_number' | 'zip' | 'city' | 'vat_id'>>

/** False if the number is taken. */
export async function insertAgency(
  tx: Tx,
  tenant: string,
  agency: NewAgency,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .insertInto('agencies')
    .values({ tenant, ...agency, created_at: now.toString() })
    .onConflict((conflict) => conflict.columns(['tenant', 'number']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function updateAgency(
  tx: Tx,
  tenant: string,
  id: string,
  values: Partial<
    Omit<Agency, 'tenant' | 'agency_id' | 'created_at' | 'version' | 'state_since'> & {
      state_since: string
    }
  >,
): Promise<void> {
  await tx
    .updateTable('agencies')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('tenant', '=', tenant)
    .where('agency_id', '=', id)
    .execute()
}

export async function setLogo(
  tx: Tx,
  tenant: string,
  id: string,
  logo: Buffer | null,
): Promise<void> {
  await tx
    .updateTable('agencies')
    .set({ logo })
    .where('tenant', '=', tenant)
    .where('agency_id', '=', id)
    .execute()
}

export async function findLogo(tx: Tx, tenant: string, id: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('agencies')
    .select('logo')
    .where('tenant', '=', tenant)
    .where('agency_id', '=', id)
    .executeTakeFirst()
  return row?.logo ?? null
}

export async function hasLogo(tx: Tx, tenant: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('agencies')
    .select('agency_id')
    .where('tenant', '=', tenant)
    .where('agency_id', '=', id)
    .where('logo', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
