import * as contract from '../../contract/betrieb-stapel.ts'
import type { ReviewReason } from '../../domain/eligibility.ts'
import { mayAt } from '../../domain/operator-abilities.ts'
import { missingRight } from '../../domain/operator-words.ts'
import {
  itemsPerPage,
  needsSecond,
  selectionKinds,
  type SelectionKind,
} from '../../domain/selection.ts'
import type { Locale } from '../../domain/tenant.ts'
import { audit } from '../base/audit-store.ts'
import {
  countOutcomes,
  findSelection,
  listSelectionGroups,
  listSelectionItems,
  listSkipped,
  listWaitingSelections,
  lockSelection,
  lockStarting,
  updateSelection,
  type Selection,
  type SelectionGroup,
} from '../base/selection-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { needProof, serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { personOf } from '../team/sign-in.ts'
import { bulkKinds, ownWords, sayReason, type BulkKind, type Why } from './bulk-kinds.ts'
import { leftForToday } from './left-for-today.ts'
import { nameCases } from './review-queue-store.ts'
import { wrongReason } from './review-verdict.ts'

const verbs: Record<string, 'anerkennen' | 'ablehnen' | 'freigeben' | 'wiederholen'> = {
  approve: 'anerkennen',
  refuse: 'ablehnen',
  release: 'freigeben',
  retry: 'wiederholen',
}

/** The kinds whose `reads` or `needs` the caller has; throws if there is none. */
function kindsOf({ caller, tenant }: Pick<Call, 'caller' | 'tenant'>, right: 'reads' | 'needs') {
  if (caller.kind !== 'operator') throw fail('session-missing')
  const own = selectionKinds.filter((kind) =>
    mayAt(caller.roles, tenant.code, bulkKinds[kind][right]),
  )
  if (own.length === 0)
    throw fail('not-authorised', { said: missingRight(bulkKinds.reviews[right]) })
  return own
}

function kindOf(
  call: Pick<Call, 'caller' | 'tenant'>,
  { kind }: Selection,
  right: 'reads' | 'needs',
): BulkKind {
  const known = selectionKinds.find((one) => one === kind)
  if (!known) throw fail('not-found')
  if (!kindsOf(call, right).includes(known))
    throw fail('not-authorised', { said: missingRight(bulkKinds[known][right]) })
  return bulkKinds[known]
}

const namesOf = (tx: Tx, tenant: string, rows: readonly Selection[]) =>
  operatorNames(
    tx,
    tenant,
    rows.flatMap(({ made_by, started_by, stopped_by }) => [made_by, started_by, stopped_by]),
  )

async function headOf(tx: Tx, tenant: string, row: Selection, names: ReadonlyMap<string, string>) {
  const outcomes = await countOutcomes(tx, tenant, row.selection_id)
  return {
    ...outcomes,
    id: row.selection_id,
    verb: verbs[row.verb]!,
    state: row.state,
    madeBy: names.get(row.made_by) ?? null,
    madeAt: row.made_at.toString(),
  } as const
}

export const listSelections = serve(contract.listSelections, (call) => {
  const kinds = kindsOf(call, 'reads')
  return call.transaction(async (tx) => {
    const { code } = call.tenant
    const rows = await listWaitingSelections(tx, code, kinds)
    const names = await namesOf(tx, code, rows)
    const selections = []
    for (const row of rows) {
      const { done: _, skipped: __, ...head } = await headOf(tx, code, row, names)
      selections.push(head)
    }
    return { selections }
  })
})

const mostShown = 200

export const showSelection = serve(contract.showSelection, async (call) => {
  const { tenant, params, query, caller } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { code } = tenant
  kindsOf(call, 'reads')
  return call.transaction(async (tx) => {
    const found = isUuid(params.id) ? await findSelection(tx, code, params.id) : undefined
    if (!found) throw fail('not-found')
    kindOf(call, found, 'reads')
    const names = await namesOf(tx, code, [found])
    const limit = await leftForToday(tx, call, found.kind as SelectionKind)
    const head = await headOf(tx, code, found, names)
    const isMine = found.made_by === caller.operatorId
    const items = await itemsOf(tx, code, found, query.page ?? 1)
    const skipped = await listSkipped(tx, code, params.id, mostShown)
    return {
      ...head,
      isMine,
      needsTwo:
        found.needs_two || (found.state === 'preview' && isMine && needsSecond(head, limit)),
      mostCount: limit.most,
      mostCents: limit.cents,
      reason: found.reason_code ? sayReason(found.reason_code, found.note) : null,
      startedBy: found.started_by && (names.get(found.started_by) ?? null),
      startedAt: found.started_at?.toString() ?? null,
      endedAt: found.ended_at?.toString() ?? null,
      stoppedBy: found.stopped_by && (names.get(found.stopped_by) ?? null),
      stopReason: found.stop_reason,
      groups: await listSelectionGroups(tx, code, params.id),
      items,
      skippedItems: skipped.map(({ item_id, why }) => ({ id: item_id, why: why as Why })),
      version: found.version,
    }
  })
})

async function itemsOf(tx: Tx, tenant: string, { selection_id, kind }: Selection, page: number) {
  const rows = await listSelectionItems(tx, tenant, selection_id, {
    limit: itemsPerPage,
    offset: (page - 1) * itemsPerPage,
  })
  const ids = rows.map(({ item_id }) => item_id)
  const known = kind === 'reviews' ? await nameCases(tx, tenant, ids) : null
  return rows.map(({ item_id, cents }) => ({
    id: item_id,
    cents,
    name: known?.get(item_id)?.name ?? null,
    orderNumber: known?.get(item_id)?.orderNumber ?? null,
  }))
}

async function lockSeen(
  tx: Tx,
  { tenant, params }: Pick<Call<{ id: string }>, 'tenant' | 'params'>,
): Promise<Selection> {
  const found = isUuid(params.id) ? await lockSelection(tx, tenant.code, params.id) : undefined
  if (!found) throw fail('not-found')
  return found
}

export const startSelection = serve(contract.startSelection, async (call) => {
  const { tenant, params, body, caller, now: at, locale } = call
  const { operatorId } = personOf(call)
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { code } = tenant
  kindsOf(call, 'needs')
  await call.transaction(async (tx) => {
    const found = await lockSeen(tx, call)
    const kind = kindOf(call, found, 'needs')
    const isOpen = found.state === 'preview' || found.state === 'proposed'
    if (!isOpen || found.version !== body.version) throw fail('changed-meanwhile')
    const isMaker = found.made_by === operatorId
    const { count, cents } = await countOutcomes(tx, code, params.id)
    if (found.state === 'proposed' && isMaker) throw fail('second-person')
    // A preview is its maker's; others see it once it is proposed.
    if (found.state === 'preview' && !isMaker) throw fail('not-found')
    if (kind.asksProof) needProof(caller, call.realNow)
    const why =
      found.state === 'proposed'
        ? { code: found.reason_code!, note: found.note }
        : whyOf(kind, found, await listSelectionGroups(tx, code, params.id), body, locale)
    // Counted anew: others of the same person may have been carried out since the preview.
    if (found.state === 'preview') await lockStarting(tx, code, operatorId)
    const isProposal =
      found.state === 'preview' &&
      (found.needs_two ||
        needsSecond({ count, cents }, await leftForToday(tx, call, found.kind as SelectionKind)))
    const state = isProposal ? 'proposed' : 'running'
    const actor = actorOf(caller)
    await updateSelection(tx, code, params.id, {
      state,
      why,
      at,
      ...(isProposal ? { needsTwo: true } : { startedBy: actor }),
    })
    await audit(tx, code, {
      at,
      actor,
      action: isProposal ? 'selection-proposed' : 'selection-started',
      subjectKind: 'selection',
      subjectId: params.id,
      details: { kind: found.kind, verb: found.verb, count, cents, madeBy: found.made_by },
      change: { before: { state: found.state }, after: { state } },
      reason: sayReason(why.code, why.note),
    })
    if (!isProposal) await enqueue(tx, code, 'run-selection', { selectionId: params.id })
  })
  return undefined
})

export const stopSelection = serve(contract.stopSelection, async (call) => {
  const { tenant, params, body, now: at } = call
  const { operatorId: by } = personOf(call)
  const { reason } = body
  kindsOf(call, 'needs')
  await call.transaction(async (tx) => {
    const found = await lockSeen(tx, call)
    kindOf(call, found, 'needs')
    if (found.state !== 'running') throw fail('changed-meanwhile')
    await updateSelection(tx, tenant.code, params.id, {
      state: 'stopped',
      stopped: { by, reason },
      at,
    })
    await audit(tx, tenant.code, {
      at,
      actor: actorOf(call.caller),
      action: 'selection-stopped',
      subjectKind: 'selection',
      subjectId: params.id,
      change: { before: { state: found.state }, after: { state: 'stopped' } },
      reason,
    })
  })
  return undefined
})

/** The reason that whoever decides gives: one of a verdict's, or in own words. */
function whyOf(
  { hasVerdicts }: BulkKind,
  { verb }: Selection,
  groups: readonly SelectionGroup[],
  given: { reason?: string | undefined; note?: string | undefined },
  locale: Locale,
): { code: string; note: string | null } {
  const note = given.note || null
  if (!hasVerdicts) {
    if (note === null) throw invalid('words', locale, 'Notiz')
    return { code: ownWords, note }
  }
  const code = given.reason ?? ''
  const held = groups.map(({ reasons }) => reasons as ReviewReason[])
  const wrong = wrongReason(held, verb === 'approve', { code, note })
  if (wrong) throw invalid(wrong, locale, wrong)
  return { code, note }
}

const texts = {
  words: { de: 'Bitte einen Grund nennen.', en: 'Please give a reason.' },
  Grund: {
    de: 'Dieser Grund passt nicht zu dieser Entscheidung oder nicht zu allen Fällen.',
    en: 'This reason does not fit the decision, or not all of the cases.',
  },
  Notiz: {
    de: 'Die Personen brauchen dazu einen Grund in Worten.',
    en: 'The persons need a reason in words.',
  },
}

const invalid = (text: keyof typeof texts, locale: Locale, field: 'Grund' | 'Notiz') =>
  fail('validation', { fields: [{ field, message: texts[text][locale] }] })
