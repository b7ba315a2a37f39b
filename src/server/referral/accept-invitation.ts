import { acceptInvitation as endpoint } from '../../contract/einladung.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { stateOn } from '../../domain/invitation.ts'
import { deviceOf } from '../access/device.ts'
import { endFormer } from '../access/end-former.ts'
import { customer } from '../account/customer.ts'
import { checkReferrerEmail } from '../account/check-referrer-email.ts'
import { findInvitationByToken } from '../account/inviter-store.ts'
import { hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { newAccount } from '../account/new-account.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import { openSession, userView } from '../account/session.ts'
import { ensureAccount } from '../account/ensure-store.ts'
import { findAccount } from '../account/store.ts'
import { revokeTokens } from '../base/token-store.ts'
import { countHit } from '../base/limit-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { takeOver } from './take-over.ts'

export const perVisitor = 20 // an hour

/**
 * Registers somebody invited by an agency. The link went to that mailbox only, so it confirms the address as the welcome mail's
 * does: once, with everything made with the address, and a session without access to money. It proves no other address.
 */
export const acceptInvitation = serve(endpoint, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, body, now, realNow, today, locale } = call
    if (!tenant.agencies) throw fail('link-expired')
    // There, the provider's login proves the address.
    if (tenant.autoLogin) throw fail('not-authorised')
    const hits = await countHit(tx, tenant.code, `accept|visitor|${call.visitor}`, realNow, hour)
    if (hits > perVisitor) throw tooManyRequests(secondsLeft(hour, realNow))
    const found = await findInvitationByToken(tx, tenant.code, body.token)
    if (!found?.isActive || stateOn(found.person, today) !== 'sent') throw fail('link-expired')
    const email = normaliseEmail(body.email)
    if (email !== found.person.email) return { user: null }
    // The whitelist applies only to uninvited registrations.
    checkReferrerEmail({ ...tenant, emailWhitelist: null }, email, 'Email', locale)
    const wanted = newAccount({ ...body, email, language: locale })
    const { account } = await ensureAccount(tx, tenant.code, wanted, now)
    refuseBlocked(tenant, account)
    const id = account.account_id
    const invited = { invitation: found.person.invitation_id }
    // Of parallel calls one confirms; an account confirmed otherwise meanwhile logs in by its own means.
    if (!(await takeOver(tx, call, id, { details: { invited } }, body))) return { user: null }
    await revokeTokens(tx, tenant.code, 'set-password', id, now)
    const current = await findAccount(tx, tenant.code, id)
    if (!current) throw new Error('An account that is kept is not there')
    await endFormer(tx, tenant.code, call, customer)
    return {
      user: userView(
        current,
        await openSession(tx, deps, tenant.code, id, {
          byLink: true,
          device: deviceOf(call.request),
        }),
      ),
    }
  }),
)
