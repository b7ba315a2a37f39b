// A list's state stands in the address, so that it can be shared, reloaded and gone back to.

export type ListQuery = { page: number; sort: string; search: string; state: string }

export function readListQuery(
  request: Request,
  sorts: readonly string[],
  states: readonly string[],
): ListQuery {
  const { searchParams } = new URL(request.url)
  const page = searchParams.get('seite') ?? ''
  const sort = searchParams.get('sortiert') ?? ''
  const state = searchParams.get('stand') ?? ''
  return {
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
    sort: sorts.includes(sort) ? sort : (sorts[0] ?? ''),
    search: (searchParams.get('suche') ?? '').trim().slice(0, 80),
    state: states.includes(state) ? state : '',
  }
}
