import * as contract from '../../contract/betrieb-stapel.ts'
import { bulkLimit, mostSelected, needsSecond } from '../../domain/selection.ts'
import { audit } from '../base/audit-store.ts'
import {
  countOutcomes,
  findSelection,
  insertSelection,
  listSelectionGroups,
  listSkipped,
  listWaitingSelections,
  lockSelection,
  updateSelection,
  type Selection,
} from '../base/selection-store.ts'
import { isUuid, uuidv7 } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { personOf } from '../team/sign-in.ts'
import { filterOf } from './review-queue.ts'
import { selectCases } from './review-queue-store.ts'
import { verdictOf, wrongReason } from './review-verdict.ts'
import type { Why } from './bulk-kinds.ts'

const verbs = { anerkennen: 'approve', ablehnen: 'refuse' } as const
const verbOf = ({ verb }: Selection) => (verb === 'approve' ? 'anerkennen' : 'ablehnen')

export const selectReviews = serve(contract.selectReviews, async (call) => {
  const { tenant, body, caller, now: at, today, locale } = call
  const { operatorId } = personOf(call)
  if (caller.kind !== 'operator') throw fail('session-missing')
  return call.transaction(async (tx) => {
    const filter = filterOf(body.filter ?? {}, operatorId, today)
    const items = await selectCases(tx, tenant.code, body.ids ?? filter, mostSelected + 1)
    if (items.length === 0) throw invalid('none', locale)
    if (items.length > mostSelected) throw invalid('many', locale)
    const cents = items.reduce((sum, item) => sum + item.cents, 0)
    const needsTwo = needsSecond({ count: items.length, cents }, bulkLimit(caller.roles))
    const id = uuidv7()
    const made = { id, kind: 'reviews', verb: verbs[body.verb], by: operatorId, at, needsTwo }
    await insertSelection(tx, tenant.code, made, items)
    return { id }
  })
})

const namesOf = (tx: Tx, tenant: string, rows: readonly Selection[]) =>
  operatorNames(
    tx,
    tenant,
    rows.flatMap(({ made_by, started_by }) => [made_by, started_by]),
  )

async function headOf(tx: Tx, tenant: string, row: Selection, names: ReadonlyMap<string, string>) {
  const outcomes = await countOutcomes(tx, tenant, row.selection_id)
  return {
    ...outcomes,
    id: row.selection_id,
    verb: verbOf(row),
    state: row.state,
    madeBy: names.get(row.made_by) ?? null,
    madeAt: row.made_at.toString(),
  } as const
}

export const listSelections = serve(contract.listSelections, (call) =>
  call.transaction(async (tx) => {
    const { code } = call.tenant
    const rows = await listWaitingSelections(tx, code, 'reviews')
    const names = await namesOf(tx, code, rows)
    const selections = []
    for (const row of rows) {
      const { done: _, skipped: __, ...head } = await headOf(tx, code, row, names)
      selections.push(head)
    }
    return { selections }
  }),
)

const mostShown = 200

export const showSelection = serve(contract.showSelection, async (call) => {
  const { tenant, params, caller } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { code } = tenant
  return call.transaction(async (tx) => {
    const found = isUuid(params.id) ? await findSelection(tx, code, params.id) : undefined
    if (!found) throw fail('not-found')
    const names = await namesOf(tx, code, [found])
    const limit = bulkLimit(caller.roles)
    const skipped = await listSkipped(tx, code, params.id, mostShown)
    return {
      ...(await headOf(tx, code, found, names)),
      isMine: found.made_by === caller.operatorId,
      needsTwo: found.needs_two,
      mostCount: limit.most,
      mostCents: limit.cents,
      reason: found.reason_code ? verdictOf(found.reason_code, found.note).why : null,
      startedBy: found.started_by && (names.get(found.started_by) ?? null),
      startedAt: found.started_at?.toString() ?? null,
      endedAt: found.ended_at?.toString() ?? null,
      groups: await listSelectionGroups(tx, code, params.id),
      skippedItems: skipped.map(({ item_id, why }) => ({ id: item_id, why: why as Why })),
      version: found.version,
    }
  })
})

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
  await call.transaction(async (tx) => {
    const found = await lockSeen(tx, call)
    const isOpen = found.state === 'preview' || found.state === 'proposed'
    if (!isOpen || found.version !== body.version) throw fail('changed-meanwhile')
    const isMaker = found.made_by === operatorId
    const { count, cents } = await countOutcomes(tx, code, params.id)
    if (found.state === 'proposed' && isMaker) throw fail('second-person')
    // A preview is its maker's; others see it once it is proposed.
    if (found.state === 'preview' && !isMaker) throw fail('not-found')
    const why =
      found.state === 'proposed'
        ? { code: found.reason_code!, note: found.note }
        : { code: body.reason ?? '', note: body.note || null }
    const wrong = wrongReason(found.verb === 'approve', why.code, why.note)
    if (wrong) throw invalid(wrong, locale, wrong)
    const isProposal = found.state === 'preview' && found.needs_two
    const state = isProposal ? 'proposed' : 'running'
    await updateSelection(tx, code, params.id, {
      state,
      why,
      at,
      ...(isProposal ? {} : { startedBy: operatorId }),
    })
    await audit(tx, code, {
      at,
      actor: actorOf(call.caller),
      action: isProposal ? 'selection-proposed' : 'selection-started',
      subjectKind: 'selection',
      subjectId: params.id,
      details: { kind: found.kind, verb: found.verb, count, cents, madeBy: found.made_by },
      reason: verdictOf(why.code, why.note).why,
    })
    if (!isProposal) await enqueue(tx, code, 'run-selection', { selectionId: params.id })
  })
  return undefined
})

export const stopSelection = serve(contract.stopSelection, async (call) => {
  const { tenant, params, now: at } = call
  personOf(call)
  await call.transaction(async (tx) => {
    const found = await lockSeen(tx, call)
    if (found.state !== 'running') throw fail('changed-meanwhile')
    await updateSelection(tx, tenant.code, params.id, { state: 'stopped', at })
    await audit(tx, tenant.code, {
      at,
      actor: actorOf(call.caller),
      action: 'selection-stopped',
      subjectKind: 'selection',
      subjectId: params.id,
    })
  })
  return undefined
})

const texts = {
  none: { de: 'Es ist kein offener Fall ausgewählt.', en: 'No open case is selected.' },
  many: {
    de: `Höchstens ${mostSelected} Fälle auf einmal. Bitte enger filtern.`,
    en: `At most ${mostSelected} cases at once. Please narrow the filter.`,
  },
  Grund: {
    de: 'Dieser Grund passt nicht zu dieser Entscheidung.',
    en: 'This reason does not fit the decision.',
  },
  Notiz: {
    de: 'Die Personen brauchen dazu einen Grund in Worten.',
    en: 'The persons need a reason in words.',
  },
}

const invalid = (text: keyof typeof texts, locale: 'de' | 'en', field = 'Ids') =>
  fail('validation', { fields: [{ field, message: texts[text][locale] }] })
