import type { BodyOf } from '../../contract/endpoint.ts'
import type { collectReward } from '../../contract/praemierung.ts'
import { isOpen } from '../base/token-store.ts'
import type { Call, Caller } from '../context.ts'
import type { Tx } from '../db/connection.ts'
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

/**
 * Asked again once the account is kept (keepAccount): whoever took its address over meanwhile ended its sessions and links, and a bank
 * account that one of them stores now would be there for the money of its new owner.
 */
export async function refuseEnded(
  tx: Tx,
  { caller, tenant }: Pick<Call, 'caller' | 'tenant'>,
): Promise<void> {
  if (caller.kind !== 'referrer' && caller.kind !== 'reward') return
  if (await isOpen(tx, tenant.code, caller.tokenId)) return
  throw fail(caller.kind === 'reward' ? 'reward-token-invalid' : 'session-missing')
}
