import { assertCents } from './money.ts'
import type { Cents } from './money.ts'

export type CsvSeparator = ';' | ',' | '\t' | '|'

// `line` is the number of the line in the file (from 1) on which the row begins.
export type CsvRow =
  | { line: number; cells: string[] }
  | { line: number; cells: []; error: 'quote-not-closed' | 'text-after-quote' }

const declared = /^sep=([;,\t|])(?:\r\n|\r|\n|$)/

// Rows as RFC 4180 has them, with any separator, any line ending, a byte order mark or none, and
// line breaks inside quotes. Blank lines are skipped. A row with a broken quote is given as an
// error and reading goes on with the next line, so that one bad line never swallows the others.
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

// The position after the line break that ends the line of `position`.
function endOfLine(text: string, position: number): number {
  let end = position
  while (end < text.length && text[end] !== '\r' && text[end] !== '\n') end++
  return end + (text.startsWith('\r\n', end) ? 2 : 1)
}

// The separator of the first line that has one, outside quotes; a `sep=` line decides. Without any
// it is the semicolon that German spreadsheets write.
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

// One cell of an export. Text that a spreadsheet would run as a formula gets an apostrophe before
// it; numbers and amounts below zero are safe as they are. Quoted where any separator, quote, line break or outer space
// asks for it.
export function toCsvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const runs = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) && !amount.test(value)
  const safe = runs ? `'${value}` : value
  return /[;,|\t"\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// Reads an amount as German spreadsheets write it, 1.234,50 or 1234,5 or 12,00 €, into cents. Null
// where it is anything else; 1234.50 too, because nobody can tell what its point means.
export function parseGermanDecimal(text: string): Cents | null {
  const plain = text.trim().replace(/\s*(?:€|EUR)$/, '')
  const parts = /^([+-]?)(\d{1,3}(?:\.\d{3}){1,3}|\d{1,12})(?:,(\d{1,2}))?$/.exec(plain)
  if (!parts) return null
  const euros = Number(parts[2]!.replaceAll('.', ''))
  const cents = euros * 100 + Number((parts[3] ?? '').padEnd(2, '0'))
  assertCents(cents)
  return parts[1] === '-' && cents > 0 ? -cents : cents
}
