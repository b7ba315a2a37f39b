import * as contract from '../../contract/verkaufspartner.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { answerEvenly } from '../access/answer-evenly.ts'
import { captchaRequired } from '../access/captcha.ts'
import { checkNewPassword } from '../access/check-new-password.ts'
import { hour } from '../base/limits.ts'
import { checkLinkLimit } from '../access/mail-limit.ts'
import { hashPassword } from '../access/password-hash.ts'
import { useSolution } from '../access/use-solution.ts'
import { audit } from '../base/audit-store.ts'
import { countHit } from '../base/limit-store.ts'
import { findToken, revokeTokens, tokenState, useToken } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { serve } from '../serve.ts'
import { mailPartnerAccess } from './mail-access.ts'
import { needSalesPartners } from './need-sales-partners.ts'
import { openPartnerSession, partnerView } from './session.ts'
import { findPartner, findPartnerByEmail, updatePartner } from './store.ts'

const perVisitor = 5 // an hour, before a captcha is due

export const requestSalesPartnerPassword = serve(
  contract.requestSalesPartnerPassword,
  async (call) => {
    const { deps, tenant, realNow } = call
    needSalesPartners(tenant)
    const email = normaliseEmail(call.body.email)
    if (!isEmail(email)) throw fail('email-invalid')
    await answerEvenly(() =>
      call.transaction(async (tx) => {
        const partner = await findPartnerByEmail(tx, tenant.code, email)
        const bucket = `partner-mail|visitor|${call.visitor}`
        const byVisitor = await countHit(tx, tenant.code, bucket, realNow, hour)
        const solved = await useSolution(tx, call, call.query.captcha)
        if (!solved && byVisitor > perVisitor)
          throw await captchaRequired(deps.keys, tenant.code, realNow)
        await checkLinkLimit(tx, call, email, solved)
        if (!partner || partner.state === 'closed') return
        await mailPartnerAccess(tx, deps, tenant.code, partner)
        await audit(tx, tenant.code, {
          at: call.now,
          actor: actorOf(call.caller),
          action: 'send-access-mail',
          subjectKind: 'sales-partner',
          subjectId: partner.partner_id,
        })
      }),
    )
    return {}
  },
)

/** The partner behind a mailed token that still works; throws `link-expired` or `token-used`. */
async function readToken(tx: Tx, tenant: string, text: string, now: Temporal.Instant) {
  const token = await findToken(tx, tenant, 'partner-password', text)
  const state = tokenState(token, now)
  if (!token || state === 'expired') throw fail('link-expired')
  if (state === 'used') throw fail('token-used')
  const partner = await findPartner(tx, tenant, token.subject)
  if (!partner || partner.state === 'closed') throw fail('link-expired')
  return { token, partner }
}

export const checkSalesPartnerToken = serve(contract.checkSalesPartnerToken, async (call) => {
  needSalesPartners(call.tenant)
  const { partner } = await call.transaction((tx) =>
    readToken(tx, call.tenant.code, call.body.token, call.now),
  )
  return {
    email: partner.email,
    firstName: partner.first_name,
    number: partner.number,
    isNew: partner.confirmed_at === null,
  }
})

/** Sets the password with a mailed token, confirms the address by it, ends all other sessions, and logs in. */
export const setSalesPartnerPassword = serve(contract.setSalesPartnerPassword, async (call) => {
  const { deps, tenant, body, now, realNow } = call
  needSalesPartners(tenant)
  checkNewPassword(body, call.locale)
  const { token, partner } = await call.transaction((tx) =>
    readToken(tx, tenant.code, body.token, now),
  )
  const passwordHash = await hashPassword(body.password)
  const id = partner.partner_id
  const isNew = partner.confirmed_at === null
  const session = await call.transaction(async (tx) => {
    // The condition is in the update: of two people with the same link one sets a password.
    if (!(await useToken(tx, tenant.code, token.token_id, now))) throw fail('token-used')
    await updatePartner(tx, tenant.code, id, {
      password_hash: passwordHash,
      ...(isNew ? { confirmed_at: now.toString() } : {}),
    })
    await revokeTokens(tx, tenant.code, 'partner-session', id, realNow)
    await audit(tx, tenant.code, {
      at: now,
      actor: { kind: 'sales-partner', id },
      action: isNew ? 'complete-registration' : 'reset-password',
      subjectKind: 'sales-partner',
      subjectId: id,
    })
    if (isNew)
      // Whoever activates partners hears of it when the address is known to be theirs.
      await queueMail(tx, tenant.code, {
        template: 'salesPartnerRegistered',
        to: tenant.contact.email,
        locale: tenant.locales[0] ?? 'de',
        data: {
          partnerNumber: partner.number,
          name: partner.company ?? `${partner.first_name} ${partner.last_name}`,
          email: partner.email,
          link: { link: { page: 'SalesPartnerEntry' } },
        },
        dedupeKey: `partner-registered|${id}`,
        now,
      })
    else
      await queueMail(tx, tenant.code, {
        template: 'passwordChanged',
        to: partner.email,
        locale: partner.language,
        data: { firstName: partner.first_name, link: { link: { page: 'SalesPartnerPassword' } } },
        dedupeKey: `password-changed|${uuidv7()}`,
        now,
      })
    // Opened last: the sessions of before are revoked by then, this one is not.
    return openPartnerSession(tx, deps, tenant.code, id)
  })
  return partnerView(session)
})
