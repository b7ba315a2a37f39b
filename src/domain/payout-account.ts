import { checkBic, spellBic } from './bic.ts'
import { checkIban } from './iban.ts'
import { isLatinName } from './latin-name.ts'

// The account that a public tenant pays from is changed by two people, and used seven days after the second one (776).

export type PayoutAccount = { name: string; iban: string; bic: string }

export const accountChangeStates = ['open', 'approved', 'used', 'stopped', 'expired'] as const
export type AccountChangeState = (typeof accountChangeStates)[number]

export const accountNoticeHours = 7 * 24

export const accountUseFrom = (approvedAt: Temporal.Instant): Temporal.Instant =>
  approvedAt.add({ hours: accountNoticeHours })

/** Nobody's proposal waits longer for a second person. */
export const accountProposalHours = 14 * 24

/** What was proposed then, or before, and is open, is expired. */
export const accountExpired = (now: Temporal.Instant): Temporal.Instant =>
  now.subtract({ hours: accountProposalHours })

/** Whether a change that was approved is used now. */
export const isAccountUsed = (useFrom: Temporal.Instant, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(useFrom, now) <= 0

/** Why somebody may not approve a change; null: they may. */
export function cannotApproveAccount(
  change: { state: AccountChangeState; proposedBy: string },
  operatorId: string,
): 'over' | 'own-proposal' | null {
  if (change.state !== 'open') return 'over'
  return change.proposedBy === operatorId ? 'own-proposal' : null
}

const mostLetters = 70 // of a name in a bank's file

export type AccountProblem = {
  field: 'name' | 'iban' | 'bic'
  problem: 'missing' | 'long' | 'letters' | 'invalid' | 'other-country' | 'same'
}

/** An account as it is stored, or what is wrong with what was typed. @param current the one that pays now */
export function readPayoutAccount(
  typed: PayoutAccount,
  current: PayoutAccount,
): { account: PayoutAccount } | { problems: AccountProblem[] } {
  const problems: AccountProblem[] = []
  const name = typed.name.replaceAll(/\s+/gu, ' ').trim()
  if (name === '') problems.push({ field: 'name', problem: 'missing' })
  else if (name.length > mostLetters) problems.push({ field: 'name', problem: 'long' })
  else if (!isLatinName(name)) problems.push({ field: 'name', problem: 'letters' })
  const checked = checkIban(typed.iban, { germanOnly: false })
  if (checked.kind !== 'ok') problems.push({ field: 'iban', problem: 'invalid' })
  const bic = spellBic(typed.bic)
  if (bic === null) problems.push({ field: 'bic', problem: 'missing' })
  else if (checked.kind === 'ok') {
    const { kind } = checkBic(checked.iban, bic)
    if (kind === 'other-country') problems.push({ field: 'bic', problem: 'other-country' })
    else if (kind !== 'ok') problems.push({ field: 'bic', problem: 'invalid' })
  }
  if (problems.length > 0 || checked.kind !== 'ok' || bic === null) return { problems }
  const account = { name, iban: checked.iban, bic }
  return isSameAccount(account, current)
    ? { problems: [{ field: 'iban', problem: 'same' }] }
    : { account }
}

const plain = (number: string) => number.replaceAll(/\s/gu, '').toUpperCase()

const isSameAccount = (one: PayoutAccount, other: PayoutAccount) =>
  one.name === other.name &&
  plain(one.iban) === plain(other.iban) &&
  plain(one.bic) === plain(other.bic)
