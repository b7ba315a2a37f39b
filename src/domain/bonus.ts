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
