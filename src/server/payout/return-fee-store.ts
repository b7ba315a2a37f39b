import { sql } from 'kysely'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { insertLines, type OpenLine } from './bank-line-store.ts'

type Less = {
  line_id: string
  account: string
  line_key: string
  digest: string
  file_hash: string
  booked_on: string
  value_on: string | null
  day_on: string
  currency: string
  reference: string | null
  code: string | null
  fee_cents: number
}

/**
 * Returns that came less the fee that is noted of their payment: from now on they stand in full, and the fee is a charge of its own, as where
 * the line's own file names it.
 */
export async function bookReturnFees(
  tx: Tx,
  tenant: string,
  lineIds: readonly string[],
  at: Temporal.Instant,
): Promise<void> {
  const { rows } = await sql<Less>`
    select lines.line_id, account, line_key, digest, lines.file_hash, booked_on, value_on, day_on, currency, reference, code, fee_cents
    from bank_lines lines
      join bank_line_payouts links on links.tenant = ${tenant} and links.line_id = lines.line_id
      join payouts on payouts.tenant = ${tenant} and payouts.payout_id = links.payout_id
    where lines.tenant = ${tenant} and lines.line_id = any (${[...lineIds]}::uuid[]) and kind is null and direction = 'CRDT' and is_return
      and currency = 'EUR' and says = 'returned' and applied_at is not null and fee_cents > 0
      and lines.cents + fee_cents = payouts.cents
    order by lines.line_id for no key update of lines`.execute(tx)
  for (const row of rows) {
    const charge = {
      lineId: uuidv7(at.epochMilliseconds),
      account: row.account,
      key: `${row.line_key}:fee`,
      digest: `${row.digest}:fee`,
      fileHash: row.file_hash,
      bookedOn: row.booked_on,
      valueOn: row.value_on,
      dayOn: row.day_on,
      direction: 'DBIT' as const,
      cents: row.fee_cents,
      currency: row.currency,
      reference: row.reference,
      code: row.code,
      isReturn: false,
      partyMask: null,
      wordsEncrypted: null,
      kind: 'charge' as const,
    }
    await insertLines(tx, tenant, [charge], at)
    await sql`
      update bank_lines set cents = cents + ${row.fee_cents}
      where tenant = ${tenant} and line_id = ${row.line_id}`.execute(tx)
  }
}

/** A line as whoever says that it is a return has to see it, with the number of its payments. */
export async function lockReturnLine(tx: Tx, tenant: string, lineId: string) {
  const { rows } = await sql<
    OpenLine & {
      is_return: boolean
      likely_kind: 'clawback' | 'invoice' | 'payout' | 'batch' | null
      likely_id: string | null
      links: number
    }
  >`
    select line_id, direction, cents, currency, booked_on, day_on, kind, version, is_return, likely_kind, likely_id, (
      select count(*)::int from bank_line_payouts links where links.tenant = ${tenant} and links.line_id = bank_lines.line_id) as links
    from bank_lines where tenant = ${tenant} and line_id = ${lineId} for no key update`.execute(tx)
  return rows[0]
}
