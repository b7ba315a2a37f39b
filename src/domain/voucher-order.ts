import type { Cents } from './money.ts'

// Vouchers that are ordered at a provider, one order per reward.

export const voucherOrderStates = ['reserved', 'unknown', 'ordered', 'delivered', 'failed'] as const
/** unknown: a request was sent, or is about to be, and its answer is not known. */
export type VoucherOrderState = (typeof voucherOrderStates)[number]

/** Why the provider has not ordered; claimed-back: nobody asked it. */
export const voucherRefusals = [
  'funds',
  'product',
  'key',
  'refused',
  'cancelled',
  'no-provider',
  'claimed-back',
] as const
export type VoucherRefusal = (typeof voucherRefusals)[number]

/** What the next run of an order does. An order whose outcome is not known is asked for, never sent first. */
export type NextStep = 'order' | 'ask' | 'none'

export function nextStep(state: VoucherOrderState): NextStep {
  if (state === 'reserved') return 'order'
  return state === 'unknown' || state === 'ordered' ? 'ask' : 'none'
}

/** What follows where the provider does not know the order: only one that it never acknowledged is sent, under the same id. */
export const mayOrderAfterAsking = (state: VoucherOrderState): boolean => state === 'unknown'

export const mayRetry = (order: { state: VoucherOrderState; reason: VoucherRefusal | null }) =>
  order.state === 'failed' && order.reason !== 'claimed-back'

/** How a voucher is ordered; a tenant says at which provider. */
export type OrderedVoucher = { products: string[]; leastCents: Cents; mostCents: Cents }

export const isOrderable = ({ leastCents, mostCents }: OrderedVoucher, cents: Cents): boolean =>
  cents >= leastCents && cents <= mostCents
