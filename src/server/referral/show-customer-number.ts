import { showCustomerNumber as endpoint } from '../../contract/empfehler-kundennummer.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { findAccount } from '../account/store.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { customerNumberView } from './customer-number-view.ts'

/** How the referrer's customer number stands; never the number itself, which a borrowed session should not read. */
export const showCustomerNumber = serve(endpoint, async ({ deps, tenant, caller }) => {
  const { accountId } = referrerOf(caller)
  const account = await withTenant(deps.db, tenant.code, (tx) =>
    findAccount(tx, tenant.code, accountId),
  )
  if (!account) throw fail('session-missing')
  return customerNumberView(tenant, account)
})
