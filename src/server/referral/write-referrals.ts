import { randomBytes } from 'node:crypto'
import type { createReferral as endpoint } from '../../contract/empfehlen.ts'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import { underPlan } from '../../domain/bonus.ts'
import { campaignOf } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import { statesAge } from '../../domain/eligibility.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { codeFrom, numberFrom } from '../../domain/numbers.ts'
import { validUntil } from '../../domain/referral.ts'
import { unchosenShare } from '../../domain/shares.ts'
import type { Locale } from '../../domain/tenant.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import { kindOfSolution, useSolution } from '../access/use-solution.ts'
import { ensureAccounts } from '../account/ensure-store.ts'
import { newAccount } from '../account/new-account.ts'
import { sendLinks } from '../account/send-links.ts'
import { audit } from '../base/audit-store.ts'
import { recordAllConsents } from '../base/consent-store.ts'
import { findAgencyOfAgent, findAgent } from '../catalogue/agent-store.ts'
import { listActiveCampaigns } from '../catalogue/campaign-store.ts'
import { agencyOfReferral, planOfReferral } from '../catalogue/plan-of-caller.ts'
import { isOffered } from '../catalogue/product-view.ts'
import { findProducts, type NamedProduct } from '../catalogue/store.ts'
import { rememberedCampaign } from '../consent/visitor-cookies.ts'
import { actorOf, type Call } from '../context.ts'
import { beforeCommit, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import type { Terms } from '../gateways/content/terms-of.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { checkReferralCreation, countReferralCreations, creationHits } from './creation-limits.ts'
import { referralHex } from './hex.ts'
import { referralLink, shortUrl } from './links.ts'
import { creatorsMail } from './mail-creator.ts'
import { networkOf } from './network-of.ts'
import { referralConsents } from './record-consents.ts'
import { insertReferrals } from './store.ts'

export type Wish = NonNullable<BodyOf<typeof endpoint>>
export type CreateCall = Call<unknown, QueryOf<typeof endpoint>, BodyOf<typeof endpoint>>

/** A creation that is asked for, with the numbers that it would have. */
export type Asked = ReturnType<typeof askedOf>

export function askedOf(call: CreateCall, wish: Wish, shown: Terms) {
  const { caller } = call
  const email = normaliseEmail(wish.referrer.email)
  const solution = kindOfSolution(call.query.captcha)
  // The account is most likely the caller's own, which has no mail.
  const mailedTo = caller.kind === 'referrer' ? null : email
  return {
    call,
    wish,
    shown,
    email,
    ticked: new Set((wish.campaigns ?? []).filter((one) => one.ticked).map(({ id }) => id)),
    hits: creationHits(call, mailedTo, solution),
    number: numberFrom(randomBytes(10)),
    code: codeFrom(randomBytes(5)),
  }
}

/** The same with other numbers. */
export const again = (asked: Asked): Asked => ({
  ...asked,
  number: numberFrom(randomBytes(10)),
  code: codeFrom(randomBytes(5)),
})

export function answerOf({ call, number, code }: Asked) {
  const { deps, tenant, today } = call
  return {
    number,
    hex: referralHex(deps.keys, tenant.code, number),
    code,
    shortUrl: shortUrl(deps, tenant, code),
    link: referralLink(deps, tenant, number),
    validUntil: validUntil(today, tenant.referralDays).toString(),
  }
}

/**
 * Writes one referral, or several of a tenant that share no address and no limit: all or, if one is refused, none. Two round trips, the
 * second with the commit; two more for an agency's.
 */
export async function writeReferrals(tx: Tx, asked: readonly Asked[]): Promise<void> {
  const { deps, tenant, now } = asked[0]!.call
  const [accounts, products, extras, counted] = await together([
    () =>
      ensureAccounts(
        tx,
        tenant.code,
        asked.map(({ call, wish, email }) => ({
          ...newAccount({ ...wish.referrer, email, language: call.locale }),
          created_at: call.now.toString(),
        })),
      ),
    () =>
      findProducts(tx, tenant.code, [...new Set(asked.map(({ wish }) => wish.referral.productId))]),
    () => together(asked.map((one) => () => readExtras(tx, one))),
    () =>
      countReferralCreations(
        tx,
        asked[0]!.call,
        asked.map(({ hits }) => hits),
      ),
  ])
  const byId = new Map(products.map((product) => [product.product_id, product]))
  const made: Awaited<ReturnType<typeof decide>>[] = []
  for (const [at, one] of asked.entries()) {
    const product = byId.get(one.wish.referral.productId)
    const found = { ...accounts[at]!, ...extras[at]!, product, counted: counted[at]! }
    made.push(await decide(tx, one, found))
  }
  // Written before anything is sent: what fails later than that commits a part.
  const mails = made.flatMap(({ owned, mail }) => (owned ? [] : [mail()]))
  const write = () =>
    together([
      () =>
        insertReferrals(
          tx,
          tenant.code,
          made.map(({ row }) => row),
        ),
      () => sendLinks(tx, deps.keys, tenant.code, mails),
      () =>
        recordAllConsents(
          tx,
          tenant.code,
          made.map(({ consents }) => consents),
        ),
      ...made.flatMap(({ more }) => more),
    ])
  // An agency's list is written from the row, and whoever only looks commits nothing.
  const isFollowed = deps.db.looks || made.some(({ row }) => row.agency_id !== null)
  await (isFollowed ? write() : beforeCommit(tx, write))
  for (const { row, owned, created, call } of made) {
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: 'create-referral',
      subjectKind: 'referral',
      subjectId: row.number,
      details: { product: row.product_id, share: row.share, newAccount: created, owned },
      request: call.requestId,
    })
  }
}

type Found = Awaited<ReturnType<typeof ensureAccounts>>[number] &
  Awaited<ReturnType<typeof readExtras>> & {
    product: NamedProduct | undefined
    counted: Parameters<typeof checkReferralCreation>[1]
  }

/** What few creations have: an agent, a captcha, a campaign. */
async function readExtras(tx: Tx, { call, wish, ticked }: Asked) {
  const { tenant, today } = call
  const { agentId } = wish.referral
  const [agent, agentsAgency, solved, running] = await together([
    () => (agentId ? findAgent(tx, tenant.code, agentId) : undefined),
    () => (agentId ? findAgencyOfAgent(tx, tenant.code, agentId) : null),
    () => useSolution(tx, call, call.query.captcha),
    () => (ticked.size > 0 ? listActiveCampaigns(tx, tenant.code, today) : []),
  ])
  return { agent, agentsAgency, solved, running }
}

/** Refuses a creation, or says its rows. */
async function decide(tx: Tx, asked: Asked, found: Found) {
  const { call, wish, shown, email, ticked, number, code } = asked
  const { referral, referrer } = wish
  const { deps, tenant, caller, now, today } = call
  const { account, created, product, agent, agentsAgency, solved, running, counted } = found
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
  const owned = caller.kind === 'referrer' && caller.accountId === account.account_id
  // Only the owner is told; others get the same answer as for any address.
  if (owned && account.blocked_on) throw fail('blocked-single')
  if (caller.kind === 'referrer' && !owned) await checkMailLimit(tx, call, email, solved)
  await checkReferralCreation(call, counted, solved)
  const wishes = tenant.newsletter && referrer.newsletter === true
  const company = tenant.companyReferral ? (referrer.company ?? null) : null
  const { captcha: _, ...query } = call.query
  const said = campaignOf({ ...query, ...(referral.channel ? { channel: referral.channel } : {}) })
  const way = wayOf(said, rememberedCampaign(call.request.cookies))
  return {
    call,
    owned,
    created,
    row: {
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
      valid_until: validUntil(today, tenant.referralDays).toString(),
    },
    mail: () =>
      creatorsMail(deps, account, {
        referralNumber: number,
        product,
        referralLink: shortUrl(deps, tenant, code),
      }),
    consents: referralConsents(call, number, {
      terms: referral.terms,
      shown,
      statesAge: !company && statesAge(tenant.emailWhitelist, referrer.email),
      newsletter: wishes,
      campaigns: running.filter(({ campaign_id }) => ticked.has(campaign_id)),
    }),
    more: [
      () =>
        owned && wishes
          ? enqueue(tx, tenant.code, 'ask-newsletter', { accountId: account.account_id })
          : undefined,
      () => recordGoal(tx, call, 'referral-created', way),
    ],
  }
}

export const unknownAgent = (locale: Locale) => {
  const message =
    locale === 'de'
      ? 'Diese Beraterin oder diesen Berater gibt es nicht.'
      : 'There is no such agent.'
  return fail('validation', { fields: [{ field: 'Empfehlung.AgentId', message }] })
}
