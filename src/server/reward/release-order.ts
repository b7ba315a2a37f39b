import { askedRules } from '../../domain/eligibility.ts'
import { mailboxOf } from '../../domain/email.ts'
import { changeOrder, type OrderState } from '../../domain/order.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { enqueueMany } from '../jobs/enqueue.ts'
import { dropDecisions } from '../order/decision-store.ts'
import { lockOrders } from '../order/store.ts'
import { listDoubtersOf, markReleased } from '../order/state-store.ts'
import { readJudged } from './judge-reward.ts'
import { postMany } from './ledger-store.ts'
import { personOf } from '../referral/used-cap.ts'
import { mailIfCapped } from './capped-reward.ts'
import { readPriced, type Earned } from './price-reward.ts'
import { refreshReferrals } from './refresh-referral.ts'
import { noteCorrection } from './hold-after-correction.ts'
import { lockAccounts, readManyFacts, type OrderFacts } from './release-store.ts'
import { openReviews } from './hold-reward.ts'
import { insertRewards, type NewReward } from './store.ts'

export type Released =
  | {
      kind: 'released'
      rewards: { rewardId: string; beneficiary: string; cents: number; held: boolean }[]
    }
  | { kind: 'already' }
  | { kind: 'refused'; state: OrderState } // only reported, or cancelled
  | { kind: 'unknown' }

/**
 * Releases a confirmed order: prices it, creates both sides' rewards (none of zero cents), queues their provision. Once:
 * parallel calls wait and get 'already'.
 */
export async function releaseOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  orderNumber: string,
  actor: Actor,
): Promise<Released> {
  return (await releaseOrders(tx, deps, tenant, [orderNumber], () => actor)).get(orderNumber)!
}

/**
 * The same of many, as if one after another in this order. A second order of a person, and what comes after it, is left for another transaction: it
 * is not in what is returned. The first one always is.
 */
export async function releaseOrders(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  numbers: readonly string[],
  actorOf: (number: string) => Actor,
): Promise<Map<string, Released>> {
  const { code } = tenant
  if (numbers.length === 0) return new Map()
  const locked = await lockOrders(tx, code, numbers)
  const orders = new Map(locked.map((order) => [order.number, order]))
  const answers = new Map<string, Released>()
  for (const number of numbers) {
    const order = orders.get(number)
    const change = order && changeOrder(order.state, 'released')
    if (!change) answers.set(number, { kind: 'unknown' })
    else if (change.kind === 'already') answers.set(number, { kind: 'already' })
    else if (change.kind === 'refused') answers.set(number, { kind: 'refused', state: order.state })
  }
  const releasable = numbers.filter((number) => !answers.has(number))
  if (releasable.length === 0) return answers

  const at = deps.clock.now()
  const today = deps.clock.today()
  let all = await readFactsOf(tx, code, releasable)
  let alive = await lockAccounts(tx, code, accountsOf(all))
  if (all.some(({ accountId }) => !alive.has(accountId))) {
    // An account may have given way to another (give-way.ts).
    all = await readFactsOf(tx, code, releasable)
    alive = await lockAccounts(tx, code, accountsOf(all))
  }
  const facts = all.slice(0, countApart(all.map((one) => one.recipientEmail)))
  const people = facts.map(({ recipientEmail: email }) => personOf(deps.keys, tenant, email))
  const priceOf = await readPriced(tx, tenant, facts, people, today)
  const judged = facts.map((one, place) => ({ facts: one, person: people[place]! }))
  const holdsOf = await readJudged(tx, tenant, judged, today)
  // Attached although something spoke against it (633, 675).
  const doubters = await listDoubtersOf(
    tx,
    code,
    facts.map(({ number }) => number),
  )
  const earned: Earned[] = []
  const rewarded: OrderFacts[] = []
  const made = facts.map((one, place): Made => {
    const { amounts, rule } = priceOf(one, earned)
    const holds = holdsOf(one, rewarded)
    const isDoubted = doubters.has(one.number) || one.homeChangedBy !== null
    const doubted = isDoubted ? ['by-hand' as const] : []
    // A deleted account has given up its share; the contact's does not grow.
    const sides = (['referrer', 'recipient'] as const).filter(
      (side) => amounts[side] > 0 && (side === 'recipient' || alive.has(one.accountId)),
    )
    earned.push({ ...one, mailbox: people[place]!.mailbox, amounts })
    if (sides.includes('referrer')) rewarded.push(one)
    const rewards = sides.map((beneficiary) => ({
      rewardId: uuidv7(),
      orderNumber: one.number,
      referralNumber: one.referralNumber,
      beneficiary,
      accountId: beneficiary === 'referrer' ? one.accountId : null,
      recipientNumber: beneficiary === 'recipient' ? one.recipientNumber : null,
      cents: amounts[beneficiary],
      // Rules change: what was asked then is kept.
      rule: { ...rule, checked: askedRules(tenant.eligibility, beneficiary) },
      held: [...holds[beneficiary], ...doubted],
      at,
    }))
    return { facts: one, amounts, rule, rewards }
  })
  await writeReleased(tx, deps, tenant, made, actorOf)
  for (const { facts: one, rewards } of made)
    answers.set(one.number, { kind: 'released', rewards: rewards.map(answerOf) })
  return answers
}

/** How many come before the second one of a person, by their addresses. Whoever is forgotten has none, and comes alone. */
export function countApart(emails: readonly string[]): number {
  const seen = new Set<string>()
  const until = emails.findIndex(
    (email) => email === '' || seen.size === seen.add(mailboxOf(email)).size,
  )
  return until === -1 ? emails.length : Math.max(1, until)
}

type Made = {
  facts: OrderFacts
  amounts: { recipient: number }
  rule: Record<string, unknown>
  rewards: NewReward[]
}

async function writeReleased(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  made: readonly Made[],
  actorOf: (number: string) => Actor,
): Promise<void> {
  const { code } = tenant
  const [at, today] = [deps.clock.now(), deps.clock.today()]
  const numbers = made.map(({ facts }) => facts.number)
  const rewards = made.flatMap((one) => one.rewards)
  if ((await insertRewards(tx, code, rewards)) !== rewards.length)
    throw new Error('An order that was not released has a reward')
  await markReleased(
    tx,
    code,
    made.map((one) => ({
      number: one.facts.number,
      cents: one.rewards.reduce((sum, { cents }) => sum + cents, 0),
    })),
    at,
  )
  await dropDecisions(tx, code, numbers)
  const held = rewards.filter((reward) => reward.held.length > 0)
  await openReviews(
    tx,
    tenant,
    held.map((reward) => ({ ...reward, reasons: reward.held })),
  )
  const posted = rewards.map((reward) => ({ ...reward, eventKey: 'created' }))
  await postMany(tx, code, posted, 'created', at)
  for (const { facts, amounts, rule, rewards: own } of made) {
    if (facts.homeChangedBy !== null)
      for (const { rewardId } of own)
        await noteCorrection(tx, code, { rewardId, at }, 'home-corrected', facts.homeChangedBy)
    await mailIfCapped(tx, deps, tenant, facts, amounts.recipient)
    await audit(tx, code, {
      at,
      actor: actorOf(facts.number),
      action: 'order-released',
      subjectKind: 'order',
      subjectId: facts.number,
      details: {
        ...rule,
        rewards: own.map(({ rewardId, cents, held: reasons }) => ({
          rewardId,
          cents,
          held: reasons,
        })),
      },
      change: { before: { state: 'confirmed' }, after: { state: 'released' } },
    })
  }
  const jobs = numbers.map((orderNumber) => ({ id: uuidv7(), payload: { orderNumber } }))
  await enqueueMany(tx, code, 'provide-rewards', jobs)
  const referrals = made.map(({ facts }) => facts.referralNumber)
  await refreshReferrals(tx, code, [...new Set(referrals)], today)
}

const answerOf = ({ rewardId, beneficiary, cents, held }: NewReward) => ({
  rewardId,
  beneficiary,
  cents,
  held: held.length > 0,
})

const accountsOf = (facts: readonly OrderFacts[]) => facts.map(({ accountId }) => accountId)

/** In the order of the numbers. */
async function readFactsOf(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<OrderFacts[]> {
  const read = await readManyFacts(tx, tenant, numbers)
  const facts = new Map(read.map((one) => [one.number, one]))
  return numbers.map((number) => {
    const one = facts.get(number)
    if (!one) throw new Error('An order lacks its referral, product, account or recipient')
    return one
  })
}
