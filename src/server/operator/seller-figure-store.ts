import { sql } from 'kysely'
import type { SellerKind } from '../../domain/seller.ts'
import type { Tx } from '../db/connection.ts'

export type Counted = {
  seller_id: string
  contracts: number
  released: number
  cancelled: number
  ibans: number
  shared: number
}
export type Verdict = 'high' | 'low' | null
export type SellerFigures = Counted & { release: Verdict; cancellation: Verdict; iban: Verdict }
export type SellerNorms = {
  first_day: string
  last_day: string
  release: number | null
  cancellation: number | null
  iban: number | null
}

type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate }

/** The day of the last comparison; it is made once a day. */
export async function lastCompared(
  tx: Tx,
  tenant: string,
  kind: SellerKind,
): Promise<string | null> {
  const { rows } = await sql<{ last_day: string }>`
    select last_day from seller_norms where tenant = ${tenant} and kind = ${kind}`.execute(tx)
  return rows[0]?.last_day ?? null
}

/** Contracts by agency, and its referrers and contacts whose IBAN somebody else gave, too. */
export async function countAgencies(tx: Tx, tenant: string, { from, to }: Days) {
  const { rows } = await sql<Counted>`
    with sold as (
      select r.agency_id, count(*)::int as contracts, (count(*) filter (where o.shown_as = 'released'))::int as released,
        (count(*) filter (where o.shown_as in ('cancelled', 'clawed-back')))::int as cancelled
      from orders o join referrals r on r.tenant = ${tenant} and r.number = o.referral_number
      where o.tenant = ${tenant} and o.contract_on between ${from.toString()}::date and ${to.toString()}::date
        and o.shown_as <> 'reported' and r.agency_id is not null
      group by 1
    ), given as (
      select a.agency_id, a.email, b.iban_hash
      from bank_accounts b join accounts a on a.tenant = ${tenant} and a.account_id = b.account_id
      where b.tenant = ${tenant} and a.deleted_at is null
      union
      select r.agency_id, c.email, b.iban_hash
      from reward_bank_data b
        join rewards w on w.tenant = ${tenant} and w.reward_id = b.reward_id
        join recipients c on c.tenant = ${tenant} and c.number = w.recipient_number
        join referrals r on r.tenant = ${tenant} and r.number = w.referral_number
      where b.tenant = ${tenant} and w.beneficiary = 'recipient'
    ), common as (
      select iban_hash from given group by 1 having count(distinct email) > 1
    ), banked as (
      select agency_id, count(distinct email)::int as ibans,
        (count(distinct email) filter (where common.iban_hash is not null))::int as shared
      from given left join common using (iban_hash) where agency_id is not null group by 1
    )
    select coalesce(sold.agency_id, banked.agency_id) as seller_id, coalesce(contracts, 0) as contracts,
      coalesce(released, 0) as released, coalesce(cancelled, 0) as cancelled, coalesce(ibans, 0) as ibans, coalesce(shared, 0) as shared
    from sold full join banked on banked.agency_id = sold.agency_id`.execute(tx)
  return rows
}

export type PartnerCounted = Omit<Counted, 'ibans' | 'shared'> & { email: string; sealed: string }

/** Contracts by partner, with their sealed account. */
export async function countPartners(tx: Tx, tenant: string, { from, to }: Days) {
  const { rows } = await sql<PartnerCounted>`
    select p.partner_id as seller_id, p.email, p.iban_encrypted as sealed, coalesce(sold.contracts, 0) as contracts,
      coalesce(sold.released, 0) as released, coalesce(sold.cancelled, 0) as cancelled
    from sales_partners p left join (
      select partner_id, count(*)::int as contracts, (count(*) filter (where state = 'released'))::int as released,
        (count(*) filter (where state = 'cancelled'))::int as cancelled
      from partner_orders where tenant = ${tenant} and contract_on between ${from.toString()}::date and ${to.toString()}::date
      group by 1) sold on sold.partner_id = p.partner_id
    where p.tenant = ${tenant}`.execute(tx)
  return rows
}

/** Whose stored IBAN has one of these hashes. */
export async function listOwnersOfHashes(tx: Tx, tenant: string, hashes: readonly string[]) {
  const { rows } = await sql<{ iban_hash: string; email: string }>`
    select b.iban_hash, a.email from bank_accounts b
      join accounts a on a.tenant = ${tenant} and a.account_id = b.account_id
    where b.tenant = ${tenant} and b.iban_hash = any (${[...hashes]}) and a.deleted_at is null`.execute(
    tx,
  )
  return rows
}

/** Replaces a tenant's figures of a kind. */
export async function writeFigures(
  tx: Tx,
  tenant: string,
  kind: SellerKind,
  figures: readonly SellerFigures[],
  norms: SellerNorms,
): Promise<void> {
  await sql`delete from seller_norms where tenant = ${tenant} and kind = ${kind}`.execute(tx)
  await sql`delete from seller_figures where tenant = ${tenant} and kind = ${kind}`.execute(tx)
  await tx
    .insertInto('seller_norms')
    .values({ tenant, kind, ...norms })
    .execute()
  // A statement takes 65,535 parameters; eleven per row.
  for (let from = 0; from < figures.length; from += 5_000)
    await tx
      .insertInto('seller_figures')
      .values(figures.slice(from, from + 5_000).map((one) => ({ tenant, kind, ...one })))
      .execute()
}

export async function readFigures(
  tx: Tx,
  tenant: string,
  kind: SellerKind,
  id: string,
): Promise<{ norms: SellerNorms; figures: SellerFigures | undefined } | null> {
  const { rows: norms } = await sql<SellerNorms>`
    select first_day, last_day, release, cancellation, iban from seller_norms
    where tenant = ${tenant} and kind = ${kind}`.execute(tx)
  if (!norms[0]) return null
  const { rows } = await sql<SellerFigures>`
    select * from seller_figures where tenant = ${tenant} and kind = ${kind} and seller_id = ${id}`.execute(
    tx,
  )
  return { norms: norms[0], figures: rows[0] }
}
