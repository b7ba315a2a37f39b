import { sql } from 'kysely'
import type { RecipientState } from '../../domain/recipient.ts'
import type { Tx } from '../db/connection.ts'

export type MatchedRecipient = {
  number: string
  referral_number: string
  state: RecipientState
  channel: string
  campaign: string | null
}

const matched = sql`recipients.number, recipients.referral_number, recipients.state, recipients.channel, recipients.campaign`

/** A referral's recipient by address, confirmed before newest. */
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
      and recipients.state <> 'withdrawn' and (referrals.state <> 'cancelled' or referrals.accepted_go_on)
    order by recipients.state = 'confirmed' desc, recipients.created_at desc, recipients.number
    limit 1`.execute(tx)
  return rows[0]
}

/**
 * The referral's only acceptor; undefined for none or several. Confirmed ones win, as anybody with the link can type an address.
 */
export async function findOnlyOne(
  tx: Tx,
  tenant: string,
  referral: string,
): Promise<MatchedRecipient | undefined> {
  const { rows } = await sql<MatchedRecipient>`
    select distinct on (recipients.email) ${matched}
    from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
    where recipients.tenant = ${tenant} and recipients.referral_number = ${referral}
      and recipients.state <> 'withdrawn' and (referrals.state <> 'cancelled' or referrals.accepted_go_on)
    order by recipients.email, recipients.state = 'confirmed' desc, recipients.created_at desc, recipients.number
    limit 50`.execute(tx)
  const confirmed = rows.filter((row) => row.state === 'confirmed')
  const candidates = confirmed.length > 0 ? confirmed : rows
  return candidates.length === 1 ? candidates[0] : undefined
}

/**
 * The first to confirm the address, among referrals of those products. Unconfirmed ones do not count: anybody could draw a
 * stranger's order to their referral.
 */
export async function findByEmailAndProduct(
  tx: Tx,
  tenant: string,
  email: string,
  products: readonly string[],
): Promise<MatchedRecipient | undefined> {
  const { rows } = await sql<MatchedRecipient>`
    select ${matched}
    from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
    where recipients.tenant = ${tenant} and recipients.email = ${email} and recipients.state = 'confirmed'
      and referrals.product_id = any(${[...products]}) and (referrals.state <> 'cancelled' or referrals.accepted_go_on)
    order by recipients.confirmed_at, recipients.number
    limit 1`.execute(tx)
  return rows[0]
}
