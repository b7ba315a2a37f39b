import { changeState } from './state-change.ts'
import type { Change } from './state-change.ts'

// Who may release an order: the sweep once its withdrawal and review period is over (isReleasable); earlier the agency's owner or
// employees (abilities.ts) and operators (`orders release`). All of them by server/reward/release-order.ts; a sales partner's own sales are
// released by server/sales-partner/release-orders.ts.

export type OrderState = 'reported' | 'confirmed' | 'released' | 'cancelled'

/**
 * A report comes from a browser and proves nothing: only orders confirmed by the provider are released. Cancellation is final; a
 * new contract has a new number.
 */
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

/** Confirming a released order again, as a repeated feed does, is a no-op. */
export function changeOrder(from: OrderState, to: OrderState): Change {
  return changeState<OrderState>(orderNext, from, to, implied)
}

/** Maximum orders for one decision by filter. */
export const mostOfFilter = 500

/**
 * The first local day after the complaint period (ModuleAuftragsdatumMindestalterTage; in texts the withdrawal and review
 * period), so that nothing is released while the customer can withdraw. With 0 days, the day of the contract.
 */
export function releasableOn(
  contractOn: Temporal.PlainDate,
  minAgeDays: number,
): Temporal.PlainDate {
  return minAgeDays > 0 ? contractOn.add({ days: minAgeDays + 1 }) : contractOn
}

/** Whether an order is released automatically today; a permitted user may release earlier. */
export function isReleasable(
  order: { state: OrderState; contractOn: Temporal.PlainDate },
  today: Temporal.PlainDate,
  minAgeDays: number,
): boolean {
  if (order.state !== 'confirmed') return false
  return Temporal.PlainDate.compare(today, releasableOn(order.contractOn, minAgeDays)) >= 0
}
