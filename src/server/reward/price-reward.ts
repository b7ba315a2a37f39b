import { priceOrder } from '../../domain/bonus.ts'
import { BERLIN } from '../../domain/dates.ts'
import { mailboxOf } from '../../domain/email.ts'
import { personText } from '../../domain/known-again.ts'
import { applyRecipientCap, split, type CappedSplit } from '../../domain/money.ts'
import type { BonusPlan, Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import {
  countReleased,
  lockPerson,
  readManyFacts,
  sumRecipientRewards,
  type OrderFacts,
  type Person,
} from './release-store.ts'

/** What both sides get from an order, in cents, and the rule behind it as it is kept with the rewards. */
export type Priced = { amounts: CappedSplit; rule: Record<string, unknown> }

/**
 * Prices an order (domain.md section 3, Money and Staged bonus). The referrer's account is locked by the caller. Must run before
 * the order is marked released, because what is released is counted.
 */
export async function priceReward(
  tx: Tx,
  tenant: Tenant,
  facts: OrderFacts,
  person: Person,
  today: Temporal.PlainDate,
): Promise<Priced> {
  if (isCappedByYear(tenant)) await lockPerson(tx, tenant.code, person.mailbox)
  return price(tx, tenant, facts, person, today)
}

/**
 * What orders that were not released yet would earn today, each alone, by their number. Nothing is locked: stages and caps are settled
 * with the release.
 */
export async function previewRewards(
  tx: Tx,
  keys: Deps['keys'],
  tenant: Tenant,
  numbers: readonly string[],
  today: Temporal.PlainDate,
): Promise<Map<string, CappedSplit>> {
  if (numbers.length === 0) return new Map()
  const facts = await readManyFacts(tx, tenant.code, numbers)
  const priced = await together(
    facts.map((one) => () => price(tx, tenant, one, personOf(keys, tenant, one), today)),
  )
  return new Map(facts.map((one, at) => [one.number, priced[at]!.amounts]))
}

export function personOf(keys: Deps['keys'], tenant: Tenant, facts: OrderFacts): Person {
  const mailbox = mailboxOf(facts.recipientEmail)
  return { mailbox, hashes: keys.lookups(personText(tenant.code, mailbox)) }
}

async function price(
  tx: Tx,
  tenant: Tenant,
  facts: OrderFacts,
  person: Person,
  today: Temporal.PlainDate,
): Promise<Priced> {
  const price = await priceOf(tx, tenant, facts)
  const used = await usedCents(tx, tenant, facts, person, today)
  const amounts = applyRecipientCap({
    split: split(price.cents, facts.share),
    capCents: tenant.cap.cents,
    usedCents: used,
    referrerShare: facts.share,
    excessTo: tenant.cap.excess,
  })
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
            capUsedCents: used,
            forfeitedCents: amounts.forfeited,
          }),
    },
  }
}

/**
 * The stages raise the plan's fixed amount; a product that earns an amount of its own keeps it. An agency's referral earns by the plan
 * that it keeps, whatever the product (domain.md section 3, Staged bonus).
 */
async function priceOf(tx: Tx, tenant: Tenant, facts: OrderFacts) {
  const { agencyPlan: kept } = facts
  if (kept) {
    return { ...(await stagedPrice(tx, tenant, facts, kept)), own: { planId: kept.planId } }
  }
  const own = { cents: facts.commissionCents, rule: 'product', own: {} }
  const plan = tenant.bonus
  if (!plan || plan.name !== facts.plan || plan.fixedCents !== facts.commissionCents) return own
  return { ...(await stagedPrice(tx, tenant, facts, plan)), own: {} }
}

/**
 * A contract that is older than its referral's acceptance counts in no stage (countReleased), so it is paid none either when a
 * review lets it through.
 */
async function stagedPrice(tx: Tx, tenant: Tenant, facts: OrderFacts, plan: BonusPlan) {
  if (facts.contractOn < facts.acceptedOn) return { cents: plan.fixedCents, rule: 'fixed' }
  const counted = await countReleased(tx, tenant.code, facts, facts.contractOn)
  return priceOrder({
    plan,
    firstContractOn: counted.firstContractOn
      ? Temporal.PlainDate.from(counted.firstContractOn)
      : null,
    contractOn: Temporal.PlainDate.from(facts.contractOn),
    countedBefore: counted.before,
  })
}

/**
 * What the person has used of a cap per policy and calendar year. The year is that in which the reward arises, the policy that
 * of the product: two of one kind in a year share the cap, which is the careful reading of the law.
 */
async function usedCents(
  tx: Tx,
  tenant: Tenant,
  facts: OrderFacts,
  person: Person,
  today: Temporal.PlainDate,
) {
  if (!isCappedByYear(tenant)) return 0
  return sumRecipientRewards(tx, tenant.code, {
    ...person,
    productId: facts.productId,
    from: startOfYear(today.year),
    until: startOfYear(today.year + 1),
  })
}

const isCappedByYear = ({ cap }: Tenant) => cap.cents !== null && cap.per === 'policy-and-year'

export function startOfYear(year: number): Temporal.Instant {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(BERLIN).toInstant()
}
