import { yearsKeptSince } from '../../domain/retention.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { deletePaymentRecords as deleteRecords } from './payment-records-store.ts'

const atOnce = 20 // batches of up to 5,000 payments

/**
 * Deletes payment records (name, IBAN, amount, file) after the tenant's years; returns the number of batches. The ledger keeps
 * amounts without names. Idempotent and safe in parallel.
 */
export async function deletePaymentRecords(
  deps: Pick<Deps, 'db' | 'clock' | 'tenants'>,
  code: string,
): Promise<number> {
  const { retentionYears } = await deps.tenants.get(code)
  const before = yearsKeptSince(deps.clock.today(), retentionYears)
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, code, async (tx) => {
      const deleted = await deleteRecords(tx, code, before, atOnce)
      if (deleted > 0) {
        await audit(tx, code, {
          at: deps.clock.now(),
          actor: system,
          action: 'payment-records-deleted',
          subjectKind: 'payout-batch',
          subjectId: before.toString(),
          details: { batches: deleted },
        })
      }
      return deleted
    })
    total += done
    if (done < atOnce) return total
  }
}
