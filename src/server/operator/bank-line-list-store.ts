import { sql } from 'kysely'
import type { AssignableKind, BankLineKind, BankLineState } from '../../domain/bank-line.ts'
import { isUuid } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { broughtBy } from '../payout/bank-line-store.ts'
import { alone } from '../payout/line-payout-store.ts'

export type BankLineRow = {
  line_id: string
  day_on: string
  booked_on: string
  value_on: string | null
  direction: 'CRDT' | 'DBIT'
  cents: number
  currency: string
  is_return: boolean
  reference: string | null
  code: string | null
  party_mask: string | null
  words_encrypted: string | null
  likely_kind: 'clawback' | 'invoice' | 'payout' | 'batch' | null
  likely_id: string | null
  kind: BankLineKind | null
  subject: string | null
  reason: string | null
  decided_by: string | null
  decided_at: Temporal.Instant | null
  named_kind: AssignableKind | null
  named_subject: string | null
  named_by: string | null
  named_at: Temporal.Instant | null
  named_reason: string | null
  brought_by: string | null // null: its file came by the folder
  version: number
  waits: boolean
}

const hasReturn = (tenant: string) => sql`exists (select from bank_line_payouts links
  where links.tenant = ${tenant} and links.line_id = bank_lines.line_id and applied_at is null)`

/** For a second person: money that came back, or what somebody calls it. */
const waits = (tenant: string) =>
  sql`(kind is null and (named_kind is not null or ${hasReturn(tenant)}))`

const columns = (
  tenant: string,
) => sql`line_id, day_on, booked_on, value_on, direction, cents, currency, is_return, reference, code, party_mask,
  words_encrypted, likely_kind, likely_id, kind, subject, reason, decided_by, decided_at, named_kind, named_subject, named_by, named_at, named_reason,
  ${broughtBy(tenant)} as brought_by, version, ${waits(tenant)} as waits`

/** That waits for a person to say what it is. */
export const isOpenLine = (tenant: string) =>
  sql`bank_lines.tenant = ${tenant} and kind is null and named_kind is null and not ${hasReturn(tenant)}`

/** That waits for a second person to say what somebody called it; a return is decided about first. */
export const isNamedLine = (tenant: string) =>
  sql`bank_lines.tenant = ${tenant} and kind is null and named_kind is not null and not ${hasReturn(tenant)}`

/** What came in less what left. */
export const balance =
  "coalesce(sum(case direction when 'CRDT' then cents else -cents end), 0)::bigint"

const orders = { Tag: sql`day_on`, BetragCent: sql`cents` } as const

export async function listBankLineRows(
  tx: Tx,
  tenant: string,
  asked: {
    states: readonly BankLineState[]
    kinds: readonly BankLineKind[]
    day: string | null
    orderBy: keyof typeof orders
    descending: boolean
    limit: number
    offset: number
  },
): Promise<{ rows: BankLineRow[]; count: number; cents: number }> {
  const ofState = {
    offen: sql`(${isOpenLine(tenant)})`,
    wartet: waits(tenant),
    zugeordnet: sql`kind is not null`,
  }
  const states = sql.join(
    asked.states.map((state) => ofState[state]),
    sql` or `,
  )
  const matches = sql`tenant = ${tenant} and (${states})
    ${asked.states.includes('zugeordnet') ? sql`` : sql`and kind is null`}
    ${asked.kinds.length > 0 ? sql`and kind = any (${[...asked.kinds]}::text[])` : sql``}
    ${asked.day === null ? sql`` : sql`and day_on = ${asked.day}`}`
  const way = asked.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<BankLineRow>`
    select ${columns(tenant)} from bank_lines where ${matches}
    order by ${orders[asked.orderBy]} ${way}, line_id ${way} limit ${asked.limit} offset ${asked.offset}`.execute(
    tx,
  )
  const { rows: sums } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, ${sql.raw(balance)} as cents
    from bank_lines where ${matches}`.execute(tx)
  return { rows, ...sums[0]! }
}

export async function readBankLine(
  tx: Tx,
  tenant: string,
  lineId: string,
): Promise<BankLineRow | undefined> {
  const { rows } = await sql<BankLineRow>`
    select ${columns(tenant)} from bank_lines where tenant = ${tenant} and line_id = ${lineId}`.execute(
    tx,
  )
  return rows[0]
}

export type LikelyOurs = {
  reward_id: string | null
  end_to_end_id: string | null
  proposal_id: string | null
  cents: number
}

/** The payment, or the file with its sum, that a line names, to compare it with. */
export async function readLikelyOurs(
  tx: Tx,
  tenant: string,
  { likely_kind: kind, likely_id: id }: Pick<BankLineRow, 'likely_kind' | 'likely_id'>,
): Promise<LikelyOurs | undefined> {
  if (id === null || (kind !== 'batch' && !(kind === 'payout' && isUuid(id)))) return undefined
  const isBatch = kind === 'batch'
  const { rows } = await sql<LikelyOurs>`
    select ${isBatch ? sql`null` : sql`min(reward_id::text)`} as reward_id, ${isBatch ? sql`null` : sql`min(end_to_end_id)`} as end_to_end_id,
      batches.proposal_id, sum(payouts.cents)::bigint as cents
    from payouts join payout_batches batches on batches.tenant = ${tenant} and batches.batch_id = payouts.batch_id
    where payouts.tenant = ${tenant} and ${isBatch ? sql`payouts.batch_id = ${id}` : sql`payouts.payout_id = ${id}`}
    group by batches.proposal_id`.execute(tx)
  return rows[0]
}

export type LinePayment = {
  payout_id: string
  end_to_end_id: string
  batch_id: string
  reward_id: string | null
  cents: number
  says: 'settled' | 'returned'
  reasons: string | null
  fee_cents: number
  proposed_by: string | null
  proposed_at: Temporal.Instant | null
  proposed_reason: string | null
  decided_by: string | null
  decided_reason: string | null
  applied_at: Temporal.Instant | null
}

export async function listLinePayments(
  tx: Tx,
  tenant: string,
  lineId: string,
  limit: number,
): Promise<{ rows: LinePayment[]; count: number }> {
  const from = sql`from bank_line_payouts links
    join payouts on payouts.tenant = ${tenant} and payouts.payout_id = links.payout_id
    where links.tenant = ${tenant} and links.line_id = ${lineId}`
  const { rows } = await sql<LinePayment>`
    select links.payout_id, end_to_end_id, batch_id, reward_id, cents, says, reasons, fee_cents, proposed_by, proposed_at, proposed_reason,
      case decided_by when ${alone} then proposed_by else decided_by end as decided_by, decided_reason, applied_at ${from}
    order by applied_at nulls first, end_to_end_id limit ${limit}`.execute(tx)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count ${from}`.execute(tx)
  return { rows, count: counted[0]!.count }
}

export type RejectionFile = {
  file_hash: string
  batch_id: string
  at: Temporal.Instant
  by: string[]
  reasons: string[]
  cents: number
  others: number // that the operator may decide about
}

/** Status files by which payments were rejected, as far as that waits for a second person. */
export async function listRejectionFiles(
  tx: Tx,
  tenant: string,
  { operatorId, limit }: { operatorId: string; limit: number },
): Promise<RejectionFile[]> {
  const { rows } = await sql<RejectionFile>`
    select file_hash, batch_id, min(proposed_at) as at, array_agg(distinct proposed_by) as by,
      array_agg(distinct coalesce(reasons, '')) as reasons, sum(cents)::bigint as cents,
      count(*) filter (where proposed_by <> ${operatorId})::int as others
    from bank_line_payouts links
      join payouts on payouts.tenant = ${tenant} and payouts.payout_id = links.payout_id
    where links.tenant = ${tenant} and says = 'rejected' and applied_at is null
    group by file_hash, batch_id order by at, file_hash limit ${limit}`.execute(tx)
  return rows
}

export async function listBankFiles(tx: Tx, tenant: string, limit: number) {
  return tx
    .selectFrom('bank_files')
    .select(['kind', 'brought_at', 'brought_by', 'came_by', 'lines'])
    .where('tenant', '=', tenant)
    .orderBy('brought_at', 'desc')
    .orderBy('file_hash')
    .limit(limit)
    .execute()
}
