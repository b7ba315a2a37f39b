import { decodeText } from '../../domain/decode-text.ts'
import { detectSeparator, parseCsv } from '../../domain/csv.ts'
import { parseGermanDate } from '../../domain/dates.ts'
import { fail } from '../errors.ts'

/** One line of an order file in the wire's names, unchecked; or why it cannot be read as one. */
export type FileLine =
  | { line: number; order: Record<string, string> }
  | { line: number; error: 'quote-not-closed' | 'text-after-quote' | 'too-many-cells' }

// The wire's names, with other spellings of them that spreadsheets of CRM systems use.
const columns: Record<string, readonly string[]> = {
  ExterneAuftragsnummer: ['externeauftragsnummer'],
  Empfehlungsnummer: ['empfehlungsnummer'],
  Empfaengernummer: ['empfaengernummer', 'empfängernummer'],
  Email: ['email', 'e-mail'],
  Verkaufspartnernummer: ['verkaufspartnernummer'],
  ProduktExterneId: ['produktexterneid'],
  Vertragsdatum: ['vertragsdatum'],
  Status: ['status'],
}
const required = ['ExterneAuftragsnummer', 'ProduktExterneId', 'Vertragsdatum', 'Status']

/**
 * Reads a CSV file as German CRM systems write it: semicolons, commas or tabs; UTF-8 with or without a byte order mark,
 * UTF-16 with one, or Windows-1252; dd.mm.yyyy or ISO dates; header names in any case, further columns ignored.
 * `line` counts lines of the file from 1. A file without the needed columns is refused as a whole (`validation`).
 */
export function readOrderFile(bytes: Uint8Array): FileLine[] {
  const text = decodeText(bytes)
  const rows = [...parseCsv(text, { separator: detectSeparator(text) })]
  const header = rows.shift()
  const names = (header && !('error' in header) ? header.cells : []).map(columnOf)
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw fail('validation', {
      fields: missing.map((field) => ({
        field,
        message: `Spalte fehlt / column missing: ${field}`,
      })),
    })
  }
  return rows.map((row): FileLine => {
    if ('error' in row) return { line: row.line, error: row.error }
    // A comma inside an unquoted amount shifts all cells after it, so nothing of such a line can be trusted.
    if (row.cells.slice(names.length).some((cell) => cell.trim() !== '')) {
      return { line: row.line, error: 'too-many-cells' }
    }
    return { line: row.line, order: orderOf(names, row.cells) }
  })
}

function orderOf(names: (string | null)[], cells: string[]): Record<string, string> {
  const order: Record<string, string> = {}
  names.forEach((name, index) => {
    const cell = cells[index]?.trim() ?? ''
    if (name === null || cell === '' || name in order) return
    order[name] =
      name === 'Vertragsdatum' ? isoDate(cell) : name === 'Status' ? cell.toLowerCase() : cell
  })
  return order
}

/** Leaves what is no date as it is: the check of the line then says so. A time of day behind the date is cut off. */
function isoDate(cell: string): string {
  const day = cell.replace(/[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/, '')
  const padded = day.replace(
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/,
    (_, d: string, m: string, y: string) => [d.padStart(2, '0'), m.padStart(2, '0'), y].join('.'),
  )
  return parseGermanDate(padded)?.toString() ?? day
}

function columnOf(header: string): string | null {
  const plain = header.trim().toLowerCase().normalize('NFC')
  return Object.keys(columns).find((name) => columns[name]!.includes(plain)) ?? null
}
