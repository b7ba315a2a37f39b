import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { rewardPlace } from '../reward/check-bank-data.ts'
import { readDueRewards } from './due-payments-store.ts'
import { isPayee, openPayee } from './payee.ts'
import { payeeOf } from './pay-partners.ts'
import { readPayablePartners, sumOpenOf } from './partner-store.ts'
import type { Item } from './proposal-store.ts'
import { readUltimateDebtors } from './ultimate-debtor.ts'

/** Which payments are not as they were proposed: no longer due, another amount, another account, or in another name. */
export async function differences(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  items: readonly Item[],
): Promise<Set<string>> {
  const other = new Set(items.map(({ item_id: id }) => id))
  const by = new Map(items.map((item) => [item.item_id, item]))
  const rewards = await readDueRewards(
    tx,
    tenant.code,
    items.flatMap(({ reward_id: id }) => id ?? []),
    { today: deps.clock.today(), allBlocked: isAllBlocked(tenant) },
  )
  const debtors = await readUltimateDebtors(
    tx,
    tenant,
    rewards.map(({ item_id: id }) => id),
  )
  for (const row of rewards) {
    const payee = openPayee(deps.keys, row, rewardPlace(tenant.code, row.item_id))
    const item = by.get(row.item_id)!
    if (row.cents !== item.cents || typeof payee === 'string') continue
    if ((debtors.get(row.item_id) ?? null) !== item.ultimate_debtor) continue
    if (isPayee(deps.keys, payee, item.payee_hash)) other.delete(row.item_id)
  }
  const ids = items.flatMap(({ partner_id: id }) => id ?? [])
  const sums = await sumOpenOf(tx, tenant.code, ids)
  for (const partner of await readPayablePartners(tx, tenant.code, ids)) {
    const { partner_id: id } = partner
    const payee = payeeOf(deps.keys, tenant.code, partner)
    const item = by.get(id)!
    if (sums.get(id) !== item.cents || typeof payee === 'string') continue
    if (isPayee(deps.keys, payee, item.payee_hash)) other.delete(id)
  }
  return other
}
