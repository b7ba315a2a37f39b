import { sql, type Updateable } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { DB } from '../db/tables.ts'

/**
 * Lets one process at a time poll a feed, by one atomic statement. An expired lease can be taken over, and its unfinished
 * attempt counts as failed. A new address starts anew. Returns whether it was taken. @param onlyDue skips a feed that is not due
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

/** Whether a lease could be taken: nobody has asked yet, the feed is due, or it is another one. */
export const dueFeed = (tenant: string, address: string, now: Temporal.Instant) => sql`
  select 1 where not exists (select from product_feeds where tenant = ${tenant}
    and (lease_until > ${now.toString()} or (due_at > ${now.toString()} and address = ${address})))`

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
 * Starts an attempt under a lease, extended to `until`. Stored before the request, so that a response that kills its reader is
 * retried only after `dueAfter`. Undefined if the lease is lost or the attempt was started before. @param dueAfter from the
 * failures so far
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

/** Stores the result and releases the lease; false, without effect, if the lease is lost. */
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

/** The feed's state, or undefined if never polled. */
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
