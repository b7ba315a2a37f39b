import * as contract from '../../contract/betrieb-auftraege.ts'
import type { shownStates } from '../../contract/console-words.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { initialsOf } from '../../domain/initials.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { listOrders, type OrderFilter, type OrderRow, type ShownAs } from './order-list-store.ts'
import { listProductTitles, listSellerNames } from './order-record-store.ts'

/** The wire's words of states. */
export const shown = {
  unmatched: 'ohne-person',
  reported: 'gemeldet',
  confirmed: 'pruefzeit',
  released: 'freigegeben',
  cancelled: 'storniert',
  'clawed-back': 'nach-zahlung',
  refused: 'abgelehnt',
} as const satisfies Record<ShownAs, (typeof shownStates)[number]>
const states = Object.keys(shown) as ShownAs[]

type BodyFilter = Exclude<BodyOf<typeof contract.listTenantOrders>['filter'], undefined>

const kinds = { empfehlung: 'referral', verkaufspartner: 'sales-partner' } as const

/** The wire's filter as the store takes it. */
export function filterOf({ state, product, seller, kind, ...rest }: BodyFilter): OrderFilter {
  const asked = [state ?? []].flat()
  return {
    states: states.filter((one) => asked.includes(shown[one])),
    products: [product ?? []].flat(),
    sellers: [seller ?? []].flat(),
    ...(kind ? { kind: kinds[kind] } : {}),
    ...(rest.from ? { from: rest.from } : {}),
    ...(rest.to ? { to: rest.to } : {}),
    ...(rest.search ? { search: rest.search } : {}),
  }
}

/** Names as the caller may see them. */
export function sayName({ caller }: Pick<Call, 'caller'>) {
  if (caller.kind !== 'operator') throw fail('session-missing')
  const seesPeople = operatorAbilities(caller.roles).can('read', 'people')
  const name = (one: string) => (seesPeople ? one : initialsOf(one))
  return { seesPeople, name, id: (one: string) => (seesPeople ? one : null) }
}

/** A row as the list shows it to the caller. */
export const viewOf = (row: OrderRow, say: ReturnType<typeof sayName>) => ({
  id: row.line_id ?? row.key,
  number: row.line_id ? null : row.key,
  externalNumber: row.external_number,
  product: row.product,
  contractOn: row.contract_on,
  state: shown[row.shown_as],
  releasableOn: row.releasable_on,
  name: row.name && say.name(row.name),
  cents: row.cents,
  seller: row.seller && (row.seller_kind === 'agency' ? row.seller : say.name(row.seller)),
  sellerKind: row.seller_kind,
  version: row.version,
})

export const listTenantOrders = serve(contract.listTenantOrders, async (call) => {
  const { tenant, body } = call
  const say = sayName(call)
  const { page = 1, pageSize = 50, descending = true, filter = {} } = body
  return call.transaction(async (tx) => {
    const { rows, count, cents } = await listOrders(tx, tenant.code, {
      filter: filterOf(filter),
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, say)),
      ...(cents === null ? {} : { sums: { cents } }),
    }
  })
})

export const listOrderProducts = serve(contract.listOrderProducts, (call) => {
  const { tenant, transaction } = call
  const say = sayName(call)
  return transaction(async (tx) => {
    const products = await listProductTitles(tx, tenant.code)
    const sellers = await listSellerNames(tx, tenant.code)
    return {
      products: products.map(({ product_id: id, title }) => ({ id, title })),
      sellers: sellers.map(({ id, name, number, kind }) => ({
        id,
        name: kind === 'agency' || say.seesPeople ? name : number,
        kind,
      })),
    }
  })
})
