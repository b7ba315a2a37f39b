/** So many offers a page shows at first, and so many more each time: a phone's page with all of 128 is sixty metres long. */
export const offersAtOnce = 24

/** How many offers the address asks for: `anzahl=48`, or `anzahl=alle`. */
export const shownName = 'anzahl'

/** How many offers to show; what is no number counts as not asked for. */
export function readShown(query: URLSearchParams): number {
  const text = query.get(shownName) ?? ''
  if (text === 'alle') return Number.POSITIVE_INFINITY
  return /^\d{1,4}$/.test(text) ? Math.max(offersAtOnce, Number(text)) : offersAtOnce
}
