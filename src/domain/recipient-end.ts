import type { OrderState } from './order.ts'
import type { RewardState } from './reward.ts'

/** What keeps the data of a recipient who wants to be forgotten: a contract whose reward is not decided yet, or an open reward. */
export type KeptFor = 'vertrag' | 'praemie'

type Ended = { state: RewardState; claimedBack: boolean; codeWaits: boolean }

/**
 * Why a recipient cannot be forgotten yet; empty where nothing is open. A report comes from a browser and proves nothing, so it
 * keeps nobody. A reward that is claimed back is open until the money has come back.
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
