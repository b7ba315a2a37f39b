import type { Tenant } from './tenant.ts'

/** What a forgotten recipient's mailbox is compared by, before it is hashed with the key. */
export const personText = (tenant: string, mailbox: string) => `recipient|${tenant}|${mailbox}`

/**
 * The last day on which a rule of the tenant still asks whether somebody is a recipient who was forgotten: the year's end for a
 * cap per calendar year (`rewardedOn`: the days their rewards arose), the end of the look-back for earlier customers
 * (`contractsOn`: the days of their contracts that counted). Null where no rule asks.
 */
export function knownUntil(
  rules: Pick<Tenant, 'cap' | 'eligibility'>,
  past: { rewardedOn: Temporal.PlainDate[]; contractsOn: Temporal.PlainDate[] },
): Temporal.PlainDate | null {
  const perYear = rules.cap.cents !== null && rules.cap.per === 'policy-and-year'
  const months = rules.eligibility.existingCustomerMonths
  const days = [
    ...(perYear ? past.rewardedOn.map(({ year }) => lastDayOf(year)) : []),
    ...(months === null ? [] : past.contractsOn.map((day) => day.add({ months }))),
  ]
  return days.toSorted(Temporal.PlainDate.compare).at(-1) ?? null
}

const lastDayOf = (year: number) => Temporal.PlainDate.from({ year, month: 12, day: 31 })
