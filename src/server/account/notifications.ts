import {
  saveNotifications as saveEndpoint,
  showNotifications as showEndpoint,
} from '../../contract/empfehler-benachrichtigungen.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { referrerOf } from './referrer-call.ts'
import { findAccount, setStepMails } from './store.ts'

export const showNotifications = serve(showEndpoint, async ({ tenant, caller, transaction }) => {
  const { accountId } = referrerOf(caller)
  const account = await transaction((tx) => findAccount(tx, tenant.code, accountId))
  if (!account) throw fail('session-missing')
  return { steps: account.step_mails }
})

export const saveNotifications = serve(
  saveEndpoint,
  async ({ tenant, caller, body, now, transaction }) => {
    const { accountId } = referrerOf(caller)
    await transaction((tx) =>
      together([
        () => setStepMails(tx, tenant.code, accountId, body.steps),
        () =>
          audit(tx, tenant.code, {
            at: now,
            actor: actorOf(caller),
            action: 'save-notifications',
            subjectKind: 'account',
            subjectId: accountId,
            details: { steps: body.steps },
          }),
      ]),
    )
    return {}
  },
)
