import { sql, type RawBuilder } from 'kysely'
import { mostDaysApart, orderKey } from '../../domain/claim.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

export type ContactRow = {
  number: string
  name: string
  email: string
  account_id: string | null
  account_name: string | null
  agency_id: string | null
  referral_number: string
  product_id: string
  product: Localised
  same_product: boolean
  accepted_on: string
  state: string
  has_claim: boolean
}

const most = 20

type Line = {
  product_id: string
  external_number: string
  contract_on: string
}

const claimed = (
  tenant: string,
  line: Line,
) => sql`claims.tenant = ${tenant} and claims.state = 'open'
  and (external_key = ${orderKey(line.external_number)} or (product_id = ${line.product_id} and external_key is null
    and contract_on between ${line.contract_on}::date - ${mostDaysApart}::int and ${line.contract_on}::date + ${mostDaysApart}::int))`

const select = (tenant: string, line: Line, numbers: RawBuilder<unknown>) => sql<ContactRow>`
  select recipients.number, trim(recipients.first_name || ' ' || recipients.last_name) as name, recipients.email,
    accounts.account_id, nullif(trim(accounts.first_name || ' ' || accounts.last_name), '') as account_name,
    referrals.agency_id, recipients.referral_number, referrals.product_id, products.title as product, referrals.product_id = ${line.product_id} as same_product,
    recipients.created_on as accepted_on, recipients.state,
    exists (select from claims where ${claimed(tenant, line)} and referral_number = recipients.referral_number
      and (claimant_kind = 'account' or claimant_id = recipients.number)) as has_claim
  from recipients
    join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
    join products on products.tenant = ${tenant} and products.product_id = referrals.product_id
    left join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id and accounts.deleted_at is null
  where recipients.tenant = ${tenant} and recipients.state <> 'withdrawn' and recipients.merged_into is null
    and recipients.email <> '' and (referrals.state <> 'cancelled' or referrals.accepted_go_on)
    and recipients.number = any (${numbers})
  order by has_claim desc, same_product desc, recipients.created_on desc, recipients.number limit ${most}`

/** Whom the line names, and who says that such a contract is missing. */
export async function listLikelyContacts(
  tx: Tx,
  tenant: string,
  line: Line,
  clues: { referral: string | null; recipient: string | null },
): Promise<ContactRow[]> {
  const numbers = sql`array(
    select number from recipients where tenant = ${tenant} and (number = ${clues.recipient} or referral_number = ${clues.referral})
    union
    select recipients.number from claims join recipients on recipients.tenant = ${tenant}
      and recipients.referral_number = claims.referral_number where ${claimed(tenant, line)}
    limit 200)`
  return (await select(tenant, line, numbers).execute(tx)).rows
}

export async function listContacts(
  tx: Tx,
  tenant: string,
  line: Line,
  numbers: readonly string[],
): Promise<ContactRow[]> {
  return (await select(tenant, line, sql`${[...numbers]}::text[]`).execute(tx)).rows
}

/** Numbers of contacts of people who were found in some other way. */
export async function listNumbersOf(
  tx: Tx,
  tenant: string,
  by: { emails: readonly string[]; referral: string },
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from recipients
    where tenant = ${tenant} and (email = any (${[...by.emails]}) or referral_number = ${by.referral}) limit 200`.execute(
    tx,
  )
  return rows.map(({ number }) => number)
}
