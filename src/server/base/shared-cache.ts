import type { Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'

/** Cached per tenant until changed. */
export type CacheTopic = 'catalogue' | 'content'

export type SharedCache = {
  /** The cached result of `load`; failed loads are not cached. */
  get: <T>(topic: CacheTopic, tenant: string, load: () => Promise<T>) => Promise<T>
  forget: (topic?: CacheTopic, tenant?: string) => void
  /** Another number whenever something of the tenant was dropped. */
  revision: (tenant: string) => number
  /** Drops what a message of `changed` names. */
  hear: (message: string) => void
}

/** One per process. Parallel requests share a load. */
export function makeSharedCache(): SharedCache {
  const kept = new Map<string, Promise<unknown>>()

  const revisions = new Map<string, number>()
  let ofAll = 0

  const forget = (topic?: CacheTopic, tenant?: string) => {
    if (topic && tenant) {
      revisions.set(tenant, (revisions.get(tenant) ?? 0) + 1)
      return void kept.delete(`${topic}|${tenant}`)
    }
    ofAll += 1
    for (const key of kept.keys()) if (!topic || key.startsWith(`${topic}|`)) kept.delete(key)
  }

  return {
    get<T>(topic: CacheTopic, tenant: string, load: () => Promise<T>) {
      const key = `${topic}|${tenant}`
      const found = kept.get(key)
      if (found) return found as Promise<T>
      const loading = load()
      kept.set(key, loading)
      // A load invalidated while running may be stale: it does not take its place back.
      loading.catch(() => {
        if (kept.get(key) === loading) kept.delete(key)
      })
      return loading
    },
    forget,
    revision: (tenant) => ofAll + (revisions.get(tenant) ?? 0),
    hear(message) {
      const [topic, tenant] = message.split('|')
      if (tenant) forget(topic as CacheTopic, tenant)
      else forget()
    },
  }
}

/** Invalidates all processes' caches on commit. */
export const changed = (tx: Tx, topic: CacheTopic, tenant: string): Promise<void> =>
  notify(tx, 'zuspruch_cache', `${topic}|${tenant}`)
