import type { Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'

/** What is kept in memory per tenant until somebody changes it. */
export type CacheTopic = 'catalogue' | 'content'

export type SharedCache = {
  /** What `load` answers, loaded once and kept until it is forgotten; a load that failed is not kept. */
  get: <T>(topic: CacheTopic, tenant: string, load: () => Promise<T>) => Promise<T>
  forget: (topic?: CacheTopic, tenant?: string) => void
  /** Forgets what a message of `changed` names. */
  hear: (message: string) => void
}

/** One per process. Everyone who asks for the same thing at the same time waits for the same load. */
export function makeSharedCache(): SharedCache {
  const kept = new Map<string, Promise<unknown>>()

  const forget = (topic?: CacheTopic, tenant?: string) => {
    if (topic && tenant) return void kept.delete(`${topic}|${tenant}`)
    for (const key of kept.keys()) if (!topic || key.startsWith(`${topic}|`)) kept.delete(key)
  }

  return {
    get<T>(topic: CacheTopic, tenant: string, load: () => Promise<T>) {
      const key = `${topic}|${tenant}`
      const found = kept.get(key)
      if (found) return found as Promise<T>
      const loading = load()
      kept.set(key, loading)
      // A load that was forgotten while it ran may have read what was before the change: its place is not taken back.
      loading.catch(() => {
        if (kept.get(key) === loading) kept.delete(key)
      })
      return loading
    },
    forget,
    hear(message) {
      const [topic, tenant] = message.split('|')
      if (tenant) forget(topic as CacheTopic, tenant)
      else forget()
    },
  }
}

/** Makes every process forget, as soon as the transaction commits. */
export const changed = (tx: Tx, topic: CacheTopic, tenant: string): Promise<void> =>
  notify(tx, 'zuspruch_cache', `${topic}|${tenant}`)
