import { loginSalesPartner as endpoint } from '../../contract/verkaufspartner.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { limitLogin } from '../access/limit-login.ts'
import { verifyPassword } from '../access/password-hash.ts'
import { audit } from '../base/audit-store.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { needSalesPartners } from './need-sales-partners.ts'
import { openPartnerSession, partnerView } from './session.ts'
import { findPartnerByEmail } from './store.ts'

/** Logs a sales partner in; unknown address, missing password and wrong password are one refusal, in the same time. */
export const loginSalesPartner = serve(endpoint, async (call) => {
  const { deps, tenant, body } = call
  needSalesPartners(tenant)
  const email = normaliseEmail(body.email)
  const { person: partner, takeBack } = await limitLogin(
    call,
    'partner-login',
    email,
    call.query.captcha,
    (tx) => findPartnerByEmail(tx, tenant.code, email),
  )
  const matches = await verifyPassword(partner?.password_hash, body.password)
  if (!partner || !matches) throw fail('wrong-credentials')
  // Only now: who knows the password may know how it stands with the account.
  if (!partner.confirmed_at) throw fail('confirmation-required')
  if (partner.state === 'closed') throw fail('blocked-single')
  const session = await call.transaction(async (tx) => {
    const [opened] = await together([
      () => openPartnerSession(tx, deps, tenant.code, partner.partner_id),
      () => takeBack(tx),
      () =>
        audit(tx, tenant.code, {
          at: call.now,
          actor: { kind: 'sales-partner', id: partner.partner_id },
          action: 'log-in',
          subjectKind: 'sales-partner',
          subjectId: partner.partner_id,
        }),
    ])
    return opened
  })
  return partnerView(session)
})
