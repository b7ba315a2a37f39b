import type { z } from 'zod'
import * as contract from '../../contract/agentur-berichte.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import type { ReportKind } from '../reports/rows-store.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { expectOrders } from './expect-orders.ts'
import { filterOf, isDescending, reportView, scopeOf, sortOf } from './ask-report.ts'
import { listPeople } from './list-people.ts'
import { findReportPage } from '../reports/page-store.ts'
import { readReportLines } from './report-view-store.ts'
import { kindOf } from './report-words.ts'
import { agencyUserOf } from './session.ts'
import { findAgency } from './store.ts'

type Asked = z.output<typeof contract.listAgencyOrders.body & z.ZodType>
const defaultPageSize = 25

export const listAgencyOrders = serve(contract.listAgencyOrders, (call) => list(call, 'orders'))
export const listAgencyReferrals = serve(contract.listAgencyReferrals, (call) =>
  list(call, 'referrals'),
)
export const listAgencyLeads = serve(contract.listAgencyLeads, (call) => list(call, 'leads'))

export const listAgencyReport = serve(contract.listAgencyReport, async (call) => {
  const { role } = agencyUserOf(call.caller)
  const asked = call.params.list.toLowerCase()
  // An agency's number means its referrers (spec section 7.7).
  if (!isListName(asked)) await checkOwnNumber(call, call.params.list)
  const name = isListName(asked) ? asked : 'empfehler'
  if (abilitiesOf(role).cannot('read', subjects[name])) throw fail('not-authorised')
  return name === 'mitarbeiter' ? listPeople(call) : show(call, kindOf[name])
})

async function list(call: Call<{ agency: string }, unknown, Asked>, kind: ReportKind) {
  const { agency } = call.params
  if (agency.toLowerCase() !== 'alle') await checkOwnNumber(call, agency)
  return show(call, kind)
}

const subjects = {
  mitarbeiter: 'employees',
  praemien: 'rewards',
  empfehler: 'recommender-report',
} as const
const isListName = (name: string): name is keyof typeof subjects => Object.hasOwn(subjects, name)

/** Other agencies' numbers are not found. */
async function checkOwnNumber(call: Call<unknown, unknown, unknown>, number: string) {
  const { agencyId } = agencyUserOf(call.caller)
  const own = await call.transaction((tx) => findAgency(tx, call.tenant.code, agencyId))
  if (own?.number !== number) throw fail('not-found')
}

/** A page of a list. Count and sum cover all filtered rows. */
async function show(call: Call<unknown, unknown, Asked>, kind: ReportKind) {
  const { tenant, caller, body, locale, transaction } = call
  const { orderBy = 'Datum', page = 1, pageSize = defaultPageSize } = body
  const scope = scopeOf(caller, kind)
  const sort = sortOf[orderBy]
  return transaction(async (tx) => {
    const filter = await filterOf(tx, tenant.code, scope, body.filter ?? {})
    const { ids, count, cents } = await findReportPage(tx, tenant.code, scope, {
      sort,
      descending: isDescending(sort, body.descending),
      limit: pageSize,
      offset: (page - 1) * pageSize,
      filter,
    })
    const lines = await readReportLines(tx, tenant.code, kind, ids)
    const waiting = kind === 'orders' ? await expectOrders(tx, call, lines) : null
    return {
      rows: lines.map((line) => reportView(kind, line, locale, waiting?.get(line.row_id))),
      ...pagesOf(count, page, pageSize),
      ...(kind === 'orders' || kind === 'rewards' ? { sums: { cents } } : {}),
    }
  })
}
