import * as contract from '../../contract/betrieb-stapel.ts'
import { hideSecrets } from '../../domain/operations.ts'
import { platformCode } from '../../domain/platform.ts'
import { mostSelected, needsSecond, type SelectionKind } from '../../domain/selection.ts'
import type { Localised } from '../../domain/tenant.ts'
import { insertSelection, type SelectionItem } from '../base/selection-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { listDeadOfKind } from '../jobs/store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { earnedBy } from './bulk-kinds.ts'
import { leftForToday } from './left-for-today.ts'
import { filterOf as ordersOf } from './order-list.ts'
import { selectConfirmed } from './order-list-store.ts'
import { filterOf as casesOf } from './review-queue.ts'
import { selectCases } from './review-queue-store.ts'

// What a bulk decision is about, frozen: ids, versions and amounts as they are now, in the order in which they are carried out.

const oneMore = mostSelected + 1 // so that too many are noticed

const verbs = { anerkennen: 'approve', ablehnen: 'refuse' } as const

export const selectReviews = serve(contract.selectReviews, async (call) => {
  const { tenant, body, today } = call
  const { operatorId } = personOf(call)
  return call.transaction(async (tx) => {
    const which = body.ids ?? casesOf(body.filter ?? {}, operatorId, today)
    const items = await selectCases(tx, tenant.code, which, oneMore)
    if (items.length > mostSelected) throw invalid(many.reviews, call.locale)
    return store(tx, call, { kind: 'reviews', verb: verbs[body.verb], items })
  })
})

export const selectOrders = serve(contract.selectOrders, async (call) => {
  const { tenant, deps, body } = call
  return call.transaction(async (tx) => {
    const which = body.ids ?? ordersOf(body.filter ?? {})
    const found = await selectConfirmed(tx, tenant.code, which, oneMore)
    if (found.length > mostSelected) throw invalid(many.orders, call.locale)
    const numbers = found.map(({ number }) => number)
    const earned = await earnedBy(tx, deps, tenant, numbers)
    const items = found.map(({ number, version, product_id }) => ({
      item_id: number,
      version,
      cents: earned.get(number) ?? 0,
      reasons: [product_id],
    }))
    return store(tx, call, { kind: 'orders', verb: 'release', items })
  })
})

export const selectJobs = serve(contract.selectJobs, async (call) => {
  const { tenant, body } = call
  const of = tenant.code === platformCode ? null : tenant.code
  return call.transaction(async (tx) => {
    const found = await listDeadOfKind(tx, of, body.kind, mostSelected)
    // A job that dies once more has another row in the queue, so the row itself is the version.
    const items = found.map(({ jobId, error }) => ({
      item_id: jobId,
      version: 1,
      cents: 0,
      reasons: [body.kind, ...(error === null ? [] : [hideSecrets(error)])],
    }))
    return store(tx, call, { kind: 'jobs', verb: 'retry', items })
  })
})

async function store(
  tx: Tx,
  call: Pick<Call, 'tenant' | 'caller' | 'now' | 'today' | 'locale'>,
  { kind, verb, items }: { kind: SelectionKind; verb: string; items: SelectionItem[] },
): Promise<{ id: string }> {
  const { tenant, now: at, locale } = call
  const { operatorId: by } = personOf(call)
  if (items.length === 0) throw invalid(none[kind], locale)
  const cents = items.reduce((sum, item) => sum + item.cents, 0)
  const left = await leftForToday(tx, call, kind)
  const needsTwo = needsSecond({ count: items.length, cents }, left)
  const id = uuidv7()
  await insertSelection(tx, tenant.code, { id, kind, verb, by, at, needsTwo }, items)
  return { id }
}

const none: Record<SelectionKind, Localised> = {
  reviews: { de: 'Es ist kein offener Fall ausgewählt.', en: 'No open case is selected.' },
  orders: {
    de: 'Es ist kein Auftrag in der Prüfzeit ausgewählt; nur solche lassen sich freigeben.',
    en: 'No order in its review period is selected; only those can be released.',
  },
  jobs: {
    de: 'Von dieser Art ist kein Vorgang mehr aufgegeben; jemand anderes war schneller.',
    en: 'No job of this kind is dead any more; somebody else was faster.',
  },
}
const many = {
  reviews: {
    de: `Höchstens ${mostSelected} Fälle auf einmal. Bitte enger filtern.`,
    en: `At most ${mostSelected} cases at once. Please narrow the filter.`,
  },
  orders: {
    de: `Höchstens ${mostSelected} Aufträge auf einmal. Bitte enger filtern.`,
    en: `At most ${mostSelected} orders at once. Please narrow the filter.`,
  },
}

const invalid = (text: Localised, locale: 'de' | 'en') =>
  fail('validation', { fields: [{ field: 'Ids', message: text[locale] }] })
