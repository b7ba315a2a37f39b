import type { Cents } from './money.ts'

// When to refresh a product feed, and whether to accept its response.

const failuresBeforePause = 3
const longestPause = 60

/** Minutes until the next attempt after consecutive failures: 1, 1, then 1, 2, 4 ... 60. */
export const pauseMinutes = (failures: number): number =>
  Math.min(2 ** Math.max(0, failures - failuresBeforePause), longestPause)

export type CommissionChange = { id: string; from: Cents; to: Cents }

/** Products that would earn nothing, and those whose commission would change by more than a factor of three. */
export function judgeCommissions(changes: readonly CommissionChange[]): {
  nothing: string[]
  jumping: string[]
} {
  const nothing = changes.filter(({ from, to }) => from > 0 && to === 0)
  const jumping = changes.filter(({ from, to }) => to > 0 && (to > from * 3 || to * 3 < from))
  return { nothing: nothing.map(({ id }) => id), jumping: jumping.map(({ id }) => id) }
}

/**
 * Why a response waits for an operator, or null. A partial response, or another shop's, must not empty a shop, at once or
 * gradually; users are promised its commissions. @param counts products removed and kept in the response, the new size, and the
 * last day's maximum (`base`; null: unknown)
 */
export function whyHeldBack(
  counts: { gone: number; kept: number; left: number; base: number | null },
  commissions: readonly CommissionChange[],
): string | null {
  const { gone, kept, left, base } = counts
  if (gone > kept) return `${gone} products would leave the catalogue, ${kept} would stay.`
  if (base !== null && left * 2 < base)
    return `${left} products would be left of the ${base} of the last day.`
  const { nothing, jumping } = judgeCommissions(commissions)
  if (nothing.length > 0)
    return `${nothing.length} products would earn nothing any more, ${nothing[0]} among them.`
  if (jumping.length * 10 > kept)
    return `${jumping.length} of ${kept} products would earn more than three times as much or less than a third, ${jumping[0]} among them.`
  return null
}

/** The reference size that a feed's catalogue may not halve, and its date: the maximum of about a day. */
export function baseOf(
  known: { products: number; at: Temporal.Instant } | null,
  counts: { before: number; left: number },
  now: Temporal.Instant,
): { products: number; at: Temporal.Instant } {
  const isOver = known !== null && Temporal.Instant.compare(known.at.add({ hours: 24 }), now) <= 0
  if (known === null || isOver) return { products: Math.max(counts.before, counts.left), at: now }
  return counts.left >= known.products ? { products: counts.left, at: now } : known
}

/** A feed's URL, or null if not allowed: without TLS, localhost only. */
export function feedAddress(route: string): URL | null {
  const url = URL.parse(route)
  if (!url || url.username !== '' || url.password !== '') return null
  const isHere =
    url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === 'localhost'
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isHere)
  return isSafe ? url : null
}
