import type { Localised } from './tenant.ts'

// Somebody says that a contract counted for nothing (decision 480). Not a claim of the ledger.

export const claimStates = ['open', 'matched', 'accepted', 'refused', 'withdrawn'] as const
export type ClaimState = (typeof claimStates)[number]

export const mostNumberLetters = 80
export const mostClaimLetters = 500
export const largestClaimFile = 5 * 1024 * 1024
/** Claims of one person in 30 days, withdrawn ones included. */
export const mostClaims = 5
export const claimDays = 30

/** The first day to claim a contract: the day is over, and 24 hours more. A provider's feed comes overnight. */
export const claimFrom = (contractOn: Temporal.PlainDate): Temporal.PlainDate =>
  contractOn.add({ days: 2 })

/** The last day to claim a contract. @param months the tenant's `claimMonths` */
export const claimUntil = (contractOn: Temporal.PlainDate, months: number): Temporal.PlainDate =>
  contractOn.add({ months }, { overflow: 'constrain' })

export type ClaimProblem = 'too-early' | 'too-late' | 'before-referral'

/**
 * Whether a contract may be claimed today; null: yes. Without its day the recommendation's counts for the beginning: no contract is older.
 */
export function claimProblem(
  { contractOn, since }: { contractOn: Temporal.PlainDate | null; since: Temporal.PlainDate },
  today: Temporal.PlainDate,
  months: number,
): ClaimProblem | null {
  const compare = Temporal.PlainDate.compare
  if (compare(today, claimFrom(contractOn ?? since)) < 0) return 'too-early'
  if (contractOn === null) return null
  if (compare(contractOn, since) < 0) return 'before-referral'
  return compare(today, claimUntil(contractOn, months)) > 0 ? 'too-late' : null
}

/** A provider's number without what people type differently: spaces, dashes, small letters. '' if nothing is left. */
export const orderKey = (number: string | null): string =>
  (number ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** Days between what somebody remembers and what the provider writes. */
export const mostDaysApart = 14

export type ClaimedContract = {
  externalNumber: string | null
  productId: string
  contractOn: string | null // ISO
}

/** Why an order may be the claimed one. */
export type Likeness = { sameNumber: boolean; sameDeal: boolean }

export function likenessOf(claim: ClaimedContract, order: ClaimedContract): Likeness {
  const key = orderKey(claim.externalNumber)
  return {
    sameNumber: key !== '' && key === orderKey(order.externalNumber),
    sameDeal:
      claim.productId === order.productId &&
      claim.contractOn !== null &&
      order.contractOn !== null &&
      daysApart(claim.contractOn, order.contractOn) <= mostDaysApart,
  }
}

const daysApart = (one: string, other: string) =>
  Math.abs(Temporal.PlainDate.from(one).until(Temporal.PlainDate.from(other)).days)

/** How likely an order is the claimed one: 0 to 8, the likeliest first. The number says most, the day least. */
export const likelihood = (
  { sameNumber, sameDeal }: Likeness,
  whose: 'claimant' | 'nobody' | 'other',
): number => (sameNumber ? 4 : 0) + (sameDeal ? 2 : 0) + { claimant: 2, nobody: 1, other: 0 }[whose]

/**
 * Whether an order of the claimant's own recommendation is the claimed one, so that nobody needs to look. An order that has just come is, if
 * number or deal fit; one that was known already is by its number, or by its deal where no number was given: else a second contract would be
 * taken for the first.
 */
export function isFound(claim: ClaimedContract, order: ClaimedContract, isNew: boolean): boolean {
  const { sameNumber, sameDeal } = likenessOf(claim, order)
  return sameNumber || (sameDeal && (isNew || orderKey(claim.externalNumber) === ''))
}

/** Whether two claims of one person and recommendation are about one contract. */
export function isSameContract(
  made: ClaimedContract & { state: ClaimState; referralNumber: string },
  claim: ClaimedContract & { referralNumber: string },
): boolean {
  if (made.state === 'withdrawn') return false
  const [one, other] = [orderKey(made.externalNumber), orderKey(claim.externalNumber)]
  if (one !== '' && other !== '') return one === other
  // What was found is one contract; another of the same day may still be missing.
  if (made.state === 'matched' || made.state === 'accepted') return false
  return (
    made.referralNumber === claim.referralNumber &&
    made.productId === claim.productId &&
    made.contractOn === claim.contractOn
  )
}

export const claimReasons = ['in-feed', 'evidence'] as const
export type ClaimReason = (typeof claimReasons)[number]

/** Why a claim is accepted; for the log alone. */
export const claimReasonTexts: Record<ClaimReason, Localised> = {
  'in-feed': {
    de: 'Der Vertrag steht in den Daten des Anbieters.',
    en: 'The contract is in the provider’s data.',
  },
  evidence: {
    de: 'Der Nachweis liegt vor und stimmt.',
    en: 'Evidence was given and is right.',
  },
}

export const claimRefusals = [
  'no-contract',
  'other-referral',
  'before-referral',
  'too-late',
  'not-eligible',
  'no-evidence',
  'other',
] as const
export type ClaimRefusal = (typeof claimRefusals)[number]

const refusals: Record<Exclude<ClaimRefusal, 'other'>, Localised> = {
  'no-contract': {
    de: 'Der Anbieter kennt dazu keinen Vertrag.',
    en: 'The provider knows no such contract.',
  },
  'other-referral': {
    de: 'Der Vertrag zählt schon für eine andere Empfehlung.',
    en: 'The contract counts for another recommendation already.',
  },
  'before-referral': {
    de: 'Der Vertrag ist älter als die Empfehlung.',
    en: 'The contract is older than the recommendation.',
  },
  'too-late': {
    de: 'Die Frist für diese Meldung ist vorbei.',
    en: 'The time to report this contract is over.',
  },
  'not-eligible': {
    de: 'Dieser Vertrag nimmt nicht am Programm teil.',
    en: 'This contract is not part of the programme.',
  },
  'no-evidence': {
    de: 'Die Angaben reichen nicht, um den Vertrag zu finden.',
    en: 'The details are not enough to find the contract.',
  },
}

const other: Localised = { de: 'Aus einem anderen Grund.', en: 'For another reason.' }

/** The text that the claimant reads; a note stays in its language. */
export function claimRefusalText(
  reason: ClaimRefusal,
  note: string | null,
  locale: 'de' | 'en',
): string {
  if (reason === 'other') return note ?? other[locale]
  return [refusals[reason][locale], note].filter((part) => part !== null && part !== '').join(' ')
}
