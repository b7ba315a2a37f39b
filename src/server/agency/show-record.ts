import { mostRelated, showAgencyRecord as endpoint } from '../../contract/agentur-akten.ts'
import { reportNames, type ReportName } from '../../contract/agentur-berichte.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { reportView, scopeOf } from './ask-report.ts'
import { expectOrders } from './expect-orders.ts'
import { recordEvents } from './record-events.ts'
import {
  listRecordFacts,
  listRecordNotes,
  listRecordRows,
  readRecordDates,
} from './record-store.ts'
import { readReportLines } from './report-view-store.ts'
import { kindOf, neededFor } from './report-words.ts'
import { agencyUserOf } from './session.ts'

const mostEvents = 100
const mostRows = 100 // of each kind whose events are read

/** A row with its history. Another agency's, or for an employee a colleague's, is not found. */
export const showAgencyRecord = serve(endpoint, (call) => {
  const { tenant, caller, locale, params, transaction } = call
  const { agencyId, role } = agencyUserOf(caller)
  const ability = abilitiesOf(role)
  if (ability.cannot('read', neededFor[params.list])) throw fail('not-authorised')
  const lists = reportNames.filter((name) => ability.can('read', neededFor[name]))
  const kind = kindOf[params.list]
  const id =
    kind === 'rewards' || kind === 'recommenders'
      ? params.id.toLowerCase()
      : params.id.toUpperCase()
  const { code } = tenant
  return transaction(async (tx) => {
    const rows = await listRecordRows(tx, code, scopeOf(caller, kind), id)
    if (!rows.some((row) => row.kind === kind && row.row_id === id)) throw fail('not-found')
    const idsOf = (name: ReportName) =>
      rows.filter((row) => row.kind === kindOf[name]).map(({ row_id }) => row_id)
    const ids = Object.fromEntries(
      lists.map((name) => [kindOf[name], idsOf(name).slice(0, mostRows)]),
    )
    const [facts, notes, dates] = await together([
      () => listRecordFacts(tx, code, ids),
      () => listRecordNotes(tx, code, agencyId, ids),
      () => readRecordDates(tx, code, kind, id),
    ])
    const view = async (name: ReportName, of: readonly string[]) => {
      const lines = await readReportLines(tx, code, kindOf[name], of)
      const waiting = name === 'auftraege' ? await expectOrders(tx, call, lines) : null
      return lines.map((line) => reportView(kindOf[name], line, locale, waiting?.get(line.row_id)))
    }
    const [row] = await view(params.list, [id])
    const related = []
    for (const name of lists) {
      const all = name === params.list ? [] : idsOf(name)
      if (all.length > 0)
        related.push({
          list: name,
          rows: await view(name, all.slice(0, mostRelated)),
          totalCount: all.length,
        })
    }
    const events = recordEvents(facts, notes, locale)
    return {
      row: row!,
      clicks: dates.clicks,
      releasableOn: dates.releasable_on,
      validUntil: dates.valid_until,
      dueOn: dates.due_on,
      expiresOn: dates.expires_on,
      events: events.slice(0, mostEvents),
      isCut: events.length > mostEvents || lists.some((name) => idsOf(name).length > mostRows),
      related,
    }
  })
})
