import { isWishOpen } from '../../domain/newsletter.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { lockPerson } from '../account/store.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { mailOptin } from './mail-optin.ts'
import { readWishes } from './store.ts'

/**
 * The job 'ask-newsletter': mails the opt-in for a wish from recommending, once account and referral are confirmed. Idempotent:
 * an answered wish is skipped.
 */
export async function askWished(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  tenant: Tenant,
  accountId: string,
): Promise<void> {
  if (!tenant.newsletter) return
  await withTenant(deps.db, tenant.code, async (tx) => {
    const account = await lockPerson(tx, tenant.code, accountId)
    if (!account?.confirmed_at) return
    const open = isWishOpen({
      ...(await readWishes(tx, tenant.code, accountId)),
      mailSentAt: account.newsletter_mail_sent_at,
      optedIn: account.newsletter_opted_in_at !== null,
    })
    if (!open || !(await mailOptin(tx, deps, tenant, account))) return
    await audit(tx, tenant.code, {
      at: deps.clock.now(),
      actor: system,
      action: 'newsletter-asked',
      subjectKind: 'account',
      subjectId: accountId,
    })
  })
}
