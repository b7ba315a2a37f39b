import { sql, type RawBuilder } from 'kysely'
import type { PayoutState } from '../../domain/payout.ts'
import type { PayeeResult } from '../../domain/payee-check.ts'
import type { Tx } from '../db/connection.ts'
import { flagCounts, flagged, flaggedNow, type FlagCounts } from '../payout/payment-flags-store.ts'

// A proposal's payments as a bank clerk looks at them.

export type PaymentRow = {
  item_id: string
  reward_id: string | null
  partner_number: string | null
  account_id: string | null
  recipient_number: string | null
  name: string | null // null: erased
  iban_end: string
  country: string
  cents: number
  is_new: boolean // this account was never paid to for them
  is_first: boolean // they were never paid
  is_shared: boolean // several people have it
  is_fresh: boolean // it replaced another one lately
  state: PayoutState | null // of the bank
  check_result: PayeeResult | null
  taken_out_by: string | null
  taken_out_reason: string | null
}

/** The payment of an item that is in a file, and what the check of its payee found. */
const atBank = (tenant: string, item: RawBuilder<unknown>) => sql`
  left join payouts on payouts.tenant = ${tenant} and payouts.batch_id = ${item}.batch_id
    and coalesce(payouts.reward_id, payouts.partner_id) = ${item}.item_id
  left join payee_checks checked on checked.tenant = ${tenant} and checked.payout_id = payouts.payout_id`

export const paymentKinds = {
  drin: sql`taken_out_at is null`,
  heraus: sql`taken_out_at is not null`,
  neu: sql`is_new`,
  ausland: sql`left(iban_mask, 2) <> 'DE'`,
  geteilt: sql`is_shared`,
  geaendert: sql`is_fresh`,
  aehnlich: sql`check_result = 'close'`,
  keintreffer: sql`check_result = 'none'`,
  ungeprueft: sql`check_result = 'impossible'`,
} as const
export type PaymentKind = keyof typeof paymentKinds

/** Those that a payment's own row tells. */
const ofTheRow: readonly PaymentKind[] = ['drin', 'heraus', 'ausland', 'geaendert']

type AskedPayments = {
  seenBy: string | null // whose approval kept the flags; null: as they are now
  kinds: readonly PaymentKind[]
  orderBy: 'Folge' | 'WertCent'
  descending: boolean
  limit: number
  offset: number
}

export async function listPaymentRows(
  tx: Tx,
  tenant: string,
  proposalId: string,
  asked: AskedPayments,
): Promise<{ rows: PaymentRow[]; count: number; cents: number }> {
  const { kinds, limit, offset } = asked
  const way = asked.descending ? sql`desc` : sql`asc`
  const column = asked.orderBy === 'WertCent' ? sql`cents` : sql`position`
  const order = sql`order by ${column} ${way}, position ${way}`
  const matches =
    kinds.length > 0
      ? sql.join(
          kinds.map((kind) => paymentKinds[kind]),
          sql` or `,
        )
      : sql`true`
  const isPlain = kinds.every((kind) => ofTheRow.includes(kind))
  const found = isPlain
    ? sql`select item_id, position, cents from payout_proposal_items
        where tenant = ${tenant} and proposal_id = ${proposalId} and (${matches})`
    : sql`select item_id, position, cents from (
        select flagged.*, country as iban_mask, checked.result as check_result from flagged ${atBank(tenant, sql`flagged`)}) all_of_them
        where ${matches}`
  const { rows: sums } = await sql<{ count: number; cents: number; ids: string[] }>`
    with ${isPlain ? sql`` : sql`${flagged(tenant, proposalId, asked.seenBy)},`} found as materialized (${found})
    select (select count(*)::int from found) as count, (select coalesce(sum(cents), 0)::bigint from found) as cents,
      array(select item_id::text from found ${order} limit ${limit} offset ${offset}) as ids`.execute(
    tx,
  )
  const { ids, ...sum } = sums[0]!
  const { rows } = await sql<PaymentRow>`
    with ${flagged(tenant, proposalId, asked.seenBy, ids)}
    select i.item_id::text, i.reward_id::text, partners.number as partner_number, i.cents, i.iban_end, flagged.country, i.is_fresh,
      i.taken_out_by, i.taken_out_reason, payouts.state, checked.result as check_result, is_new, is_first, is_shared,
      case when rewards.beneficiary = 'referrer' then rewards.account_id::text end as account_id,
      case when rewards.beneficiary = 'recipient' then rewards.recipient_number end as recipient_number,
      nullif(trim(case when i.partner_id is not null then partners.first_name || ' ' || partners.last_name
        when rewards.beneficiary = 'recipient' then recipients.first_name || ' ' || recipients.last_name
        else accounts.first_name || ' ' || accounts.last_name end), '') as name
    from flagged join payout_proposal_items i on i.tenant = ${tenant} and i.proposal_id = ${proposalId} and i.item_id = flagged.item_id
      left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = i.reward_id
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id and accounts.deleted_at is null
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
      left join sales_partners partners on partners.tenant = ${tenant} and partners.partner_id = i.partner_id
      ${atBank(tenant, sql`i`)}
    order by i.${column} ${way}, i.position ${way}`.execute(tx)
  return { rows, ...sum }
}

export type PaymentChecks = FlagCounts & { taken_out: number }

/** @param seen what the last approver saw, which then counts for the flags */
export async function checkPayments(
  tx: Tx,
  tenant: string,
  proposalId: string,
  seen: FlagCounts | undefined,
): Promise<PaymentChecks> {
  if (seen) return { ...seen, taken_out: await countTakenOut(tx, tenant, proposalId) }
  const { rows } = await sql<FlagCounts>`
    with ${flaggedNow(tenant, proposalId)} select ${flagCounts} from flagged where taken_out_at is null`.execute(
    tx,
  )
  return { ...rows[0]!, taken_out: await countTakenOut(tx, tenant, proposalId) }
}

async function countTakenOut(tx: Tx, tenant: string, proposalId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_proposal_items
    where tenant = ${tenant} and proposal_id = ${proposalId} and taken_out_at is not null`.execute(
    tx,
  )
  return rows[0]!.count
}
