import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
} from 'kysely'
import type { Tx } from '../../src/server/db/connection.ts'
import type { DB } from '../../src/server/db/tables.ts'

// Statements as a person reads and copies them: whole, with their values, a clause a line.

/** A connection that keeps what it is asked, whole, and answers with the rows told; nothing reaches a database. */
export function keepStatements(answer: (statement: string) => object[]): {
  tx: Tx
  kept: string[]
} {
  const kept: string[] = []
  const connection: DatabaseConnection = {
    executeQuery(query: CompiledQuery) {
      const statement = formatSql(withValues(query))
      kept.push(statement)
      return Promise.resolve({ rows: answer(statement.replaceAll(/\s+/g, ' ')) as never[] })
    },
    streamQuery: () => {
      throw new Error('No statement of this project streams')
    },
  }
  const nothing = () => Promise.resolve()
  const tx = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: () => Promise.resolve(connection),
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
    },
  })
  return { tx, kept }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return quoted(`{${value.map((one) => (one === '' ? '""' : String(one))).join(',')}}`)
  if (typeof value === 'string') return quoted(value)
  throw new Error(`No literal for ${typeof value}`)
}

const withValues = ({ sql, parameters }: CompiledQuery) =>
  sql.replaceAll(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))

const reserved = ['group', 'from', 'to', 'all']
const clauses =
  /^(with|select|from|where|group|having|window|order|limit|union|insert|update|delete|on conflict|returning|left|cross|join|for)$/
const width = 130

type Token = { text: string; isSpaced: boolean }

const tokensOf = (sql: string): Token[] =>
  [
    ...sql.matchAll(
      /(\s*)('(?:[^']|'')*'|(?:"[^"]*"|[a-z_]\w*)(?:\.(?:"[^"]*"|\w+|\*))*|\d+|::|<=|>=|<>|\|\||\^@|\S)/gi,
    ),
  ].map(([, space, text = '']) => ({
    text: text.replaceAll(/"([a-z_]+)"/g, (whole, name: string) =>
      reserved.includes(name) ? whole : name,
    ),
    isSpaced: space !== '',
  }))

/** Where a long line is best broken: behind a comma or before a condition, in as few brackets as there are. */
function breakOf(line: string): number {
  let depth = 0
  const places: { at: number; depth: number }[] = []
  for (const { 0: found, index } of line.matchAll(
    /'(?:[^']|'')*'|[()]|,| (?=(?:and|or|when|do) )/g,
  )) {
    if (found === '(') depth++
    else if (found === ')') depth--
    else if (index > 40 && !found.startsWith("'"))
      places.push({
        at: found === ',' ? index + 1 : index,
        depth: line.startsWith(' when', index) ? depth + 0.5 : depth,
      })
  }
  const least = Math.min(...places.map((place) => place.depth))
  return places.findLast((place) => place.depth === least)?.at ?? line.length
}

/** One line if it fits; otherwise each clause and subquery begins a line. */
export function formatSql(sql: string): string {
  const tokens = tokensOf(sql)
  const flat = tokens.map(({ text, isSpaced }) => (isSpaced ? ' ' : '') + text).join('')
  if (flat.trim().length <= width) return flat.trim()
  const lines: string[] = []
  let line = ''
  let depth = 0
  const open: ('block' | 'values' | 'inline')[] = []
  const end = (indent: number) => {
    if (line.trim() !== '') lines.push(line.trimEnd())
    line = '  '.repeat(indent)
  }
  const wrap = (indent: number) => {
    const at = breakOf(line)
    lines.push(line.slice(0, at).trimEnd())
    line = '  '.repeat(indent) + line.slice(at).trimStart()
  }
  for (const [at, { text, isSpaced }] of tokens.entries()) {
    const [before, next] = [tokens[at - 1]?.text, tokens[at + 1]?.text]
    const isInline = open.length > 0 && open.at(-1) !== 'block'
    const isClause =
      clauses.test(text) &&
      !isInline &&
      !(text === 'from' && before === 'distinct') &&
      !(text === 'update' && before !== undefined && /^(do|for|key)$/.test(before)) &&
      !(text === 'join' && /^(left|cross)$/.test(before ?? '')) &&
      !(text === 'from' && before === 'delete') &&
      !(text === 'with' && next === 'ordinality') &&
      !(text === 'left' && next === '(')
    if (text === ')' && open.pop() === 'block') {
      depth--
      end(depth)
    } else if (isClause || (text === 'on' && next === 'conflict')) end(depth)
    else if (text === '(' && open.at(-1) === 'values') end(depth + 1)
    else if (line.length + text.length >= width) wrap(depth + 1)
    line += (isSpaced && line.trim() !== '' ? ' ' : '') + text
    if (text === '(') {
      const isBlock = /^(with|select|insert|update|delete)$/.test(next ?? '')
      open.push(isBlock ? 'block' : next === 'values' ? 'values' : 'inline')
      if (isBlock) depth++
    }
    if (
      text === ',' &&
      before === ')' &&
      !isInline &&
      next !== undefined &&
      tokens[at + 2]?.text === 'as'
    )
      end(depth)
  }
  end(0)
  return lines.join('\n')
}
