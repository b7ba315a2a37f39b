import { sql } from 'kysely'
import { keepAfterLook, keepsPlan, keptIfFew, type Tx } from '../db/connection.ts'

/**
 * Counts one or more hits in a fixed window and returns the total. One upsert, so that parallel hits all count. `bucket` holds
 * no personal data in clear.
 */
export async function countHit(
  tx: Tx,
  tenant: string,
  bucket: string,
  now: Temporal.Instant,
  windowSeconds: number,
  many = 1,
): Promise<number> {
  // Otherwise HEAD would reveal codes without counting.
  keepAfterLook(tx, (again) => countHit(again, tenant, bucket, now, windowSeconds, many))
  const start = windowStart(now, windowSeconds)
  const { rows } = await sql<{ hits: number }>`
    insert ${keepsPlan} into rate_limits (tenant, bucket, window_start, hits)
    values (${tenant}, ${bucket}, ${start}, ${many})
    on conflict (tenant, bucket, window_start) do update set hits = rate_limits.hits + excluded.hits
    returning hits`.execute(tx)
  return rows[0]!.hits
}

export type Hit = { bucket: string; windowSeconds: number; most?: number }

/** Counts a hit in each bucket that has not reached its `most`, and returns the totals; null where it has. One statement, which locks them in one order. */
export async function countHits(
  tx: Tx,
  tenant: string,
  hits: readonly Hit[],
  now: Temporal.Instant,
): Promise<(number | null)[]> {
  keepAfterLook(tx, (again) => countHits(again, tenant, hits, now))
  const sorted = hits.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const rows = sorted.map(
    ({ bucket, windowSeconds }) =>
      sql`(${tenant}, ${bucket}, ${windowStart(now, windowSeconds)}, 1)`,
  )
  const ends = sorted.map(
    ({ bucket, most = endless }) => sql`when excluded.bucket = ${bucket} then ${most}::int`,
  )
  const { rows: counted } = await sql<{ bucket: string; hits: number }>`
    insert ${keptIfFew(hits.length)} into rate_limits (tenant, bucket, window_start, hits) values ${sql.join(rows)}
    on conflict (tenant, bucket, window_start) do update set hits = rate_limits.hits + excluded.hits
      where rate_limits.hits < case ${sql.join(ends, sql` `)} end
    returning bucket, hits`.execute(tx)
  const totals = new Map(counted.map((row) => [row.bucket, row.hits]))
  return hits.map(({ bucket }) => totals.get(bucket) ?? null)
}

const endless = 2 ** 31 - 1

/** Counts a hit unless `most` is reached; then false. */
export async function countHitUpTo(
  tx: Tx,
  tenant: string,
  bucket: string,
  now: Temporal.Instant,
  windowSeconds: number,
  most: number,
): Promise<boolean> {
  keepAfterLook(tx, (again) => countHitUpTo(again, tenant, bucket, now, windowSeconds, most))
  const start = windowStart(now, windowSeconds)
  const result = await sql`
    insert ${keepsPlan} into rate_limits (tenant, bucket, window_start, hits)
    values (${tenant}, ${bucket}, ${start}, 1)
    on conflict (tenant, bucket, window_start) do update set hits = rate_limits.hits + excluded.hits
      where rate_limits.hits < ${most}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Takes back a hit of the current window: successes do not count. */
export async function giveBackHit(
  tx: Tx,
  tenant: string,
  bucket: string,
  now: Temporal.Instant,
  windowSeconds: number,
): Promise<void> {
  keepAfterLook(tx, (again) => giveBackHit(again, tenant, bucket, now, windowSeconds))
  await sql`
    update rate_limits set hits = hits - 1
    where tenant = ${tenant} and bucket = ${bucket} and hits > 0
      and window_start > ${now.subtract({ seconds: windowSeconds }).toString()}`.execute(tx)
}

export async function readHits(
  tx: Tx,
  tenant: string,
  bucket: string,
  now: Temporal.Instant,
  windowSeconds: number,
): Promise<number> {
  const row = await tx
    .selectFrom('rate_limits')
    .select('hits')
    .where('tenant', '=', tenant)
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowStart(now, windowSeconds) as unknown as Temporal.Instant)
    .executeTakeFirst()
  return row?.hits ?? 0
}

/** Deletes windows that ended before `before`. */
export async function forgetHits(tx: Tx, tenant: string, before: Temporal.Instant): Promise<void> {
  await sql`delete from rate_limits where tenant = ${tenant} and window_start < ${before.toString()}`.execute(
    tx,
  )
}

/** The same of one bucket. */
export async function forgetWindows(
  tx: Tx,
  tenant: string,
  bucket: string,
  before: Temporal.Instant,
): Promise<void> {
  await sql`
    delete from rate_limits where tenant = ${tenant} and bucket = ${bucket}
      and window_start < ${before.toString()}`.execute(tx)
}

/** When the current window began. */
export function windowStart(now: Temporal.Instant, windowSeconds: number): string {
  const seconds = Math.floor(now.epochMilliseconds / 1000 / windowSeconds) * windowSeconds
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString()
}

/** Hits since then of all buckets that begin so, by the rest of their names. */
export async function sumHits(
  tx: Tx,
  tenant: string,
  begin: string,
  since: Temporal.Instant,
): Promise<{ name: string; hits: number }[]> {
  const { rows } = await sql<{ name: string; hits: number }>`
    select substr(bucket, ${begin.length + 1}::int) as name, sum(hits)::int as hits from rate_limits
    where tenant = ${tenant} and bucket ^@ ${begin} and window_start > ${since.toString()}
    group by bucket order by 2 desc, 1`.execute(tx)
  return rows
}
