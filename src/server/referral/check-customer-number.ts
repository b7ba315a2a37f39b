import type { Tenant } from '../../domain/tenant.ts'
import { findAccount } from '../account/store.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { askProvider } from '../gateways/customer-numbers/ask-provider.ts'
import { openAddress } from '../tenant/hidden-addresses.ts'
import { settleCustomerNumber } from '../account/customer-number-store.ts'

/**
 * The job 'check-customer-number': asks the provider about an account's number, outside any transaction. Idempotent; a newer
 * number has its own job.
 */
export async function checkCustomerNumber(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'publicOrigin'>,
  tenant: Pick<Tenant, 'code' | 'customerNumberCheck'>,
  accountId: string,
): Promise<void> {
  const account = await withTenant(deps.db, tenant.code, (tx) =>
    findAccount(tx, tenant.code, accountId),
  )
  const number = account?.customer_number
  if (!number || account.customer_number_state !== 'pending') return
  // If the setting is gone, the pattern alone decides.
  const check = tenant.customerNumberCheck
  const state = check
    ? await askProvider(
        await withTenant(deps.db, tenant.code, (tx) =>
          openAddress(tx, deps.keys, tenant.code, 'customer-number-address', check),
        ),
        number,
        deps.publicOrigin,
      )
    : 'checked'
  await withTenant(deps.db, tenant.code, async (tx) => {
    if (!(await settleCustomerNumber(tx, tenant.code, accountId, number, state))) return
    await audit(tx, tenant.code, {
      at: deps.clock.now(),
      actor: system,
      action: 'customer-number-checked',
      subjectKind: 'account',
      subjectId: accountId,
      details: { state },
    })
  })
}
