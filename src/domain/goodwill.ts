import type { Cents } from './money.ts'
import type { OperatorRole } from './operator-abilities.ts'

/** Goodwill that one person grants alone to somebody within `goodwillDays`; more needs a second person. */
export const aloneCents: Cents = 2_500
export const goodwillDays = 30
/** Also counted over a day, so that a month's sum does not go in one evening (795). */
export const goodwillHours = 24

/** The most that is asked for at once. */
export const mostGoodwillCents: Cents = 100_000

/** What was granted, waived and booked as repaid within the days. */
export type Given = {
  personCents: Cents // to the same person, by whomever
  operatorCents: Cents // by the same operator alone, to whomever
  operatorDayCents: Cents // of it within the hours
  approvedCents: Cents // by the same operator as the second person, to whomever
  approvedDayCents: Cents // of it within the hours
}

/** What an operator grants, waives and books alone in all within the days. */
export const aloneInAll: Partial<Record<OperatorRole, Cents>> = {
  support: 25_000,
  reviewer: 25_000,
  'payout-approver': 25_000, // repayments alone: another right is needed to grant or to waive
}

/** Of it within the hours. */
export const aloneInADay: Partial<Record<OperatorRole, Cents>> = {
  support: 10_000,
  reviewer: 10_000,
  'payout-approver': 10_000,
}

const highest = (of: Partial<Record<OperatorRole, Cents>>, roles: readonly OperatorRole[]) =>
  Math.max(0, ...roles.map((role) => of[role] ?? 0))

/** What may still be granted, waived or booked as repaid alone. */
export const leftAlone = (
  { personCents, operatorCents, operatorDayCents }: Given,
  roles: readonly OperatorRole[],
): Cents =>
  Math.max(
    0,
    Math.min(
      aloneCents - personCents,
      highest(aloneInAll, roles) - operatorCents,
      highest(aloneInADay, roles) - operatorDayCents,
    ),
  )

const approves: Partial<Record<OperatorRole, Cents>> = {
  reviewer: 10_000,
  'payout-approver': mostGoodwillCents,
}

/** The highest request that these roles may approve as the second person; 0: none. */
export const approvableCents = (roles: readonly OperatorRole[]): Cents => highest(approves, roles)

/** What one operator approves in all as the second person, whoever gets it: within the days, and within the hours. */
const approvesInAll: Partial<Record<OperatorRole, Cents>> = {
  reviewer: 500_000,
  'payout-approver': 2_000_000,
}
const approvesInADay: Partial<Record<OperatorRole, Cents>> = {
  reviewer: 50_000,
  'payout-approver': 300_000,
}

/** What of it is left for a person who was given something within the days, and for whoever approves. */
export const leftToApprove = (
  { personCents, approvedCents, approvedDayCents }: Given,
  roles: readonly OperatorRole[],
): Cents =>
  Math.max(
    0,
    Math.min(
      approvableCents(roles) - personCents,
      highest(approvesInAll, roles) - approvedCents,
      highest(approvesInADay, roles) - approvedDayCents,
    ),
  )

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
