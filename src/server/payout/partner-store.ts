import { sql } from 'kysely'
import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { signed } from '../billing/note-payment-store.ts'

// Payments to sales partners: one payout per partner for all open documents, credit notes less corrections. Every change of open
// documents (billing run, batch, bank status) locks the partner's row.

export type PaidPartner = {
  partner_id: string
  number: string
  email: string
  first_name: string
  language: Locale
  holder: string
  iban_encrypted: string
  iban_mask: string
  bic: string | null
  account_changed_at: Temporal.Instant | null
}

const columns = sql`p.partner_id, p.number, p.email, p.first_name, p.language, p.holder, p.iban_encrypted,
  p.iban_mask, p.bic, p.account_changed_at`

/** Partners with a positive balance, a valid account and no held payment; negative balances are carried forward. */
const payable = (tenant: string) => sql`
  from sales_partners p
  where p.tenant = ${tenant} and p.account_problem is null
    and not exists (select from payouts h
      where h.tenant = ${tenant} and h.partner_id = p.partner_id and h.held_at is not null) and (
    select sum(${signed}) from partner_notes n
    where n.tenant = ${tenant} and n.partner_id = p.partner_id and n.payout_id is null) > 0`

/**
 * Locks the partners of a batch. `skip locked`: others are being paid, billed or changed, and are left to the next batch. These
 * sums may be stale after a lock conflict; claimNotes() computes its own.
 */
export async function lockPayablePartners(
  tx: Tx,
  tenant: string,
  limit: number,
): Promise<PaidPartner[]> {
  const { rows } = await sql<PaidPartner>`
    select ${columns} ${payable(tenant)}
    order by p.number limit ${limit} for no key update of p skip locked`.execute(tx)
  return rows
}

/** Locks these partners, in order. */
export async function lockPartners(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<PaidPartner[]> {
  const { rows } = await sql<PaidPartner>`
    select ${columns} ${payable(tenant)} and p.partner_id = any (${[...ids]}::uuid[])
    order by p.number for no key update of p`.execute(tx)
  return rows
}

/** The same without a lock. */
export async function readPayablePartners(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<PaidPartner[]> {
  const { rows } = await sql<PaidPartner>`
    select ${columns} ${payable(tenant)} and p.partner_id = any (${[...ids]}::uuid[])`.execute(tx)
  return rows
}

/** What is open of each of these partners. */
export async function sumOpenOf(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ partner_id: string; cents: number }>`
    select n.partner_id, sum(${signed})::bigint as cents from partner_notes n
    where n.tenant = ${tenant} and n.partner_id = any (${[...ids]}::uuid[]) and n.payout_id is null
    group by n.partner_id`.execute(tx)
  return new Map(rows.map(({ partner_id: id, cents }) => [id, cents]))
}

/** The amount of the next batch. */
export async function sumPayable(
  tx: Tx,
  tenant: string,
): Promise<{ cents: number; count: number }> {
  const { rows } = await sql<{ cents: number; count: number }>`
    select coalesce(sum(open.cents), 0)::bigint as cents, count(*) as count from (
      select (select sum(${signed}) from partner_notes n
        where n.tenant = ${tenant} and n.partner_id = p.partner_id and n.payout_id is null)::bigint as cents
      ${payable(tenant)}) open`.execute(tx)
  return rows[0] ?? { cents: 0, count: 0 }
}

/**
 * Each partner's open balance, by number; negative: to be given back. `held`: a failed payment waits for an operator, and no
 * batch pays before.
 */
export async function sumOpenNotes(
  tx: Tx,
  tenant: string,
): Promise<Map<string, { cents: number; held: boolean }>> {
  const { rows } = await sql<{ number: string; cents: number; held: boolean }>`
    select p.number, sum(${signed})::bigint as cents, exists (select from payouts h
      where h.tenant = ${tenant} and h.partner_id = p.partner_id and h.held_at is not null) as held
    from partner_notes n join sales_partners p on p.tenant = ${tenant} and p.partner_id = n.partner_id
    where n.tenant = ${tenant} and n.payout_id is null group by p.number, p.partner_id`.execute(tx)
  return new Map(rows.map(({ number, cents, held }) => [number, { cents, held }]))
}

/** Locks a payout's partner for the transaction. */
export async function lockPaidPartner(
  tx: Tx,
  tenant: string,
  partnerId: string,
): Promise<PaidPartner | undefined> {
  const { rows } = await sql<PaidPartner>`
    select ${columns} from sales_partners p
    where p.tenant = ${tenant} and p.partner_id = ${partnerId} for no key update`.execute(tx)
  return rows[0]
}

/** A payout's account, sealed for its row. */
export async function findPayoutAccount(tx: Tx, tenant: string, payoutId: string): Promise<string> {
  const row = await tx
    .selectFrom('payouts')
    .select('iban_encrypted')
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .executeTakeFirstOrThrow()
  return row.iban_encrypted
}
