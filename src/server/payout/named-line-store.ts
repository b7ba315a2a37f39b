import { sql } from 'kysely'
import type { NamedKind } from '../../domain/bank-line.ts'
import type { Tx } from '../db/connection.ts'

/** Keeps what one person calls it; null: nobody. The caller has locked it. */
export async function nameLine(
  tx: Tx,
  tenant: string,
  lineId: string,
  named: { kind: NamedKind; by: string; reason: string; at: Temporal.Instant } | null,
): Promise<void> {
  await sql`
    update bank_lines set named_kind = ${named?.kind ?? null}, named_by = ${named?.by ?? null},
      named_at = ${named?.at.toString() ?? null}, named_reason = ${named?.reason ?? null}, version = version + 1
    where tenant = ${tenant} and line_id = ${lineId}`.execute(tx)
}
