import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { toCsvCell } from '../../domain/csv.ts'
import { BERLIN } from '../../domain/dates.ts'
import { say, type Listener, type Said } from '../../domain/say.ts'
import type { Locale } from '../../domain/tenant.ts'
import { takePlace } from '../agency/show-report-file.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import type { RowKey } from '../db/keyset.ts'
import { fail } from '../errors.ts'
import { serve, type Served } from '../serve.ts'
import type { OperatorCaller } from '../team/session.ts'
import { checkStillAtWork } from '../team/still-at-work.ts'

// The CSV of a console's list. Rows are read by key in parts of their own transactions, so a million of them cost constant memory and no
// part gets slower than the first; a row appears twice, or not at all, only if its own sort value changes meanwhile.

export const rowsAtOnce = 1_000

export type FileColumn<Row> = {
  title: Said
  cell: (row: Row, locale: Locale) => string | number | null
}

export type FileCall = Pick<Call, 'deps' | 'tenant' | 'today'> & { caller: OperatorCaller }
export type FilePart = { after: RowKey | null; limit: number }

type FileQuery = {
  orderBy?: string | undefined
  descending?: 'true' | 'false' | undefined
  columns?: string | undefined
  language?: Locale | undefined
}

/** Serves an endpoint that `listFile` made. */
export function serveListFile<Query extends FileQuery, Row>(
  endpoint: Endpoint<z.ZodUndefined, z.ZodType<Query>, z.ZodUndefined, z.ZodUndefined>,
  file: {
    name: string // of the file, and of the list in the log
    /** The rows after a key, as the caller sees them in the list, and the key of the last one; the last part is empty. */
    read: (
      tx: Tx,
      call: FileCall,
      query: Query,
      part: FilePart,
    ) => Promise<{ rows: Row[]; last: RowKey | null }>
    columns: Record<string, FileColumn<Row>> // the page's, by id, in its order and words
  },
): Served {
  return serve(endpoint, async (call) => {
    const { deps, tenant, today } = call
    const query = call.query as Query
    if (call.caller.kind !== 'operator') throw fail('session-missing')
    const own = { deps, tenant, today, caller: call.caller }
    const locale = query.language ?? call.locale
    const asked = query.columns?.split(',')
    const columns = Object.entries(file.columns)
      .filter(([id]) => asked?.includes(id) ?? true)
      .map(([, column]) => column)
    await sendFile(
      call,
      own.caller,
      // Who was searched for stays out of the log.
      { name: file.name, details: withoutSearch(query) },
      linesOf(columns, { locale, tenant }, (part) =>
        withTenant(deps.db, tenant.code, (tx) => file.read(tx, own, query, part)),
      ),
    )
    return undefined
  })
}

const withoutSearch = (query: FileQuery & { search?: unknown }) => {
  const { search, language: _, ...rest } = query
  return { ...rest, ...(search === undefined ? {} : { isSearched: true }) }
}

/** Streams a file of an operator's, who has a place among the few at a time, and writes to the log that it was taken. */
export async function sendFile(
  call: Pick<Call, 'deps' | 'tenant' | 'now' | 'today' | 'reply'>,
  caller: OperatorCaller,
  {
    name,
    details,
    logged = { action: 'export-list', subjectKind: 'list', subjectId: name },
  }: {
    name: string
    details: object
    logged?: { action: 'export-list' | 'export-audit'; subjectKind: string; subjectId: string }
  },
  lines: AsyncIterable<string>,
): Promise<void> {
  const { deps, tenant, now, reply } = call
  const leave = takePlace(caller.operatorId)
  try {
    await withTenant(deps.db, tenant.code, (tx) =>
      audit(tx, tenant.code, {
        at: now,
        actor: actorOf(caller),
        ...logged,
        details: { ...details },
      }),
    )
  } catch (error) {
    leave()
    throw error
  }
  const file = Readable.from(whileAtWork(lines, deps, tenant.code, caller), { objectMode: false })
  file.once('close', leave)
  reply
    .header('Cache-Control', 'no-store')
    .header(
      'Content-Disposition',
      `attachment; filename="${name}-${tenant.code}-${call.today.toString()}.csv"`,
    )
    .type('text/csv; charset=utf-8')
  await reply.send(file)
}

/** Each part of a file leaves only while its person has the session and the rights that they opened it with. */
export async function* whileAtWork<Part>(
  parts: AsyncIterable<Part>,
  deps: Call['deps'],
  tenant: string,
  caller: OperatorCaller,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    await checkStillAtWork(deps, tenant, caller)
    yield part
  }
}

async function* linesOf<Row>(
  columns: readonly FileColumn<Row>[],
  reader: Listener,
  read: (part: FilePart) => Promise<{ rows: Row[]; last: RowKey | null }>,
): AsyncGenerator<string> {
  // The BOM lets spreadsheets read umlauts.
  yield `\ufeff${csvLine(columns.map(({ title }) => say(title, reader)))}`
  let after: RowKey | null = null
  do {
    const part: Awaited<ReturnType<typeof read>> = await read({ after, limit: rowsAtOnce })
    yield part.rows
      .map((row) => csvLine(columns.map(({ cell }) => cell(row, reader.locale))))
      .join('')
    after = part.last
  } while (after !== null)
}

export const csvLine = (cells: readonly (string | number | null)[]) =>
  `${cells.map(toCsvCell).join(';')}\r\n`

/** Euros as spreadsheets of that language read them. */
export const euros = (cents: number, locale: Locale): string => {
  const text = (cents / 100).toFixed(2)
  return locale === 'de' ? text.replace('.', ',') : text
}

/** An instant by Berlin's clocks, as spreadsheets read it. */
export const clockTime = (instant: string | null): string | null =>
  instant === null
    ? null
    : Temporal.Instant.from(instant)
        .toZonedDateTimeISO(BERLIN)
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })
        .replace('T', ' ')
