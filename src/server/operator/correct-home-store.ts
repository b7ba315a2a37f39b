import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { HouseholdFacts } from '../reward/judge-reward.ts'

/** Contacts with an address, each with their referrer: these, and those whom the account recommended to. */
export async function listPairs(
  tx: Tx,
  tenant: string,
  { accountId, numbers }: { accountId: string | null; numbers: readonly string[] },
): Promise<(HouseholdFacts & { number: string })[]> {
  const { rows } = await sql<HouseholdFacts & { number: string }>`
    select recipients.number, street, house_number as "houseNumber", zip, recipients.email as "recipientEmail",
      accounts.email as "accountEmail"
    from recipients
      join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
      join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id
    where recipients.tenant = ${tenant} and zip is not null and recipients.state <> 'withdrawn'
      and (recipients.number = any (${[...numbers]}) or recipients.referral_number = any (array(
        select number from referrals where tenant = ${tenant} and account_id = ${accountId})))`.execute(
    tx,
  )
  return rows
}
