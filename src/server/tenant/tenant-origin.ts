import type { PageName } from '../../contract/pages.ts'
import { pagePath } from '../../contract/paths.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'

const known = new WeakMap<object, { of: string; origin: string }>()

/**
 * Origin of a tenant's links: scheme and port of PUBLIC_ORIGIN, the tenant's host. Never from the Host header, which anybody can
 * set.
 */
export function tenantOrigin(publicOrigin: string, tenant: Pick<Tenant, 'code' | 'hosts'>): string {
  const before = known.get(tenant)
  if (before?.of === publicOrigin) return before.origin
  const origin = originOf(publicOrigin, tenant)
  known.set(tenant, { of: publicOrigin, origin })
  return origin
}

function originOf(publicOrigin: string, tenant: Pick<Tenant, 'code' | 'hosts'>): string {
  const url = new URL(publicOrigin)
  const base = /^(127\.0\.0\.1|\[::1\])$/.test(url.hostname) ? 'localhost' : url.hostname
  url.hostname = tenant.hosts[0] ?? (tenant.code === 'standard' ? base : `${tenant.code}.${base}`)
  return url.origin
}

/** Every host that leads to a tenant: that of its links, and its own. */
export const hostsOf = (publicOrigin: string, tenant: Pick<Tenant, 'code' | 'hosts'>): string[] => [
  new URL(tenantOrigin(publicOrigin, tenant)).hostname,
  ...tenant.hosts,
]

export function pageUrl(
  publicOrigin: string,
  tenant: Tenant,
  locale: Locale,
  page: PageName,
  params?: Record<string, string>,
  query?: Record<string, string | undefined>,
): string {
  return tenantOrigin(publicOrigin, tenant) + pagePath(tenant.routes, locale, page, params, query)
}
