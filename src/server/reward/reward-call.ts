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

/** The caller's reward token, at endpoints open to reward tokens only. */
export function rewardOf(caller: Caller): Extract<Caller, { kind: 'reward' }> {
  if (caller.kind !== 'reward') throw fail('reward-token-invalid')
  return caller
}

/**
 * Checked again once the account is locked (keepAccount): a takeover of its address ends its sessions and links, and bank data
 * stored now would receive the new owner's money.
 */
export async function refuseEnded(
  tx: Tx,
  { caller, tenant }: Pick<Call, 'caller' | 'tenant'>,
): Promise<void> {
  if (caller.kind !== 'referrer' && caller.kind !== 'reward') return
  if (await isOpen(tx, tenant.code, caller.tokenId)) return
  throw fail(caller.kind === 'reward' ? 'reward-token-invalid' : 'session-missing')
}
