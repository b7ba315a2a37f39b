import type { VoucherProviderSettings } from '../../../domain/tenant.ts'
import { tremendous } from './tremendous.ts'
import type { VoucherProvider } from './voucher-provider.ts'

/** @param at tests' provider, instead of the fixed hosts */
export const makeVoucherProvider = (
  { name, ...settings }: VoucherProviderSettings,
  key: string,
  at?: string,
): VoucherProvider => ({ tremendous })[name]({ ...settings, key }, at)
