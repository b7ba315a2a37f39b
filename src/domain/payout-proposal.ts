import type { Cents } from './money.ts'
import type { PayoutRules, PayoutSchedule } from './payout-rules.ts'

// What leaves by a payout is proposed by one person, or the tenant's schedule, and approved by others, before there is a file.

export const proposalStates = [
  'open',
  'approved', // approved; its files are written one after the other
  'released', // every file is there
  'refused',
  'withdrawn',
  'expired',
  'changed', // what it would pay is no longer what was proposed
] as const
export type ProposalState = (typeof proposalStates)[number]

export const proposalHours = 72

/** An account that replaced another one less than so long ago is paid only where two people approve. */
export const freshAccountHours = 48

/** Whoever proposes for a tenant's schedule. */
export const scheduler = 'schedule'

export const approvalsNeeded = (
  { cents, hasFreshAccounts }: { cents: Cents; hasFreshAccounts: boolean },
  { aloneCents }: Pick<PayoutRules, 'aloneCents'>,
): 1 | 2 => (cents > aloneCents || hasFreshAccounts ? 2 : 1)

/** Whether an account replaced another one lately. @param givenAt null: not known, so long ago */
export const isFresh = (givenAt: Temporal.Instant | null, now: Temporal.Instant): boolean =>
  givenAt !== null &&
  Temporal.Instant.compare(givenAt, now.subtract({ hours: freshAccountHours })) > 0

/** An open one whose hours are over is expired, also before anything ends it (payout/proposal-state-store.ts for SQL). */
export const proposalStateAt = (
  { state, expiresAt }: { state: ProposalState; expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): ProposalState =>
  state === 'open' && Temporal.Instant.compare(expiresAt, now) <= 0 ? 'expired' : state

export type CannotApprove = 'over' | 'expired' | 'own-proposal' | 'approved-before'

/** Why somebody may not approve; null: they may. @param isAlone nobody else could, and the tenant says so */
export function cannotApprove(
  proposal: {
    state: ProposalState
    expiresAt: Temporal.Instant
    proposedBy: string
    approvedBy: readonly string[]
  },
  { operatorId, isAlone }: { operatorId: string; isAlone: boolean },
  now: Temporal.Instant,
): CannotApprove | null {
  if (proposal.state !== 'open') return 'over'
  if (proposalStateAt(proposal, now) === 'expired') return 'expired'
  if (proposal.proposedBy === operatorId && !isAlone) return 'own-proposal'
  return proposal.approvedBy.includes(operatorId) ? 'approved-before' : null
}

/** Whether a tenant's schedule proposes now. @param last the day of its last proposal */
export function isScheduled(
  { weekday, hour }: PayoutSchedule,
  now: Temporal.ZonedDateTime,
  last: Temporal.PlainDate | null,
): boolean {
  if (now.dayOfWeek !== weekday || now.hour < hour) return false
  return last === null || !last.equals(now.toPlainDate())
}

/** Payments in order, in files that the bank takes: by number and sum. An empty list makes none. */
export function splitIntoFiles<T extends { cents: Cents }>(
  payments: readonly T[],
  { filePayments, fileCents }: Pick<PayoutRules, 'filePayments' | 'fileCents'>,
): T[][] {
  const files: T[][] = []
  let sum = 0
  for (const payment of payments) {
    const last = files.at(-1)
    if (last && last.length < filePayments && sum + payment.cents <= fileCents) {
      last.push(payment)
      sum += payment.cents
    } else {
      files.push([payment])
      sum = payment.cents
    }
  }
  return files
}
