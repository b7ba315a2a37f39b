/** So many offers can be compared side by side. */
export const mostCompared = 3

/** The ids in a query, written `a,b,c` or, by a form without script, `ids=a&ids=b`; each once, and no more than anybody chose by hand. */
export function readIds(query: URLSearchParams): string[] {
  const ids = query.getAll('ids').flatMap((text) => text.split(','))
  return [...new Set(ids.map((id) => id.trim()).filter((id) => /^[\w-]{1,64}$/.test(id)))].slice(
    0,
    50,
  )
}

/** Adds an id or takes it out again; null: there are three already. */
export function toggleId(ids: readonly string[], id: string): string[] | null {
  if (ids.includes(id)) return ids.filter((known) => known !== id)
  return ids.length < mostCompared ? [...ids, id] : null
}
