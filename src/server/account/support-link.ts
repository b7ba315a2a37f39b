import { audit, type Actor } from '../base/audit-store.ts'
import { issueToken, type Token } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { mayStill } from '../team/still-at-work.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'
import type { Account } from './store.ts'

export const supportMinutes = 5

/** Of the link and of the session that it opens: whose it is, and the console's session that it ends with. */
export type SupportDetails = { operator?: string; operatorSession?: string }

export const isSupport = ({ details }: Pick<Token, 'details'>): boolean =>
  (details as { support?: boolean }).support === true

/** Whether support may still be in (decision 670). One that names no session of the console may not. */
export async function supportStands(
  tx: Tx,
  tenant: string,
  { details, created_at: openedAt }: Pick<Token, 'details' | 'created_at'>,
  realNow: Temporal.Instant,
): Promise<boolean> {
  const { operatorSession: session } = details as SupportDetails
  if (session === undefined) return false
  return mayStill(tx, tenant, { session, openedAt, needs: ['update', 'people'] }, realNow)
}

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
    details: { operator: actor.id, operatorSession: actor.session },
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
