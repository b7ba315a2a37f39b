import { givenFrom, isLow } from '../../domain/voucher-pool.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { listActiveOptions } from '../catalogue/option-view.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { countPoolUse, keepLowPools } from '../reward/voucher-pool-store.ts'
import { listToTell } from './list-to-tell.ts'

/** Tells whoever fills pools of codes which are low, once for each until it is filled. Safe in parallel. */
export async function tellLowPools(tx: Tx, deps: Deps, tenant: Tenant): Promise<void> {
  const { code, leastVouchers: least, voucherExpiryDays } = tenant
  const [now, today] = [deps.clock.now(), deps.clock.today()]
  const active = new Set(
    (await listActiveOptions(tx, code, today))
      .filter(({ voucher }) => !voucher?.order)
      .map((one) => one.option_id),
  )
  const from = givenFrom(today, voucherExpiryDays)
  const pools = await countPoolUse(tx, code, { now, from, most: Math.max(least, 1) })
  const low = pools
    .filter((pool) => active.has(pool.option_id) && isLow(pool, least))
    .map(({ option_id, cents }) => ({ option_id, cents }))
  const fresh = await keepLowPools(tx, code, low, now)
  if (fresh.length === 0) return
  for (const { operator, ability } of await listToTell(tx, deps, code)) {
    if (!ability.can('create', 'vouchers')) continue
    await queueMail(tx, code, {
      template: 'operatorAlarm',
      to: operator.email,
      locale: operator.language,
      data: {
        alarm: 'low-vouchers',
        count: fresh.length,
        link: { link: { page: 'ConsoleVouchers', params: { mandant: code } } },
      },
      dedupeKey: `operatorAlarm|low-vouchers|${operator.operator_id}|${now.toString()}`,
      now,
    })
  }
}
