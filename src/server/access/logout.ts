import { audit } from '../base/audit-store.ts'
import { revokeToken } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { sessionOf, type Kind } from './kind.ts'

export const logout = (kind: Kind) =>
  serve(kind.endpoints.logout, async ({ tenant, caller, now, realNow, transaction }) => {
    const { tokenId } = sessionOf(kind, caller)
    const actor = actorOf(caller)
    await transaction((tx) =>
      together([
        () => revokeToken(tx, tenant.code, tokenId, realNow),
        // Whose session it is, the session tells; support's is told where its begin is.
        () =>
          actor.support
            ? audit(tx, tenant.code, {
                at: now,
                actor,
                action: 'log-out',
                subjectKind: kind.subject,
                subjectId: actor.id,
              })
            : undefined,
      ]),
    )
    return {}
  })
