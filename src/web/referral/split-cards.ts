import { applyRecipientCap, split } from '../../domain/money.ts'

export type ShareChoice = { share: number; meCents: number; contactCents: number; capped: boolean }

/** What each choice of the referrer's share pays to whom, after the tenant's cap: what people see before they agree. */
export function shareChoices(
  shares: number[],
  rewardCents: number,
  recipientCapCents: number | null,
): ShareChoice[] {
  return shares.map((share) => {
    const parts = split(rewardCents, share)
    const paid = applyRecipientCap({
      split: parts,
      capCents: recipientCapCents,
      usedCents: 0,
      referrerShare: share,
      excessTo: 'auto',
    })
    return {
      share,
      meCents: paid.referrer,
      contactCents: paid.recipient,
      capped: paid.recipient < parts.recipient,
    }
  })
}
