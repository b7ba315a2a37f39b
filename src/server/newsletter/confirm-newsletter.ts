import { confirmNewsletter as endpoint } from '../../contract/empfehler-newsletter.ts'
import { lockPerson, type Account } from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { recordConsents } from '../base/consent-store.ts'
import { findToken, issueToken, tokenState, useToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { newsletterText } from '../referral/consent-texts.ts'
import { serve } from '../serve.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { markOptedIn } from '../account/newsletter-store.ts'

/**
 * The second step of the double opt-in. A repeated link is a no-op while the consent stands; after a withdrawal old links are
 * dead.
 */
export const confirmNewsletter = serve(endpoint, (call) => {
  const { tenant, body, now } = call
  return call.transaction(async (tx) => {
    const asked = await findToken(tx, tenant.code, 'newsletter', body.token)
    const { way } = (asked?.details ?? {}) as { way?: string }
    if (!asked || way !== 'in' || !tenant.newsletter) throw fail('link-expired')
    const account = await lockPerson(tx, tenant.code, asked.subject)
    // Again, under the lock: a withdrawal meanwhile revokes the link.
    const token = await findToken(tx, tenant.code, 'newsletter', body.token)
    const state = tokenState(token, now)
    if (!account) throw fail('link-expired')
    if (account.newsletter_opted_in_at !== null && state !== 'expired') return { already: true }
    if (!token || state === 'expired') throw fail('link-expired')
    if (state === 'used' || !(await useToken(tx, tenant.code, token.token_id, now)))
      throw fail('token-used')
    await markOptedIn(tx, tenant.code, account.account_id, now)
    await keepProof(tx, call, account)
    await mailConfirmed(tx, call, account)
    await recordGoal(tx, call, 'newsletter-opted-in')
    return { already: false }
  })
})

async function keepProof(
  tx: Tx,
  { tenant, locale, now }: Pick<Call, 'tenant' | 'locale' | 'now'>,
  { account_id: id }: Account,
): Promise<void> {
  const consent = {
    kind: 'newsletter',
    version: tenant.legal.termsVersion,
    text: newsletterText(tenant, locale),
  }
  await recordConsents(tx, tenant.code, { kind: 'account', id }, [consent], now)
  await audit(tx, tenant.code, {
    at: now,
    actor: { kind: 'referrer', id },
    action: 'newsletter-opted-in',
    subjectKind: 'account',
    subjectId: id,
  })
}

/** The newsletter's first mail, with an unsubscribe link valid as long as the mail is kept. */
async function mailConfirmed(
  tx: Tx,
  { deps, tenant, now }: Pick<Call, 'deps' | 'tenant' | 'now'>,
  account: Account,
): Promise<void> {
  const { id } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'newsletter',
    subject: account.account_id,
    now,
    expiresAt: null,
    uses: null,
    details: { way: 'out' },
  })
  await queueMail(tx, tenant.code, {
    template: 'newsletterConfirmed',
    to: account.email,
    locale: account.language,
    data: {
      firstName: account.first_name,
      link: { link: { page: 'Homepage' } },
      unsubscribe: { link: { page: 'NewsletterOptout', token: { id, as: 't' } } },
    },
    dedupeKey: `newsletter-confirmed|${id}`,
    now,
  })
}
