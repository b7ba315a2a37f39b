import type { invitationOrders, invitationStatus } from '../../contract/einladung.ts'
import type { z } from 'zod'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../api.ts'

export type Status = z.output<typeof invitationStatus>
export const statuses = ['offen', 'angenommen', 'abgelaufen', 'zurueckgezogen'] as const

/** What of the list is shown; all of it stands in the address of the page. */
export type ListState = {
  status: Status | null
  orderBy: (typeof invitationOrders)[number]
  descending: boolean
  page: number
}

export function readListState(search: URLSearchParams): ListState {
  const orderBy = orders.find((one) => one === search.get('sort')) ?? 'EingeladenAm'
  const page = /^[1-9]\d{0,3}$/.test(search.get('seite') ?? '') ? Number(search.get('seite')) : 1
  return {
    status: statuses.find((one) => one === search.get('status')) ?? null,
    orderBy,
    descending: search.has('auf') ? false : search.has('ab') || orderBy === 'EingeladenAm',
    page,
  }
}

/** The query of an address that shows the list so; what is the default is left out. */
export function listQuery(state: ListState): Record<string, string> {
  const { status, orderBy, descending, page } = state
  return {
    ...(status ? { status } : {}),
    ...(orderBy === 'EingeladenAm' ? {} : { sort: orderBy }),
    ...(descending === (orderBy === 'EingeladenAm') ? {} : { [descending ? 'ab' : 'auf']: '1' }),
    ...(page === 1 ? {} : { seite: String(page) }),
  }
}

export async function loadInvitations(context: PageContext, request: Request) {
  const { status, ...state } = readListState(new URL(request.url).searchParams)
  return callApi(context, 'listInvitations', {
    params: { agency: 'alle' },
    body: { ...state, filter: status ? { status } : {} },
  })
}

const orders = [
  'EingeladenAm',
  'Nachname',
  'Status',
  'GueltigBis',
] as const satisfies typeof invitationOrders
