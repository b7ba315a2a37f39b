import { assertCents } from './money.ts'
import type { Cents } from './money.ts'

export type CsvSeparator = ';' | ',' | '\t' | '|'

/** `line`: line number in the file (from 1) where the row begins. */
export type CsvRow =
  | { line: number; cells: string[] }
  | { line: number; cells: []; error: 'quote-not-closed' | 'text-after-quote' }

const declared = /^sep=([;,\t|])(?:\r\n|\r|\n|$)/

/**
 * Rows as in RFC 4180, with any separator and line ending, with or without BOM. Blank lines are skipped. A row with a broken quote
 * is an error; reading resumes on the next line, so that one bad line never swallows others.
 */
export function* parseCsv(text: string, options: { separator: CsvSeparator }): Generator<CsvRow> {
  let position = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  const head = declared.exec(text.slice(position, position + 8))
  if (head) {
    position += head[0].length
    line++
  }
  while (position < text.length) {
    const row = readRow(text, position, options.separator)
    if ('error' in row) {
      yield { line, cells: [], error: row.error }
      position = endOfLine(text, position)
      line++
    } else {
      if (row.cells.length > 1 || row.quoted || row.cells[0]?.trim()) {
        yield { line, cells: row.cells }
      }
      position = row.end
      line += row.lines
    }
  }
}

type RowRead =
  | { cells: string[]; end: number; lines: number; quoted: boolean }
  | { error: 'quote-not-closed' | 'text-after-quote' }

function readRow(text: string, start: number, separator: CsvSeparator): RowRead {
  const cells: string[] = []
  let position = start
  let lines = 1
  let quoted = false
  for (;;) {
    let cell: string
    if (text[position] === '"') {
      quoted = true
      const read = readQuoted(text, position)
      if (!read) return { error: 'quote-not-closed' }
      cell = read.cell
      lines += read.breaks
      position = read.end
    } else {
      const from = position
      while (position < text.length && !isStop(text[position]!, separator)) position++
      cell = text.slice(from, position)
    }
    cells.push(cell)
    const stop = text[position]
    if (stop === separator) {
      position++
    } else if (stop === undefined || stop === '\r' || stop === '\n') {
      return { cells, end: endOfLine(text, position), lines, quoted }
    } else {
      return { error: 'text-after-quote' }
    }
  }
}

function readQuoted(text: string, start: number) {
  let cell = ''
  let position = start + 1
  for (;;) {
    const quote = text.indexOf('"', position)
    if (quote === -1) return null
    cell += text.slice(position, quote)
    if (text[quote + 1] !== '"') {
      return { cell, end: quote + 1, breaks: cell.match(/\r\n|\r|\n/g)?.length ?? 0 }
    }
    cell += '"'
    position = quote + 2
  }
}

function isStop(character: string, separator: CsvSeparator): boolean {
  return character === separator || character === '\r' || character === '\n'
}

// The position after the next line break.
function endOfLine(text: string, position: number): number {
  let end = position
  while (end < text.length && text[end] !== '\r' && text[end] !== '\n') end++
  return end + (text.startsWith('\r\n', end) ? 2 : 1)
}

/** The separator of the first line that has one outside quotes; a `sep=` line wins. Default: the semicolon of German spreadsheets. */
export function detectSeparator(text: string): CsvSeparator {
  const plain = text.replace(/^\ufeff/, '').slice(0, 100_000)
  const head = declared.exec(plain)
  if (head) return head[1] as CsvSeparator
  for (const line of plain.split(/\r\n|\r|\n/)) {
    const bare = line.replace(/"[^"]*"/g, '')
    const counts = ([';', '\t', ',', '|'] as const).map((separator) => ({
      separator,
      count: bare.split(separator).length - 1,
    }))
    const best = counts.reduce((a, b) => (b.count > a.count ? b : a))
    if (best.count > 0) return best.separator
  }
  return ';'
}

const amount = /^-\d{1,15}(?:[.,]\d{1,2})?$/

/**
 * An export cell. Text that a spreadsheet would run as a formula gets a leading apostrophe; negative numbers and amounts are safe.
 * Quoted where necessary.
 */
export function toCsvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const runs = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) && !amount.test(value)
  const safe = runs ? `'${value}` : value
  return /[;,|\t"\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Parses German amounts (1.234,50, 1234,5, 12,00 €) into cents. Null for anything else, also the ambiguous 1234.50. */
export function parseGermanDecimal(text: string): Cents | null {
  const plain = text.trim().replace(/\s*(?:€|EUR)$/, '')
  const parts = /^([+-]?)(\d{1,3}(?:\.\d{3}){1,3}|\d{1,12})(?:,(\d{1,2}))?$/.exec(plain)
  if (!parts) return null
  const euros = Number(parts[2]!.replaceAll('.', ''))
  const cents = euros * 100 + Number((parts[3] ?? '').padEnd(2, '0'))
  assertCents(cents)
  return parts[1] === '-' && cents > 0 ? -cents : cents
}
