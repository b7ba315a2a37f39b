import { createHash } from 'node:crypto'
import { accountNumber, type Accounting } from '../../domain/accounting.ts'
import type { BookingLine } from '../../domain/bookings.ts'
import { toCsvCell } from '../../domain/csv.ts'
import { BERLIN } from '../../domain/dates.ts'
import { daysOf, startOfMonth, type Month } from '../../domain/invoice.ts'
import type { Keys } from '../base/keys.ts'
import type { Tx } from '../db/connection.ts'
import { mostDatevLines, writeDatev } from '../gateways/bookkeeping/write-datev.ts'
import { readLines } from './booking-lines.ts'
import type { BooksFile, Limits, Span } from './month-store.ts'

export type WrittenFile = BooksFile & { content: Buffer }

export function spanOf(month: Month, until: Limits, since: Limits | null): Span {
  const { first, last } = daysOf(month)
  const from = startOfMonth(month).toString()
  const before = startOfMonth(first.toPlainYearMonth().add({ months: 1 }).toString()).toString()
  return { from, before, first: first.toString(), last: last.toString(), until, since }
}

type Asked = {
  month: Month
  span: Span
  accounting: Accounting
  isLocked: boolean
  at: Temporal.Instant
}

/** A month's files: DATEV's in parts that it takes, and one CSV of all of it. */
export async function writeFiles(
  tx: Tx,
  keys: Keys,
  tenant: string,
  asked: Asked,
): Promise<{ files: WrittenFile[]; lines: number; cents: number }> {
  const { accounting, month, span, isLocked, at } = asked
  const createdAt = at.toZonedDateTimeISO(BERLIN).toPlainDateTime()
  const files: WrittenFile[] = []
  const csv = [heads]
  let part: BookingLine[] = []
  let [lines, cents] = [0, 0]
  const close = () => {
    const batch = {
      accounting,
      month,
      lastDay: span.last,
      isLocked,
      createdAt,
      part: files.length + 1,
    }
    files.push(fileOf('datev', batch.part, part.length, writeDatev(batch, part)))
    part = []
  }
  for await (const line of readLines(tx, keys, tenant, span)) {
    if (part.length === mostDatevLines) close()
    part.push(line)
    csv.push(csvLine(line, accounting))
    lines++
    cents += line.cents
  }
  if (part.length > 0 || files.length === 0) close()
  files.push(fileOf('csv', 1, lines, Buffer.from(`\ufeff${csv.join('')}`)))
  return { files, lines, cents }
}

const fileOf = (format: 'datev' | 'csv', part: number, lines: number, content: Buffer) => ({
  format,
  part,
  lines,
  content,
  hash: hashOf(content),
})

export const hashOf = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex')

const heads = 'Datum;Nummer;Text;Soll;Haben;Betrag\r\n'
const csvLine = (
  { day, number, text, debit, credit, cents }: BookingLine,
  accounting: Accounting,
) =>
  `${[
    day,
    number,
    text,
    accountNumber(debit, accounting),
    accountNumber(credit, accounting),
    `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`,
  ]
    // The comma is the amount's: only text is quoted for it.
    .map((cell, at) => (at === 5 ? cell : toCsvCell(cell)))
    .join(';')}\r\n`
