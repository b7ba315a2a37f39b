import { sql } from 'kysely'
import { platformCode } from '../../domain/platform.ts'
import { mailboxOf } from '../../domain/email.ts'
import { onPlatform, type Tx } from '../db/connection.ts'

// All that makes two people one for a decision: mailbox, IBAN, household.
const traits = (
  tenant: string,
  accounts: ReturnType<typeof sql>,
  numbers: ReturnType<typeof sql>,
) =>
  sql`
    select 'iban ' || iban_hash as trait from bank_accounts where tenant = ${tenant} and account_id in (${accounts})
    union select 'iban ' || bank.iban_hash from rewards
      join reward_bank_data bank on bank.tenant = ${tenant} and bank.reward_id = rewards.reward_id
      where rewards.tenant = ${tenant}
        and (rewards.account_id in (${accounts}) or rewards.recipient_number in (${numbers}))
    union select 'home ' || lower(regexp_replace(street || '|' || house_number || '|' || zip, '[^[:alnum:]|]', '', 'g'))
      from recipients where tenant = ${tenant} and number in (${numbers})
        and street is not null and house_number is not null and zip is not null`

/** Whether a reward is the operator's own: one of its sides has their mailbox, or an IBAN or household of somebody who has. */
export async function isOwnReward(
  tx: Tx,
  tenant: string,
  operatorId: string,
  rewardId: string,
): Promise<boolean> {
  const operator = await onPlatform(tx, tenant, () =>
    tx
      .selectFrom('operators')
      .select('email')
      .where('tenant', '=', platformCode)
      .where('operator_id', '=', operatorId)
      .executeTakeFirst(),
  )
  if (!operator) return true
  const mailbox = mailboxOf(operator.email)
  const { rows: sides } = await sql<{ email: string }>`
    select accounts.email from rewards
      left join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
      join accounts on accounts.tenant = ${tenant} and accounts.account_id = coalesce(rewards.account_id, referrals.account_id)
    where rewards.tenant = ${tenant} and rewards.reward_id = ${rewardId}
    union all
    select recipients.email from rewards
      left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
      join recipients on recipients.tenant = ${tenant}
        and recipients.number = coalesce(rewards.recipient_number, orders.recipient_number)
    where rewards.tenant = ${tenant} and rewards.reward_id = ${rewardId}`.execute(tx)
  if (sides.some(({ email }) => mailboxOf(email) === mailbox)) return true
  // What the operator gave as a referrer or as a contact.
  const own = sql`select account_id from accounts where tenant = ${tenant} and email in (${operator.email}, ${mailbox})`
  const ownNumbers = sql`select number from recipients where tenant = ${tenant} and mailbox = ${mailbox}`
  const accounts = sql`select coalesce(rewards.account_id, referrals.account_id) from rewards
    left join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
    where rewards.tenant = ${tenant} and rewards.reward_id = ${rewardId}`
  const numbers = sql`select coalesce(rewards.recipient_number, orders.recipient_number) from rewards
    left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
    where rewards.tenant = ${tenant} and rewards.reward_id = ${rewardId}`
  const { rows } = await sql`
    select from (${traits(tenant, accounts, numbers)}) theirs
      join (${traits(tenant, own, ownNumbers)}) mine using (trait) limit 1`.execute(tx)
  return rows.length > 0
}
