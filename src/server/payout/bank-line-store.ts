import { sql, type RawBuilder } from 'kysely'
import type { AssignableKind, BankLineKind } from '../../domain/bank-line.ts'
import { analyseGrown } from '../db/analyse-grown.ts'
import type { Tx } from '../db/connection.ts'
import { namesNothingOfOurs } from './likely-store.ts'

export async function insertBankFile(
  tx: Tx,
  tenant: string,
  file: {
    hash: string
    kind: string
    account: string
    statements: unknown
    lines: number
    cameBy: 'person' | 'folder'
    by: string
    at: Temporal.Instant
  },
): Promise<void> {
  const { hash, kind, account, statements, lines, cameBy, by, at } = file
  await sql`
    insert into bank_files (tenant, file_hash, kind, account, statements, lines, came_by, brought_by, brought_at)
    values (${tenant}, ${hash}, ${kind}, ${account}, ${JSON.stringify(statements)}::jsonb, ${lines}, ${cameBy}, ${by}, ${at.toString()})
    on conflict do nothing`.execute(tx)
}

/** Whether an account was the tenant's: statements of it were accepted, or payouts left from it before another one took its place. */
export async function isKnownAccount(tx: Tx, tenant: string, account: string): Promise<boolean> {
  const { rows } = await sql`
    select from bank_files where tenant = ${tenant} and account = ${account}
    union all
    select from payout_account_changes
    where tenant = ${tenant} and state = 'used' and upper(replace(old_account ->> 'iban', ' ', '')) = ${account}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** The day up to which lines are closed, locked against closing: `share`, and `update` for whoever closes. */
export async function lockClosedTo(
  tx: Tx,
  tenant: string,
  how: 'share' | 'update',
): Promise<string | null> {
  await sql`insert into bank_books (tenant) values (${tenant}) on conflict do nothing`.execute(tx)
  const lock = how === 'share' ? sql`for share` : sql`for no key update`
  const { rows } = await sql<{ closed_to: string | null }>`
    select closed_to from bank_books where tenant = ${tenant} ${lock}`.execute(tx)
  return rows[0]?.closed_to ?? null
}

export async function closeDays(
  tx: Tx,
  tenant: string,
  { day, at, by }: { day: string; at: Temporal.Instant; by: string },
): Promise<void> {
  await tx
    .updateTable('bank_books')
    .set({ closed_to: day, closed_at: at.toString(), closed_by: by })
    .where('tenant', '=', tenant)
    .execute()
}

export type NewLine = {
  lineId: string
  account: string
  key: string
  digest: string
  fileHash: string
  bookedOn: string
  valueOn: string | null
  dayOn: string
  direction: 'CRDT' | 'DBIT'
  cents: number
  currency: string
  reference: string | null
  code: string | null
  isReturn: boolean
  partyMask: string | null
  wordsEncrypted: string | null
  kind: BankLineKind | null
}

/** The same lines from files that had them without the bank's reference, or that have it where this one has not, or in another order; by key. */
async function findUnreferenced(
  tx: Tx,
  tenant: string,
  lines: readonly NewLine[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{
    line_id: string
    line_key: string
    digest: string
    reference: string | null
  }>`
    select line_id, line_key, digest, reference from bank_lines
    where tenant = ${tenant} and account = ${lines[0]!.account}
      and digest = any (${lines.map(({ digest }) => digest)}::text[])`.execute(tx)
  const known = new Map<string, string>()
  for (const { key, digest, reference } of lines) {
    const same = rows.filter((row) => row.digest === digest)
    if (same.some((row) => row.line_key === key)) continue
    const one = same.find(
      (row) => row.reference === reference || row.reference === null || reference === null,
    )
    if (one) known.set(key, one.line_id)
  }
  return known
}

/** Lines of one account: new ones are written; all are found by their keys, with whether they are new. */
export async function insertLines(
  tx: Tx,
  tenant: string,
  lines: readonly NewLine[],
  at: Temporal.Instant,
): Promise<Map<string, { lineId: string; isNew: boolean }>> {
  const found = new Map<string, { lineId: string; isNew: boolean }>()
  for (let from = 0; from < lines.length; from += 500) {
    const asked = lines.slice(from, from + 500)
    const known = await findUnreferenced(tx, tenant, asked)
    for (const [key, lineId] of known) found.set(key, { lineId, isNew: false })
    const part = asked.filter(({ key }) => !known.has(key))
    if (part.length === 0) continue
    await tx
      .insertInto('bank_lines')
      .values(
        part.map((line) => ({
          tenant,
          line_id: line.lineId,
          account: line.account,
          line_key: line.key,
          digest: line.digest,
          file_hash: line.fileHash,
          booked_on: line.bookedOn,
          value_on: line.valueOn,
          day_on: line.dayOn,
          direction: line.direction,
          cents: line.cents,
          currency: line.currency,
          reference: line.reference,
          code: line.code,
          is_return: line.isReturn,
          party_mask: line.partyMask,
          words_encrypted: line.wordsEncrypted,
          kind: line.kind,
          decided_at: line.kind === null ? null : at.toString(),
          created_at: at.toString(),
        })),
      )
      .onConflict((conflict) => conflict.columns(['tenant', 'account', 'line_key']).doNothing())
      .execute()
    const { rows } = await sql<{ line_id: string; line_key: string }>`
      select line_id, line_key from bank_lines where tenant = ${tenant} and account = ${part[0]!.account}
        and line_key = any (${part.map(({ key }) => key)}::text[])`.execute(tx)
    const own = new Set(part.map(({ lineId }) => lineId))
    for (const { line_id: lineId, line_key: key } of rows)
      found.set(key, { lineId, isNew: own.has(lineId) })
  }
  await analyseGrown(tx, 'bank_lines')
  return found
}

/** Matches open lines whose payments come to their amount. @param lineIds null: all open ones */
export async function matchLines(
  tx: Tx,
  tenant: string,
  lineIds: readonly string[] | null,
  at: Temporal.Instant,
): Promise<void> {
  const meant = lineIds === null ? sql`true` : sql`lines.line_id = any (${[...lineIds]}::uuid[])`
  await sql`
    update bank_lines set kind = found.kind, subject = found.subject, decided_at = ${at.toString()}, version = version + 1,
      likely_kind = null, likely_id = null
    from (
      select lines.line_id, case when lines.direction = 'CRDT' then 'return' when count(*) = 1 then 'payout' else 'batch' end as kind,
        case when count(*) = 1 then min(payouts.payout_id::text) else min(payouts.batch_id) end as subject
      from bank_lines lines
        join bank_line_payouts links on links.tenant = ${tenant} and links.line_id = lines.line_id
        join payouts on payouts.tenant = ${tenant} and payouts.payout_id = links.payout_id
      where lines.tenant = ${tenant} and lines.kind is null and lines.currency = 'EUR' and ${meant}
      group by lines.line_id, lines.cents, lines.direction
      having bool_and(links.applied_at is not null) and sum(payouts.cents) = lines.cents
        and bool_and((lines.direction = 'CRDT') = (links.says = 'returned'))) found
    where bank_lines.tenant = ${tenant} and bank_lines.line_id = found.line_id`.execute(tx)
}

/** Open lines of a file by which euros came in that are nobody's return. */
export async function listOpenCreditsOf(
  tx: Tx,
  tenant: string,
  lineIds: readonly string[],
): Promise<{ line_id: string; cents: number; booked_on: string }[]> {
  const { rows } = await sql<{ line_id: string; cents: number; booked_on: string }>`
    select line_id, cents, booked_on from bank_lines
    where tenant = ${tenant} and kind is null and direction = 'CRDT' and currency = 'EUR' and not is_return
      and not exists (select from bank_line_payouts links where links.tenant = ${tenant} and links.line_id = bank_lines.line_id)
      and ${namesNothingOfOurs} and line_id = any (${[...lineIds]}::uuid[])
    order by booked_on, line_id for update`.execute(tx)
  return rows
}

export async function listOpenOf(
  tx: Tx,
  tenant: string,
  lineIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ line_id: string }>`
    select line_id from bank_lines
    where tenant = ${tenant} and kind is null and line_id = any (${[...lineIds]}::uuid[])`.execute(
    tx,
  )
  return rows.map(({ line_id }) => line_id)
}

/** Says what an open line is; false if it is none any more. */
export async function assignLine(
  tx: Tx,
  tenant: string,
  lineId: string,
  to: {
    kind: BankLineKind
    subject: string | null
    reason: string | null // null: by itself
    by: string | null // as the reason
    at: Temporal.Instant
  },
): Promise<boolean> {
  const updated = await sql`
    update bank_lines set kind = ${to.kind}, subject = ${to.subject}, reason = ${to.reason}, decided_by = ${to.by},
      decided_at = ${to.at.toString()}, version = version + 1
    where tenant = ${tenant} and line_id = ${lineId} and kind is null`.execute(tx)
  return updated.numAffectedRows === 1n
}

/**
 * Lines that a person explained without a payment, and that a file now gives one: what was something else is open again, but not on a
 * closed day. @returns both by line, with what they were explained as
 */
export async function reopenExplained(
  tx: Tx,
  tenant: string,
  lineIds: readonly string[],
): Promise<{ reopened: Map<string, BankLineKind>; explained: Map<string, BankLineKind> }> {
  const closedTo = await lockClosedTo(tx, tenant, 'share')
  const { rows } = await sql<{ line_id: string; kind: BankLineKind; reopens: boolean }>`
    select line_id, kind, kind in ('other', 'charge') and (${closedTo}::date is null or day_on > ${closedTo}::date) as reopens
    from bank_lines where tenant = ${tenant} and line_id = any (${[...lineIds]}::uuid[]) and kind is not null
      and not exists (select from bank_line_payouts links where links.tenant = ${tenant} and links.line_id = bank_lines.line_id)
    order by line_id for no key update`.execute(tx)
  const kinds = (reopens: boolean) =>
    new Map(rows.flatMap((row) => (row.reopens === reopens ? [[row.line_id, row.kind]] : [])))
  const reopened = kinds(true)
  if (reopened.size > 0)
    await sql`
      update bank_lines set ${openAgain}
      where tenant = ${tenant} and line_id = any (${[...reopened.keys()]}::uuid[])`.execute(tx)
  return { reopened, explained: kinds(false) }
}

const openAgain = sql`kind = null, subject = null, reason = null, decided_by = null, decided_at = null,
  named_kind = null, named_subject = null, named_by = null, named_at = null, named_reason = null, version = version + 1`

/** What somebody called a line is taken back. The caller has locked it. */
export async function reopenLine(tx: Tx, tenant: string, lineId: string): Promise<void> {
  await sql`update bank_lines set ${openAgain} where tenant = ${tenant} and line_id = ${lineId}`.execute(
    tx,
  )
}

/** The payment of an invoice was taken back: its line is open again, but not on a closed day. */
export async function reopenInvoiceLine(
  tx: Tx,
  tenant: string,
  { number, reference }: { number: string; reference: string },
): Promise<void> {
  const closedTo = await lockClosedTo(tx, tenant, 'share')
  const isIts = sql`kind = 'invoice' and subject = ${number} and ${referenceOf()} = ${reference}`
  await reopenThose(tx, tenant, isIts, closedTo)
}

/** How a payment says which line it came by. */
/** `lineReference()` of the rows of a table, or of another name that a query gives it. */
export const referenceOf = (lines = 'bank_lines') =>
  sql`${sql.ref(`${lines}.booked_on`)}::text || ' ' || right(${sql.ref(`${lines}.line_id`)}::text, 12)`
const claimOf = sql`(case when bank_lines.kind = 'repayment' then bank_lines.subject end)::uuid`

/** Lines given to a repayment that is neither booked nor proposed any more, with their amount. What was forgotten after its years counts. */
export const isOfNoRepayment = (tenant: string) => sql`
  bank_lines.kind = 'repayment'
  and not exists (select from repayments where repayments.tenant = ${tenant} and repayments.reward_id = ${claimOf}
    and undone_at is null and repayments.cents = bank_lines.cents and coalesce(repayments.reference, ${referenceOf()}) = ${referenceOf()})
  and not exists (select from clawbacks where clawbacks.tenant = ${tenant} and clawbacks.reward_id = ${claimOf}
    and repay_cents = bank_lines.cents and coalesce(repay_reference, ${referenceOf()}) = ${referenceOf()})`

/** Those of a clawback, or all, are open again, but not on a closed day. @returns which */
export async function reopenWithoutRepayment(
  tx: Tx,
  tenant: string,
  rewardId: string | null,
): Promise<string[]> {
  const ofIt = rewardId === null ? sql`true` : sql`subject = ${rewardId}`
  const found = await sql`
    select from bank_lines where tenant = ${tenant} and ${ofIt} and ${isOfNoRepayment(tenant)} limit 1`.execute(
    tx,
  )
  if (found.rows.length === 0) return []
  const closedTo = await lockClosedTo(tx, tenant, 'share')
  return reopenThose(tx, tenant, sql`${ofIt} and ${isOfNoRepayment(tenant)}`, closedTo)
}

/** Found first, as nodes take no text of a date in an update. */
async function reopenThose(
  tx: Tx,
  tenant: string,
  which: RawBuilder<unknown>,
  closedTo: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select line_id::text as id from bank_lines
    where tenant = ${tenant} and ${which} and (${closedTo}::date is null or day_on > ${closedTo}::date)
    order by line_id for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await sql`
      update bank_lines set ${openAgain} where tenant = ${tenant} and line_id = any (${ids}::uuid[])`.execute(
      tx,
    )
  return ids
}

/** The person who brought the file that a line is from. */
export const broughtBy = (tenant: string) => sql`(select files.brought_by from bank_files files
  where files.tenant = ${tenant} and files.file_hash = bank_lines.file_hash and files.came_by = 'person')`

export type OpenLine = {
  line_id: string
  account: string
  direction: 'CRDT' | 'DBIT'
  cents: number
  currency: string
  booked_on: string
  day_on: string
  kind: BankLineKind | null
  likely_kind: string | null
  named_kind: AssignableKind | null // by one person, for a second one
  decided_by: string | null
  named_subject: string | null
  named_by: string | null
  brought_by: string | null // null: its file came by the folder
  version: number
}

export async function lockLine(
  tx: Tx,
  tenant: string,
  lineId: string,
): Promise<OpenLine | undefined> {
  const { rows } = await sql<OpenLine>`
    select line_id, account, direction, cents, currency, booked_on, day_on, kind, likely_kind, decided_by, named_kind, named_subject, named_by, version,
      ${broughtBy(tenant)} as brought_by
    from bank_lines where tenant = ${tenant} and line_id = ${lineId} for no key update`.execute(tx)
  return rows[0]
}
