import { sealedWith } from '../base/keys.ts'

type KeyRow = {
  key_id: string
  sealed: string
  first_used_at: Temporal.Instant
  retired_at: Temporal.Instant | null
}

/**
 * These keys, and all whose reading (`Keys.sealReading`) one of them ever opened, transitively. A rotation seals older readings
 * with the newest key, and old database copies still have them, so the days count as well.
 */
export function withKeysTheyOpen(leaked: string[], rows: KeyRow[]): string[] {
  const found = [...leaked]
  for (const id of found) {
    const opener = rows.find((row) => row.key_id === id)
    if (!opener) continue
    const opened = rows.filter((row) => !found.includes(row.key_id) && opens(opener, row))
    found.push(...opened.map(({ key_id }) => key_id))
  }
  return found
}

function opens(opener: KeyRow, row: KeyRow): boolean {
  if (sealedWith(row.sealed) === opener.key_id) return true
  if (!row.retired_at) return false
  if (!opener.retired_at) return true
  const order = Temporal.Instant.compare(row.retired_at, opener.retired_at)
  if (order !== 0) return order < 0
  return Temporal.Instant.compare(row.first_used_at, opener.first_used_at) < 0
}
