import type { PageName } from '../../contract/pages.ts'
import type { Tenant } from '../../domain/tenant.ts'

const matchers = new WeakMap<Tenant['routes'], [PageName, RegExp][]>()

/** The page at a path with or without language; fixed paths before parameters, as in the router. */
export function pageNameAt(routes: Tenant['routes'], pathname: string): PageName | undefined {
  const path = pathname.replace(/^\/[a-z]{2}(?=\/|$)/i, '')
  const known = matchers.get(routes) ?? makeMatchers(routes)
  matchers.set(routes, known)
  return known.find(([, pattern]) => pattern.test(path))?.[0]
}

function makeMatchers(routes: Tenant['routes']): [PageName, RegExp][] {
  return Object.entries(routes)
    .toSorted(([, a], [, b]) => Number(a.includes(':')) - Number(b.includes(':')))
    .map(([name, route]) => {
      const parts = route.split('/').filter((part) => part !== '')
      const pattern = parts.map((part) =>
        part.startsWith(':') ? '/[^/]+' : `/${RegExp.escape(part)}`,
      )
      return [name as PageName, new RegExp(`^${pattern.join('')}/?$`, 'i')]
    })
}
