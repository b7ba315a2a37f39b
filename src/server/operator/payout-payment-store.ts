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

/** Of these items who was paid before, and which accounts several people have: each found once for all of them, by sets. */
const flagged = (tenant: string, proposalId: string, ids?: readonly string[]) => sql`
  own as materialized (
    select i.item_id, i.position, i.cents, i.batch_id, i.iban_hash, i.iban_mask, i.is_fresh, i.taken_out_at, i.partner_id,
      rewards.beneficiary, rewards.account_id, rewards.recipient_number
    from payout_proposal_items i left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = i.reward_id
    where i.tenant = ${tenant} and i.proposal_id = ${proposalId} and ${ids ? sql`i.item_id = any (${[...ids]}::uuid[])` : sql`true`}),
  shared as materialized (
    select iban_hash from (
      ${ids ? othersOf(tenant, proposalId) : sql`select iban_hash, ${person} as person from own`}
      union all
      select bank.iban_hash, coalesce(rewards.account_id::text, rewards.recipient_number)
      from reward_bank_data bank join rewards on rewards.tenant = ${tenant} and rewards.reward_id = bank.reward_id
      where bank.tenant = ${tenant} and bank.iban_hash in (select iban_hash from own)) having_it
    group by iban_hash having min(person) <> max(person)),
  before as materialized (
    select item_id, bool_or(mask = iban_mask) as same from (
      select own.item_id, own.iban_mask, paid.iban_mask as mask from own
        join rewards on rewards.tenant = ${tenant} and rewards.account_id = own.account_id
        join payouts paid on paid.tenant = ${tenant} and paid.reward_id = rewards.reward_id and paid.state = 'paid'
      where own.beneficiary = 'referrer'
      union all
      select own.item_id, own.iban_mask, paid.iban_mask from own
        join rewards on rewards.tenant = ${tenant} and rewards.recipient_number = own.recipient_number
        join payouts paid on paid.tenant = ${tenant} and paid.reward_id = rewards.reward_id and paid.state = 'paid'
      where own.beneficiary = 'recipient'
      union all
      select own.item_id, own.iban_mask, paid.iban_mask from own
        join payouts paid on paid.tenant = ${tenant} and paid.partner_id = own.partner_id and paid.state = 'paid') paid
    group by item_id),
  flagged as materialized (
    select item_id, position, cents, batch_id, is_fresh, left(iban_mask, 2) as country, taken_out_at,
      item_id not in (select item_id from before where same) as is_new,
      item_id not in (select item_id from before) as is_first,
      iban_hash in (select iban_hash from shared) as is_shared
    from own)`

const person = sql`coalesce(account_id::text, recipient_number, partner_id::text)`

const othersOf = (tenant: string, proposalId: string) => sql`
  select i.iban_hash, coalesce(rewards.account_id::text, rewards.recipient_number, i.partner_id::text) as person
  from payout_proposal_items i left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = i.reward_id
  where i.tenant = ${tenant} and i.proposal_id = ${proposalId} and i.iban_hash in (select iban_hash from own)`

const many = 1_000

/**
 * Of many payments, without loops over loops: the database takes what was written a moment ago for a handful of rows, and compared
 * 50,000 payments with one another (789).
 */
async function bySets<T>(tx: Tx, payments: number, work: () => Promise<T>): Promise<T> {
  if (payments < many) return work()
  await sql`set local enable_nestloop = off`.execute(tx)
  const done = await work()
  await sql`set local enable_nestloop = on`.execute(tx)
  return done
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
  payments: number // of the proposal
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
  const search = sql<{ count: number; cents: number; ids: string[] }>`
    with ${isPlain ? sql`` : sql`${flagged(tenant, proposalId)},`} found as materialized (${found})
    select (select count(*)::int from found) as count, (select coalesce(sum(cents), 0)::bigint from found) as cents,
      array(select item_id::text from found ${order} limit ${limit} offset ${offset}) as ids`
  const { rows: sums } = await bySets(tx, isPlain ? 0 : asked.payments, () => search.execute(tx))
  const { ids, ...sum } = sums[0]!
  const { rows } = await sql<PaymentRow>`
    with ${flagged(tenant, proposalId, ids)}
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
  { proposal_id: proposalId, payments }: { proposal_id: string; payments: number },
): Promise<PaymentChecks> {
  const isIn = sql`taken_out_at is null`
  const asked = sql<PaymentChecks>`
    with ${flagged(tenant, proposalId)}
    select count(*) filter (where ${isIn} and is_new)::int as new_accounts,
      count(*) filter (where ${isIn} and is_fresh)::int as fresh_accounts,
      count(*) filter (where ${isIn} and is_shared)::int as shared_accounts,
      count(*) filter (where ${isIn} and country <> 'DE')::int as foreign_accounts,
      count(*) filter (where ${isIn} and is_first)::int as first_payments,
      count(*) filter (where not (${isIn}))::int as taken_out
    from flagged`
  const { rows } = await bySets(tx, payments, () => asked.execute(tx))
  return rows[0]!
}
