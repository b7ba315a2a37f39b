import type { Cents } from './money.ts'

// Pools of voucher codes: one per voucher and value.

/** Codes given out in these weeks say how long the rest lasts. */
export const usedWeeks = 8

export type PoolCounts = {
  free: number // that can still be given out
  used: number // in the last weeks
}

export const poolStates = ['gefuellt', 'knapp', 'leer', 'ruht'] as const // ruht: nobody takes it, and it has no codes
export type PoolState = (typeof poolStates)[number]

/** @param least the tenant's `leastVouchers` */
export function poolState({ free, used }: PoolCounts, least: number): PoolState {
  if (free === 0) return used > 0 ? 'leer' : 'ruht'
  return free < least ? 'knapp' : 'gefuellt'
}

export const isLow = (pool: PoolCounts, least: number): boolean =>
  ['knapp', 'leer'].includes(poolState(pool, least))

/** Whole weeks that the free codes last at the last weeks' use; null: none was used. */
export const weeksLeft = ({ free, used }: PoolCounts): number | null =>
  used === 0 ? null : Math.floor((free * usedWeeks) / used)

/** The first last day with which a code is still given out: whoever gets it has `days` to use it. */
export const givenFrom = (today: Temporal.PlainDate, days: number): Temporal.PlainDate =>
  today.add({ days })

/** So many days before a code's last one, its owner still has time to use it. */
const daysInTime = 7

/**
 * The day on which a code that was not shown is reminded of: `days` after it was given out, in time before its last day. Null: the tenant wants
 * none (0), or there is no day left.
 */
export function voucherReminderOn(
  givenOn: Temporal.PlainDate,
  expiresOn: Temporal.PlainDate | null,
  days: number,
): Temporal.PlainDate | null {
  if (days === 0) return null
  const wanted = givenOn.add({ days })
  if (expiresOn === null) return wanted
  const first = givenOn.add({ days: 1 })
  const last = expiresOn.subtract({ days: daysInTime })
  const compare = Temporal.PlainDate.compare
  const day = compare(last, wanted) < 0 ? last : wanted
  const on = compare(day, first) < 0 ? first : day
  return compare(on, expiresOn) > 0 ? null : on
}

export type VoucherRow = {
  line: number
  code: string
  cents: Cents
  expiresOn?: Temporal.PlainDate | null // the last day of its code
}

/** Why a line of a file of codes is left out. */
export const voucherProblems = ['known', 'code', 'amount', 'day', 'late', 'quote', 'cells'] as const
export type VoucherProblem = (typeof voucherProblems)[number]

/** Of an import in the console. */
export const largestVoucherFile = 2 * 1024 * 1024
export const mostVoucherLines = 20_000
