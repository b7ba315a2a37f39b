import { highestCents, priceOrder } from '../../domain/bonus.ts'
import { applyRecipientCap, split, type CappedSplit } from '../../domain/money.ts'
import type { BonusPlan, Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import type { Person } from '../referral/received-store.ts'
import { isCappedByYear, personOf, readUsedCents } from '../referral/used-cap.ts'
import {
  countReleased,
  findOrderFacts,
  lockPersons,
  readManyFacts,
  type OrderFacts,
} from './release-store.ts'

/** Both sides' cents, and the rule as stored with the rewards. */
export type Priced = { amounts: CappedSplit; rule: Record<string, unknown> }

/** The price of an order once it is known which orders were released before it, besides those that the database had. */
type Price = (order: OrderFacts, released: readonly Earned[]) => Priced

/**
 * Reads what the price of orders depends on (domain.md section 3, Money and Staged bonus). The caller locks the referrers' accounts. Must run
 * before any of them is marked released, because released orders count.
 */
export async function readPriced(
  tx: Tx,
  tenant: Tenant,
  facts: readonly OrderFacts[],
  people: readonly Person[],
  today: Temporal.PlainDate,
): Promise<Price> {
  if (isCappedByYear(tenant))
    await lockPersons(
      tx,
      tenant.code,
      people.map(({ mailbox }) => mailbox),
    )
  return readPrices(tx, tenant, facts, people, today)
}

async function readPrices(
  tx: Tx,
  tenant: Tenant,
  facts: readonly OrderFacts[],
  people: readonly Person[],
  today: Temporal.PlainDate,
): Promise<Price> {
  const before = await readBefore(tx, tenant, facts, people, today)
  const places = new Map(facts.map(({ number }, place) => [number, place]))
  return (order, released) => {
    const place = places.get(order.number)!
    const { mailbox } = people[place]!
    return price(tenant, order, addReleased(tenant, before[place]!, order, mailbox, released))
  }
}

/** Amounts per order number if the steps are released in order, within each the oldest contract first. */
export type Preview = (steps: readonly (readonly string[])[]) => Map<string, CappedSplit>

/** Reads the data to price unreleased orders in any order of release. No locks: stages and caps are applied on release. */
export async function previewRewards(
  tx: Tx,
  keys: Deps['keys'],
  tenant: Tenant,
  numbers: readonly string[],
  today: Temporal.PlainDate,
): Promise<Preview> {
  const read = numbers.length === 0 ? [] : await readManyFacts(tx, tenant.code, numbers)
  const facts = read.toSorted(byContract)
  const people = facts.map((one) => personOf(keys, tenant, one.recipientEmail))
  const priceOf = await readPrices(tx, tenant, facts, people, today)
  return (steps) => {
    const released: Earned[] = []
    for (const step of steps.map((of) => new Set(of))) {
      for (const [at, one] of facts.entries()) {
        if (!step.has(one.number)) continue
        const { mailbox } = people[at]!
        released.push({ ...one, mailbox, amounts: priceOf(one, released).amounts })
      }
    }
    return new Map(released.map(({ number, amounts }) => [number, amounts]))
  }
}

/**
 * What an unreleased order earns at most, for both sides together: at the highest stage of its plan, as which one it reaches is known at its
 * release alone (692). A yearly cap counts as unused: another year may come first. Nothing if it is no order of a referral.
 */
export async function highestCentsOf(tx: Tx, tenant: Tenant, number: string): Promise<number> {
  const facts = await findOrderFacts(tx, tenant.code, number)
  if (!facts) return 0
  const { referrer, recipient } = divide(tenant, highestPrice(tenant, facts), facts.share, 0)
  return referrer + recipient
}

/** What was promised for a contract, at the highest stage of its plan. */
export const highestPrice = (tenant: Tenant, promised: Promised): number => {
  const plan = planOf(tenant, promised)
  return plan ? highestCents(plan) : promised.commissionCents
}

/** Batches are released in this order (order/decision-store.ts), so that a referrer's second customer gets the second stage. */
const byContract = (a: OrderFacts, b: OrderFacts): number =>
  compare(a.contractOn, b.contractOn) || compare(a.number, b.number)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Earlier releases, as far as they affect the price. */
type Before = { firstContractOn: string | null; counted: number; usedCents: number }
export type Earned = OrderFacts & { mailbox: string; amounts: CappedSplit }

/** Adds `released`, counted as in countReleased() and sumRecipientRewards(). */
function addReleased(
  tenant: Tenant,
  before: Before,
  order: OrderFacts,
  mailbox: string,
  released: readonly Earned[],
): Before {
  const counted = released.filter(
    (one) =>
      one.accountId === order.accountId &&
      one.agencyId === order.agencyId &&
      one.contractOn >= one.acceptedOn,
  )
  const days = counted.map(({ contractOn }) => contractOn)
  const [first = null] = [
    ...days,
    ...(before.firstContractOn ? [before.firstContractOn] : []),
  ].toSorted()
  const theirs = isCappedByYear(tenant)
    ? released.filter((one) => one.mailbox === mailbox && one.productId === order.productId)
    : []
  return {
    firstContractOn: first,
    counted: before.counted + days.filter((day) => day <= order.contractOn).length,
    usedCents: theirs.reduce((sum, { amounts }) => sum + amounts.recipient, before.usedCents),
  }
}

async function readBefore(
  tx: Tx,
  tenant: Tenant,
  facts: readonly OrderFacts[],
  people: readonly Person[],
  today: Temporal.PlainDate,
): Promise<Before[]> {
  const staged = facts.filter((one) => isStaged(tenant, one)).map(({ accountId }) => accountId)
  const [released, used] = await together([
    () => (staged.length > 0 ? countReleased(tx, tenant.code, [...new Set(staged)]) : []),
    () =>
      readUsedCents(
        tx,
        tenant,
        people.map((person, at) => ({ ...person, productId: facts[at]!.productId })),
        today,
      ),
  ])
  return facts.map((one, at) => {
    const theirs = isStaged(tenant, one)
      ? released.filter((of) => of.accountId === one.accountId && of.agencyId === one.agencyId)
      : []
    const [firstContractOn = null] = theirs.map(({ contractOn }) => contractOn).toSorted()
    const earlier = theirs.filter(({ contractOn }) => contractOn <= one.contractOn)
    const counted = earlier.reduce((sum, { count }) => sum + count, 0)
    return { firstContractOn, counted, usedCents: used[at] ?? 0 }
  })
}

function price(tenant: Tenant, facts: OrderFacts, before: Before): Priced {
  const price = stagePrice(tenant, facts, before)
  const amounts = divide(tenant, price.cents, facts.share, before.usedCents)
  return {
    amounts,
    rule: {
      plan: facts.plan,
      ...price.own,
      rule: price.rule,
      totalCents: price.cents,
      share: facts.share,
      ...(tenant.cap.cents === null
        ? {}
        : {
            capCents: tenant.cap.cents,
            capPer: tenant.cap.per,
            capUsedCents: before.usedCents,
            forfeitedCents: amounts.forfeited,
          }),
    },
  }
}

const divide = ({ cap }: Tenant, cents: number, share: number, usedCents: number): CappedSplit =>
  applyRecipientCap({
    split: split(cents, share),
    capCents: cap.cents,
    usedCents,
    referrerShare: share,
    excessTo: cap.excess,
  })

/** What was promised for a contract. */
type Promised = Pick<OrderFacts, 'plan' | 'commissionCents' | 'agencyPlan'>

/**
 * Stages raise the plan's fixed amount; a product with its own amount keeps it. An agency's referral earns by its stored plan,
 * whatever the product (domain.md section 3, Staged bonus).
 */
function planOf(tenant: Tenant, facts: Promised): BonusPlan | null {
  if (facts.agencyPlan) return facts.agencyPlan
  const plan = tenant.bonus
  const isOwn = plan && plan.name === facts.plan && plan.fixedCents === facts.commissionCents
  return isOwn ? plan : null
}

/** A contract older than the acceptance counts for no stage (countReleased), so it earns none if a review approves it. */
const isStaged = (tenant: Tenant, facts: OrderFacts): boolean =>
  planOf(tenant, facts) !== null && facts.contractOn >= facts.acceptedOn

function stagePrice(tenant: Tenant, facts: OrderFacts, { firstContractOn, counted }: Before) {
  const plan = planOf(tenant, facts)
  if (!plan) return { cents: facts.commissionCents, rule: 'product', own: {} }
  const own = facts.agencyPlan ? { planId: facts.agencyPlan.planId } : {}
  if (!isStaged(tenant, facts)) return { cents: plan.fixedCents, rule: 'fixed', own }
  const priced = priceOrder({
    plan,
    firstContractOn: firstContractOn ? Temporal.PlainDate.from(firstContractOn) : null,
    contractOn: Temporal.PlainDate.from(facts.contractOn),
    countedBefore: counted,
  })
  return { ...priced, own }
}
