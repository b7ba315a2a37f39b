import { audit, type Actor } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'
import type { Account } from './store.ts'

export const supportMinutes = 5

/** Support access (domain.md section 4): a link for 5 minutes, once, marked in every audit row of its session. */
export async function issueSupportLink(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys' | 'publicOrigin'>,
  tenant: Tenant,
  account: Pick<Account, 'account_id' | 'language'>,
  actor: Actor,
): Promise<{ url: string; expiresAt: Temporal.Instant }> {
  const realNow = deps.clock.realNow()
  const expiresAt = realNow.add({ minutes: supportMinutes })
  const token = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'admin-login',
    subject: account.account_id,
    now: realNow,
    expiresAt,
    uses: 1,
    details: { operator: actor.id },
  })
  await audit(tx, tenant.code, {
    at: deps.clock.now(),
    actor,
    action: 'admin-token-issued',
    subjectKind: 'account',
    subjectId: account.account_id,
  })
  // After the #, which browsers do not send: proxies and servers log paths.
  return {
    url: `${pageUrl(deps.publicOrigin, tenant, account.language, 'Admin')}#${token.text}`,
    expiresAt,
  }
}
