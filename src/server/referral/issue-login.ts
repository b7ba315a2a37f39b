import { issueLogin as endpoint } from '../../contract/account.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { ownTarget } from '../../domain/provider-login.ts'
import { checkReferrerEmail } from '../account/check-referrer-email.ts'
import { newAccount } from '../account/new-account.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import { ensureAccount } from '../account/ensure-store.ts'
import { findAccount } from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { serve } from '../serve.ts'
import { pageUrl, tenantOrigin } from '../tenant/tenant-origin.ts'
import { ownAllReferrals } from './store.ts'
import { takeOver } from './take-over.ts'

const minutes = 5

/**
 * A login link for a customer of the provider (domain.md section 8). The provider's login proves the address, so it does what a
 * mailed link does: confirms or creates the account and claims what was made with the address.
 */
export const issueLogin = serve(endpoint, async (call) => {
  const { deps, tenant, caller, body, now, realNow, locale } = call
  if (caller.kind !== 'api-key' || !caller.mayLogIn) throw fail('api-key-invalid')
  if (!tenant.autoLogin) throw fail('not-authorised')
  const email = normaliseEmail(body.email)
  checkReferrerEmail(tenant, email, 'Email', locale)
  const target = ownTarget(body.target ?? '', tenant.locales)
  if (body.target && target === null)
    throw fail('validation', { fields: [{ field: 'Ziel', message: noPage[locale] }] })
  const language = body.language ?? locale
  const expiresAt = realNow.add({ minutes })
  const token = await call.transaction(async (tx) => {
    const wanted = newAccount({ ...body, email, language })
    const { account } = await ensureAccount(tx, tenant.code, wanted, now)
    refuseBlocked(tenant, account)
    const id = account.account_id
    await takeOver(tx, call, id, { details: {} }, body)
    if ((await ownAllReferrals(tx, tenant.code, id, now)).length > 0)
      await enqueue(tx, tenant.code, 'provide-rewards', { accountId: id })
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(caller),
      action: 'issue-login',
      subjectKind: 'account',
      subjectId: id,
    })
    if (!(await findAccount(tx, tenant.code, id))) throw fail('not-found')
    return issueToken(tx, deps.keys, tenant.code, {
      kind: 'owner-login',
      subject: id,
      now: realNow,
      expiresAt,
      uses: 1,
      details: { apiKey: caller.tokenId },
    })
  })
  const link = new URL(
    target === null
      ? pageUrl(deps.publicOrigin, tenant, language, 'Dashboard')
      : tenantOrigin(deps.publicOrigin, tenant) + target,
  )
  link.searchParams.set('anmelden', '1')
  link.searchParams.set('token', token.text)
  return { link: link.href, validUntil: expiresAt.toString() }
})

const noPage = {
  de: 'Das ist keine Seite des Programms, etwa /de/persoenlicherbereich.',
  en: 'This is no page of the programme, such as /de/persoenlicherbereich.',
}
