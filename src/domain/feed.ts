// When a product feed is asked again, and whether its answer may be taken.

const failuresBeforePause = 3
const longestPause = 60

/** Minutes until the next try after so many failures in a row: 1, 1, then 1, 2, 4 ... 60. */
export const pauseMinutes = (failures: number): number =>
  Math.min(2 ** Math.max(0, failures - failuresBeforePause), longestPause)

/**
 * Whether an answer waits for an operator's word: it would take more than half of the catalogue off the pages. Half an answer, or one
 * from another shop, must not empty a shop.
 */
export const isHeldBack = ({ gone, kept }: { gone: number; kept: number }): boolean => gone > kept

/** The address of a feed, or null where nothing may be asked: without TLS the machine itself alone. */
export function feedAddress(route: string): URL | null {
  const url = URL.parse(route)
  if (!url || url.username !== '' || url.password !== '') return null
  const isHere =
    url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === 'localhost'
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isHere)
  return isSafe ? url : null
}
