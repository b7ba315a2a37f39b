import { z } from 'zod'
import {
  catalogueFile,
  fixedLineColumns,
  mobileColumns,
  mostRows,
  twice,
  type CatalogueFile,
} from '../../contract/katalog-datei.ts'
import { detectSeparator, parseCsv } from '../../domain/csv.ts'

/** `line`: the line in CSV, or the row in JSON (from 1, in `kind`); 0: the whole file. */
export type CatalogueProblem = {
  kind: 'Festnetz' | 'Mobilfunk' | ''
  line: number
  column: string
  reason: string
}
export type CatalogueRead = { file: CatalogueFile } | { problems: CatalogueProblem[] }

const whole = (reason: string): CatalogueRead => ({
  problems: [{ kind: '', line: 0, column: '', reason }],
})

/** Parses a catalogue file, JSON or CSV; an invalid one reports every bad row and is unusable. */
export function readCatalogueFile(text: string): CatalogueRead {
  const plain = text.replace(/^\ufeff/, '')
  return /^\s*[[{]/.test(plain) ? readJson(plain) : readCsv(plain)
}

function readJson(text: string): CatalogueRead {
  try {
    return check(JSON.parse(text), (_, at) => at + 1)
  } catch (error) {
    return whole(`is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/** A CSV has one kind, told by its header; columns in any order and case. */
function readCsv(text: string): CatalogueRead {
  const [header, ...lines] = [...parseCsv(text, { separator: detectSeparator(text) })]
  const names = (header?.cells ?? []).map((cell) => cell.trim())
  const lower = names.map((name) => name.toLowerCase())
  const has = (column: string) => lower.includes(column.toLowerCase())
  const kind = has('Tarifname') ? 'Mobilfunk' : has('Anzeigename') ? 'Festnetz' : null
  if (!kind) return whole('has no header line with Anzeigename (fixed line) or Tarifname (mobile)')
  const columns = kind === 'Festnetz' ? fixedLineColumns : mobileColumns
  const byName = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const odd = names.filter(
    (name, at) =>
      name !== '' && (!byName.has(name.toLowerCase()) || lower.indexOf(name.toLowerCase()) !== at),
  )
  const missing = columns.filter(({ name, required }) => required && !has(name))
  if (odd.length + missing.length > 0) {
    return {
      problems: [
        ...odd.map((column) => ({
          kind,
          line: header?.line ?? 1,
          column: column.slice(0, 60),
          reason: 'is no column, or stands twice',
        })),
        ...missing.map(({ name }) => ({
          kind,
          line: header?.line ?? 1,
          column: name,
          reason: 'is missing in the header line',
        })),
      ] as CatalogueProblem[],
    }
  }
  if (lines.length > mostRows) return whole(`has more than ${mostRows} rows`)
  const broken = lines.flatMap((row): CatalogueProblem[] => {
    if ('error' in row)
      return [
        {
          kind,
          line: row.line,
          column: '',
          reason: 'has a quotation mark that is not closed, or text behind one',
        },
      ]
    return row.cells.slice(names.length).some((cell) => cell.trim() !== '')
      ? [{ kind, line: row.line, column: '', reason: 'has more cells than the header line' }]
      : []
  })
  const rows = lines
    .filter((row) => !('error' in row))
    .map(({ line, cells }) => ({
      line,
      value: Object.fromEntries(
        lower.flatMap((name, at) => {
          const column = byName.get(name)
          return column ? [[column.name, valueOf(column.type, cells[at]?.trim() ?? '')]] : []
        }),
      ),
    }))
  const read = check({ [kind]: rows.map(({ value }) => value) }, (_, at) => rows[at]?.line ?? 0)
  if (broken.length === 0) return read
  const problems = [...broken, ...('problems' in read ? read.problems : [])]
  return { problems: problems.toSorted((a, b) => a.line - b.line) }
}

const yes = /^(?:ja|true|wahr|1|x)$/i
const no = /^(?:nein|false|falsch|0)$/i

/** A cell's JSON value. Invalid numbers and flags stay text, to be reported with their column. */
function valueOf(type: 'text' | 'number' | 'flag', cell: string): unknown {
  if (cell === '') return null
  if (type === 'number') return /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell
  if (type === 'flag') return yes.test(cell) ? true : no.test(cell) ? false : cell
  return cell
}

function check(value: unknown, lineOf: (kind: string, at: number) => number): CatalogueRead {
  const read = z.safeDecode(catalogueFile, value as never)
  if (read.success) return { file: read.data }
  const issues = [
    ...read.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: [...issue.path, key.slice(0, 60)],
            message: 'is no column',
          }))
        : [{ path: issue.path, message: issue.message }],
    ),
    ...twice(rawRows(value)),
  ]
  const problems = issues.map(({ path, message }): CatalogueProblem => {
    const [kind, at, ...column] = path
    const known = kind === 'Festnetz' || kind === 'Mobilfunk' ? kind : ''
    return {
      kind: known,
      line: typeof at === 'number' ? lineOf(known, at) : 0,
      column: known && typeof at === 'number' ? column.join('.') : known ? '' : String(kind ?? ''),
      reason: message,
    }
  })
  // The schema finds duplicates only in otherwise valid files; this always does.
  const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return { problems: [...unique.values()].toSorted((a, b) => a.line - b.line) }
}

function rawRows(value: unknown) {
  const file = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return ['Festnetz', 'Mobilfunk'].flatMap((kind) => {
    const list = Object.hasOwn(file, kind) ? file[kind] : []
    return (Array.isArray(list) ? list : []).map((row: unknown, at) => {
      const { Id, AnbieterProduktId } = (
        typeof row === 'object' && row !== null ? row : {}
      ) as Record<string, unknown>
      return { kind, at, id: Id, externalId: AnbieterProduktId }
    })
  })
}
