import { showUser as endpoint } from '../../contract/account.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { referrerOf } from './referrer-call.ts'
import { userView } from './session.ts'
import { findAccount } from './store.ts'

/** A session by cookie does not reveal its token to scripts. */
export const showUser = serve(endpoint, async ({ tenant, caller, transaction }) => {
  const { accountId, bearer, expiresAt, support } = referrerOf(caller)
  const account = await transaction((tx) => findAccount(tx, tenant.code, accountId))
  if (!account) throw fail('session-missing')
  return userView(account, { token: bearer, expiresAt, support })
})
