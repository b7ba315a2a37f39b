import type { Cents } from './money.ts'

/** Goodwill that one person grants alone to somebody within `goodwillDays`; more needs a second person. */
export const aloneCents: Cents = 2_500
export const goodwillDays = 30

/** What may still be granted alone. @param grantedCents to the same person within the days */
export const leftAlone = (grantedCents: Cents): Cents => Math.max(0, aloneCents - grantedCents)
