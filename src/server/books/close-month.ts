import { gunzipSync, gzipSync } from 'node:zlib'
import { daysOf, monthOf, startOfMonth, type Month } from '../../domain/invoice.ts'
import type { Accounting } from '../../domain/accounting.ts'
import { canBeClosed } from '../../domain/books.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Keys } from '../base/keys.ts'
import type { Tx } from '../db/connection.ts'
import { lockClosedTo } from '../payout/bank-line-store.ts'
import { findLastCheck } from './books-store.ts'
import {
  findFile,
  insertFile,
  insertMonth,
  listClosedMonths,
  readLimits,
  type FileFormat,
} from './month-store.ts'
import { hashOf, spanOf, writeFiles, type WrittenFile } from './write-files.ts'

/** Why a month cannot be closed. */
export type NotClosable =
  | 'no-accounting'
  | 'not-over'
  | 'closed'
  | 'not-next'
  | 'not-checked'
  | 'differs'

const next = (month: Month) => Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
const endOf = (month: Month) => startOfMonth(next(month))

/** Months are closed one after the other, each once it has been over for an hour, so that nothing of it is still being written. */
export async function judgeClosing(
  tx: Tx,
  tenant: Tenant,
  month: Month,
  now: Temporal.Instant,
): Promise<NotClosable | null> {
  if (tenant.accounting === null) return 'no-accounting'
  const end = endOf(month)
  if (Temporal.Instant.compare(now, end.add({ hours: 1 })) < 0) return 'not-over'
  const [last] = await listClosedMonths(tx, tenant.code)
  if (last && last.month >= month) return 'closed'
  if (last && next(last.month) !== month) return 'not-next'
  const check = await findLastCheck(tx, tenant.code)
  if (!check || Temporal.Instant.compare(check.as_of!, end) < 0) return 'not-checked'
  return canBeClosed(check.differences) ? null : 'differs'
}

/** Which month comes next: after the last one that was closed, else the one before this. */
export async function nextToClose(tx: Tx, code: string, now: Temporal.Instant): Promise<Month> {
  const [last] = await listClosedMonths(tx, code)
  return last
    ? next(last.month)
    : daysOf(monthOf(now)).first.subtract({ months: 1 }).toPlainYearMonth().toString()
}

/** Writes a month's files once and for all. The caller's transaction sees one moment. @returns why not, or what was closed */
export async function closeMonth(
  tx: Tx,
  tenant: Tenant,
  month: Month,
  { actor, reason, now, keys }: { actor: Actor; reason: string; now: Temporal.Instant; keys: Keys },
): Promise<NotClosable | { lines: number; cents: number }> {
  const { code } = tenant
  // What the bank booked in the month may be written at this moment.
  await lockClosedTo(tx, code, 'update')
  const why = await judgeClosing(tx, tenant, month, now)
  if (why) return why
  const accounting = tenant.accounting!
  const [since = null] = await listClosedMonths(tx, code)
  const until = await readLimits(tx, code)
  const span = spanOf(month, until, since)
  const isLocked = accounting.isLocked
  const made = await writeFiles(tx, keys, code, { month, span, accounting, isLocked, at: now })
  const { files, lines, cents } = made
  const row = { month, closed_at: now, closed_by: actor.id, reason, lines, cents, ...until }
  if (!(await insertMonth(tx, code, row))) return 'closed'
  for (const file of files)
    await insertFile(tx, code, { ...file, month, content: gzipSync(file.content) })
  await audit(tx, code, {
    at: now,
    actor: { ...actor, reason },
    action: 'books-month-closed',
    subjectKind: 'books-month',
    subjectId: month,
    details: { lines, hashes: files.map(({ hash }) => hash).join(' ') },
    change: { before: null, after: { cents } },
  })
  return { lines, cents }
}

/** A closed month's file, the same bytes every time; throws if they are not those that were written. */
export async function readClosedFile(
  tx: Tx,
  code: string,
  { month, format, part }: { month: Month; format: FileFormat; part: number },
): Promise<Buffer | undefined> {
  const found = await findFile(tx, code, month, format, part)
  if (!found) return undefined
  const content = gunzipSync(found.content)
  if (hashOf(content) !== found.hash)
    throw new Error(`The file of ${month} is not what was written`)
  return content
}

/** The files of a month that is not closed: as they would be now, and never final. */
export async function draftMonth(
  tx: Tx,
  code: string,
  {
    month,
    accounting,
    now,
    keys,
  }: { month: Month; accounting: Accounting; now: Temporal.Instant; keys: Keys },
): Promise<WrittenFile[]> {
  // What came late is known of the next one alone.
  const closed = await listClosedMonths(tx, code)
  const [last] = closed
  const since = last && next(last.month) === month ? last : null
  // What came after the first one was closed is late in the next, also of the months before it.
  const until = isBeforeClosed(closed, month) ? closed.at(-1)! : await readLimits(tx, code)
  const span = spanOf(month, until, since)
  const asked = { month, span, accounting, isLocked: false, at: now }
  return (await writeFiles(tx, keys, code, asked)).files
}

/** Whether a month is before the first that was closed: no file has it, so it is written as it is. */
export const isBeforeClosed = (closed: readonly { month: Month }[], month: Month): boolean => {
  const first = closed.at(-1)
  return first !== undefined && month < first.month
}
