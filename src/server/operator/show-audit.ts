import * as contract from '../../contract/betrieb-protokoll.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { startOfLocalDay } from '../../domain/dates.ts'
import {
  entryNumber,
  listAuditRows,
  listAuditWords,
  readAuditAfter,
  readAuditRow,
  type AuditFilter,
  type AuditRow,
} from '../base/audit-rows-store.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { idsIn, namesOf, operatorNames, operatorsNamed } from '../team/operator-names.ts'
import { csvLine, sendFile } from './list-file.ts'

const leastNameLetters = 3

const list = (said: string | string[] | undefined) =>
  said === undefined ? undefined : [said].flat()
const startOf = (day: string) => startOfLocalDay(Temporal.PlainDate.from(day))

type Asked = {
  action?: string | string[] | undefined
  actorKind?: string | string[] | undefined
  subjectKind?: string | string[] | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

function filterOf({ action, actorKind, subjectKind, from, to, search }: Asked): AuditFilter {
  const next = to && Temporal.PlainDate.from(to).add({ days: 1 }).toString()
  return Object.fromEntries(
    Object.entries({
      action: list(action),
      actorKind: list(actorKind),
      subjectKind: list(subjectKind),
      from: from && startOf(from),
      before: next && startOf(next),
      search: search || undefined,
    }).filter(([, value]) => value !== undefined),
  )
}

/** A name finds what its operators did. Two letters are in too many names. */
async function withNamed(tx: Tx, tenant: string, filter: AuditFilter): Promise<AuditFilter> {
  const { search = '' } = filter
  if (search.length < leastNameLetters) return filter
  return { ...filter, searchedActors: await operatorsNamed(tx, tenant, search) }
}

export const listAudit = serve(contract.listAudit, async (call) => {
  const { tenant, body } = call
  const { page = 1, pageSize = 50, filter = {} } = body
  return call.transaction(async (tx) => {
    const { rows, count } = await listAuditRows(tx, tenant.code, {
      filter: await withNamed(tx, tenant.code, filterOf(filter)),
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pagesOf(count, page, pageSize),
      rows: await viewsOf(tx, tenant.code, rows),
    }
  })
})

/** With the names of the operators that did it, that it was done to, and of whom its details speak. */
async function viewsOf(tx: Tx, tenant: string, rows: readonly AuditRow[]) {
  const ids = rows.filter(({ actor_kind }) => actor_kind === 'operator').map((row) => row.actor_id)
  const named = rows.map(({ subject_id, details }) => idsIn([subject_id, details]))
  const names = await operatorNames(tx, tenant, [...ids, ...named.flat()])
  return rows.map((row, at) => ({
    number: row.number,
    at: row.at.toString(),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actorName: names.get(row.actor_id) ?? null,
    actorRole: row.actor_role,
    support: row.support,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    reason: row.reason,
    details: row.details as Record<string, unknown>,
    sessionId: row.session_id,
    requestId: row.request_id,
    names: namesOf(named[at]!, names),
  }))
}

export const showAuditRow = serve(
  contract.showAuditRow,
  async ({ tenant, params, transaction }) => {
    const number = entryNumber(params.number)
    if (number === null) throw fail('not-found')
    return transaction(async (tx) => {
      const found = await readAuditRow(tx, tenant.code, number)
      const [row] = await viewsOf(tx, tenant.code, found ? [found] : [])
      if (!row) throw fail('not-found')
      return row
    })
  },
)

export const showAuditWords = serve(contract.showAuditWords, ({ tenant, transaction }) =>
  transaction((tx) => listAuditWords(tx, tenant.code)),
)

const atOnce = 2_000

export const showAuditFile = serve(contract.showAuditFile, async (call) => {
  const { caller, query } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const logged = {
    action: 'export-audit',
    subjectKind: 'audit-log',
    subjectId: call.tenant.code,
  } as const
  const file = { name: 'protokoll', details: { filter: query }, logged }
  const filter = await call.transaction((tx) => withNamed(tx, call.tenant.code, filterOf(query)))
  await sendFile(call, caller, file, readLines(call, filter))
  return undefined
})

const heads = [
  'Nummer',
  'Zeit',
  'Art',
  'Wer',
  'Rolle',
  'Support',
  'Aktion',
  'Gegenstand',
  'GegenstandId',
  'Grund',
  'Einzelheiten',
  'Sitzung',
  'Anfrage',
  'Pruefsumme',
]

async function* readLines(
  { deps, tenant }: Pick<Call, 'deps' | 'tenant'>,
  filter: AuditFilter,
): AsyncGenerator<string> {
  // The BOM lets spreadsheets read umlauts.
  yield `\ufeff${csvLine(heads)}`
  let after = 0
  for (;;) {
    const from = after
    const rows = await withTenant(deps.db, tenant.code, (tx) =>
      readAuditAfter(tx, tenant.code, { filter, after: from, limit: atOnce }),
    )
    yield rows
      .map((row) =>
        csvLine([
          row.number,
          row.at.toString(),
          row.actor_kind,
          row.actor_id,
          row.actor_role,
          row.support ? 'ja' : '',
          row.action,
          row.subject_kind,
          row.subject_id,
          row.reason,
          JSON.stringify(row.details),
          row.session_id,
          row.request_id,
          row.hash.toString('hex'),
        ]),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last.number
  }
}
