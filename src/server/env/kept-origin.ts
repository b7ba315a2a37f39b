import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'origin')

/** Stores the server's origin in DATA_DIR, for links printed by the CLI. */
export function keepOrigin(dataDir: string, origin: string): void {
  const draft = `${fileIn(dataDir)}.${process.pid}`
  writeFileSync(draft, `${origin}\n`, { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
}

/** The last server's origin on this DATA_DIR; null if missing or invalid. */
export function readKeptOrigin(dataDir: string): string | null {
  try {
    const url = new URL(readFileSync(fileIn(dataDir), 'utf8').trim())
    return /^https?:$/.test(url.protocol) ? url.origin : null
  } catch {
    return null
  }
}
