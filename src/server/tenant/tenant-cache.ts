import type { Tenant } from '../../domain/tenant.ts'
import type { Database } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { readTenant } from './read-tenant.ts'
import { findStoredTenant, listStoredTenants } from './store.ts'

export type TenantCache = {
  /** Throws `unknown-tenant`. */
  get: (code: string) => Promise<Tenant>
  /** The tenant of a host name (with or without port), or null. */
  byHost: (host: string) => Promise<Tenant | null>
  all: () => Promise<Tenant[]>
  forget: (code?: string) => void
}

export function makeTenantCache(db: Database): TenantCache {
  const cached = new Map<string, Promise<Tenant | null>>()
  let everyone: Promise<Tenant[]> | null = null

  const load = (code: string) => {
    const found = cached.get(code)
    if (found) return found
    const loading = findStoredTenant(db, code).then((stored) =>
      stored ? readTenant(stored) : null,
    )
    cached.set(code, loading)
    // Failures and misses are not kept: a tenant may be created in the next second.
    loading.then(
      (tenant) => tenant ?? cached.delete(code),
      () => cached.delete(code),
    )
    return loading
  }

  const all = () => {
    everyone ??= listStoredTenants(db).then((rows) => rows.map(readTenant))
    everyone.catch(() => (everyone = null))
    return everyone
  }

  return {
    async get(code) {
      const tenant = /^[a-z][a-z0-9-]{1,30}$/.test(code) ? await load(code) : null
      if (!tenant) throw fail('unknown-tenant')
      return tenant
    },
    async byHost(host) {
      const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
      if (name === 'localhost' || name === '127.0.0.1' || name === '[::1]') return load('standard')
      const own = (await all()).find((tenant) => tenant.hosts.includes(name))
      if (own) return own
      return name.endsWith('.localhost') ? load(name.slice(0, -'.localhost'.length)) : null
    },
    all,
    forget(code) {
      if (code) cached.delete(code)
      else cached.clear()
      everyone = null
    },
  }
}
