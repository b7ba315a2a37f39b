import type { Database } from '../db/connection.ts'
import { sealedWith, type Keys } from './keys.ts'
import { addSecretKey, listSecretKeys } from './secret-key-store.ts'
import { listWritingKeys } from './sealed-store.ts'

/**
 * Whether SECRET_KEY can read what is stored: null, or the one sentence that says what is wrong. Learns what keys that were rotated
 * out leave behind, and notes that the newest key is in use, but never while another one is missing: a server that was started with a
 * wrong key must not make it one that others then miss.
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
  // Databases from before this table, and the first start: what is stored says it.
  const writers = rows.length === 0 ? await listWritingKeys(db) : []
  const ids = new Set([...missing, ...writers.filter((id) => !keys.ids.includes(id))])
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
  for (const id of writers.filter((writer) => writer !== keys.newestId))
    await addSecretKey(db, id, keys.sealReading(id))
  return null
}

/**
 * Asks the same of a server that is running: another process may have begun to write with a key that this one lacks. Rejects then,
 * with the sentence; a database that does not answer is no reason to stop.
 */
export async function recheckKeys(deps: { db: Database; keys: Keys }): Promise<void> {
  const problem = await checkKeys(deps).catch(() => null)
  if (problem === null) return
  deps.keys.stopWriting(problem)
  throw new Error(problem)
}
