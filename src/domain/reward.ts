import { addMonthsClamped } from './dates.ts'
import { changeState } from './state-change.ts'
import type { Change } from './state-change.ts'

export type RewardState = 'open' | 'provided' | 'collected' | 'paid' | 'cancelled' | 'expired'

/** Labels on the wire (spec section 4). */
export const rewardLabels: Record<RewardState, string> = {
  open: 'Offen',
  provided: 'Bereitgestellt',
  collected: 'Abgeholt',
  paid: 'Ausgezahlt',
  cancelled: 'Storniert',
  expired: 'Abgelaufen',
}

/**
 * An open reward expires if its referral is not claimed in time, a provided one on its last day, one that was collected once
 * never (decision 241). A payment that fails through the payee's account takes a reward back to provided, to be collected anew;
 * otherwise it stays collected and is paid again. A reward in transit is collected too, but must not be cancelled before the
 * bank has answered.
 */
export const rewardNext = {
  open: ['provided', 'cancelled', 'expired'],
  provided: ['collected', 'cancelled', 'expired'],
  collected: ['paid', 'provided', 'cancelled'],
  paid: ['provided', 'collected'],
  cancelled: [],
  expired: [],
} as const satisfies Record<RewardState, readonly RewardState[]>

export function changeReward(from: RewardState, to: RewardState): Change {
  return changeState<RewardState>(rewardNext, from, to)
}

/**
 * Whether an option can be chosen today (spec section 4): begun, and not past its end date, or without one its display end date.
 * Last days are inclusive.
 */
export function isActive(
  option: {
    startsOn: Temporal.PlainDate
    endsOn: Temporal.PlainDate | null
    displayEndsOn: Temporal.PlainDate | null
  },
  today: Temporal.PlainDate,
): boolean {
  if (Temporal.PlainDate.compare(today, option.startsOn) < 0) return false
  const lastDay = option.endsOn ?? option.displayEndsOn
  return lastDay === null || Temporal.PlainDate.compare(today, lastDay) <= 0
}

/**
 * The day from which the contact's share of an unclaimed referral is provided (domain.md section 4); `days` is the tenant's
 * `unclaimedDays`.
 */
export function providedUnclaimedOn(
  releasedOn: Temporal.PlainDate,
  days: number,
): Temporal.PlainDate {
  return releasedOn.add({ days })
}

/** The payment day of a cash reward, counted from the bank data; `days` is the tenant's `payoutDays`. */
export function dueOn(collectedOn: Temporal.PlainDate, days: number): Temporal.PlainDate {
  return collectedOn.add({ days })
}

/** The last local day to collect, inclusive; `months` is the tenant's `rewardMonths`. */
export function expiresOn(providedOn: Temporal.PlainDate, months: number): Temporal.PlainDate {
  return addMonthsClamped(providedOn, months)
}

export type Denomination = { cents: number; count: number }

// Work is denominations x steps; this bounds the steps (100.00 EUR in cents are 10,000).
const maxSteps = 100_000

/**
 * The fewest voucher codes that make up exactly `amountCents`, with `count` codes each; null if impossible (no voucher is offered)
 * or beyond any voucher. A bounded coin problem, solved per denomination over all amounts: never exponential.
 */
export function voucherCombination(
  amountCents: number,
  available: readonly Denomination[],
): Denomination[] | null {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) return null
  const pool = usable(amountCents, available)
  const unit = pool.reduce((divisor, one) => greatestCommonDivisor(divisor, one.cents), 0)
  if (unit === 0 || amountCents % unit !== 0 || amountCents / unit > maxSteps) return null
  const steps = amountCents / unit

  let fewest = new Float64Array(steps + 1).fill(Infinity)
  fewest[0] = 0
  const taken: Int32Array[] = []
  for (const one of pool) {
    const round = addDenomination(fewest, one.cents / unit, one.count)
    fewest = round.fewest
    taken.push(round.taken)
  }
  if (fewest[steps] === Infinity) return null

  const result: Denomination[] = []
  let rest = steps
  for (let index = pool.length - 1; index >= 0; index--) {
    const cents = pool[index]!.cents
    const count = taken[index]![rest]!
    if (count > 0) result.unshift({ cents, count })
    rest -= count * (cents / unit)
  }
  return result
}

// Descending, distinct and without useless values, so that the input's order does not matter.
function usable(amountCents: number, available: readonly Denomination[]): Denomination[] {
  const counts = new Map<number, number>()
  for (const { cents, count } of available) {
    const whole = Number.isSafeInteger(cents) && Number.isSafeInteger(count)
    if (!whole || cents <= 0 || count <= 0 || cents > amountCents) continue
    const most = Math.floor(amountCents / cents)
    counts.set(cents, Math.min(most, (counts.get(cents) ?? 0) + count))
  }
  return [...counts].map(([cents, count]) => ({ cents, count })).sort((a, b) => b.cents - a.cents)
}

// The fewest codes per amount with up to `count` of `size` added: a sliding-window minimum over amounts of the same remainder, so
// that `count` costs nothing.
function addDenomination(
  before: Float64Array<ArrayBuffer>,
  size: number,
  count: number,
): { fewest: Float64Array<ArrayBuffer>; taken: Int32Array } {
  const fewest = new Float64Array(before.length).fill(Infinity)
  const taken = new Int32Array(before.length)
  for (let remainder = 0; remainder < size && remainder < before.length; remainder++) {
    const window: { index: number; value: number }[] = []
    let head = 0
    for (let index = 0; remainder + index * size < before.length; index++) {
      const amount = remainder + index * size
      const value = before[amount]! - index
      while (window.length > head && window[window.length - 1]!.value > value) window.pop()
      window.push({ index, value })
      if (window[head]!.index < index - count) head++
      const best = window[head]!
      fewest[amount] = best.value + index
      taken[amount] = best.value === Infinity ? 0 : index - best.index
    }
  }
  return { fewest, taken }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
