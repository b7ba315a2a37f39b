import { sql } from 'kysely'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Locale } from '../../domain/tenant.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'

// Operators, their passkeys and grants. Operators and passkeys are rows of the platform, grants of the tenant; a transaction of the platform
// reads the grants of all.

export type Operator = {
  operator_id: string
  email: string // normalised
  name: string
  language: Locale
  sso_subject: string | null // issuer and sub at the company's provider
  joined_at: Temporal.Instant | null
}

const columns = ['operator_id', 'email', 'name', 'language', 'sso_subject', 'joined_at'] as const

export async function findOperator(tx: Tx, id: string): Promise<Operator | undefined> {
  const row = await tx
    .selectFrom('operators')
    .select(columns)
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', id)
    .executeTakeFirst()
  return row as Operator | undefined
}

/** @param email normalised */
export async function findOperatorByEmail(tx: Tx, email: string): Promise<Operator | undefined> {
  const row = await tx
    .selectFrom('operators')
    .select(columns)
    .where('tenant', '=', platformCode)
    .where('email', '=', email)
    .executeTakeFirst()
  return row as Operator | undefined
}

export async function findOperatorBySubject(
  tx: Tx,
  subject: string,
): Promise<Operator | undefined> {
  const row = await tx
    .selectFrom('operators')
    .select(columns)
    .where('tenant', '=', platformCode)
    .where('sso_subject', '=', subject)
    .executeTakeFirst()
  return row as Operator | undefined
}

/** Links somebody to their account at the provider; false if they are linked to another one there. @param subject by `subjectOf` */
export async function linkOperator(
  tx: Tx,
  id: string,
  subject: string,
  issuer: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operators')
    .set({ sso_subject: subject })
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', id)
    .where(
      sql<boolean>`(sso_subject is null or sso_subject = ${subject} or not starts_with(sso_subject, ${`${issuer} `}))`,
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whoever is invited anew has no way in until they accept. */
export async function shutOutOperator(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ sso_subject: null, joined_at: null })
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', id)
    .execute()
}

const mostFound = 20

/** Ids of those whose name or address has the term. There are hundreds, so all are read. */
export async function searchOperators(tx: Tx, term: string): Promise<string[]> {
  const { rows } = await sql<{ operator_id: string }>`
    select operator_id from operators
    where tenant = ${platformCode} and strpos(lower(name || ' ' || email), lower(${term})) > 0
    order by name, operator_id limit ${mostFound}`.execute(tx)
  return rows.map(({ operator_id }) => operator_id)
}

export async function listOperators(tx: Tx, ids: readonly string[]): Promise<Operator[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('operators')
    .select(columns)
    .where('tenant', '=', platformCode)
    .where('operator_id', 'in', [...ids])
    .orderBy('name')
    .orderBy('operator_id')
    .execute()
  return rows as Operator[]
}

/** The operator with this address, made if there is none. @param email normalised */
export async function ensureOperator(
  tx: Tx,
  person: { email: string; name: string; language: Locale },
  now: Temporal.Instant,
): Promise<Operator> {
  await tx
    .insertInto('operators')
    .values({
      tenant: platformCode,
      operator_id: uuidv7(),
      ...person,
      created_at: now.toString(),
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'email']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('operators')
    .select(columns)
    .where('tenant', '=', platformCode)
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow()
  return row as Operator
}

/** False if they have joined before. */
export async function joinOperator(
  tx: Tx,
  id: string,
  { name, now }: { name: string; now: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operators')
    .set({ name, joined_at: now.toString() })
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', id)
    .where('joined_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type Grant = {
  tenant: string
  operator_id: string
  role: OperatorRole
  granted_at: Temporal.Instant
  expires_at: Temporal.Instant | null
}

const live = (now: Temporal.Instant) =>
  sql<boolean>`ended_at is null and (expires_at is null or expires_at > ${now.toString()})`

/** What an operator may do, everywhere. In a transaction of the platform. @param now real time */
export async function listGrantsOf(tx: Tx, id: string, now: Temporal.Instant): Promise<Grant[]> {
  const rows = await tx
    .selectFrom('operator_grants')
    .select(['tenant', 'operator_id', 'role', 'granted_at', 'expires_at'])
    .where('operator_id', '=', id)
    .where(live(now))
    .orderBy('tenant')
    .orderBy('role')
    .execute()
  return rows as Grant[]
}

/** Everybody's live grants at a tenant. */
export async function listGrantsAt(
  tx: Tx,
  tenant: string,
  now: Temporal.Instant,
): Promise<Grant[]> {
  const rows = await tx
    .selectFrom('operator_grants')
    .select(['tenant', 'operator_id', 'role', 'granted_at', 'expires_at'])
    .where('tenant', '=', tenant)
    .where(live(now))
    .orderBy('role')
    .execute()
  return rows as Grant[]
}

/** The same, with those that have ended since. */
export async function listGrantsSince(tx: Tx, tenant: string, since: Temporal.Instant) {
  const { rows } = await sql<
    Pick<Grant, 'operator_id' | 'role'> & { ends_at: Temporal.Instant | null }
  >`
    select operator_id, role, least(ended_at, expires_at) as ends_at from operator_grants
    where tenant = ${tenant} and coalesce(least(ended_at, expires_at), 'infinity') > ${since.toString()}
    order by role`.execute(tx)
  return rows
}

/** False if it is granted already. An expired one makes way. */
export async function insertGrant(
  tx: Tx,
  tenant: string,
  grant: {
    operatorId: string
    role: OperatorRole
    by: string
    expiresAt: Temporal.Instant | null
  },
  now: Temporal.Instant,
): Promise<boolean> {
  await tx
    .updateTable('operator_grants')
    .set({ ended_at: sql`expires_at`, ended_by: 'expiry' })
    .where('tenant', '=', tenant)
    .where('operator_id', '=', grant.operatorId)
    .where('role', '=', grant.role)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now.toString() as never)
    .execute()
  const result = await tx
    .insertInto('operator_grants')
    .values({
      tenant,
      grant_id: uuidv7(),
      operator_id: grant.operatorId,
      role: grant.role,
      granted_at: now.toString(),
      granted_by: grant.by,
      expires_at: grant.expiresAt?.toString() ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** False if there is no such live grant. */
export async function endGrantOf(
  tx: Tx,
  tenant: string,
  grant: { operatorId: string; role: OperatorRole; by: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('operator_grants')
    .set({ ended_at: now.toString(), ended_by: grant.by })
    .where('tenant', '=', tenant)
    .where('operator_id', '=', grant.operatorId)
    .where('role', '=', grant.role)
    .where(live(now))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Serialises changes of a tenant's team until the commit, so that two of them do not both leave one admin. */
export async function lockTeam(tx: Tx, tenant: string): Promise<void> {
  await sql`select tenant from tenants where tenant = ${tenant} for no key update`.execute(tx)
}

/** When operators were last seen in a session. In a transaction of the platform. */
export async function listSeen(
  tx: Tx,
  ids: readonly string[],
): Promise<{ subject: string; seen: Temporal.Instant }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ subject: string; seen: Temporal.Instant }>`
    select subject, max((details ->> 'seenAt')::timestamptz) as seen from tokens
    where tenant = ${platformCode} and kind = 'operator-session' and subject = any (${[...ids]})
    group by subject`.execute(tx)
  return rows
}
