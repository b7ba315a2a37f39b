import type { PageName } from './pages.ts'

/** A page's path in a tenant's routes, with language prefix; throws for a missing parameter. */
export function pagePath(
  routes: Record<string, string>,
  locale: string,
  page: PageName,
  params: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): string {
  const path = (routes[page] ?? '/404').replace(
    /\/:([A-Za-z]+)(\??)/g,
    (_, name: string, optional: string) => {
      const value = params[name]
      if (value === undefined && optional) return ''
      if (value === undefined) throw new Error(`The path of ${page} needs ${name}`)
      return `/${encodeURIComponent(value)}`
    },
  )
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
  return `/${locale}${path === '/' ? '' : path}${search ? `?${search}` : ''}`
}
