import { platformCode } from '../../domain/platform.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Database } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { readTenant } from './read-tenant.ts'
import { makePlatformTenant } from './platform-tenant.ts'
import { hostsOf, tenantOrigin } from './tenant-origin.ts'
import { findTenantRow, listTenantRows, type TenantRow } from './store.ts'

export type TenantCache = {
  /** Throws `unknown-tenant`. The platform's own code has its console as a tenant, which `all` leaves out. */
  get: (code: string) => Promise<Tenant>
  /** A host's tenant (with or without port), or null. */
  byHost: (host: string) => Promise<Tenant | null>
  /** Whether a host (with or without port) is the console's. */
  isConsole: (host: string) => boolean
  all: () => Promise<Tenant[]>
  /** Every code with rows of its own: those of `all`, and the platform's. */
  codes: () => Promise<string[]>
  forget: (code?: string) => void
}

const readRow = ({ config, published_at }: TenantRow): Tenant => ({
  ...readTenant(config),
  isDraft: published_at === null,
})

/**
 * @param publicOrigin PUBLIC_ORIGIN's, from which tenants' hosts derive (tenant-origin.ts)
 * @param operatorHost OPERATOR_HOST, the console's; null: it derives like a tenant's
 */
export function makeTenantCache(
  db: Database,
  publicOrigin = 'http://localhost',
  operatorHost: string | null = null,
): TenantCache {
  const derived = tenantOrigin(publicOrigin, { code: platformCode, hosts: [] })
  const consoleHost = operatorHost ?? new URL(derived).hostname
  const platform = makePlatformTenant(consoleHost)
  const cached = new Map<string, Promise<Tenant | null>>()
  let everyone: Promise<Tenant[]> | null = null

  const load = (code: string) => {
    const found = cached.get(code)
    if (found) return found
    const loading = findTenantRow(db, code).then((row) => (row ? readRow(row) : null))
    cached.set(code, loading)
    // Failures and misses are not cached: the tenant may be created next.
    loading.then(
      (tenant) => tenant ?? cached.delete(code),
      () => cached.delete(code),
    )
    return loading
  }

  const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  const isConsole = (host: string) => nameOf(host) === consoleHost

  const all = () => {
    everyone ??= listTenantRows(db).then((rows) => rows.map(readRow))
    everyone.catch(() => (everyone = null))
    return everyone
  }

  return {
    async get(code) {
      if (code === platformCode) return platform
      const tenant = await load(code)
      if (!tenant) throw fail('unknown-tenant')
      return tenant
    },
    isConsole,
    async byHost(host) {
      if (isConsole(host)) return platform
      const written = nameOf(host)
      const loopback = written === '127.0.0.1' || written === '[::1]'
      const name = loopback ? 'localhost' : written
      // The hosts used in mailed links, so that none is dead.
      const own = (await all()).find((tenant) => hostsOf(publicOrigin, tenant).includes(name))
      return own ?? null
    },
    all,
    codes: async () => [...(await all()).map(({ code }) => code), platformCode],
    forget(code) {
      if (code) cached.delete(code)
      else cached.clear()
      everyone = null
    },
  }
}
