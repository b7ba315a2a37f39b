import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/**
 * What the ledgers say is on its way, to people and sales partners, and the payments of which the bank has not told. They are the
 * same at any time.
 */
export async function readInTransit(
  tx: Tx,
  tenant: string,
): Promise<{ ledgerCents: number; paymentCents: number; payments: number }> {
  const { rows } = await sql<{ ledgerCents: number; paymentCents: number; payments: number }>`
    select (coalesce((select sum(cents) from ledger_postings where tenant = ${tenant} and account = 'in-transit'), 0)
        + coalesce((select sum(cents) from partner_note_postings where tenant = ${tenant} and account = 'in-transit'), 0))::bigint
        as "ledgerCents",
      coalesce(sum(cents), 0)::bigint as "paymentCents", count(*)::int as payments
    from payouts where tenant = ${tenant} and state = 'in-transit'`.execute(tx)
  return rows[0]!
}
