import { split, type CappedSplit, type Cents } from './money.ts'

/** `moved`: above the contact's limit, to the referrer. */
export type PriceSteps = CappedSplit & { moved: Cents; isCapped: boolean }

const isCents = (value: unknown): value is Cents =>
  Number.isSafeInteger(value) && Number(value) >= 0

/**
 * How the rule that was kept with a reward came to both sides' parts: split, then the contact's limit (money.ts), whose excess was
 * forfeited or moved. The parts add up to the total. Null: it split nothing (goodwill), or does not say enough.
 */
export function explainPrice(rule: Record<string, unknown>): PriceSteps | null {
  const { totalCents, share, capCents, capUsedCents, forfeitedCents } = rule
  if (!isCents(totalCents) || !isCents(share) || share > 100) return null
  const parts = split(totalCents, share)
  if (capCents === undefined) return { ...parts, forfeited: 0, moved: 0, isCapped: false }
  if (!isCents(capCents) || !Number.isSafeInteger(capUsedCents) || !isCents(forfeitedCents))
    return null
  const left = Math.max(0, capCents - Math.max(0, Number(capUsedCents)))
  const recipient = Math.min(parts.recipient, left)
  const moved = parts.recipient - recipient - forfeitedCents
  if (moved < 0) return null
  return {
    referrer: parts.referrer + moved,
    recipient,
    forfeited: forfeitedCents,
    moved,
    isCapped: true,
  }
}
