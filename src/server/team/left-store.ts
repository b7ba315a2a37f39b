import { sql } from 'kysely'
import { platformCode } from '../../domain/platform.ts'
import type { Tx } from '../db/connection.ts'

// Operators who have no right any more.

/** Whoever left before an instant, and was not there since. In a transaction of the platform, which reads the grants of all. */
export async function listLeft(
  tx: Tx,
  now: Temporal.Instant,
  before: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ operator_id: string }>`
    select operator_id from operators operator
    where tenant = ${platformCode} and erased_at is null
      and greatest(created_at, joined_at,
        (select max(created_at) from tokens
          where tenant = ${platformCode} and kind = 'operator-session' and subject = operator.operator_id::text))
        < ${before.toString()}`.execute(tx)
  const away = rows.map(({ operator_id }) => operator_id)
  if (away.length === 0) return []
  const staying = new Set(await listGranted(tx, away, now, before))
  return away.filter((id) => !staying.has(id))
}

/** Those of them who have a right with any tenant, or had one since `before`. */
async function listGranted(
  tx: Tx,
  ids: readonly string[],
  now: Temporal.Instant,
  before: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ operator_id: string }>`
    select distinct operator_id from operator_grants
    where operator_id = any (${[...ids]}::uuid[])
      and (coalesce(ended_at, expires_at) >= ${before.toString()}
        or (ended_at is null and (expires_at is null or expires_at > ${now.toString()})))`.execute(
    tx,
  )
  return rows.map(({ operator_id }) => operator_id)
}

export async function forgetAccess(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('operator_passkeys')
    .where('tenant', '=', platformCode)
    .where('operator_id', 'in', [...ids])
    .execute()
  await tx
    .deleteFrom('operator_views')
    .where('tenant', '=', platformCode)
    .where('operator_id', 'in', [...ids])
    .execute()
  await tx
    .updateTable('operators')
    .set({ sso_subject: null })
    .where('tenant', '=', platformCode)
    .where('operator_id', 'in', [...ids])
    .where('sso_subject', 'is not', null)
    .execute()
}

/** Two people who left stay apart by the end of their ids. An address that comes back is a new person. */
export async function forgetNames(
  tx: Tx,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update operators set email = operator_id::text, erased_at = ${now.toString()},
      name = case when language = 'de' then 'Ehemalige Person ' else 'Former person ' end || right(operator_id::text, 4)
    where tenant = ${platformCode} and operator_id = any (${[...ids]}) and erased_at is null`.execute(
    tx,
  )
}
