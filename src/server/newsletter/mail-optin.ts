import { optinDays, optinMailsPerDay } from '../../domain/newsletter.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { day } from '../base/limits.ts'
import type { Account } from '../account/store.ts'
import { countHitUpTo } from '../base/limit-store.ts'
import { issueToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { markOptinMailSent } from '../account/newsletter-store.ts'

/** Mails the opt-in link, valid once for seven days. False, without mail, at the account's daily limit. */
export async function mailOptin(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: Pick<Tenant, 'code'>,
  account: Account,
): Promise<boolean> {
  const now = deps.clock.now()
  const id = account.account_id
  const bucket = `newsletter-mail|${id}`
  const realNow = deps.clock.realNow()
  if (!(await countHitUpTo(tx, tenant.code, bucket, realNow, day, optinMailsPerDay))) return false
  const token = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'newsletter',
    subject: id,
    now,
    expiresAt: now.add({ hours: optinDays * 24 }),
    uses: 1,
    details: { way: 'in' },
  })
  await markOptinMailSent(tx, tenant.code, id, now)
  await queueMail(tx, tenant.code, {
    template: 'newsletterOptin',
    to: account.email,
    locale: account.language,
    data: {
      firstName: account.first_name,
      link: { link: { page: 'NewsletterOptin', token: { id: token.id, as: 't' } } },
    },
    dedupeKey: `newsletter-optin|${token.id}`,
    now,
  })
  return true
}
