import { stopOrderFile as contract } from '../../contract/betrieb-einlesungen.ts'
import { mayAt } from '../../domain/operator-abilities.ts'
import { missingRight } from '../../domain/operator-words.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { stopImport } from './end-import.ts'
import { findFile, waitsForSecond } from './order-file-view.ts'
import { lockImport } from './order-import-store.ts'
import { tellFileEnded } from './tell-order-file.ts'

const needed = ['create', 'orders'] as const

export const stopOrderFile = serve(contract, async (call) => {
  const { deps, tenant, params, body, caller, now: at } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { operatorId } = personOf(call)
  const { code } = tenant
  await call.transaction(async (tx) => {
    await findFile(tx, code, params.id)
    const found = await lockImport(tx, code, params.id)
    if (!found || found.state === 'done' || found.state === 'stopped')
      throw fail('changed-meanwhile')
    if (found.version !== body.version) throw fail('changed-meanwhile')
    const isRefused = waitsForSecond(found) && found.made_by !== operatorId
    if (!isRefused && !mayAt(caller.roles, code, needed))
      throw fail('not-authorised', { said: missingRight(needed) })
    const actor = { ...actorOf(caller), reason: body.reason }
    await stopImport(tx, code, found, { actor, at, isRefused })
    await tellFileEnded(tx, deps, code, found, { by: operatorId, reason: body.reason, isRefused })
  })
  return undefined
})
