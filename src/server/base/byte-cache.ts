export type ByteCache<T> = {
  get: (key: string) => T | undefined
  set: (key: string, value: T, bytes: number) => void
  delete: (key: string) => void
  bytes: () => number
}

/** Keeps what was used last, up to so many bytes and entries; what is larger than a quarter of it is not kept at all. */
export function makeByteCache<T>(limits: { maxBytes: number; maxEntries: number }): ByteCache<T> {
  const kept = new Map<string, { value: T; bytes: number }>()
  let total = 0
  const drop = (key: string) => {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    set(key, value, bytes) {
      drop(key)
      if (bytes > limits.maxBytes / 4) return
      kept.set(key, { value, bytes })
      total += bytes
      for (const oldest of kept.keys()) {
        if (total <= limits.maxBytes && kept.size <= limits.maxEntries) break
        drop(oldest)
      }
    },
    delete: drop,
    bytes: () => total,
  }
}
