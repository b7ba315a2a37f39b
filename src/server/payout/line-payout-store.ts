import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { sql } from 'kysely'
import { analyseGrown } from '../db/analyse-grown.ts'
import type { Tx } from '../db/connection.ts'

// What the bank's files say of payments, by line of the account, and what of it waits for a second person.

/** Who decided: whoever proposed it, at a tenant that has one person. */
export const alone = 'alone'

/** What comes back, or never left, may wait for a second person. */
export type Back = 'returned' | 'rejected'

export type Link = {
  line_id: string | null // null: a status report has rejected it
  payout_id: string
  says: 'settled' | Back
  bank_status: string | null
  reasons: string | null
  proposed_by: string | null
  proposed_at: Temporal.Instant | null
  applied_at: Temporal.Instant | null
}

export type Rejection = {
  payout_id: string
  proposed_by: string
  reward_id: string | null
  partner_id: string | null
}

/** What a line, or a report that a person handed in, said of a payment, if one has. */
export async function findLink(
  tx: Tx,
  tenant: string,
  payoutId: string,
  says: 'settled' | Back,
): Promise<Link | undefined> {
  const links = await lockLinks(tx, tenant, [payoutId])
  return links.find((link) => link.says === says)
}

/** All that was said of these payments, locked in one order. */
export async function lockLinks(
  tx: Tx,
  tenant: string,
  payoutIds: readonly string[],
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select line_id, payout_id, says, bank_status, reasons, proposed_by, proposed_at, applied_at from bank_line_payouts
    where tenant = ${tenant} and payout_id = any (${[...payoutIds]}::uuid[])
    order by payout_id, says for no key update`.execute(tx)
  return rows
}

/** The payments that lines come to, which are theirs alone. */
export async function listMatched(
  tx: Tx,
  tenant: string,
  lineIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (lineIds.length === 0) return new Map()
  const { rows } = await sql<{ line_id: string; payments: string[] }>`
    select links.line_id, array_agg(payout_id::text) as payments from bank_line_payouts links
      join bank_lines lines on lines.tenant = ${tenant} and lines.line_id = links.line_id
    where links.tenant = ${tenant} and links.line_id = any (${[...lineIds]}::uuid[]) and kind in ('payout', 'batch', 'return')
    group by links.line_id`.execute(tx)
  return new Map(rows.map(({ line_id: id, payments }) => [id, new Set(payments)]))
}

/** Why a payment is not one of a line that somebody explained before. */
export const explainedAs = (kind: string) => bankFileReason('explained', kind)

/** Lines that are no payments, by somebody's word, with what they are. Nobody says so of the others before the transaction ends. */
export async function lockExplained(
  tx: Tx,
  tenant: string,
  lineIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(lineIds.flatMap((id) => id ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ line_id: string; kind: string | null }>`
    select line_id, kind from bank_lines where tenant = ${tenant} and line_id = any (${ids}::uuid[])
    order by line_id for share`.execute(tx)
  return new Map(
    rows.flatMap(({ line_id: id, kind }) =>
      kind === null || ['payout', 'batch', 'return'].includes(kind) ? [] : [[id, kind]],
    ),
  )
}

export type NewLink = {
  lineId: string | null
  payoutId: string
  says: 'settled' | Back
  bankStatus: string | null
  fileHash: string | null // of the report
  reasons: string | null
  feeCents: number
  proposedBy: string | null // null: applied
  proposedReason?: string | undefined
  decided?: { by: string; reason?: string | undefined } // alone
  at: Temporal.Instant
}

export async function insertLinks(
  tx: Tx,
  tenant: string,
  links: readonly NewLink[],
): Promise<void> {
  if (links.length === 0) return
  await tx
    .insertInto('bank_line_payouts')
    .values(
      links.map((link) => ({
        tenant,
        line_id: link.lineId,
        payout_id: link.payoutId,
        says: link.says,
        bank_status: link.bankStatus,
        file_hash: link.fileHash,
        reasons: link.reasons,
        fee_cents: link.feeCents,
        proposed_by: link.proposedBy,
        proposed_at: link.proposedBy && link.at.toString(),
        proposed_reason: link.proposedReason ?? null,
        decided_by: link.decided?.by ?? null,
        decided_reason: link.decided?.reason ?? null,
        applied_at: link.proposedBy === null ? link.at.toString() : null,
      })),
    )
    .execute()
  await analyseGrown(tx, 'bank_line_payouts')
}

/** What waited is applied. */
export async function applyLink(
  tx: Tx,
  tenant: string,
  { payoutId, says }: { payoutId: string; says: Back },
  { at, by, reason }: { at: Temporal.Instant; by: string; reason: string | undefined },
): Promise<void> {
  await sql`
    update bank_line_payouts set applied_at = ${at.toString()}, decided_by = ${by}, decided_reason = ${reason ?? null}
    where tenant = ${tenant} and payout_id = ${payoutId} and says = ${says} and applied_at is null`.execute(
    tx,
  )
}

/** What waited is not confirmed: the line of a return is an open item. */
export async function deleteLink(
  tx: Tx,
  tenant: string,
  { payoutId, says }: { payoutId: string; says: Back },
): Promise<boolean> {
  const deleted = await sql`
    delete from bank_line_payouts
    where tenant = ${tenant} and payout_id = ${payoutId} and says = ${says} and applied_at is null`.execute(
    tx,
  )
  return deleted.numAffectedRows === 1n
}

/** Rejections by a report that a person handed in, as far as they wait for a second one. */
export async function listRejections(
  tx: Tx,
  tenant: string,
  fileHash: string,
): Promise<Rejection[]> {
  const { rows } = await sql<Rejection>`
    select links.payout_id, proposed_by, reward_id, partner_id
    from bank_line_payouts links
      join payouts on payouts.tenant = ${tenant} and payouts.payout_id = links.payout_id
    where links.tenant = ${tenant} and says = 'rejected' and applied_at is null and file_hash = ${fileHash}
    order by proposed_at, links.payout_id`.execute(tx)
  return rows
}
