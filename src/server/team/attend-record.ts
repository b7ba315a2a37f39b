import {
  attendRecord as endpoint,
  presenceRights,
  presenceSeconds,
} from '../../contract/betrieb-anwesenheit.ts'
import { mayAt } from '../../domain/operator-abilities.ts'
import { missingRight } from '../../domain/operator-words.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { operatorNames } from './operator-names.ts'
import { clearSeats, keepSeat, leaveSeat, listOthers } from './presence-store.ts'
import { personOf } from './sign-in.ts'

/** By real time: the demo's clock jumps, and nobody left by that. */
export const attendRecord = serve(endpoint, async (call) => {
  const { tenant, params, body, realNow: now } = call
  const { operatorId, roles } = personOf(call)
  const need = ['read', presenceRights[params.kind]] as const
  if (!mayAt(roles, tenant.code, need)) throw fail('not-authorised', { said: missingRight(need) })
  const seat = { ...params, operatorId }
  const before = now.subtract({ seconds: presenceSeconds })
  return call.transaction(async (tx) => {
    if (body.leaves) await leaveSeat(tx, tenant.code, seat)
    else await keepSeat(tx, tenant.code, seat, { now, before })
    await clearSeats(tx, tenant.code, before)
    const others = await listOthers(tx, tenant.code, seat, before)
    const names = await operatorNames(
      tx,
      tenant.code,
      others.map(({ operator_id }) => operator_id),
    )
    return {
      others: others.flatMap(({ operator_id, since }) => {
        const name = names.get(operator_id)
        return name === undefined ? [] : [{ name, since: since.toString() }]
      }),
    }
  })
})
