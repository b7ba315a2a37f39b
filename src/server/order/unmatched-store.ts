import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

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

/** Keeps a contract that fits nobody, once per number: as the provider said it last, or as a person's file said it first. */
export async function keepUnmatched(
  tx: Tx,
  tenant: string,
  order: {
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
  },
): Promise<void> {
  await sql`
    insert into unmatched_orders (tenant, external_number, product_id, product_external_id, contract_on, source, seen_at,
      referral_number, recipient_number, email_hash, brought_by, order_file)
    values (${tenant}, ${order.externalNumber}, ${order.productId}, ${order.productExternalId}, ${order.contractOn}, ${order.source},
      ${order.at.toString()}, ${order.referralNumber}, ${order.recipientNumber}, ${order.emailHash}, ${order.broughtBy},
      ${order.file})
    on conflict (tenant, external_number) ${
      order.source === 'file'
        ? sql`do nothing`
        : sql`do update set product_id = excluded.product_id,
      product_external_id = excluded.product_external_id, contract_on = excluded.contract_on, source = excluded.source,
      seen_at = excluded.seen_at, referral_number = excluded.referral_number, recipient_number = excluded.recipient_number,
      email_hash = excluded.email_hash, brought_by = excluded.brought_by, order_file = excluded.order_file,
      counted_cents = null`
    }`.execute(tx)
}

/** What a contract of somebody's file was counted as. */
export async function noteCounted(
  tx: Tx,
  tenant: string,
  external: string,
  cents: number,
): Promise<void> {
  await sql`
    update unmatched_orders set counted_cents = ${cents}
    where tenant = ${tenant} and external_number = ${external} and source = 'file' and brought_by is not null`.execute(
    tx,
  )
}

/** It has found its person, or was cancelled. @returns what was kept of it */
export async function dropUnmatched(
  tx: Tx,
  tenant: string,
  external: string,
): Promise<UnmatchedOrder | undefined> {
  return tx
    .deleteFrom('unmatched_orders')
    .where('tenant', '=', tenant)
    .where('external_number', '=', external)
    .returning(columns)
    .executeTakeFirst()
}

/** By the provider's number as it is written; locked until the transaction ends. */
export async function lockUnmatched(
  tx: Tx,
  tenant: string,
  external: string,
): Promise<UnmatchedOrder | undefined> {
  return tx
    .selectFrom('unmatched_orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('external_number', '=', external)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

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
  await sql`delete from unmatched_orders where tenant = ${tenant} and seen_at < ${before.toString()}`.execute(
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
