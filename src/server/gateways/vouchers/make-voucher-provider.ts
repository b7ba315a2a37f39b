import type { VoucherProviderSettings } from '../../../domain/tenant.ts'
import type { VoucherProvider } from './voucher-provider.ts'

// Loaded where a tenant orders vouchers: the client is half a megabyte of code.
const providers = { tremendous: async () => (await import('./tremendous.ts')).tremendous }

/** @param at tests' provider, instead of the fixed hosts */
export async function makeVoucherProvider(
  { name, ...settings }: VoucherProviderSettings,
  key: string,
  at?: string,
): Promise<VoucherProvider> {
  const make = await providers[name]()
  return make({ ...settings, key }, at)
}
