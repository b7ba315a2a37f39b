import { correctOwnName as endpoint } from '../../contract/empfehler-person.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { serve } from '../serve.ts'
import { referrerOf } from './referrer-call.ts'
import { setName } from './store.ts'

/** The account's name; what a referral shows strangers stays as typed for it. */
export const correctOwnName = serve(
  endpoint,
  async ({ tenant, caller, body, now, transaction }) => {
    const { accountId } = referrerOf(caller)
    await transaction(async (tx) => {
      await setName(tx, tenant.code, accountId, body.firstName, body.lastName ?? '')
      await audit(tx, tenant.code, {
        at: now,
        actor: actorOf(caller),
        action: 'correct-name',
        subjectKind: 'account',
        subjectId: accountId,
      })
    })
    return {}
  },
)
