import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { createReferral as endpoint } from '../../contract/empfehlen.ts'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import { underPlan } from '../../domain/bonus.ts'
import { campaignOf } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import {
  checkReferral,
  matchesPattern,
  statesAge,
  whitelistFieldText,
} from '../../domain/eligibility.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { codeFrom, numberFrom } from '../../domain/numbers.ts'
import { validUntil } from '../../domain/referral.ts'
import { unchosenShare } from '../../domain/shares.ts'
import { say } from '../../domain/say.ts'
import type { Locale } from '../../domain/tenant.ts'
import { makeChallenge } from '../access/captcha.ts'
import { newAccount } from '../account/new-account.ts'
import { ensureAccount, findAccount } from '../account/store.ts'
import { together } from '../db/together.ts'
import { audit } from '../base/audit-store.ts'
import { rememberedCampaign } from '../consent/visitor-cookies.ts'
import { findAgencyOfAgent, findAgent } from '../catalogue/agent-store.ts'
import { listActiveCampaigns } from '../catalogue/campaign-store.ts'
import { agencyOfReferral, planOfReferral } from '../catalogue/plan-of-caller.ts'
import { isOffered } from '../catalogue/product-view.ts'
import { findProduct } from '../catalogue/store.ts'
import { actorOf, type Call } from '../context.ts'
import { beforeCommit, withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { productApiOf } from '../gateways/product-feeds/product-api.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { serve } from '../serve.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { rememberDevice } from '../account/same-device.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import { kindOfSolution, useSolution } from '../access/use-solution.ts'
import { checkReferralCreation, countReferralCreation, isCaptchaDue } from './creation-limits.ts'
import { withFreshNumbers } from './fresh-numbers.ts'
import { referralHex } from './hex.ts'
import { referralLink, shortUrl } from './links.ts'
import { termsOf, type Terms } from '../gateways/content/terms-of.ts'
import { mailCreator } from './mail-creator.ts'
import { networkOf } from './network-of.ts'
import { recordReferralConsents } from './record-consents.ts'
import { insertReferral } from './store.ts'

type Wish = NonNullable<BodyOf<typeof endpoint>>
type CreateCall = Call<unknown, QueryOf<typeof endpoint>, BodyOf<typeof endpoint>>

/**
 * Creates a referral: the same answer whether or not the e-mail has an account. The account owns it at once in its own session,
 * else after the mailed link (domain.md section 4). Two round trips, the second with the commit; two more for an agency's.
 */
export const createReferral = serve(endpoint, async (call) => {
  const { body } = call
  if (body === null) return answerQuestion(call)
  checkWish(call, body, await whitelistFor(call, body))
  const shown = await termsOf(call.deps, call.tenant)
  const created = await withFreshNumbers(() =>
    call.transaction((tx) => create(tx, call, body, shown)),
  )
  if (call.caller.kind !== 'referrer') rememberDevice(call, body.referrer.email)
  return created
})

// A question creates nothing, so 200 instead of 201.
async function answerQuestion(call: CreateCall) {
  const { deps, tenant, reply, realNow } = call
  const captchaDue = await call.transaction((tx) => isCaptchaDue(tx, call))
  const answer = captchaDue
    ? { captchaRequired: true, challenge: await makeChallenge(deps.keys, tenant.code, realNow) }
    : { captchaRequired: false }
  reply.code(200).header('Cache-Control', 'no-store').send(z.encode(endpoint.answer!, answer))
  return answer
}

/** The tenant's whitelist of referrers; null for those invited by an agency. */
async function whitelistFor({ deps, tenant, caller }: CreateCall, { referrer }: Wish) {
  const list = tenant.emailWhitelist
  if (!list || !tenant.agencies || caller.kind !== 'referrer') return list
  if (list.some((pattern) => matchesPattern(pattern, referrer.email))) return list
  const account = await withTenant(deps.db, tenant.code, (tx) =>
    findAccount(tx, tenant.code, caller.accountId),
  )
  const isBrought = account?.agency_id && account.email === normaliseEmail(referrer.email)
  return isBrought ? null : list
}

/** Checks that need no database. */
function checkWish(
  { tenant, caller, locale }: CreateCall,
  { referral, referrer, recipient }: Wish,
  emailWhitelist: string[] | null,
): void {
  productApiOf(tenant)
  if (tenant.accountsBlockedOn !== null) throw fail('blocked-general')
  if (tenant.forcedLogin && caller.kind !== 'referrer') throw fail('login-first')
  const decision = checkReferral({
    selfReferralAllowed: tenant.selfReferralAllowed,
    emailWhitelist,
    referrerEmail: referrer.email,
    recipientEmail: recipient?.email ?? null,
    blockedPatterns: tenant.blockedEmails,
  })
  if (decision.kind === 'refused') {
    const field = decision.who === 'referrer' ? 'Empfehler.Email' : 'Empfaenger.Email'
    const fields = [{ field, message: say(whitelistFieldText, { locale, tenant }) }]
    const atField = decision.error === 'email-not-allowed' || decision.error === 'email-invalid'
    throw fail(decision.error, atField ? { fields } : {})
  }
  if (!referrer.termsAgreed) throw fail('terms-required')
  if (referral.agentId && !tenant.agentReferral) throw unknownAgent(locale)
  if (referral.share !== undefined && !tenant.shares.includes(referral.share)) {
    const message =
      locale === 'de'
        ? `möglich: ${tenant.shares.join(', ')}`
        : `possible: ${tenant.shares.join(', ')}`
    throw fail('validation', { fields: [{ field: 'Empfehlung.Anteil', message }] })
  }
}

const unknownAgent = (locale: Locale) => {
  const message =
    locale === 'de'
      ? 'Diese Beraterin oder diesen Berater gibt es nicht.'
      : 'There is no such agent.'
  return fail('validation', { fields: [{ field: 'Empfehlung.AgentId', message }] })
}

async function create(tx: Tx, call: CreateCall, wish: Wish, shown: Terms) {
  const { referral, referrer } = wish
  const { deps, tenant, caller, now, today } = call
  const email = normaliseEmail(referrer.email)
  const wanted = newAccount({ ...referrer, email, language: call.locale })
  const ticked = new Set((wish.campaigns ?? []).filter((one) => one.ticked).map(({ id }) => id))
  const isOwners = caller.kind === 'referrer' // so most likely the account's, which has no mail
  const solution = kindOfSolution(call.query.captcha)
  const [{ account, created }, product, agent, agentsAgency, solved, running, counted] =
    await together([
      () => ensureAccount(tx, tenant.code, wanted, now),
      () => findProduct(tx, tenant.code, referral.productId),
      () => (referral.agentId ? findAgent(tx, tenant.code, referral.agentId) : undefined),
      () => (referral.agentId ? findAgencyOfAgent(tx, tenant.code, referral.agentId) : null),
      () => useSolution(tx, call, call.query.captcha),
      () => (ticked.size > 0 ? listActiveCampaigns(tx, tenant.code, today) : []),
      () => countReferralCreation(tx, call, isOwners ? null : email, solution),
    ])
  if (!isOffered(tenant, product)) throw fail('not-found')
  if (referral.agentId && !agent) throw unknownAgent(call.locale)
  const brought = agencyOfReferral(tenant, agentsAgency, account)
  const plan = brought && (await planOfReferral(tx, tenant.code, brought.agency_id, today))
  const agency = plan && brought
  const promised = underPlan(product, plan)
  const share =
    referral.share ??
    unchosenShare(tenant.shares, tenant.defaultShare, {
      rewardCents: promised.commission_cents,
      capCents: tenant.cap.cents,
      excess: tenant.cap.excess,
    })
  const owned = isOwners && caller.accountId === account.account_id
  // Only the owner is told; others get the same answer as for any address.
  if (owned && account.blocked_on) throw fail('blocked-single')
  if (isOwners && !owned) await checkMailLimit(tx, call, email, solved)
  await checkReferralCreation(call, counted, solved)
  const wishes = tenant.newsletter && referrer.newsletter === true
  const number = numberFrom(randomBytes(10))
  const code = codeFrom(randomBytes(5))
  const company = tenant.companyReferral ? (referrer.company ?? null) : null
  const { captcha: _, ...query } = call.query
  const said = campaignOf({ ...query, ...(referral.channel ? { channel: referral.channel } : {}) })
  const way = wayOf(said, rememberedCampaign(call.request.cookies))
  const lastDay = validUntil(today, tenant.referralDays).toString()
  const link = referralLink(deps, tenant, number)
  const writes = [
    () =>
      insertReferral(tx, tenant.code, {
        number,
        code,
        account_id: account.account_id,
        owned_at: owned ? now.toString() : null,
        first_name: referrer.firstName,
        product_id: product.product_id,
        plan: promised.plan,
        commission_cents: promised.commission_cents,
        agency_id: agency?.agency_id ?? null,
        agency_user_id: agency?.agency_user_id ?? null,
        agency_plan: plan ? JSON.stringify(plan) : null,
        ...way,
        agent_id: agent?.agent_id ?? null,
        company_name: company,
        is_link: referral.isLink ?? false,
        share,
        terms_version: shown.version,
        network_hash: owned ? null : networkOf(call, number),
        created_at: now.toString(),
        created_on: today.toString(),
        valid_until: lastDay,
      }),
    () =>
      owned
        ? undefined
        : mailCreator(tx, deps, tenant.code, account, {
            referralNumber: number,
            product,
            referralLink: shortUrl(deps, tenant, code),
          }),
    () =>
      recordReferralConsents(tx, call, number, {
        terms: referral.terms,
        shown,
        statesAge: !company && statesAge(tenant.emailWhitelist, referrer.email),
        newsletter: wishes,
        campaigns: running.filter(({ campaign_id }) => ticked.has(campaign_id)),
      }),
    () =>
      owned && wishes
        ? enqueue(tx, tenant.code, 'ask-newsletter', { accountId: account.account_id })
        : undefined,
    () => recordGoal(tx, call, 'referral-created', way),
  ]
  const write = () => together(writes)
  // An agency's list is written from the row, and whoever only looks commits nothing.
  await (agency || deps.db.looks ? write() : beforeCommit(tx, write))
  await audit(tx, tenant.code, {
    at: now,
    actor: actorOf(caller),
    action: 'create-referral',
    subjectKind: 'referral',
    subjectId: number,
    details: { product: product.product_id, share, newAccount: created, owned },
  })
  return {
    number,
    hex: referralHex(deps.keys, tenant.code, number),
    code,
    shortUrl: shortUrl(deps, tenant, code),
    link,
    validUntil: lastDay,
  }
}
