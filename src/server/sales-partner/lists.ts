import * as contract from '../../contract/verkaufspartner-listen.ts'
import { pagesOf as pagesOfList } from '../../contract/report-list.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { accountProblemOf } from './account-problem.ts'
import { partnerLink } from './links.ts'
import { listOrdersOf, sumOrdersOf } from './list-store.ts'
import { partnerOf } from './session.ts'
import { findPartner } from './store.ts'

const defaultPageSize = 25

type Asked = {
  descending?: boolean | undefined
  pageSize?: number | undefined
  page?: number | undefined
}

export function partOf({ page = 1, pageSize = defaultPageSize, descending = true }: Asked) {
  return { limit: pageSize, offset: (page - 1) * pageSize, descending }
}

export const pagesOf = ({ page = 1, pageSize = defaultPageSize }: Asked, totalCount: number) =>
  pagesOfList(totalCount, page, pageSize)

export const listPartnerOrders = serve(contract.listPartnerOrders, async (call) => {
  const { tenant, body, locale } = call
  const { partnerId } = partnerOf(call.caller)
  const filter = body.filter ?? {}
  const asked = {
    ...partOf(body),
    column: body.orderBy ?? 'Vertragsdatum',
    by: 'order',
    filter,
  } as const
  const [rows, sums] = await call.transaction((tx) =>
    together([
      () => listOrdersOf(tx, tenant.code, partnerId, asked),
      () => sumOrdersOf(tx, tenant.code, partnerId, filter, 'order'),
    ]),
  )
  return {
    rows: rows.map((row) => ({
      number: row.number,
      externalNumber: row.external_number,
      product: row.title[locale],
      contractOn: row.contract_on,
      state: row.state,
      releasableOn: row.releasable_on,
      commissionCents: row.cents,
    })),
    ...pagesOf(body, sums.count),
    sums: { commissionCents: sums.promised + sums.released + sums.billed, orders: sums.living },
  }
})

export const listCommissions = serve(contract.listCommissions, async (call) => {
  const { tenant, body, locale } = call
  const { partnerId } = partnerOf(call.caller)
  const filter = body.filter ?? {}
  const column = body.orderBy === 'Status' ? 'Provisionsstatus' : (body.orderBy ?? 'Vertragsdatum')
  const asked = { ...partOf(body), column, by: 'commission', filter } as const
  const [rows, sums] = await call.transaction((tx) =>
    together([
      () => listOrdersOf(tx, tenant.code, partnerId, asked),
      () => sumOrdersOf(tx, tenant.code, partnerId, filter, 'commission'),
    ]),
  )
  return {
    rows: rows.map((row) => ({
      number: row.number,
      externalNumber: row.external_number,
      product: row.title[locale],
      contractOn: row.contract_on,
      cents: row.cents,
      state: row.commission_state,
      releasableOn: row.releasable_on,
      note: row.note,
    })),
    ...pagesOf(body, sums.count),
    sums: {
      promisedCents: sums.promised,
      releasedCents: sums.released,
      billedCents: sums.billed,
    },
  }
})

export const showSalesPartnerSums = serve(contract.showSalesPartnerSums, async (call) => {
  const { deps, tenant, today } = call
  const { partnerId } = partnerOf(call.caller)
  const [partner, sums] = await call.transaction((tx) =>
    together([
      () => findPartner(tx, tenant.code, partnerId),
      () => sumOrdersOf(tx, tenant.code, partnerId, {}, 'order'),
    ]),
  )
  const next = today.toPlainYearMonth().add({ months: 1 }).toPlainDate({ day: 1 })
  return {
    orders: sums.living,
    promisedCents: sums.promised,
    releasedCents: sums.released,
    billedCents: sums.billed,
    nextNoteOn: next.toString(),
    flatTax: tenant.flatTaxForPartners,
    accountProblem: partner ? accountProblemOf(partner, call.locale) : null,
    link: partner?.state === 'active' ? partnerLink(deps, tenant, partner.number) : null,
  }
})
