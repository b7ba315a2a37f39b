import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export const confirmMailKey = (number: string) => `confirm-recipient|${number}`

/** Up to `limit` recipients who never confirmed in time and have no order, locked; answers them with their referrals. */
export async function lockUnconfirmed(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<{ number: string; referral_number: string }[]> {
  const { rows } = await sql<{ number: string; referral_number: string }>`
    select number, referral_number from recipients
    where tenant = ${tenant} and state = 'accepted' and delete_on <= ${today.toString()}
      and not exists (select from orders
        where orders.tenant = ${tenant} and orders.recipient_number = recipients.number)
    order by delete_on limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/**
 * Up to `limit` duplicates that were merged into another (mergeRecipient) and whose weeks are over, locked. Their numbers lead
 * nowhere from then on.
 */
export async function lockWithdrawn(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<{ number: string; hasOrder: boolean }[]> {
  const { rows } = await sql<{ number: string; hasOrder: boolean }>`
    select number, exists (select from orders
      where orders.tenant = ${tenant} and orders.recipient_number = recipients.number) or exists (select from rewards
      where rewards.tenant = ${tenant} and rewards.recipient_number = recipients.number) as "hasOrder"
    from recipients
    where tenant = ${tenant} and state = 'withdrawn' and delete_on <= ${today.toString()} and email <> ''
    order by delete_on limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Leaves of recipients what an order needs to hang on: a number, and nothing of a person. */
export async function blankRecipients(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  const all = [...numbers]
  await sql`
    update recipients set email = '', salutation = '', first_name = '', last_name = '', birth_date = null, phone = null,
      street = null, house_number = null, zip = null, city = null, advertising = false
    where tenant = ${tenant} and number = any (${all})`.execute(tx)
}

/**
 * Deletes recipients and everything that tells of them: tokens, consents (of an address that was never confirmed they prove
 * nothing) and what the mail to them said. Clicks keep a number that belongs to nobody.
 */
export async function deleteRecipients(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  const all = [...numbers]
  await sql`
    delete from tokens
    where tenant = ${tenant} and kind in ('recipient', 'confirm-recipient') and subject = any (${all})`.execute(
    tx,
  )
  await sql`
    delete from consents
    where tenant = ${tenant} and subject_kind = 'recipient' and subject_id = any (${all})`.execute(
    tx,
  )
  await sql`
    update mails set to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and dedupe_key = any (${all.map(confirmMailKey)})`.execute(tx)
  await sql`delete from recipients where tenant = ${tenant} and number = any (${all})`.execute(tx)
}

/** Of these referrals those that have an accepted or confirmed recipient. */
export async function findStillAccepted(
  tx: Tx,
  tenant: string,
  referrals: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('recipients')
    .select('referral_number')
    .distinct()
    .where('tenant', '=', tenant)
    .where('referral_number', 'in', referrals)
    .where('state', '<>', 'withdrawn')
    .execute()
  return new Set(rows.map((row) => row.referral_number))
}

export async function listValidUntil(
  tx: Tx,
  tenant: string,
  referrals: readonly string[],
): Promise<{ number: string; valid_until: string }[]> {
  return tx
    .selectFrom('referrals')
    .select(['number', 'valid_until'])
    .where('tenant', '=', tenant)
    .where('number', 'in', referrals)
    .orderBy('number')
    .forNoKeyUpdate()
    .execute()
}
