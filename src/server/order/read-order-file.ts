import { decodeText } from '../../domain/decode-text.ts'
import { detectSeparator, parseCsv } from '../../domain/csv.ts'
import { parseGermanDate } from '../../domain/dates.ts'
import { fail } from '../errors.ts'

/** A raw line of an order file in wire names, or why it is unreadable. */
export type FileLine =
  | { line: number; order: Record<string, string> }
  | { line: number; error: 'quote-not-closed' | 'text-after-quote' | 'too-many-cells' }

// Wire names with synonyms from CRM spreadsheets.
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
 * Parses CSV files of German CRM systems: semicolons, commas or tabs; UTF-8, UTF-16 with BOM, or Windows-1252; dd.mm.yyyy or ISO
 * dates; headers in any case, extra columns ignored. `line` counts from 1. Throws `validation` for missing columns.
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
    // An unquoted comma in an amount shifts the cells, so the line cannot be trusted.
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

/** Non-dates stay, for the line's validation. A time of day is cut off. */
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
