import { sql } from 'kysely'
import type { Tx } from './connection.ts'

export type Grown =
  | 'payout_proposal_items'
  | 'payout_approval_flags'
  | 'payouts'
  | 'bank_lines'
  | 'bank_line_payouts'

/** After many rows were written: for the planner a table is as large as when it was last analysed, which may be hours ago (831). */
export async function analyseGrown(tx: Tx, ...tables: Grown[]): Promise<void> {
  await sql`select analyse_grown(${tables}::text[])`.execute(tx)
}
