import { sql, type Updateable } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { DB } from '../db/tables.ts'

/**
 * Lets one process at a time ask a feed: the lease is taken by one statement, so that of two who try at once one gets it. Whoever dies
 * with it is followed when it is over, and an attempt that nothing came of has failed. A new address begins anew. Answers whether the lease was taken.
 *
 * @param onlyDue leaves a feed alone that is not due yet
 */
export async function takeLease(
  tx: Tx,
  tenant: string,
  { address, lease, now, until, onlyDue }: Wanted,
): Promise<boolean> {
  const { rows } = await sql`
    insert into product_feeds as f (tenant, address, due_at, lease_id, lease_until)
    values (${tenant}, ${address}, ${now.toString()}, ${lease}, ${until.toString()})
    on conflict (tenant) do update set
      lease_id = excluded.lease_id,
      lease_until = excluded.lease_until,
      address = excluded.address,
      etag = case when f.address = excluded.address then f.etag end,
      asked_at = null,
      failures = case when f.address <> excluded.address then 0 when f.asked_at is null then f.failures
        else f.failures + 1 end,
      failed_at = case when f.address = excluded.address then coalesce(f.asked_at, f.failed_at) end,
      last_error = case when f.address <> excluded.address then null when f.asked_at is null then f.last_error
        else ${lost} end,
      held_rows = case when f.address = excluded.address then f.held_rows end
    where (f.lease_until is null or f.lease_until <= ${now.toString()})
      and (not ${onlyDue}::boolean or f.due_at <= ${now.toString()} or f.address <> excluded.address)
    returning tenant`.execute(tx)
  return rows.length > 0
}

const lost = 'The process that asked ended before anything came of it.'

type Wanted = {
  address: string
  lease: string
  now: Temporal.Instant
  until: Temporal.Instant
  onlyDue: boolean
}

export type FeedState = {
  etag: string | null
  failures: number
  base: { products: number; at: Temporal.Instant } | null // see baseOf (domain/feed.ts)
}

/**
 * Begins an attempt of whoever holds that lease, which then goes on until `until`: noted before anything is asked, so that an answer that
 * kills its reader is not asked for again at once, but when `dueAfter` says. Undefined once another one holds the lease, and for
 * an attempt that was begun before.
 *
 * @param dueAfter from the failures so far
 */
export async function beginAttempt(
  tx: Tx,
  tenant: string,
  lease: string,
  { now, until, dueAfter }: Attempt,
): Promise<FeedState | undefined> {
  const row = await tx
    .updateTable('product_feeds')
    .set({ lease_until: until.toString(), asked_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('lease_id', '=', lease)
    .where('asked_at', 'is', null)
    .returning(['etag', 'failures', 'base_products', 'base_at'])
    .executeTakeFirst()
  if (!row) return undefined
  await tx
    .updateTable('product_feeds')
    .set({ due_at: dueAfter(row.failures).toString() })
    .where('tenant', '=', tenant)
    .execute()
  const { etag, failures, base_products: products, base_at: at } = row
  return { etag, failures, base: products === null || at === null ? null : { products, at } }
}

type Attempt = {
  now: Temporal.Instant
  until: Temporal.Instant
  dueAfter: (failures: number) => Temporal.Instant
}

export async function saveBase(
  tx: Tx,
  tenant: string,
  { products, at }: NonNullable<FeedState['base']>,
): Promise<void> {
  await tx
    .updateTable('product_feeds')
    .set({ base_products: products, base_at: at.toString() })
    .where('tenant', '=', tenant)
    .execute()
}

/** Writes what came of it and gives the lease back; false, and nothing written, where another one holds it by now. */
export async function giveLeaseBack(
  tx: Tx,
  tenant: string,
  lease: string,
  state: Updateable<DB['product_feeds']>,
): Promise<boolean> {
  const row = await tx
    .updateTable('product_feeds')
    .set({ ...state, lease_id: null, lease_until: null, asked_at: null })
    .where('tenant', '=', tenant)
    .where('lease_id', '=', lease)
    .returning('tenant')
    .executeTakeFirst()
  return row !== undefined
}

/** How the feed stands, or undefined where it was never asked. */
export async function findFeed(tx: Tx, tenant: string) {
  return tx
    .selectFrom('product_feeds')
    .select([
      'address',
      'fetched_at',
      'rows',
      'due_at',
      'failures',
      'failed_at',
      'last_error',
      'held_rows',
    ])
    .where('tenant', '=', tenant)
    .executeTakeFirst()
}
