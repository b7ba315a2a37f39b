import type { Cents } from './money.ts'
import type { OperatorRole } from './operator-abilities.ts'

/** Goodwill that one person grants alone to somebody within `goodwillDays`; more needs a second person. */
export const aloneCents: Cents = 2_500
export const goodwillDays = 30

/** The most that is asked for at once. */
export const mostGoodwillCents: Cents = 100_000

/** What was granted, waived and booked as repaid within the days. */
export type Given = {
  personCents: Cents // to the same person, by whomever
  operatorCents: Cents // by the same operator alone, to whomever
}

/** What an operator grants, waives and books alone in all within the days. */
const aloneInAll: Partial<Record<OperatorRole, Cents>> = {
  support: 25_000,
  reviewer: 25_000,
  'payout-approver': 25_000, // repayments alone: another right is needed to grant or to waive
}

const highest = (of: Partial<Record<OperatorRole, Cents>>, roles: readonly OperatorRole[]) =>
  Math.max(0, ...roles.map((role) => of[role] ?? 0))

/** What may still be granted, waived or booked as repaid alone. */
export const leftAlone = (
  { personCents, operatorCents }: Given,
  roles: readonly OperatorRole[],
): Cents =>
  Math.max(0, Math.min(aloneCents - personCents, highest(aloneInAll, roles) - operatorCents))

const approves: Partial<Record<OperatorRole, Cents>> = {
  reviewer: 10_000,
  'payout-approver': mostGoodwillCents,
}

/** The highest request that these roles may approve as the second person; 0: none. */
export const approvableCents = (roles: readonly OperatorRole[]): Cents => highest(approves, roles)

/** What of it is left for a person who was given something within the days. */
export const leftToApprove = (personCents: Cents, roles: readonly OperatorRole[]): Cents =>
  Math.max(0, approvableCents(roles) - personCents)

/**
 * What contracts that one person gives to somebody whom the provider does not name may earn within the hours; whatever is above is held for a
 * second person (675).
 */
export const attachAloneCents: Cents = 10_000
export const attachHours = 24

/** What is left of it. @param attachedCents of those within the hours */
export const leftToAttach = (attachedCents: Cents): Cents =>
  Math.max(0, attachAloneCents - attachedCents)

/** What somebody's files may earn and take back within the hours until a second person has to start the next file (677, 714). */
const importsAlone: Partial<Record<OperatorRole, Cents>> = { 'payout-preparer': 25_000 }
export const importHours = 24

/** What is left of it. @param startedCents of the files that they brought and started within the hours */
export const leftToImport = (startedCents: Cents, roles: readonly OperatorRole[]): Cents =>
  Math.max(0, highest(importsAlone, roles) - startedCents)

/** Of a proposal, as on the wire. */
export const goodwillStates = ['offen', 'gewaehrt', 'abgelehnt'] as const
