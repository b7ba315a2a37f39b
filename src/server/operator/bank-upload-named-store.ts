import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type NamedInFile = {
  id: string
  cents: number
  proposal_id: string | null
  reward_id: string | null
  line_id: string | null // of the statement
}

/** Payments and files of ours that a bank's file names, by the ids it has for them. */
export async function findNamedInFile(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedInFile>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NamedInFile>`
    select p.end_to_end_id as id, p.cents, b.proposal_id, p.reward_id::text, (
      select l.line_id::text from bank_line_payouts l
      where l.tenant = ${tenant} and l.payout_id = p.payout_id and l.line_id is not null
      order by l.says = 'settled', l.says limit 1) as line_id
    from payouts p join payout_batches b on b.tenant = ${tenant} and b.batch_id = p.batch_id
    where p.tenant = ${tenant} and p.end_to_end_id = any(${[...ids]}::text[])
    union all
    select b.message_id, b.total_cents, b.proposal_id, null, null from payout_batches b
    where b.tenant = ${tenant} and b.message_id = any(${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
