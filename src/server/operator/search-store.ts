import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'

// Numbers of a tenant, whole or as people read them out. Exact values find few rows; the rest is joined to those.

const few = 8

/** A record that is found by a number, with whom it concerns. */
export type FoundNumber = {
  kind: 'referral' | 'order' | 'reward' | 'payout' | 'invoice'
  id: string
  title: string
  line: string | null
  cents: number | null
  state: string
  account_id: string | null
  recipient_number: string | null
  partner: string | null // a sales partner's name; of a document its agency's, too
}

const partnerName = sql`coalesce(nullif(company, ''), first_name || ' ' || last_name)`

export async function findReferrals(
  tx: Tx,
  tenant: string,
  { numbers, codes }: { numbers: string[]; codes: string[] },
): Promise<FoundNumber[]> {
  const one = (column: 'number' | 'code', values: string[]) => sql`
    select 'referral' as kind, number as id, number as title, code as line, null::bigint as cents, state,
      account_id::text as account_id, null as recipient_number, null as partner
    from referrals where tenant = ${tenant} and ${sql.ref(column)} = any(${values})`
  const { rows } = await sql<FoundNumber>`
    ${one('number', numbers)} union ${one('code', codes)} limit ${few}`.execute(tx)
  return rows
}

/** @param numbers ours and the provider's; `key`: the provider's as it is compared, of contracts that fit nobody */
export async function findOrders(
  tx: Tx,
  tenant: string,
  numbers: string[],
  key: string,
): Promise<FoundNumber[]> {
  const own = (column: 'number' | 'external_number') => sql`
    select 'order' as kind, orders.number as id, orders.number as title, orders.external_number as line, null::bigint as cents,
      orders.state, referrals.account_id::text as account_id, orders.recipient_number, null as partner
    from orders join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
    where orders.tenant = ${tenant} and ${sql.ref(`orders.${column}`)} = any(${numbers})`
  const ofPartner = (column: 'number' | 'external_number') => sql`
    select 'order', orders.number, orders.number, orders.external_number, null::bigint, orders.state, null, null, ${partnerName}
    from partner_orders as orders join sales_partners on sales_partners.tenant = ${tenant}
      and sales_partners.partner_id = orders.partner_id
    where orders.tenant = ${tenant} and ${sql.ref(`orders.${column}`)} = any(${numbers})`
  const { rows } = await sql<FoundNumber>`
    ${own('number')} union ${own('external_number')} union ${ofPartner('number')} union ${ofPartner('external_number')}
    union select 'order', line_id::text, external_number, null, null::bigint, 'unmatched', null, null, null
    from unmatched_orders where tenant = ${tenant} and external_key = ${key}
    limit ${few}`.execute(tx)
  return rows
}

/** Rewards with ids between two, which a beginning of an id is. */
export async function findRewards(
  tx: Tx,
  tenant: string,
  { from, to }: { from: string; to: string },
): Promise<FoundNumber[]> {
  const { rows } = await sql<FoundNumber>`
    select 'reward' as kind, reward_id::text as id, reward_id::text as title, order_number as line, cents, state,
      case when beneficiary = 'referrer' then account_id::text end as account_id,
      case when beneficiary = 'recipient' then recipient_number end as recipient_number, null as partner
    from rewards where tenant = ${tenant} and reward_id between ${from}::uuid and ${to}::uuid
    order by reward_id limit ${few}`.execute(tx)
  return rows
}

/** Payments by the reference that the bank repeats, or its beginning, which the person reads on the statement: the id's. */
export async function findPayouts(
  tx: Tx,
  tenant: string,
  references: string[],
  range: { from: string; to: string } | null,
): Promise<FoundNumber[]> {
  const one = (is: RawBuilder<unknown>) => sql`
    select 'payout' as kind, payouts.payout_id::text as id, payouts.end_to_end_id as title, null as line, payouts.cents, payouts.state,
      case when beneficiary = 'referrer' then account_id::text end as account_id,
      case when beneficiary = 'recipient' then recipient_number end as recipient_number,
      (select ${partnerName} from sales_partners
        where sales_partners.tenant = ${tenant} and sales_partners.partner_id = payouts.partner_id) as partner
    from payouts left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = payouts.reward_id
    where payouts.tenant = ${tenant} and ${is}`
  const whole = one(sql`payouts.end_to_end_id = any(${references})`)
  const { rows } = await sql<FoundNumber>`
    ${range ? sql`${whole} union ${one(sql`payouts.payout_id between ${range.from}::uuid and ${range.to}::uuid`)}` : whole}
    limit ${few}`.execute(tx)
  return rows
}

/** Invoices, credit notes and their corrections. */
export async function findPapers(
  tx: Tx,
  tenant: string,
  numbers: string[],
): Promise<FoundNumber[]> {
  const { rows } = await sql<FoundNumber>`
    select 'invoice' as kind, paper_id::text as id, papers.number as title, null as line, cents, state,
      null as account_id, null as recipient_number, coalesce(
        (select name from agencies where agencies.tenant = ${tenant} and agency_id = party_id),
        (select ${partnerName} from sales_partners where sales_partners.tenant = ${tenant} and partner_id = party_id)) as partner
    from papers where tenant = ${tenant} and papers.number = any(${numbers}) order by papers.number limit ${few}`.execute(
    tx,
  )
  return rows
}

export async function listAccountsWithCustomerNumber(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id::text as id from accounts where tenant = ${tenant} and customer_number = ${number} limit ${few}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Whose bank account it is: accounts, and contacts who gave it for a reward. `end`: the last four characters. */
export async function listOwnersOfIban(
  tx: Tx,
  tenant: string,
  asked: { hashes: string[] } | { end: string },
  most: number,
): Promise<{ accounts: string[]; contacts: string[] }> {
  const where =
    'end' in asked ? sql`iban_end = ${asked.end}` : sql`iban_hash = any(${asked.hashes})`
  const { rows } = await sql<{ account: string | null; contact: string | null }>`
    select account::text, contact from (
      (select account_id as account, null as contact from bank_accounts where tenant = ${tenant} and ${where} limit ${most})
      union
      (select case when beneficiary = 'referrer' then account_id end, case when beneficiary = 'recipient' then recipient_number end
        from (select reward_id from reward_bank_data where tenant = ${tenant} and ${where} limit ${2 * most}) as given
          join rewards on rewards.tenant = ${tenant} and rewards.reward_id = given.reward_id)) as owners`.execute(
    tx,
  )
  return {
    accounts: rows.flatMap(({ account }) => account ?? []),
    contacts: rows.flatMap(({ contact }) => contact ?? []),
  }
}

export type FoundAgency = { agency_id: string; number: string; name: string; state: string }

/** @param part of the name, as name_key() spells it; empty: none */
export async function findAgencies(
  tx: Tx,
  tenant: string,
  { numbers, part }: { numbers: string[]; part: string },
  most: number,
): Promise<FoundAgency[]> {
  const { rows } = await sql<FoundAgency>`
    select agency_id, number, name, state from agencies
    where tenant = ${tenant} and (number = any(${numbers}) or ${part} <> '' and strpos(search_key, ${part}) > 0)
    order by number = any(${numbers}) desc, strpos(search_key, ${part}), name, agency_id limit ${most}`.execute(
    tx,
  )
  return rows
}
