import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

// Whose open lines of the statement may be, by what they name.

type Unguessed = {
  line_id: string
  cents: number
  direction: 'CRDT' | 'DBIT'
  party_mask: string | null
}

/** What names a payment or file of ours is said by two people (835), so nothing books it by itself. */
export const namesNothingOfOurs = sql`coalesce(likely_kind, '') not in ('payout', 'batch')`

/** Open lines without a likely partner; `ours`: which name no payment or file of ours so far. */
export async function listUnguessed(
  tx: Tx,
  tenant: string,
  lineIds: readonly string[],
  among: Among,
): Promise<Unguessed[]> {
  const isUnguessed = among === 'ours' ? namesNothingOfOurs : sql`likely_kind is null`
  const { rows } = await sql<Unguessed>`
    select line_id, cents, direction, party_mask from bank_lines
    where tenant = ${tenant} and kind is null and ${isUnguessed} and line_id = any (${[...lineIds]}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** `ours`: payments and files of ours alone. */
type Among = 'ours' | 'all'

/** Keeps whom lines may be of: by a number in their text, else a clawback of that amount and account. */
export async function guessPartners(
  tx: Tx,
  tenant: string,
  lines: readonly {
    lineId: string
    words: readonly string[]
    cents: number
    mask: string | null
  }[],
  among: Among,
): Promise<void> {
  if (lines.length === 0) return
  const words = sql`array(select jsonb_array_elements_text(given.words))`
  const others = sql`
        union all
        select 3, 'invoice', number from invoices where tenant = ${tenant} and number = any (${words})
        union all
        select 4, 'clawback', clawbacks.reward_id::text
          from clawbacks join rewards on rewards.tenant = ${tenant} and rewards.reward_id = clawbacks.reward_id
          where clawbacks.tenant = ${tenant} and closed_at is null
            and (rewards.order_number = any (${words}) or right(clawbacks.reward_id::text, 12) = any (${words}))
        union all
        select 5, 'clawback', clawbacks.reward_id::text
          from clawbacks join payouts on payouts.tenant = ${tenant} and payouts.reward_id = clawbacks.reward_id
          where clawbacks.tenant = ${tenant} and closed_at is null and left_cents = given.cents and iban_mask = given.mask`
  await sql`
    update bank_lines set likely_kind = likely.kind, likely_id = likely.id
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given ("lineId" uuid, words jsonb, cents bigint, mask text)
      cross join lateral (
        select 1 as place, 'payout' as kind, payout_id::text as id from payouts
          where tenant = ${tenant} and end_to_end_id = any (${words})
        union all
        select 2, 'batch', batch_id from payout_batches where tenant = ${tenant} and message_id = any (${words})
        ${among === 'all' ? others : sql``}
        order by place, id limit 1
      ) likely
    where bank_lines.tenant = ${tenant} and bank_lines.line_id = given."lineId"`.execute(tx)
}

/** Of which invoice's payment an open line may be the reversal. */
export async function setLikelyInvoice(
  tx: Tx,
  tenant: string,
  lineId: string,
  number: string,
): Promise<void> {
  await sql`
    update bank_lines set likely_kind = 'invoice', likely_id = ${number}
    where tenant = ${tenant} and line_id = ${lineId} and ${namesNothingOfOurs}`.execute(tx)
}

/** Which of these words are payments or files of ours. */
export async function listOurs(
  tx: Tx,
  tenant: string,
  words: readonly string[],
): Promise<Set<string>> {
  if (words.length === 0) return new Set()
  const { rows } = await sql<{ word: string }>`
    select end_to_end_id as word from payouts where tenant = ${tenant} and end_to_end_id = any (${[...words]}::text[])
    union all
    select message_id from payout_batches where tenant = ${tenant} and message_id = any (${[...words]}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ word }) => word))
}
