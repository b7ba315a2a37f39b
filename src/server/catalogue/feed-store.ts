import { sql, type Updateable } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { DB } from '../db/tables.ts'

/**
 * Lets one process at a time ask a feed: the lease is taken by one statement, so that of two who try at once one gets it. Whoever dies
 * with it is followed when it is over. A new address begins anew. Answers whether the lease was taken.
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
      failures = case when f.address = excluded.address then f.failures else 0 end,
      failed_at = case when f.address = excluded.address then f.failed_at end,
      last_error = case when f.address = excluded.address then f.last_error end,
      held_rows = case when f.address = excluded.address then f.held_rows end
    where (f.lease_until is null or f.lease_until <= ${now.toString()})
      and (not ${onlyDue}::boolean or f.due_at <= ${now.toString()} or f.address <> excluded.address)
    returning tenant`.execute(tx)
  return rows.length > 0
}

type Wanted = {
  address: string
  lease: string
  now: Temporal.Instant
  until: Temporal.Instant
  onlyDue: boolean
}

/** The state of the feed for whoever holds that lease, which then goes on until `until`; undefined once another one holds it. */
export async function keepLease(tx: Tx, tenant: string, lease: string, until: Temporal.Instant) {
  return tx
    .updateTable('product_feeds')
    .set({ lease_until: until.toString() })
    .where('tenant', '=', tenant)
    .where('lease_id', '=', lease)
    .returning(['address', 'etag', 'failures'])
    .executeTakeFirst()
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
    .set({ ...state, lease_id: null, lease_until: null })
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
