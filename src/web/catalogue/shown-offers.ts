/** Offers per batch: on a phone all 128 would be sixty metres long. */
export const offersAtOnce = 24

/** Address parameter of the number of offers: `anzahl=48`, or `anzahl=alle`. */
export const shownName = 'anzahl'

/** How many offers to show; the default if invalid. */
export function readShown(query: URLSearchParams): number {
  const text = query.get(shownName) ?? ''
  if (text === 'alle') return Number.POSITIVE_INFINITY
  return /^\d{1,4}$/.test(text) ? Math.max(offersAtOnce, Number(text)) : offersAtOnce
}
