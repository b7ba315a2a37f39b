import type { Database } from '../db/connection.ts'
import { sealedWith, type Keys } from './keys.ts'
import { addSecretKey, listSecretKeys } from './secret-key-store.ts'

/**
 * Whether SECRET_KEY can read the stored data: null, or the problem. Learns readings of retired keys and records the newest key
 * as in use, but not while another is missing: a server with a wrong key must not make others miss it.
 */
export async function checkKeys({
  db,
  keys,
}: {
  db: Database
  keys: Keys
}): Promise<string | null> {
  const rows = await listSecretKeys(db)
  const missing = rows.flatMap((row) => {
    if (row.retired_at === null) return keys.ids.includes(row.key_id) ? [] : [row.key_id]
    const learnt = keys.learnReading(row.key_id, row.sealed, row.leaked_at !== null)
    return learnt ? [] : [sealedWith(row.sealed)] // its own is not needed: it was rotated out
  })
  const ids = new Set(missing)
  if (ids.size > 0) {
    const own = rows.findIndex(({ key_id }) => key_id === keys.newestId)
    const isNewer = own >= 0 && rows.some(({ key_id }, at) => at > own && ids.has(key_id))
    const place = isNewer ? 'before this one, with a comma' : 'behind the newest one, after a comma'
    return `SECRET_KEY cannot read what is stored here: it lacks the key ${[...ids].join(', ')}, which belongs ${place}.`
  }
  const newest = rows.find((row) => row.key_id === keys.newestId)
  if (newest?.retired_at)
    return `SECRET_KEY begins with the key ${keys.newestId}, which was rotated out: put the newest key first.`
  if (!newest) await addSecretKey(db, keys.newestId, keys.sealReading(keys.newestId))
  return null
}

/**
 * For a running server: another process may write with a newer key that this one lacks. Rejects with the sentence; an
 * unreachable database is no reason to stop.
 */
export async function recheckKeys(deps: { db: Database; keys: Keys }): Promise<void> {
  const problem = await checkKeys(deps).catch(() => null)
  if (problem === null) return
  deps.keys.stopWriting(problem)
  throw new Error(problem)
}
