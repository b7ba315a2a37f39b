import { addMonthsClamped } from './dates.ts'
import type { Cents } from './money.ts'
import type { BonusPlan } from './tenant.ts'

/**
 * What an order earns under a staged bonus (domain.md section 3, spec section 9). Stages apply only to products that earn the
 * plan's fixed amount (decision 19), and a contract older than the acceptance does not count (44). `firstContractOn`: of the
 * referrer's first released, uncancelled order (null: this one); `countedBefore`: earlier ones, counted under a lock on the
 * referrer's row. Outside the period (last day included) the fixed amount applies. `rule`: 'fixed' or 'stage;from;cents'.
 */
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

/** The most that a contract can earn under a plan, whichever stage it comes to reach. */
export const highestCents = (plan: Pick<BonusPlan, 'fixedCents' | 'stages'>): Cents =>
  Math.max(plan.fixedCents, ...plan.stages.map(({ cents }) => cents))

/** The plan of an agency that made none (spec section 9). */
export const agencyDefault: BonusPlan = {
  name: 'Standard',
  fixedCents: 5000,
  stages: [{ from: 2, cents: 6000 }],
  periodMonths: 6,
}

/** `validFrom` is an ISO date, `createdAt` any text that sorts by time. */
export type AgencyPlan = BonusPlan & { planId: string; validFrom: string; createdAt: string }

/** A plan as stored with referrals; `planId` null: the default plan. */
export type KeptPlan = BonusPlan & { planId: string | null }

/** The plan promised to an agency's referrals of `on` (ISO date); later changes of plans do not affect them. */
export function planToKeep(plans: readonly AgencyPlan[], on: string): KeptPlan {
  const { planId, name, fixedCents, stages, periodMonths } = planInForce(plans, on) ?? {
    ...agencyDefault,
    planId: null,
  }
  return { planId, name, fixedCents, stages, periodMonths }
}

/**
 * A product as shown, promised and paid: with the fixed amount of the agency's plan, else its own. Stages are applied when an
 * order is released (priceOrder).
 */
export const underPlan = <Product extends { plan: string; commission_cents: Cents }>(
  product: Product,
  kept: KeptPlan | null,
): Product => (kept ? { ...product, plan: kept.name, commission_cents: kept.fixedCents } : product)

/**
 * The plan in force on `on` (ISO date): the newest valid one; of the same day, the one created last. The caller leaves deleted
 * plans out.
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
 * Errors of a plan to be added. Stages rise in place and never pay less than the previous one; a plan never begins in the past,
 * where contracts were concluded under another.
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
