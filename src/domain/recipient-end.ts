import type { OrderState } from './order.ts'
import type { RewardState } from './reward.ts'

/** Why a recipient who asked for deletion is kept: a contract with an undecided reward, or an open reward. */
export type KeptFor = 'vertrag' | 'praemie'

type Ended = { state: RewardState; claimedBack: boolean; codeWaits: boolean }

/**
 * Why a recipient cannot be deleted yet; empty: nothing is open. A report comes from a browser and proves nothing, so it keeps
 * nobody. A claimed-back reward is open until repaid.
 */
export function keptFor(open: {
  orders: readonly OrderState[]
  rewards: readonly Ended[]
}): KeptFor[] {
  const isOpen = ({ state, claimedBack, codeWaits }: Ended) =>
    state === 'open' || state === 'provided' || state === 'collected' || claimedBack || codeWaits
  return [
    ...(open.orders.includes('confirmed') ? (['vertrag'] as const) : []),
    ...(open.rewards.some(isOpen) ? (['praemie'] as const) : []),
  ]
}
