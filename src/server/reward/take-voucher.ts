import { voucherCombination, type Denomination } from '../../domain/reward.ts'
import { listVoucherPools } from '../catalogue/store.ts'
import { givenFrom } from '../../domain/voucher-pool.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { lockFreeVouchers, takeVouchers } from './voucher-store.ts'

/**
 * Assigns free codes of one voucher worth exactly `cents` to a reward. Throws `no-voucher-left`, rolling back, if the free and
 * unlocked ones cannot make it up.
 */
export async function takeVoucher(
  tx: Tx,
  { code: tenant, voucherExpiryDays }: Pick<Tenant, 'code' | 'voucherExpiryDays'>,
  optionId: string,
  reward: { rewardId: string; cents: number },
  { at, today }: { at: Temporal.Instant; today: Temporal.PlainDate },
): Promise<void> {
  const from = givenFrom(today, voucherExpiryDays)
  let pool: Denomination[] = (await listVoucherPools(tx, tenant, from)).filter(
    ({ option_id }) => option_id === optionId,
  )
  for (;;) {
    const combination = voucherCombination(reward.cents, pool)
    if (!combination) throw fail('no-voucher-left')
    const ids: string[] = []
    let short: Denomination | null = null
    for (const wanted of combination) {
      const locked = await lockFreeVouchers(tx, tenant, optionId, wanted, from)
      if (locked.length < wanted.count) short = { cents: wanted.cents, count: locked.length }
      ids.push(...locked)
    }
    if (!short) {
      const taken = await takeVouchers(tx, tenant, ids, reward.rewardId, at)
      if (taken !== ids.length) throw new Error('A locked voucher code was taken by somebody else')
      return
    }
    // Others hold some: retry with the rest. Each round knows fewer codes, so it ends.
    const { cents, count } = short
    pool = pool.map((one) => (one.cents === cents ? { cents, count } : one))
  }
}
