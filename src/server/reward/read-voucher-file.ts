import { detectSeparator, parseCsv } from '../../domain/csv.ts'
import { parseGermanDate } from '../../domain/dates.ts'
import { readAmount, readCents } from '../../domain/read-cents.ts'
import type { VoucherProblem, VoucherRow } from '../../domain/voucher-pool.ts'

export type RefusedLine = { line: number; reason: VoucherProblem }

/** The header is required and tells the second column's unit, as 1500 could be 15 or 1,500 euros; null: it is missing. */
export function readVoucherFile(
  text: string,
): { rows: VoucherRow[]; refused: RefusedLine[] } | null {
  const rows: VoucherRow[] = []
  const refused: RefusedLine[] = []
  const lines = [...parseCsv(text, { separator: detectSeparator(text) })]
  const [code, amount, day, ...others] = (lines.shift()?.cells ?? []).map((cell) =>
    cell.trim().toLowerCase(),
  )
  const read = amount === 'amount' ? readAmount : amount === 'cents' ? readCents : null
  const hasDay = day === 'expires'
  if (code !== 'code' || !read || (!hasDay && day) || others.some((cell) => cell !== ''))
    return null
  for (const row of lines) {
    const [code = '', amount = '', ...more] = row.cells.map((cell) => cell.trim())
    const last = hasDay ? (more.shift() ?? '') : ''
    const cents = read(amount)
    const expiresOn = last === '' ? null : readDay(last)
    const refuse = (reason: VoucherProblem) => refused.push({ line: row.line, reason })
    if ('error' in row) refuse('quote')
    else if (row.cells.length < 2 || more.some((cell) => cell !== '')) refuse('cells')
    else if (cents === null) refuse('amount')
    else if (expiresOn === undefined) refuse('day')
    else rows.push({ line: row.line, code, cents, expiresOn })
  }
  return { rows, refused }
}

/** 31.12.2027 or 2027-12-31. */
function readDay(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseGermanDate(text) ?? undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return undefined
  }
}
