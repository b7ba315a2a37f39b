import { sql } from 'kysely'
import type { AssignableKind } from '../../domain/bank-line.ts'
import type { Tx } from '../db/connection.ts'
import type { Payee } from './own-payment.ts'

/** What one person calls a line, for a second one. `subject`: the clawback or invoice that they mean. */
export type Named = {
  kind: AssignableKind
  subject: string | null
  by: string
  reason: string
  at: Temporal.Instant
}

/** Keeps what one person calls it; null: nobody. The caller has locked it. */
export async function nameLine(
  tx: Tx,
  tenant: string,
  lineId: string,
  named: Named | null,
): Promise<void> {
  await sql`
    update bank_lines set named_kind = ${named?.kind ?? null}, named_subject = ${named?.subject ?? null}, named_by = ${named?.by ?? null},
      named_at = ${named?.at.toString() ?? null}, named_reason = ${named?.reason ?? null}, version = version + 1
    where tenant = ${tenant} and line_id = ${lineId}`.execute(tx)
}

/** Whose the payments are that a line is of, or names. */
export async function listPayeesNamed(tx: Tx, tenant: string, lineId: string): Promise<Payee[]> {
  const { rows } = await sql<Payee>`
    select distinct reward_id, partner_id from (
      select payout_id from bank_line_payouts where tenant = ${tenant} and line_id = ${lineId}
      union
      select (case likely_kind when 'payout' then likely_id end)::uuid from bank_lines
        where tenant = ${tenant} and line_id = ${lineId} and likely_kind = 'payout'
      union
      select payouts.payout_id from bank_lines lines
        join payouts on payouts.tenant = ${tenant} and payouts.batch_id = lines.likely_id
        where lines.tenant = ${tenant} and lines.line_id = ${lineId} and lines.likely_kind = 'batch') named
      join payouts on payouts.tenant = ${tenant} and payouts.payout_id = named.payout_id`.execute(
    tx,
  )
  return rows
}
