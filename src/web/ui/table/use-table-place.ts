import type { PageName } from '../../../contract/pages.ts'
import { usePageHref } from '../../runtime/page-link.tsx'
import { tableValues, type TableQuery, type TableSpec } from './table-address.ts'

export type TablePlace = {
  page: PageName
  query: TableQuery
  spec: TableSpec
  /** The list's current address with `change` applied. */
  to: (change: Partial<TableQuery>) => ReturnType<typeof tableValues>
  /** The same for a form: its target and hidden fields. */
  form: (own: readonly string[], change: Partial<TableQuery>) => FormTarget
}
export type FormTarget = { action: string; hidden: [name: string, value: string][] }

/** Where a list is, and where changes lead. `kept`: other parameters of its address. */
export function useTablePlace(
  page: PageName,
  kept: Record<string, string>,
  spec: TableSpec,
  query: TableQuery,
): TablePlace {
  const pageHref = usePageHref()
  const to = (change: Partial<TableQuery>) => ({
    ...kept,
    ...tableValues({ ...query, ...change }, spec),
  })
  return {
    page,
    query,
    spec,
    to,
    form: (own, change) => {
      const [action = '', search = ''] = pageHref(page, to(change)).split('?')
      const hidden = [...new URLSearchParams(search)].filter(([name]) => !own.includes(name))
      return { action, hidden }
    },
  }
}
