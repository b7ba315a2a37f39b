import type { BodyOf } from '../../contract/endpoint.ts'
import type { collectReward } from '../../contract/praemierung.ts'
import type { Call, Caller } from '../context.ts'
import { fail } from '../errors.ts'

/** What collecting needs of a call. */
export type CollectCall = Pick<
  Call<unknown, unknown, BodyOf<typeof collectReward>>,
  'deps' | 'tenant' | 'locale' | 'body' | 'caller' | 'now' | 'today' | 'analytics'
>

/** The reward token behind a call that the contract opens to reward tokens alone. */
export function rewardOf(caller: Caller): Extract<Caller, { kind: 'reward' }> {
  if (caller.kind !== 'reward') throw fail('reward-token-invalid')
  return caller
}
