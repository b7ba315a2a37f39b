import type { z } from 'zod'
import {
  sumReleasableOrders as endpoint,
  type reportFilter,
} from '../../contract/agentur-berichte.ts'
import { mostOfFilter } from '../../domain/order.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { serve } from '../serve.ts'
import { filterOf, scopeOf } from './ask-report.ts'
import { costOf, estimateOrders } from './expect-orders.ts'
import { findReportPage } from '../reports/page-store.ts'

export type Releasable = {
  numbers: string[] // empty if too many to decide at once
  count: number
  expectedCents: number | null // null: too many to price
  feeCents: number | null
  inRowsCents: number | null // as in their rows, where other waiting ones are released first
}

/** A filter's orders waiting for a decision: confirmed, without one. Their sum is as if all were released together. */
export async function findReleasable(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'today' | 'caller'>,
  asked: z.output<typeof reportFilter> | undefined,
  only?: readonly string[],
): Promise<Releasable> {
  const scope = scopeOf(call.caller, 'orders')
  const { code } = call.tenant
  const given = await filterOf(tx, code, scope, asked ?? {})
  const none = { numbers: [], count: 0, expectedCents: 0, feeCents: 0, inRowsCents: 0 }
  if (given.state && !given.state.includes('confirmed')) return none
  const wanted = only?.map((number) => number.trim().toUpperCase())
  const found = wanted ? { names: [], ids: wanted } : given.found
  if (wanted?.length === 0) return none
  const filter = { ...given, state: ['confirmed'], found }
  const { ids, count } = await findReportPage(tx, code, scope, {
    sort: 'day',
    descending: true,
    limit: mostOfFilter,
    offset: 0,
    filter,
  })
  if (count > mostOfFilter) {
    const unknown = { expectedCents: null, feeCents: null, inRowsCents: null }
    return { numbers: [], count, ...unknown }
  }
  const { inRows, ofChosen, decisions } = await estimateOrders(tx, call, ids)
  const waiting = ids.filter((number) => !decisions.has(number))
  const chosen = ofChosen(waiting)
  const sumOf = (amounts: typeof inRows, of: 'expectedCents' | 'feeCents') =>
    waiting.reduce((sum, number) => sum + (costOf(call.tenant, amounts.get(number))[of] ?? 0), 0)
  return {
    numbers: waiting,
    count: waiting.length,
    expectedCents: sumOf(chosen, 'expectedCents'),
    feeCents: sumOf(chosen, 'feeCents'),
    inRowsCents: sumOf(inRows, 'expectedCents'),
  }
}

export const sumReleasableOrders = serve(endpoint, (call) =>
  call.transaction(async (tx) => {
    const { filter, orders } = call.body
    const { numbers: _, ...sums } = await findReleasable(tx, call, filter, orders)
    return sums
  }),
)
