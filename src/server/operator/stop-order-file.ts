import { stopOrderFile as contract } from '../../contract/betrieb-einlesungen.ts'
import { mayAt } from '../../domain/operator-abilities.ts'
import { missingRight } from '../../domain/operator-words.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { stopImport } from './end-import.ts'
import { lockSeenFile, waitsForSecond } from './order-file-view.ts'
import { tellFileEnded } from './tell-order-file.ts'

const needed = ['create', 'orders'] as const

export const stopOrderFile = serve(contract, async (call) => {
  const { deps, tenant, body, caller, now: at } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { operatorId } = personOf(call)
  const { code } = tenant
  await call.transaction(async (tx) => {
    const found = await lockSeenFile(tx, call, ['checking', 'checked', 'running'])
    const isRefused = waitsForSecond(found) && found.made_by !== operatorId
    if (!isRefused && !mayAt(caller.roles, code, needed))
      throw fail('not-authorised', { said: missingRight(needed) })
    const actor = { ...actorOf(caller), reason: body.reason }
    await stopImport(tx, code, found, { actor, at, isRefused })
    await tellFileEnded(tx, deps, code, found, { by: operatorId, reason: body.reason, isRefused })
  })
  return undefined
})
