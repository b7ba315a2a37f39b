import { listInvitations as endpoint } from '../../contract/einladung.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { invitationView, stateOf, whoseOf } from './invitation-view.ts'
import { listInvitations as list } from './invitation-store.ts'
import { findAgency } from './store.ts'

const defaultPageSize = 25

/** A page of invitations, newest first by default. */
export const listInvitations = serve(endpoint, async (call) => {
  const { tenant, params, body, today } = call
  const whose = whoseOf(call.caller)
  const { orderBy = 'EingeladenAm', pageSize = defaultPageSize, page = 1, filter } = body
  const { rows, total } = await call.transaction(async (tx) => {
    const agency = await findAgency(tx, tenant.code, whose.agencyId)
    if (params.agency !== 'alle' && params.agency !== agency?.number) throw fail('not-found')
    const query = {
      orderBy,
      descending: body.descending ?? body.orderBy === undefined,
      pageSize,
      page,
      states: [filter?.status ?? []].flat().map(stateOf),
      employeeNumber: filter?.employeeNumber ?? null,
      search: filter?.search ?? '',
    }
    return list(tx, tenant.code, whose, query, today)
  })
  return {
    rows: rows.map((row) => invitationView(row, today)),
    ...pagesOf(total, page, pageSize),
  }
})
