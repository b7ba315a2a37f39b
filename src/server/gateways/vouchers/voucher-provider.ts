import type { VoucherProviderSettings } from '../../../domain/tenant.ts'
import type { VoucherRefusal } from '../../../domain/voucher-order.ts'

export type OrderAtProvider = { id: string; products: string[]; cents: number }

/** `item`: what its code is fetched by. */
export type ProviderAnswer =
  | { kind: 'ordered'; reference: string; item: string }
  | { kind: 'waits'; reference: string }
  | { kind: 'refused'; reason: VoucherRefusal } // nothing is ordered, for sure
  | { kind: 'absent' } // the provider knows no such order

/** A shop for vouchers. Every call throws OutsideError where its outcome is not known. */
export type VoucherProvider = {
  /** Orders under our id; the same id again orders nothing. */
  order: (order: OrderAtProvider) => Promise<Exclude<ProviderAnswer, { kind: 'absent' }>>
  ask: (id: string) => Promise<ProviderAnswer>
  fetchCode: (item: string) => Promise<string>
  /** What is left to order with, in cents. */
  balance: () => Promise<number>
}

export type ProviderAccess = Pick<VoucherProviderSettings, 'isSandbox' | 'fundingSource'> & {
  key: string
}

/** Where Tremendous is asked. */
export const tremendousAt = (isSandbox: boolean) =>
  `https://${isSandbox ? 'testflight' : 'api'}.tremendous.com/api/v2`
