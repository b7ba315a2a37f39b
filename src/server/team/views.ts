import * as contract from '../../contract/betrieb-ansichten.ts'
import { undoSeconds } from '../../contract/betrieb-rueckgaengig.ts'
import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { personOf } from './sign-in.ts'
import { endView as endOwnView, findViews, keepView, reviveView } from './view-store.ts'

export const listViews = serve(contract.listViews, async ({ body, caller, transaction }) => {
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { operatorId } = caller
  return transaction(async (tx) => ({
    views: (await findViews(tx, { ...body, operatorId })).map(({ view_id, name, query }) => ({
      id: view_id,
      name,
      query,
    })),
  }))
})

export const saveView = serve(contract.saveView, async (call) => {
  const { place, page, name, query } = call.body
  const list = { operatorId: personOf(call).operatorId, place, page }
  await call.transaction(async (tx) => {
    const others = (await findViews(tx, list)).filter((view) => view.name !== name)
    if (others.length >= contract.mostViews)
      throw fail('validation', { fields: [{ field: 'Name', message: enough[call.locale] }] })
    await keepView(tx, list, { name, query })
  })
  return {}
})

const enough = {
  de: `Es sind schon ${contract.mostViews} Ansichten. Bitte erst eine löschen.`,
  en: `There are ${contract.mostViews} views already. Please delete one first.`,
}

export const endView = serve(contract.endView, async (call) => {
  const ending = endingOf(call)
  await call.transaction(async (tx) => {
    if (!isUuid(ending.id) || !(await endOwnView(tx, ending))) throw fail('not-found')
  })
  return {}
})

export const undoEndView = serve(contract.undoEndView, async (call) => {
  const ending = endingOf(call)
  await call.transaction(async (tx) => {
    const list = isUuid(ending.id) ? await reviveView(tx, ending) : undefined
    if (!list || (await findViews(tx, list)).length > contract.mostViews) throw fail('undo-over')
  })
  return {}
})

/** By real time, as a view is the operator's and no tenant's. */
const endingOf = (call: Pick<Call<{ id: string }>, 'caller' | 'params' | 'realNow'>) => ({
  operatorId: personOf(call).operatorId,
  id: call.params.id,
  now: call.realNow,
  since: call.realNow.subtract({ seconds: undoSeconds }),
})
