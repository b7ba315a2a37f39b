import { sql, type RawBuilder } from 'kysely'
import type { PayoutState } from '../../domain/payout.ts'
import type { PayeeResult } from '../../domain/payee-check.ts'
import type { Tx } from '../db/connection.ts'
import { flagCounts, flagsKept, flagsNow, type FlagCounts } from '../payout/payment-flags-store.ts'

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

/** @param seenBy whose approval kept the flags; null: as they are now */
const payments = (
  tenant: string,
  proposalId: string,
  seenBy: string | null,
  more = sql`true`,
) => sql`
  select i.item_id::text, i.reward_id::text, partners.number as partner_number, i.position, i.cents, i.iban_end,
    left(i.iban_mask, 2) as country, i.is_fresh, i.taken_out_by, i.taken_out_reason, payouts.state, checked.result as check_result,
    case when rewards.beneficiary = 'referrer' then rewards.account_id::text end as account_id,
    case when rewards.beneficiary = 'recipient' then rewards.recipient_number end as recipient_number,
    nullif(trim(case when i.partner_id is not null then partners.first_name || ' ' || partners.last_name
      when rewards.beneficiary = 'recipient' then recipients.first_name || ' ' || recipients.last_name
      else accounts.first_name || ' ' || accounts.last_name end), '') as name,
    ${seenBy === null ? flagsNow(tenant, proposalId) : flagsKept(tenant, proposalId, seenBy)}
  from payout_proposal_items i
    left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = i.reward_id
    left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id and accounts.deleted_at is null
    left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
    left join sales_partners partners on partners.tenant = ${tenant} and partners.partner_id = i.partner_id
    left join payouts on payouts.tenant = ${tenant} and payouts.batch_id = i.batch_id
      and (payouts.reward_id = i.reward_id or payouts.partner_id = i.partner_id)
    left join payee_checks checked on checked.tenant = ${tenant} and checked.payout_id = payouts.payout_id
  where i.tenant = ${tenant} and i.proposal_id = ${proposalId} and ${more}`

export const paymentKinds = {
  drin: sql`taken_out_by is null`,
  heraus: sql`taken_out_by is not null`,
  neu: sql`is_new`,
  ausland: sql`country <> 'DE'`,
  geteilt: sql`is_shared`,
  geaendert: sql`is_fresh`,
  aehnlich: sql`check_result = 'close'`,
  keintreffer: sql`check_result = 'none'`,
  ungeprueft: sql`check_result = 'impossible'`,
} as const
export type PaymentKind = keyof typeof paymentKinds

/** Those that a payment's own row tells, without asking who was paid before: of 50,000 only the page's are asked then. */
const rowKinds: Partial<Record<PaymentKind, RawBuilder<unknown>>> = {
  drin: sql`i.taken_out_by is null`,
  heraus: sql`i.taken_out_by is not null`,
  ausland: sql`left(i.iban_mask, 2) <> 'DE'`,
  geaendert: sql`i.is_fresh`,
}

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
  const own = asked.kinds.map((kind) => rowKinds[kind])
  if (own.some((kind) => kind === undefined)) return listByFlags(tx, tenant, proposalId, asked)
  const matches = own.length > 0 ? sql.join(own, sql` or `) : sql`true`
  const way = asked.descending ? sql`desc` : sql`asc`
  const column = asked.orderBy === 'WertCent' ? sql`cents` : sql`position`
  const items = sql`payout_proposal_items i where i.tenant = ${tenant} and i.proposal_id = ${proposalId} and (${matches})`
  const { rows: sums } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents from ${items}`.execute(
    tx,
  )
  const { rows: page } = await sql<{ id: string }>`
    select item_id::text as id from ${items}
    order by ${column} ${way}, position ${way} limit ${asked.limit} offset ${asked.offset}`.execute(
    tx,
  )
  const ids = page.map(({ id }) => id)
  const { rows } = await sql<PaymentRow>`
    select * from (${payments(tenant, proposalId, asked.seenBy, sql`i.item_id = any (${ids}::uuid[])`)}) found
    order by ${column} ${way}, position ${way}`.execute(tx)
  return { rows, ...sums[0]! }
}

async function listByFlags(
  tx: Tx,
  tenant: string,
  proposalId: string,
  asked: AskedPayments,
): Promise<{ rows: PaymentRow[]; count: number; cents: number }> {
  const way = asked.descending ? sql`desc` : sql`asc`
  const matches =
    asked.kinds.length > 0
      ? sql.join(
          asked.kinds.map((kind) => paymentKinds[kind]),
          sql` or `,
        )
      : sql`true`
  const column = asked.orderBy === 'WertCent' ? sql`cents` : sql`position`
  const { rows } = await sql<PaymentRow & { count: number; sum: number }>`
    select *, count(*) over ()::int as count, (sum(cents) over ())::bigint as sum
    from (${payments(tenant, proposalId, asked.seenBy)}) found where ${matches}
    order by ${column} ${way}, position ${way} limit ${asked.limit} offset ${asked.offset}`.execute(
    tx,
  )
  return { rows, count: rows[0]?.count ?? 0, cents: rows[0]?.sum ?? 0 }
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
    select ${flagCounts} from (${payments(tenant, proposalId, null)}) found where taken_out_by is null`.execute(
    tx,
  )
  return { ...rows[0]!, taken_out: await countTakenOut(tx, tenant, proposalId) }
}

async function countTakenOut(tx: Tx, tenant: string, proposalId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_proposal_items
    where tenant = ${tenant} and proposal_id = ${proposalId} and taken_out_by is not null`.execute(
    tx,
  )
  return rows[0]!.count
}
