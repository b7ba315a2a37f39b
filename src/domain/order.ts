import { changeState } from './state-change.ts'
import type { Change } from './state-change.ts'

export type OrderState = 'reported' | 'confirmed' | 'released' | 'cancelled'

// A report comes from a browser and proves nothing: only what the provider confirmed can be
// released. A cancelled order stays cancelled; a new contract has a new number at the provider.
export const orderNext = {
  reported: ['confirmed', 'cancelled'],
  confirmed: ['released', 'cancelled'],
  released: ['cancelled'],
  cancelled: [],
} as const satisfies Record<OrderState, readonly OrderState[]>

const implied = {
  reported: [],
  confirmed: ['reported'],
  released: ['reported', 'confirmed'],
  cancelled: [],
} as const satisfies Record<OrderState, readonly OrderState[]>

// Confirming a released order again, as a repeated feed does, is done already.
export function changeOrder(from: OrderState, to: OrderState): Change {
  return changeState<OrderState>(orderNext, from, to, implied)
}

/** How many orders one decision about all that match a filter may take. */
export const mostOfFilter = 500

// The first local day on which an order is older than the complaint period
// (ModuleAuftragsdatumMindestalterTage): the day after its last day, so that nothing is released
// while the customer can still withdraw. Without a period (0 days) an order can be released on the
// day of its contract.
export function releasableOn(
  contractOn: Temporal.PlainDate,
  minAgeDays: number,
): Temporal.PlainDate {
  return minAgeDays > 0 ? contractOn.add({ days: minAgeDays + 1 }) : contractOn
}

// Whether an order is released by itself today. People with the right to may release a confirmed
// one earlier.
export function isReleasable(
  order: { state: OrderState; contractOn: Temporal.PlainDate },
  today: Temporal.PlainDate,
  minAgeDays: number,
): boolean {
  if (order.state !== 'confirmed') return false
  return Temporal.PlainDate.compare(today, releasableOn(order.contractOn, minAgeDays)) >= 0
}
