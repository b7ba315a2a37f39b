import { showCustomerNumber as endpoint } from '../../contract/empfehler-kundennummer.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { findAccount } from '../account/store.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { customerNumberView } from './customer-number-view.ts'

/** State of the referrer's customer number; never the number itself, against borrowed sessions. */
export const showCustomerNumber = serve(endpoint, async ({ deps, tenant, caller }) => {
  const { accountId } = referrerOf(caller)
  const account = await withTenant(deps.db, tenant.code, (tx) =>
    findAccount(tx, tenant.code, accountId),
  )
  if (!account) throw fail('session-missing')
  return customerNumberView(tenant, account)
})
