import { orderKey } from '../../domain/claim.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findUnmatched } from '../order/unmatched-store.ts'
import type { ImportedOrder, LineCheck } from '../reward/import-order.ts'
import { previewRewards } from '../reward/price-reward.ts'
import type { OrderImport } from './order-import-store.ts'
import { readPartnerOrder, readProductCents } from './order-record-store.ts'
import { ownCaseCheck } from './own-line.ts'

/**
 * What is checked of each line of a file: it concerns neither who brought the file nor who started it, and whoever does both brings no more than
 * was checked (677), whatever has come to be possible since.
 */
export function fileCheck(deps: Deps, tenant: Tenant, found: OrderImport) {
  const { code } = tenant
  const { made_by: maker, started_by: starter } = found
  const people = [...new Set([maker, starter ?? maker])]
  const checks = people.map((one) => ownCaseCheck(deps, code, one))
  const isAlone = starter === maker
  let left = found.would_cents - found.cents
  /** For one line; `cents`: what it earns, once it is through. */
  return () => {
    let cents = 0
    const of: LineCheck = async (tx, imported, line) => {
      cents = 0 // it may be tried again
      for (const check of checks) await check(tx, imported, line)
      const worth = await centsOf(tx, deps, tenant, imported, line.externalNumber)
      if (isAlone && worth > left) throw fail('second-person')
      cents = worth
    }
    return {
      of,
      cents: () => {
        if (starter !== null) left -= cents
        return cents
      },
    }
  }
}

/** What a new contract will earn; of one that is kept until its person is known, what its product earns. */
export async function centsOf(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: Tenant,
  imported: ImportedOrder,
  externalNumber: string,
): Promise<number> {
  if (imported.kind === 'failed') {
    const kept = await findUnmatched(tx, tenant.code, orderKey(externalNumber))
    return kept ? readProductCents(tx, tenant.code, kept.product_id) : 0
  }
  if (imported.kind !== 'new') return 0
  const { number } = imported
  const ofPartner = await readPartnerOrder(tx, tenant.code, number)
  if (ofPartner) return ofPartner.commission_cents
  const preview = await previewRewards(tx, deps.keys, tenant, [number], deps.clock.today())
  const { referrer = 0, recipient = 0 } = preview([[number]]).get(number) ?? {}
  return referrer + recipient
}
