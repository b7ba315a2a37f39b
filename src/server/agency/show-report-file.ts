import { Readable } from 'node:stream'
import type { z } from 'zod'
import { showReportFile as endpoint, type ReportName } from '../../contract/agentur-berichte.ts'
import { stateWord } from '../../contract/state-words.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { toCsvCell } from '../../domain/csv.ts'
import { rewardNames } from '../../domain/reward-names.ts'
import { say, type Listener } from '../../domain/say.ts'
import { tooManyRequests } from '../base/limits.ts'
import type { Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { filterOf, isDescending, reportView, scopeOf, sortOf } from './ask-report.ts'
import { checkAtWork } from './check-at-work.ts'
import { csvColumns, csvHead, csvRow } from './csv-columns.ts'
import { expectOrders } from './expect-orders.ts'
import { findReportPage, readReportAfter, type ReportKey } from '../reports/page-store.ts'
import { readReportLines } from './report-view-store.ts'
import { kindOf, neededFor } from './report-words.ts'
import { agencyUserOf } from './session.ts'

const atOnce = 2_000

/**
 * Streams a whole list as fast as it is read, with constant memory. One transaction per part: parallel changes may or may not be
 * included, no row twice unless it moves ahead. Ends with the caller's session; files per user are limited.
 */
export const showReportFile = serve(endpoint, async (call) => {
  const name = call.params.list
  const { role, userId } = agencyUserOf(call.caller)
  if (abilitiesOf(role).cannot('read', neededFor[name])) throw fail('not-authorised')
  const { tenant, caller, query } = call
  const kind = kindOf[name]
  const scope = scopeOf(caller, kind)
  const sort = sortOf[query.orderBy ?? 'Datum']
  const descending = isDescending(
    sort,
    query.descending === undefined ? undefined : query.descending === 'true',
  )
  const { filter, count } = await call.transaction(async (tx) => {
    const filter = await filterOf(tx, tenant.code, scope, query)
    const asked = { sort, descending, limit: 1, offset: 0, filter }
    return { filter, count: (await findReportPage(tx, tenant.code, scope, asked)).count }
  })
  const asked = { sort, descending, limit: atOnce, filter }
  const leave = takePlace(userId)
  const file = Readable.from(readLines(call, name, scope, asked), { objectMode: false })
  file.once('close', leave)
  call.reply
    .header('Cache-Control', 'no-store')
    .header('X-Total-Count', count)
    .header('Content-Disposition', `attachment; filename="${name}-${call.today.toString()}.csv"`)
    .type('text/csv; charset=utf-8')
  await call.reply.send(file)
  return undefined
})

const filesAtOnce = 3 // per user and process; each takes a whole connection
const reading = new Map<string, number>()

/** Counts an open file or throws; returns the release function. */
export function takePlace(userId: string): () => void {
  const others = reading.get(userId) ?? 0
  if (others >= filesAtOnce) throw tooManyRequests(10)
  reading.set(userId, others + 1)
  return () => {
    const left = (reading.get(userId) ?? 1) - 1
    if (left > 0) reading.set(userId, left)
    else reading.delete(userId)
  }
}

type Handled = Call<{ list: ReportName }, z.output<typeof endpoint.query & z.ZodType>, unknown>
type Asked = Parameters<typeof readReportAfter>[3]

/** The file in parts: head, then up to `atOnce` rows each. */
export async function* readLines(
  call: Pick<Handled, 'deps' | 'tenant' | 'locale' | 'caller' | 'today'>,
  name: ReportName,
  scope: ReturnType<typeof scopeOf>,
  asked: Asked,
): AsyncGenerator<string> {
  const { deps, tenant, locale, caller } = call
  const columns = csvColumns[name]
  // The BOM lets spreadsheets read umlauts.
  yield `\ufeff${toLine(columns.map((column) => say(csvHead[column], { locale, tenant })))}`
  let after: ReportKey | null = null
  for (;;) {
    const from: ReportKey | null = after
    const { keys, lines, waiting } = await withTenant(deps.db, tenant.code, async (tx) => {
      await checkAtWork(tx, deps, tenant.code, caller)
      const keys = await readReportAfter(tx, tenant.code, scope, asked, from)
      const ids = keys.map(({ row_id }) => row_id)
      const lines = await readReportLines(tx, tenant.code, scope.kind, ids)
      const waiting = scope.kind === 'orders' ? await expectOrders(tx, call, lines) : null
      return { keys, lines, waiting }
    })
    const rows = lines.map((line) =>
      csvRow(reportView(scope.kind, line, locale, waiting?.get(line.row_id))),
    )
    yield rows.map((row) => toLine(columns.map((column) => cellOf(column, row, call)))).join('')
    if (keys.length < asked.limit) return
    after = keys.at(-1)!
  }
}

const toLine = (cells: (string | null)[]) => `${cells.map(toCsvCell).join(';')}\r\n`

type CsvRow = ReturnType<typeof csvRow>

/** States in the page's wording; cents as a localised number. */
export const cellOf = (column: keyof CsvRow, row: CsvRow, listener: Listener): string | null => {
  const value = row[column]
  const { locale } = listener
  if (column === 'status' && typeof value === 'string') return stateWord(value, locale)
  if (column === 'beneficiary' && value !== null)
    return say(rewardNames[value === 'Empfaenger' ? 'recipient' : 'referrer'], listener)
  if (typeof value === 'number') {
    const euros = (value / 100).toFixed(2)
    return locale === 'de' ? euros.replace('.', ',') : euros
  }
  return value
}
