import { expect } from 'vitest'

// Reads a booking batch by the documented expressions of its fields (developer.datev.de, Header and Buchungsstapel), independently of
// the writer.

const text = /^"(?:[^"]|"")*"$/
const headerFields = [
  /^"(EXTF|DTVF)"$/,
  /^700$/,
  /^21$/,
  /^"Buchungsstapel"$/,
  /^13$/,
  /^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])[0-5]\d[0-5]\d\d{3}$/,
  /^$/,
  /^"[a-zA-Z]{0,2}"$/,
  /^"\w{0,25}"$/,
  /^"\w{0,25}"$/,
  /^(\d{4,6}|[1-9]\d{6})$/,
  /^\d{1,5}$/,
  /^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/,
  /^[4-8]$/,
  /^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/,
  /^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/,
  /^"[\w.\-/ ]{0,30}"$/,
  /^"[A-Z]{0,2}"$/,
  /^[12]$/,
  /^(0|30|40|50|64)$/,
  /^[01]$/,
  /^"[A-Z]{3}"$/,
  /^$/,
  /^""$/,
  /^$/,
  /^$/,
  /^"(\d{2}){0,2}"$/,
  /^\d{0,4}$/,
  /^$/,
  /^""$/,
  /^"[^"]{0,16}"$/,
]

const known: Record<number, RegExp> = {
  1: /^(?!0{1,10},00)\d{1,10},\d{2}$/,
  2: /^"[SH]"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^\d{1,9}$/,
  8: /^\d{1,9}$/,
  10: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/,
  11: /^"[a-zA-Z0-9$%&*+\-/]{0,36}"$/,
  14: text,
  114: /^[01]$/,
}

function cellsOf(line: string): string[] {
  const cells = line.match(/"(?:[^"]|"")*"|[^;"]+|(?<=^|;)(?=;|$)/g) ?? []
  expect(cells.join(';')).toBe(line)
  return cells
}

const unquoted = (cell: string) => cell.slice(1, -1).replaceAll('""', '"')

export function readDatev(file: Buffer, encoding: 'windows-1252' | 'utf-8') {
  const isMarked = file.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(isMarked).toBe(encoding === 'utf-8')
  const all = new TextDecoder(encoding, { fatal: true }).decode(file)
  expect(all.endsWith('\r\n')).toBe(true)
  const [first = '', names = '', ...rows] = all.slice(0, -2).split('\r\n')
  // oxlint-disable-next-line no-control-regex -- none may be in a line
  for (const row of [first, names, ...rows]) expect(row).not.toMatch(/[\r\n\u0000-\u001f]/)
  const header = cellsOf(first)
  expect(header).toHaveLength(31)
  for (const [at, field] of headerFields.entries()) expect(header[at]).toMatch(field)
  const columns = names.split(';')
  expect(columns).toHaveLength(125)
  expect([columns[0], columns[9], columns[113], columns[124]]).toEqual([
    'Umsatz (ohne Soll/Haben-Kz)',
    'Belegdatum',
    'Festschreibung',
    'Abw. Skontokonto',
  ])
  const [from = '', to = ''] = header.slice(14, 16)
  const lines = rows.map((row) => {
    const cells = cellsOf(row)
    expect(cells).toHaveLength(125)
    for (const [at, cell] of cells.entries())
      expect([at + 1, cell]).toEqual([at + 1, expect.stringMatching(known[at + 1] ?? /^(|"")$/)])
    expect([cells[6]!.length, cells[7]!.length]).toEqual([Number(header[13]), Number(header[13])])
    const day = `${from.slice(0, 4)}-${cells[9]!.slice(2)}-${cells[9]!.slice(0, 2)}`
    expect(day.replaceAll('-', '') >= from && day.replaceAll('-', '') <= to).toBe(true)
    const [debit = '', credit = ''] =
      cells[1] === '"S"' ? cells.slice(6, 8) : cells.slice(6, 8).toReversed()
    return {
      cents: Number(cells[0]!.replace(',', '')),
      debit,
      credit,
      day,
      number: unquoted(cells[10]!),
      text: unquoted(cells[13]!),
      isLocked: cells[113] === '1',
    }
  })
  return {
    header: {
      consultant: Number(header[10]),
      client: Number(header[11]),
      isLocked: header[20] === '1',
    },
    lines,
  }
}
