import type { PageName } from '../../contract/pages.ts'
import type { Tenant } from '../../domain/tenant.ts'

type Pages = { fixed: Map<string, PageName>; patterns: [PageName, RegExp][] }
const pagesOf = new WeakMap<Tenant['routes'], Pages>()

/** The page at a path with or without language; fixed paths before parameters, as in the router. */
export function pageNameAt(routes: Tenant['routes'], pathname: string): PageName | undefined {
  const path = pathname.replace(/^\/[a-z]{2}(?=\/|$)/i, '').replace(/\/$/, '')
  const { fixed, patterns } = pagesOf.get(routes) ?? sortPages(routes)
  return fixed.get(path.toLowerCase()) ?? patterns.find(([, pattern]) => pattern.test(path))?.[0]
}

function sortPages(routes: Tenant['routes']): Pages {
  const pages: Pages = { fixed: new Map(), patterns: [] }
  for (const [name, route] of Object.entries(routes) as [PageName, string][]) {
    const parts = route.split('/').filter((part) => part !== '')
    const path = parts.map((part) => `/${part}`).join('')
    const pattern = parts.map((part) =>
      part.startsWith(':') ? '/[^/]+' : `/${RegExp.escape(part)}`,
    )
    if (route.includes(':')) pages.patterns.push([name, new RegExp(`^${pattern.join('')}$`, 'i')])
    else if (!pages.fixed.has(path.toLowerCase())) pages.fixed.set(path.toLowerCase(), name)
  }
  pagesOf.set(routes, pages)
  return pages
}
