import * as contract from '../../contract/agentur-berichte.ts'
import type { z } from 'zod'
import type { Locale } from '../../domain/tenant.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { orderLabels } from '../order/order-labels.ts'
import { lockOrder } from '../order/store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { serve } from '../serve.ts'
import { scopeOf } from './ask-report.ts'
import { checkAtWork } from './check-at-work.ts'
import { isOrderOf } from './report-view-store.ts'
import { agencyUserOf } from './session.ts'
import { findAgency } from './store.ts'

type Outcome = z.output<typeof contract.orderOutcome>
type Status = z.output<typeof contract.orderStatus>
type Decided = { number: string; outcome: Outcome; status: Status | null }
type Action = 'freigeben' | 'ablehnen'

const notConfirmed: Record<Locale, string> = {
  de: 'Dieser Auftrag lässt sich in seinem Stand nicht freigeben. Freigegeben wird, was der Anbieter bestätigt hat.',
  en: 'This order cannot be released in its state. What the provider has confirmed can be released.',
}

export const releaseAgencyOrder = serve(contract.releaseAgencyOrder, async (call) => {
  const { agency, order } = call.params
  const { agencyId } = agencyUserOf(call.caller)
  const own = await withTenant(call.deps.db, call.tenant.code, (tx) =>
    findAgency(tx, call.tenant.code, agencyId),
  )
  if (own?.number !== agency && agency.toLowerCase() !== 'alle') throw fail('not-found')
  const { number, outcome, status } = await decide(call, 'freigeben', order)
  if (status === null) throw fail('not-found')
  if (outcome === 'nicht-moeglich')
    throw fail('validation', {
      fields: [{ field: 'order', message: notConfirmed[call.locale] }],
      details: { Status: status },
    })
  return { number, outcome, status }
})

export const decideAgencyOrders = serve(contract.decideAgencyOrders, async (call) => {
  const results: Decided[] = []
  // One after another, each in a transaction of its own: one that fails leaves the others as they are.
  for (const number of new Set(call.body.orders))
    results.push(await decide(call, call.body.action, number))
  return { results }
})

/**
 * Releases an order, or refuses one that was not released yet, in the name of whoever asks (the audit log says who and when). What
 * is not theirs is answered as what does not exist. Twice at once is once: the second waits, and finds it done. Of many orders none is
 * decided any more by somebody who has left meanwhile.
 */
function decide(
  { deps, tenant, caller }: Pick<Call, 'deps' | 'tenant' | 'caller'>,
  action: Action,
  typed: string,
): Promise<Decided> {
  const number = typed.trim().toUpperCase()
  const scope = scopeOf(caller, 'orders')
  return retryConflict(() =>
    withTenant(deps.db, tenant.code, async (tx): Promise<Decided> => {
      await checkAtWork(tx, deps, tenant.code, caller)
      const unknown: Decided = { number, outcome: 'nicht-gefunden', status: null }
      if (!(await isOrderOf(tx, tenant.code, scope, number))) return unknown
      if (action === 'freigeben') {
        const answer = await releaseOrder(tx, deps, tenant, number, actorOf(caller))
        if (answer.kind === 'unknown') return unknown
        if (answer.kind === 'refused')
          return { number, outcome: 'nicht-moeglich', status: statusOf(answer.state) }
        const outcome = answer.kind === 'released' ? 'freigegeben' : 'unveraendert'
        return { number, outcome, status: 'Freigegeben' }
      }
      const order = await lockOrder(tx, tenant.code, number)
      if (order?.state === 'released')
        return { number, outcome: 'nicht-moeglich', status: 'Freigegeben' }
      const { kind } = await cancelOrder(tx, deps, tenant, number, actorOf(caller))
      const outcome = kind === 'cancelled' ? 'abgelehnt' : 'unveraendert'
      return { number, outcome, status: 'Storniert' }
    }),
  )
}

const statusOf = (state: keyof typeof orderLabels) => orderLabels[state] as Status
