import { updateLanguage as endpoint } from '../../contract/account.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { serve } from '../serve.ts'
import { referrerOf } from './referrer-call.ts'
import { setLanguage } from './store.ts'
import { together } from '../db/together.ts'

export const updateLanguage = serve(
  endpoint,
  async ({ tenant, caller, body, now, transaction }) => {
    const { accountId } = referrerOf(caller)
    await transaction((tx) =>
      together([
        () => setLanguage(tx, tenant.code, accountId, body.language),
        () =>
          audit(tx, tenant.code, {
            at: now,
            actor: actorOf(caller),
            action: 'update-language',
            subjectKind: 'account',
            subjectId: accountId,
            details: { language: body.language },
          }),
      ]),
    )
    return {}
  },
)
