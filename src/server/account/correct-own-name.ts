import { correctOwnName as endpoint } from '../../contract/empfehler-person.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { serve } from '../serve.ts'
import { referrerOf } from './referrer-call.ts'
import { findAccount, setName } from './store.ts'

/** The account's name; what a referral shows strangers stays as typed for it. */
export const correctOwnName = serve(endpoint, async (call) => {
  const { accountId } = referrerOf(call.caller)
  await call.transaction((tx) => correctName(tx, call, accountId, call.body, actorOf(call.caller)))
  return {}
})

export async function correctName(
  tx: Tx,
  { tenant, now: at }: Pick<Call, 'tenant' | 'now'>,
  accountId: string,
  { firstName, lastName = '' }: { firstName: string; lastName?: string | undefined },
  actor: Actor,
): Promise<void> {
  const known = await findAccount(tx, tenant.code, accountId)
  await setName(tx, tenant.code, accountId, firstName, lastName)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'correct-name',
    subjectKind: 'account',
    subjectId: accountId,
    // Which of them, not what they say.
    change: {
      before: { firstName: 'kept', lastName: 'kept' },
      after: {
        firstName: known?.first_name === firstName ? 'kept' : 'changed',
        lastName: known?.last_name === lastName ? 'kept' : 'changed',
      },
    },
  })
}
