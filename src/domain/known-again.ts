import type { Tenant } from './tenant.ts'

/** Identifies a forgotten recipient's mailbox, before hashing with the key. */
export const personText = (tenant: string, mailbox: string) => `recipient|${tenant}|${mailbox}`

/**
 * The last day on which a rule may compare with a forgotten recipient: the year's end for an annual cap (`rewardedOn`), the end
 * of the look-back for earlier customers (`contractsOn`: days of counted contracts). Null: never.
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
