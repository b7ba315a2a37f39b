import { sql, type RawBuilder } from 'kysely'
import type { PayoutState } from '../../domain/payout.ts'
import type { PayeeResult } from '../../domain/payee-check.ts'
import type { Tx } from '../db/connection.ts'

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

/** Payments to the same person before. */
const paidBefore = (tenant: string, more: RawBuilder<unknown>) => sql`exists (
  select from payouts paid join rewards before on before.tenant = ${tenant} and before.reward_id = paid.reward_id
  where paid.tenant = ${tenant} and paid.state = 'paid' and ${more} and (
    (rewards.beneficiary = 'referrer' and before.account_id = rewards.account_id) or
    (rewards.beneficiary = 'recipient' and before.recipient_number = rewards.recipient_number))
  union all
  select from payouts paid
  where paid.tenant = ${tenant} and paid.partner_id = i.partner_id and paid.state = 'paid' and ${more})`

const payments = (tenant: string, proposalId: string, more = sql`true`) => sql`
  select i.item_id::text, i.reward_id::text, partners.number as partner_number, i.position, i.cents, i.iban_end,
    left(i.iban_mask, 2) as country, i.is_fresh, i.taken_out_by, i.taken_out_reason, payouts.state, checked.result as check_result,
    case when rewards.beneficiary = 'referrer' then rewards.account_id::text end as account_id,
    case when rewards.beneficiary = 'recipient' then rewards.recipient_number end as recipient_number,
    nullif(trim(case when i.partner_id is not null then partners.first_name || ' ' || partners.last_name
      when rewards.beneficiary = 'recipient' then recipients.first_name || ' ' || recipients.last_name
      else accounts.first_name || ' ' || accounts.last_name end), '') as name,
    not ${paidBefore(tenant, sql`paid.iban_mask = i.iban_mask`)} as is_new,
    not ${paidBefore(tenant, sql`true`)} as is_first,
    exists (
      select from payout_proposal_items other left join rewards theirs on theirs.tenant = ${tenant} and theirs.reward_id = other.reward_id
      where other.tenant = ${tenant} and other.proposal_id = ${proposalId} and other.iban_hash = i.iban_hash
        and coalesce(theirs.account_id::text, theirs.recipient_number, other.partner_id::text)
          <> coalesce(rewards.account_id::text, rewards.recipient_number, i.partner_id::text)
      union all
      select from reward_bank_data bank join rewards theirs on theirs.tenant = ${tenant} and theirs.reward_id = bank.reward_id
      where bank.tenant = ${tenant} and bank.iban_hash = i.iban_hash
        and coalesce(theirs.account_id::text, theirs.recipient_number)
          <> coalesce(rewards.account_id::text, rewards.recipient_number, i.partner_id::text)) as is_shared
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
    select * from (${payments(tenant, proposalId, sql`i.item_id = any (${ids}::uuid[])`)}) found
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
    from (${payments(tenant, proposalId)}) found where ${matches}
    order by ${column} ${way}, position ${way} limit ${asked.limit} offset ${asked.offset}`.execute(
    tx,
  )
  return { rows, count: rows[0]?.count ?? 0, cents: rows[0]?.sum ?? 0 }
}

export type PaymentChecks = {
  new_accounts: number
  fresh_accounts: number
  shared_accounts: number
  foreign_accounts: number
  first_payments: number
  taken_out: number
}

export async function checkPayments(
  tx: Tx,
  tenant: string,
  proposalId: string,
): Promise<PaymentChecks> {
  const isIn = sql`taken_out_by is null`
  const { rows } = await sql<PaymentChecks>`
    select count(*) filter (where ${isIn} and is_new)::int as new_accounts,
      count(*) filter (where ${isIn} and is_fresh)::int as fresh_accounts,
      count(*) filter (where ${isIn} and is_shared)::int as shared_accounts,
      count(*) filter (where ${isIn} and country <> 'DE')::int as foreign_accounts,
      count(*) filter (where ${isIn} and is_first)::int as first_payments,
      count(*) filter (where not (${isIn}))::int as taken_out
    from (${payments(tenant, proposalId)}) found`.execute(tx)
  return rows[0]!
}
