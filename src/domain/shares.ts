import { applyRecipientCap, split, type Cents, type ExcessTo } from './money.ts'

export type ShareChoice = { share: number; meCents: Cents; contactCents: Cents; capped: boolean }

type Amounts = { rewardCents: Cents; capCents: Cents | null; excess: ExcessTo }

/**
 * What each share pays after the tenant's cap, without pointless shares: those that give the contact no more than another and
 * the referrer no more either. Of equal ones, the higher share stays.
 */
export function offeredShares(shares: readonly number[], amounts: Amounts): ShareChoice[] {
  const choices = shares.map((share) => choiceOf(share, amounts))
  return choices.filter(
    (one) => !choices.some((other) => other.share !== one.share && isBetter(other, one)),
  )
}

function isBetter(other: ShareChoice, one: ShareChoice): boolean {
  if (other.meCents < one.meCents || other.contactCents < one.contactCents) return false
  const same = other.meCents === one.meCents && other.contactCents === one.contactCents
  return !same || other.share > one.share
}

function choiceOf(share: number, { rewardCents, capCents, excess }: Amounts): ShareChoice {
  const parts = split(rewardCents, share)
  const paid = applyRecipientCap({
    split: parts,
    capCents,
    usedCents: 0,
    referrerShare: share,
    excessTo: excess,
  })
  return {
    share,
    meCents: paid.referrer,
    contactCents: paid.recipient,
    capped: paid.recipient < parts.recipient,
  }
}

/**
 * The share if none is chosen: the tenant's default, or if the cap makes it pointless, the offered one that gives the contact as
 * much. `shares` is never empty.
 */
export function unchosenShare(
  shares: readonly number[],
  defaultShare: number,
  amounts: Amounts,
): number {
  const offered = offeredShares(shares, amounts)
  if (offered.some(({ share }) => share === defaultShare)) return defaultShare
  const { contactCents } = choiceOf(defaultShare, amounts)
  const alike = offered.find((one) => one.contactCents === contactCents)
  return (alike ?? offered[0])?.share ?? defaultShare
}
