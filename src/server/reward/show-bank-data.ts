import { showBankData as endpoint } from '../../contract/empfehler.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { findBankAccount } from './bank-store.ts'
import { bankDataView } from './bank-data-view.ts'
import { findReward } from './store.ts'

/** The bank account of the session's or reward token's referrer; masked, null for none. */
export const showBankData = serve(endpoint, (call) => {
  const { deps, tenant, caller } = call
  return withTenant(deps.db, tenant.code, async (tx) => {
    let accountId: string | null = null
    if (caller.kind === 'referrer') {
      accountId = caller.accountId
    } else if (caller.kind === 'reward') {
      const reward = await findReward(tx, tenant.code, caller.rewardId)
      if (!reward) throw fail('reward-token-invalid')
      accountId = reward.account_id
    }
    const stored = accountId ? await findBankAccount(tx, tenant.code, accountId) : undefined
    return stored ? bankDataView(stored) : null
  })
})
