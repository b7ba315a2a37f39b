import { Readable } from 'node:stream'
import { commissionWords, partnerOrderWords } from '../../contract/state-words.ts'
import * as contract from '../../contract/verkaufspartner-listen.ts'
import { toCsvCell } from '../../domain/csv.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { serve } from '../serve.ts'
import {
  listOrdersAfter,
  sumOrdersOf,
  type ListedOrder,
  type OrderColumn,
  type OrderKey,
} from './list-store.ts'
import { csvHead, type CsvColumn } from './list-words.ts'
import { partnerOf } from './session.ts'

const atOnce = 2_000

type Query = {
  descending?: 'true' | 'false' | undefined
  search?: string | undefined
  state?: string | readonly string[] | undefined
}
type List = { file: string; columns: readonly CsvColumn[]; by: 'order' | 'commission' }

const orders = {
  file: 'auftraege',
  columns: ['contractOn', 'externalNumber', 'number', 'product', 'order', 'releasableOn', 'cents'],
  by: 'order',
} as const satisfies List
const commissions = {
  file: 'provisionen',
  columns: [
    'contractOn',
    'externalNumber',
    'number',
    'product',
    'commission',
    'releasableOn',
    'note',
    'cents',
  ],
  by: 'commission',
} as const satisfies List

export const showPartnerOrdersFile = serve(contract.showPartnerOrdersFile, (call) =>
  send(call, orders, call.query.orderBy ?? 'Vertragsdatum'),
)

export const showCommissionsFile = serve(contract.showCommissionsFile, (call) => {
  const { orderBy = 'Vertragsdatum' } = call.query
  return send(call, commissions, orderBy === 'Status' ? 'Provisionsstatus' : orderBy)
})

/**
 * Streams a whole list as fast as it is read, with constant memory. One transaction per part, as in agency reports: no row twice
 * unless it moves ahead.
 */
async function send(call: Call<unknown, Query, unknown>, list: List, column: OrderColumn) {
  const { deps, tenant, query, locale } = call
  const { partnerId } = partnerOf(call.caller)
  const filter = { search: query.search, state: query.state }
  const { count } = await call.transaction((tx) =>
    sumOrdersOf(tx, tenant.code, partnerId, filter, list.by),
  )
  const asked = { column, descending: query.descending !== 'false', by: list.by, filter }
  const read = (after: OrderKey | null) =>
    withTenant(deps.db, tenant.code, (tx) =>
      listOrdersAfter(tx, tenant.code, partnerId, { ...asked, limit: atOnce }, after),
    )
  call.reply
    .header('Cache-Control', 'no-store')
    .header('X-Total-Count', count)
    .header(
      'Content-Disposition',
      `attachment; filename="${list.file}-${call.today.toString()}.csv"`,
    )
    .type('text/csv; charset=utf-8')
  await call.reply.send(Readable.from(linesOf(read, list.columns, locale), { objectMode: false }))
  return undefined
}

async function* linesOf(
  read: (after: OrderKey | null) => Promise<(ListedOrder & OrderKey)[]>,
  columns: readonly CsvColumn[],
  locale: Locale,
): AsyncGenerator<string> {
  // The BOM lets spreadsheets read umlauts.
  yield `\ufeff${toLine(columns.map((column) => csvHead[column][locale]))}`
  let after: OrderKey | null = null
  for (;;) {
    const rows: (ListedOrder & OrderKey)[] = await read(after)
    yield rows.map((row) => toLine(columns.map((column) => cellOf(row, column, locale)))).join('')
    if (rows.length < atOnce) return
    after = rows.at(-1)!
  }
}

const toLine = (cells: (string | null)[]) => `${cells.map(toCsvCell).join(';')}\r\n`

function cellOf(row: ListedOrder, column: CsvColumn, locale: Locale): string | null {
  switch (column) {
    case 'contractOn':
      return row.contract_on
    case 'externalNumber':
      return row.external_number
    case 'number':
      return row.number
    case 'product':
      return row.title[locale]
    case 'order':
      return partnerOrderWords[row.state][locale]
    case 'commission':
      return commissionWords[row.commission_state][locale]
    case 'releasableOn':
      return row.releasable_on
    case 'note':
      return row.note
    case 'cents': {
      // A localised number for spreadsheets.
      const euros = (row.cents / 100).toFixed(2)
      return locale === 'de' ? euros.replace('.', ',') : euros
    }
  }
}
