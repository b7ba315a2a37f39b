import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/**
 * A person for per-person rules: by mailbox (domain/email.ts), and by keyed hashes if forgotten since (domain/known-again.ts).
 */
export type Person = { mailbox: string; hashes: readonly string[] }

/**
 * Cents received per person and product policy from `from` until before `until`, in the order asked. Excludes cancelled and
 * expired rewards, includes claimed-back ones.
 */
export async function sumRecipientRewards(
  tx: Tx,
  tenant: string,
  asked: readonly (Person & { productId: string })[],
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<number[]> {
  const hashes = asked.flatMap(({ hashes }, place) => hashes.map((hash) => ({ place, hash })))
  const { rows } = await sql<{ place: number; cents: number }>`
    with asked as (
      select * from unnest(
        ${asked.map((_, place) => place)}::int[], ${asked.map((one) => one.mailbox)}::text[],
        ${asked.map((one) => one.productId)}::text[]) as asked (place, mailbox, product_id)),
    theirs as (
      select asked.place, recipients.number
      from asked join recipients on recipients.tenant = ${tenant} and recipients.mailbox = asked.mailbox
      union
      select known.place, recipients.number
      from unnest(${hashes.map(({ place }) => place)}::int[], ${hashes.map(({ hash }) => hash)}::text[])
        as known (place, hash)
        join recipients on recipients.tenant = ${tenant} and recipients.person_hash = known.hash)
    select asked.place, sum(rewards.cents)::bigint as cents
    from theirs join asked on asked.place = theirs.place
      join rewards on rewards.tenant = ${tenant} and rewards.recipient_number = theirs.number
      join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
    where rewards.beneficiary = 'recipient' and rewards.state not in ('cancelled', 'expired')
      and orders.product_id = asked.product_id
      and rewards.created_at >= ${from.toString()} and rewards.created_at < ${until.toString()}
    group by asked.place`.execute(tx)
  const sums = new Map(rows.map(({ place, cents }) => [place, cents]))
  return asked.map((_, place) => sums.get(place) ?? 0)
}
