export const mostCompared = 3

/** The ids in a query, `a,b,c` or, from a form without script, `ids=a&ids=b`; unique, and capped at the maximum. */
export function readIds(query: URLSearchParams): string[] {
  const ids = query.getAll('ids').flatMap((text) => text.split(','))
  return [...new Set(ids.map((id) => id.trim()).filter((id) => /^[\w-]{1,64}$/.test(id)))].slice(
    0,
    50,
  )
}

/** Adds or removes an id; null: there are three already. */
export function toggleId(ids: readonly string[], id: string): string[] | null {
  if (ids.includes(id)) return ids.filter((known) => known !== id)
  return ids.length < mostCompared ? [...ids, id] : null
}
