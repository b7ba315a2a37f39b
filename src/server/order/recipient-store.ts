import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type MatchedRecipient = {
  number: string
  referral_number: string
  state: 'accepted' | 'confirmed'
  email: string
  channel: string
}

const matched = sql`recipients.number, recipients.referral_number, recipients.state, recipients.email, recipients.channel`

/**
 * The recipient of that number. Somebody who filled in the form twice is one person: the row that was confirmed
 * stands for both.
 */
export async function findByNumber(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<MatchedRecipient | undefined> {
  const { rows } = await sql<MatchedRecipient>`
    select ${matched}
    from recipients as named
      join recipients on recipients.tenant = ${tenant} and recipients.referral_number = named.referral_number
        and (recipients.number = named.number or (recipients.email = named.email and recipients.state = 'confirmed'))
      join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
    where named.tenant = ${tenant} and named.number = ${number} and named.state <> 'withdrawn'
      and recipients.state <> 'withdrawn' and referrals.state <> 'cancelled'
    order by recipients.state = 'confirmed' desc, recipients.number = named.number desc
    limit 1`.execute(tx)
  return rows[0]
}

/** The recipient of a referral with that address, the confirmed one before the newest. */
export async function findByReferralAndEmail(
  tx: Tx,
  tenant: string,
  referral: string,
  email: string,
): Promise<MatchedRecipient | undefined> {
  const { rows } = await sql<MatchedRecipient>`
    select ${matched}
    from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
    where recipients.tenant = ${tenant} and recipients.referral_number = ${referral} and recipients.email = ${email}
      and recipients.state <> 'withdrawn' and referrals.state <> 'cancelled'
    order by recipients.state = 'confirmed' desc, recipients.created_at desc, recipients.number
    limit 1`.execute(tx)
  return rows[0]
}

/** The one person who accepted a referral; undefined when nobody or several did. */
export async function findOnlyOne(
  tx: Tx,
  tenant: string,
  referral: string,
): Promise<MatchedRecipient | undefined> {
  const { rows } = await sql<MatchedRecipient>`
    select distinct on (recipients.email) ${matched}
    from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
    where recipients.tenant = ${tenant} and recipients.referral_number = ${referral}
      and recipients.state <> 'withdrawn' and referrals.state <> 'cancelled'
    order by recipients.email, recipients.state = 'confirmed' desc, recipients.created_at desc, recipients.number
    limit 2`.execute(tx)
  return rows.length === 1 ? rows[0] : undefined
}

/** The newest recipient with that address whose referral is of that product. */
export async function findByEmailAndProduct(
  tx: Tx,
  tenant: string,
  email: string,
  product: string,
): Promise<MatchedRecipient | undefined> {
  const { rows } = await sql<MatchedRecipient>`
    select ${matched}
    from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
    where recipients.tenant = ${tenant} and recipients.email = ${email} and recipients.state <> 'withdrawn'
      and referrals.product_id = ${product} and referrals.state <> 'cancelled'
    order by recipients.created_at desc, recipients.state = 'confirmed' desc, recipients.number
    limit 1`.execute(tx)
  return rows[0]
}

/** Makes parallel reports and feed lines of one recipient wait for each other. */
export async function lockRecipient(tx: Tx, tenant: string, number: string): Promise<void> {
  await tx
    .selectFrom('recipients')
    .select('number')
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .forNoKeyUpdate()
    .execute()
}

/**
 * A contract that the provider confirmed confirms the recipient's data too (domain.md section 3). Answers whether it did;
 * not where the same address is confirmed already in another row of the referral.
 */
export async function confirmByContract(
  tx: Tx,
  tenant: string,
  number: string,
  at: Temporal.Instant,
): Promise<boolean> {
  const result = await sql`
    update recipients set state = 'confirmed', confirmed_at = ${at.toString()}
    where tenant = ${tenant} and number = ${number} and state = 'accepted' and not exists (
      select from recipients as other
      where other.tenant = ${tenant} and other.referral_number = recipients.referral_number
        and other.email = recipients.email and other.state = 'confirmed')`.execute(tx)
  return result.numAffectedRows === 1n
}
