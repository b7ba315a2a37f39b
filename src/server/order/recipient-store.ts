import { sql } from 'kysely'
import type { RecipientState } from '../../domain/recipient.ts'
import type { Tx } from '../db/connection.ts'

export type MatchedRecipient = {
  number: string
  referral_number: string
  state: RecipientState
  channel: string
}

const matched = sql`recipients.number, recipients.referral_number, recipients.state, recipients.channel`

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
