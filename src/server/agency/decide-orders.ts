import * as contract from '../../contract/agentur-berichte.ts'
import { refusalWords } from '../../contract/refusal-words.ts'
import type { z } from 'zod'
import { isComplete, orderRefusalReasons, type Refusal } from '../../domain/refusal.ts'
import type { Locale } from '../../domain/tenant.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { orderLabels } from '../order/order-labels.ts'
import { sortByContract } from '../order/decision-store.ts'
import { lockOrder } from '../order/store.ts'
import { applySoon, noteDecision, takeBackDecision } from '../reward/apply-decisions.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { serve } from '../serve.ts'
import { scopeOf } from './ask-report.ts'
import { checkAtWork } from './check-at-work.ts'
import { isOrderOf } from './report-view-store.ts'
import { agencyUserOf } from './session.ts'
import { findReleasable, type Releasable } from './sum-releasable.ts'
import { findAgency } from './store.ts'

type Outcome = z.output<typeof contract.orderOutcome>
type Status = z.output<typeof contract.orderStatus>
type Decided = { number: string; outcome: Outcome; status: Status | null }
type Handled = Pick<Call, 'deps' | 'tenant' | 'caller'>

const notConfirmed: Record<Locale, string> = {
  de: 'Dieser Auftrag lässt sich in seinem Stand nicht freigeben. Freigegeben wird, was der Anbieter bestätigt hat.',
  en: 'This order cannot be released in its state. What the provider has confirmed can be released.',
}

const ordersMissing: Record<Locale, string> = {
  de: 'Bitte mindestens einen Auftrag nennen.',
  en: 'Please name at least one order.',
}

const namedTwice: Record<Locale, string> = {
  de: 'Bitte entweder Aufträge nennen oder alle eines Filters.',
  en: 'Please name either orders or all of a filter.',
}

const reasonMissing: Record<Locale, string> = {
  de: 'Bitte einen Grund angeben.',
  en: 'Please give a reason.',
}

/** Released at once, as the spec's answer says; cannot be undone. */
export const releaseAgencyOrder = serve(contract.releaseAgencyOrder, async (call) => {
  const { agency, order } = call.params
  const { agencyId } = agencyUserOf(call.caller)
  const own = await withTenant(call.deps.db, call.tenant.code, (tx) =>
    findAgency(tx, call.tenant.code, agencyId),
  )
  if (own?.number !== agency && agency.toLowerCase() !== 'alle') throw fail('not-found')
  const { deps, tenant, caller } = call
  const { number, outcome, status } = await ofOwn(call, order, async (tx, number) => {
    const answer = await releaseOrder(tx, deps, tenant, number, actorOf(caller))
    if (answer.kind === 'unknown') return ['nicht-gefunden', null]
    if (answer.kind === 'refused') return ['nicht-moeglich', statusOf(answer.state)]
    return [answer.kind === 'released' ? 'freigegeben' : 'unveraendert', 'Freigegeben']
  })
  if (status === null) throw fail('not-found')
  if (outcome === 'nicht-moeglich')
    throw fail('validation', {
      fields: [{ field: 'order', message: notConfirmed[call.locale] }],
      details: { Status: status },
    })
  return { number, outcome, status }
})

export const decideAgencyOrders = serve(contract.decideAgencyOrders, async (call) => {
  const { action, all } = call.body
  if (all && call.body.orders) throw refuseOrders(namedTwice[call.locale])
  const refusal = action === 'ablehnen' ? refusalOf(call.body, call.locale) : null
  const meant = all ? await call.transaction((tx) => findReleasable(tx, call, all.filter)) : null
  if (all && meant && (action === 'zuruecknehmen' || !isAsSeen(meant, all))) {
    const { count, expectedCents, feeCents, inRowsCents } = meant
    const changed = {
      count,
      expectedCents: expectedCents ?? 0,
      feeCents: feeCents ?? 0,
      inRowsCents: inRowsCents ?? 0,
    }
    return { results: [], until: null, changed }
  }
  const orders = meant?.numbers ?? call.body.orders ?? []
  if (orders.length === 0 && !all) throw refuseOrders(ordersMissing[call.locale])
  const decided = new Map<string, Decided>()
  const dueAt: Temporal.Instant[] = []
  const decide = (number: string) =>
    action === 'zuruecknehmen'
      ? takeBack(call, number)
      : noteFor(call, number, refusal, (at) => dueAt.push(at))
  // One transaction each: a failure leaves the others unchanged.
  const { code } = call.tenant
  const inOrder = await call.transaction((tx) => sortByContract(tx, code, [...new Set(orders)]))
  for (const number of inOrder) decided.set(number, await decide(number))
  if (dueAt.length > 0) applySoon(call.deps, call.tenant)
  // In the order of the request.
  const results = [...new Set(orders)].map((number) => decided.get(number)!)
  // The first one expires first.
  return { results, until: dueAt[0]?.toString() ?? null, changed: null }
})

/** The same count and sum as seen: nobody decides about unseen orders. */
const isAsSeen = (
  meant: Releasable,
  seen: { count: number; expectedCents: number; feeCents: number },
): boolean =>
  meant.count === seen.count &&
  meant.expectedCents === seen.expectedCents &&
  meant.feeCents === seen.feeCents

const refuseOrders = (message: string) =>
  fail('validation', { fields: [{ field: 'Auftraege', message }] })

function refusalOf(
  body: { reason?: string | undefined; note?: string | undefined },
  locale: Locale,
): Refusal {
  const reason = orderRefusalReasons.find((one) => refusalWords[one] === body.reason)
  const missing = (field: string) =>
    fail('validation', { fields: [{ field, message: reasonMissing[locale] }] })
  if (!reason) throw missing('Grund')
  const refusal = { reason, note: body.note || null }
  if (!isComplete(refusal)) throw missing('Begruendung')
  return refusal
}

/** In the caller's name (audit log); a repeated decision while waiting replaces the first. */
const noteFor = (
  call: Handled,
  typed: string,
  refusal: Refusal | null,
  noted: (dueAt: Temporal.Instant) => void,
) =>
  ofOwn(call, typed, async (tx, number) => {
    const { deps, tenant, caller } = call
    const order = await lockOrder(tx, tenant.code, number)
    if (!order) return ['nicht-gefunden', null]
    const { state } = order
    if (state === (refusal ? 'cancelled' : 'released')) return ['unveraendert', statusOf(state)]
    const canBe = state === 'confirmed' || (refusal && state === 'reported')
    if (!canBe) return ['nicht-moeglich', statusOf(state)]
    noted(await noteDecision(tx, deps, tenant.code, number, refusal, actorOf(caller)))
    return ['vorgemerkt', statusOf(state)]
  })

const takeBack = (call: Handled, typed: string) =>
  ofOwn(call, typed, async (tx, number) => {
    const { deps, tenant, caller } = call
    const done = await takeBackDecision(tx, deps, tenant.code, number, actorOf(caller))
    const order = await lockOrder(tx, tenant.code, number)
    if (!order) return ['nicht-gefunden', null]
    return [done ? 'zurueckgenommen' : 'nicht-moeglich', statusOf(order.state)]
  })

/** Acts on the caller's orders; others are not found. A removed user decides none of the remaining ones. */
function ofOwn(
  { deps, tenant, caller }: Handled,
  typed: string,
  work: (tx: Tx, number: string) => Promise<[Outcome, Status | null]>,
): Promise<Decided> {
  const number = typed.trim().toUpperCase()
  const scope = scopeOf(caller, 'orders')
  return retryConflict(() =>
    withTenant(deps.db, tenant.code, async (tx): Promise<Decided> => {
      await checkAtWork(tx, deps, tenant.code, caller)
      const isOwn = await isOrderOf(tx, tenant.code, scope, number)
      const [outcome, status] = isOwn ? await work(tx, number) : (['nicht-gefunden', null] as const)
      return { number, outcome, status }
    }),
  )
}

const statusOf = (state: keyof typeof orderLabels) => orderLabels[state] as Status
