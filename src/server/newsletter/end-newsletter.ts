import { lockPerson } from '../account/store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { recordConsents } from '../base/consent-store.ts'
import { findToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { newsletterText } from '../referral/consent-texts.ts'
import { markOptedOut } from '../account/newsletter-store.ts'
import { revokeOptinLinks } from '../base/link-store.ts'
import { stateOf } from './state-of.ts'

type Here = Pick<Call, 'tenant' | 'locale' | 'now'>

/** Withdraws the consent or pending wish; false if neither. Opt-in links are revoked. */
export async function endNewsletter(
  tx: Tx,
  { tenant, locale, now }: Here,
  accountId: string,
  actor: Actor,
): Promise<boolean> {
  const account = await lockPerson(tx, tenant.code, accountId)
  if (!account || stateOf(account) === 'optedOut') return false
  await markOptedOut(tx, tenant.code, accountId)
  await revokeOptinLinks(tx, tenant.code, accountId, now)
  const withdrawal = {
    kind: 'newsletter',
    version: tenant.legal.termsVersion,
    text: newsletterText(tenant, locale),
    given: false,
  }
  await recordConsents(tx, tenant.code, { kind: 'account', id: accountId }, [withdrawal], now)
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: 'newsletter-opted-out',
    subjectKind: 'account',
    subjectId: accountId,
  })
  return true
}

/**
 * By a mail's token, at any time and by any holder: unsubscribing always works, even without newsletter. Throws `link-expired`
 * for an invalid token.
 */
export async function endNewsletterBy(tx: Tx, here: Here, text: string): Promise<boolean> {
  const token = await findToken(tx, here.tenant.code, 'newsletter', text)
  const { way } = (token?.details ?? {}) as { way?: string }
  if (!token || way !== 'out') throw fail('link-expired')
  return endNewsletter(tx, here, token.subject, { kind: 'referrer', id: token.subject })
}
