import { addMonthsClamped } from './dates.ts'
import type { Cents } from './money.ts'
import type { BonusPlan } from './tenant.ts'

// What an order earns under a staged bonus (domain.md section 3, spec section 9). `firstContractOn`
// is the contract date of the referrer's first released, uncancelled order (null: this is the
// first); `countedBefore` the number of those before this one, by contract date, counted under a
// lock on the referrer's row. Beyond the period, whose last day counts, and for an order that lies
// before the first one, the fixed amount holds. `rule` is the snapshot for the reward: 'fixed', or
// 'stage;from;cents'.
export function priceOrder(input: {
  plan: Pick<BonusPlan, 'fixedCents' | 'stages' | 'periodMonths'>
  firstContractOn: Temporal.PlainDate | null
  contractOn: Temporal.PlainDate
  countedBefore: number
}): { cents: Cents; rule: string } {
  const { plan, firstContractOn, contractOn } = input
  const fixed = { cents: plan.fixedCents, rule: 'fixed' }
  if (firstContractOn === null) return fixed
  if (Temporal.PlainDate.compare(contractOn, firstContractOn) < 0) return fixed
  const lastDay = addMonthsClamped(firstContractOn, plan.periodMonths)
  if (Temporal.PlainDate.compare(contractOn, lastDay) > 0) return fixed
  const place = input.countedBefore + 1
  const stage = plan.stages
    .filter((one) => one.from <= place)
    .reduce<{ from: number; cents: Cents } | null>(
      (best, one) => (best === null || one.from > best.from ? one : best),
      null,
    )
  return stage ? { cents: stage.cents, rule: `stage;${stage.from};${stage.cents}` } : fixed
}

/** What an agency pays that made no plan of its own (spec section 9). */
export const agencyDefault: BonusPlan = {
  name: 'Standard',
  fixedCents: 5000,
  stages: [{ from: 2, cents: 6000 }],
  periodMonths: 6,
}

/** A plan of an agency; `validFrom` is an ISO date, `createdAt` any text that sorts by time. */
export type AgencyPlan = BonusPlan & { planId: string; validFrom: string; createdAt: string }

/** A plan as the referrals of an agency keep it; `planId` null: the one of an agency that made none. */
export type KeptPlan = BonusPlan & { planId: string | null }

/** The plan that an agency's referrals of `on` (ISO date) are promised and keep, however its plans change after that. */
export function planToKeep(plans: readonly AgencyPlan[], on: string): KeptPlan {
  const { planId, name, fixedCents, stages, periodMonths } = planInForce(plans, on) ?? {
    ...agencyDefault,
    planId: null,
  }
  return { planId, name, fixedCents, stages, periodMonths }
}

/**
 * A product as it is shown, promised and paid: under an agency's plan each earns the plan's fixed amount, else its own. The stages that
 * raise it are settled when an order is released (priceOrder).
 */
export const underPlan = <Product extends { plan: string; commission_cents: Cents }>(
  product: Product,
  kept: KeptPlan | null,
): Product => (kept ? { ...product, plan: kept.name, commission_cents: kept.fixedCents } : product)

/**
 * The plan in force on `on` (ISO date): the newest that was valid by then, of two from the same day the one that was made
 * last. Deleted ones are left out by the caller. Null: none of the agency's own.
 */
export function planInForce<Plan extends AgencyPlan>(
  plans: readonly Plan[],
  on: string,
): Plan | null {
  return plans.reduce<Plan | null>((best, plan) => {
    if (plan.validFrom > on) return best
    return best === null || isNewer(plan, best) ? plan : best
  }, null)
}

function isNewer(one: AgencyPlan, other: AgencyPlan): boolean {
  if (one.validFrom !== other.validFrom) return one.validFrom > other.validFrom
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt
  return one.planId > other.planId
}

export const planLimits = {
  cents: 100_000,
  stages: 5,
  stageFrom: 100,
  months: 36,
  nameLength: 80,
  plans: 50,
}

export type PlanProblem = 'name' | 'fixed' | 'stages' | 'period' | 'validFrom'

/**
 * What is wrong with a plan that somebody wants to add; empty: nothing. Stages rise in place and never pay less than what comes
 * before them; a plan never begins in the past, because contracts of that time were concluded under another.
 */
export function checkPlan(
  plan: BonusPlan & { validFrom: string },
  today: Temporal.PlainDate,
): PlanProblem[] {
  const whole = (cents: number) =>
    Number.isSafeInteger(cents) && cents >= 0 && cents <= planLimits.cents
  const name = plan.name.trim()
  const problems: PlanProblem[] = []
  if (name.length === 0 || name.length > planLimits.nameLength) problems.push('name')
  if (!whole(plan.fixedCents)) problems.push('fixed')
  const before = [{ from: 1, cents: plan.fixedCents }, ...plan.stages]
  const rises = plan.stages.every(
    ({ from, cents }, index) =>
      Number.isInteger(from) &&
      from > before[index]!.from &&
      from <= planLimits.stageFrom &&
      whole(cents) &&
      cents >= before[index]!.cents,
  )
  if (!rises || plan.stages.length > planLimits.stages) problems.push('stages')
  const { periodMonths } = plan
  if (!Number.isInteger(periodMonths) || periodMonths < 1 || periodMonths > planLimits.months) {
    problems.push('period')
  }
  if (plan.validFrom < today.toString()) problems.push('validFrom')
  return problems
}
