import { deleteBankData as endpoint } from '../../contract/empfehler.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { serve } from '../serve.ts'
import { removeBankAccount } from './bank-store.ts'

/** Deletes the referrer's stored bank account. Payments in progress keep theirs. */
export const deleteBankData = serve(endpoint, (call) => {
  const { tenant } = call
  const { accountId } = referrerOf(call.caller)
  return call.transaction(async (tx) => {
    const removed = await removeBankAccount(tx, tenant.code, accountId)
    if (removed) {
      await audit(tx, tenant.code, {
        at: call.now,
        actor: actorOf(call.caller),
        action: 'bank-data-deleted',
        subjectKind: 'account',
        subjectId: accountId,
      })
    }
    return {}
  })
})
