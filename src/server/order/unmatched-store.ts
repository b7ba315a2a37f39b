import { sql } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'

/** A contract of the provider that fits nobody. */
export type UnmatchedOrder = {
  line_id: string
  external_number: string
  product_id: string
  product_external_id: string
  contract_on: string
  source: string
  seen_at: Temporal.Instant
  referral_number: string | null
  recipient_number: string | null
  email_hash: string | null
  brought_by: string | null // whose file or key it was
  order_file: string | null
  counted_cents: number | null // of a line of somebody's file
}

const columns = [
  'line_id',
  'external_number',
  'product_id',
  'product_external_id',
  'contract_on',
  'source',
  'seen_at',
  'referral_number',
  'recipient_number',
  'email_hash',
  'brought_by',
  'order_file',
  'counted_cents',
] as const

export type Kept = {
  externalNumber: string
  productId: string
  productExternalId: string
  contractOn: string
  source: string
  at: Temporal.Instant
  referralNumber: string | null
  recipientNumber: string | null
  emailHash: string | null // keyed
  broughtBy: string | null // the operator whose file or key it was
  file: string | null
}

/** Keeps a contract that fits nobody, once per number: as the provider said it last, or as a person's file said it first. */
export const keepUnmatched = forMany(
  async (tx, tenant, orders: readonly Kept[]): Promise<undefined[]> => {
    for (const some of Map.groupBy(orders, ({ source }) => source === 'file').values()) {
      // No two wait for each other's.
      const inOrder = some.toSorted((a, b) => (a.externalNumber < b.externalNumber ? -1 : 1))
      const rows = inOrder.map(
        (
          order,
        ) => sql`(${tenant}, ${order.externalNumber}, ${order.productId}, ${order.productExternalId}, ${order.contractOn},
          ${order.source}, ${order.at.toString()}, ${order.referralNumber}, ${order.recipientNumber}, ${order.emailHash},
          ${order.broughtBy}, ${order.file})`,
      )
      await sql`
        insert into unmatched_orders (tenant, external_number, product_id, product_external_id, contract_on, source, seen_at,
          referral_number, recipient_number, email_hash, brought_by, order_file)
        values ${sql.join(rows)}
        on conflict (tenant, external_number) ${
          some[0]!.source === 'file'
            ? sql`do nothing`
            : sql`do update set product_id = excluded.product_id,
          product_external_id = excluded.product_external_id, contract_on = excluded.contract_on, source = excluded.source,
          seen_at = excluded.seen_at, referral_number = excluded.referral_number, recipient_number = excluded.recipient_number,
          email_hash = excluded.email_hash, brought_by = excluded.brought_by, order_file = excluded.order_file,
          counted_cents = null`
        }`.execute(tx)
    }
    return orders.map(() => undefined)
  },
)

/** What a contract of somebody's file was counted as. */
export const noteCounted = forMany(
  async (
    tx,
    tenant,
    counted: readonly { external: string; cents: number }[],
  ): Promise<undefined[]> => {
    await sql`
      update unmatched_orders set counted_cents = counted.cents
      from unnest(${counted.map((one) => one.external)}::text[], ${counted.map((one) => one.cents)}::bigint[]) as counted (external, cents)
      where tenant = ${tenant} and external_number = counted.external and source = 'file' and brought_by is not null`.execute(
      tx,
    )
    return counted.map(() => undefined)
  },
)

const byExternal = (rows: readonly UnmatchedOrder[], externals: readonly string[]) => {
  const found = new Map(rows.map((row) => [row.external_number, row]))
  return externals.map((external) => found.get(external))
}

/** It has found its person, or was cancelled. @returns what was kept of it */
export const dropUnmatched = forMany(async (tx, tenant, externals: readonly string[]) => {
  const rows: UnmatchedOrder[] = await tx
    .deleteFrom('unmatched_orders')
    .where('tenant', '=', tenant)
    .where('external_number', '=', sql<string>`any(${[...externals]}::text[])`)
    .returning(columns)
    .execute()
  return byExternal(rows, externals)
})

/** By the provider's number as it is written; locked until the transaction ends. */
export const lockUnmatched = forMany(async (tx, tenant, externals: readonly string[]) => {
  const rows: UnmatchedOrder[] = await tx
    .selectFrom('unmatched_orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('external_number', '=', sql<string>`any(${[...externals]}::text[])`)
    .orderBy('external_number')
    .forNoKeyUpdate()
    .execute()
  return byExternal(rows, externals)
})

/** By the provider's number however it is spelled; the newest, if several are alike. */
export async function findUnmatched(
  tx: Tx,
  tenant: string,
  key: string,
): Promise<UnmatchedOrder | undefined> {
  return tx
    .selectFrom('unmatched_orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('external_key', '=', key)
    .orderBy('seen_at', 'desc')
    .orderBy('external_number')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes contracts that nobody has claimed since. */
export async function forgetUnmatched(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
): Promise<void> {
  await sql`delete ${keepsPlan} from unmatched_orders where tenant = ${tenant} and seen_at < ${before.toString()}`.execute(
    tx,
  )
}

/** What an address is compared by. */
export const feedEmailPlace = (tenant: string, email: string) => `feed-email|${tenant}|${email}`

const mostAtOnce = 50

/** Contracts that name somebody by their number, their address or the recommendation that they accepted. */
export async function listUnmatchedOf(
  tx: Tx,
  tenant: string,
  person: { number: string; referral: string; hashes: readonly string[] },
): Promise<UnmatchedOrder[]> {
  return tx
    .selectFrom('unmatched_orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where((names) =>
      names.or([
        names('recipient_number', '=', person.number),
        names('referral_number', '=', person.referral),
        names('email_hash', 'in', [...person.hashes]),
      ]),
    )
    .orderBy('contract_on')
    .orderBy('external_number')
    .limit(mostAtOnce)
    .execute()
}

/** Somebody is erased: what the feed called them goes. */
export async function forgetUnmatchedAddress(
  tx: Tx,
  tenant: string,
  hashes: readonly string[],
): Promise<void> {
  await sql`
    update unmatched_orders set email_hash = null
    where tenant = ${tenant} and email_hash = any (${[...hashes]}::text[])`.execute(tx)
}
