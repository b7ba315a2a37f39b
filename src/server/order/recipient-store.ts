import { sql } from 'kysely'
import type { RecipientState } from '../../domain/recipient.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'

export type MatchedRecipient = {
  number: string
  referral_number: string
  state: RecipientState
  channel: string
  campaign: string | null
  mailbox: string
}

const matched = sql`recipients.number, recipients.referral_number, recipients.state, recipients.channel, recipients.campaign,
  recipients.mailbox`
type Found = MatchedRecipient & { email: string }

/** A referral's recipient by address, confirmed before newest. */
export const findByReferralAndEmail = forMany(
  async (
    tx,
    tenant,
    asked: readonly { referral: string; email: string }[],
  ): Promise<(MatchedRecipient | undefined)[]> => {
    const { rows } = await sql<Found>`
      select ${matched}, recipients.email
      from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
      where recipients.tenant = ${tenant} and recipients.referral_number = any (${asked.map((one) => one.referral)}::text[])
        and recipients.email = any (${asked.map((one) => one.email)}::text[])
        and recipients.state <> 'withdrawn' and (referrals.state <> 'cancelled' or referrals.accepted_go_on)
      order by recipients.state = 'confirmed' desc, recipients.created_at desc, recipients.number`.execute(
      tx,
    )
    return asked.map(({ referral, email }) =>
      rows.find((row) => row.referral_number === referral && row.email === email),
    )
  },
)

/**
 * The referral's only acceptor; undefined for none or several. Confirmed ones win, as anybody with the link can type an address.
 */
export const findOnlyOne = forMany(
  async (tx, tenant, referrals: readonly string[]): Promise<(MatchedRecipient | undefined)[]> => {
    const found = onlyOnes(await listAcceptors(tx, tenant, referrals))
    return referrals.map((referral) => found.find((row) => row.referral_number === referral))
  },
)

/** The only ones of referrals that have one. */
export function onlyOnes(acceptors: readonly MatchedRecipient[]): MatchedRecipient[] {
  const byReferral = Map.groupBy(acceptors, (row) => row.referral_number)
  return [...byReferral.values()].flatMap((all) => {
    const confirmed = all.filter((row) => row.state === 'confirmed')
    const candidates = confirmed.length > 0 ? confirmed : all
    return candidates.length === 1 ? candidates : []
  })
}

/** Who accepted these referrals, once for each address: all, as only who has no other beside them is meant. */
export async function listAcceptors(
  tx: Tx,
  tenant: string,
  referrals: readonly string[],
): Promise<MatchedRecipient[]> {
  if (referrals.length === 0) return []
  const { rows } = await sql<MatchedRecipient>`
    select found.* from unnest(${[...new Set(referrals)]}::text[]) as asked (referral),
      lateral (
        select distinct on (recipients.email) ${matched}
        from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
        where recipients.tenant = ${tenant} and recipients.referral_number = asked.referral
          and recipients.state <> 'withdrawn' and (referrals.state <> 'cancelled' or referrals.accepted_go_on)
        order by recipients.email, recipients.state = 'confirmed' desc, recipients.created_at desc, recipients.number) as found`.execute(
    tx,
  )
  return rows
}

/**
 * The first to confirm the address, among referrals of those products. Unconfirmed ones do not count: anybody could draw a
 * stranger's order to their referral.
 */
export const findByEmailAndProduct = forMany(
  async (
    tx,
    tenant,
    asked: readonly { email: string; products: readonly string[] }[],
  ): Promise<(MatchedRecipient | undefined)[]> => {
    const products = [...new Set(asked.flatMap((one) => one.products))]
    const { rows } = await sql<Found & { product_id: string }>`
      select ${matched}, recipients.email, referrals.product_id
      from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
      where recipients.tenant = ${tenant} and recipients.email = any (${asked.map((one) => one.email)}::text[])
        and recipients.state = 'confirmed'
        and referrals.product_id = any (${products}::text[]) and (referrals.state <> 'cancelled' or referrals.accepted_go_on)
      order by recipients.confirmed_at, recipients.number`.execute(tx)
    return asked.map((one) =>
      rows.find((row) => row.email === one.email && one.products.includes(row.product_id)),
    )
  },
)
