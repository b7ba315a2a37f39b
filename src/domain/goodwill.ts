import type { Cents } from './money.ts'
import type { OperatorRole } from './operator-abilities.ts'

/** Goodwill that one person grants alone to somebody within `goodwillDays`; more needs a second person. */
export const aloneCents: Cents = 2_500
export const goodwillDays = 30

/** The most that is asked for at once. */
export const mostGoodwillCents: Cents = 100_000

/** What may still be granted alone. @param grantedCents to the same person within the days */
export const leftAlone = (grantedCents: Cents): Cents => Math.max(0, aloneCents - grantedCents)

const approves: Partial<Record<OperatorRole, Cents>> = {
  reviewer: 10_000,
  'payout-approver': mostGoodwillCents,
}

/** The highest request that these roles may approve as the second person; 0: none. */
export const approvableCents = (roles: readonly OperatorRole[]): Cents =>
  Math.max(0, ...roles.map((role) => approves[role] ?? 0))

/** Of a proposal, as on the wire. */
export const goodwillStates = ['offen', 'gewaehrt', 'abgelehnt'] as const
