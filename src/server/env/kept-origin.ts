import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'origin')

/** Keeps where the server is reached in DATA_DIR, so that links which the command line prints lead there. */
export function keepOrigin(dataDir: string, origin: string): void {
  const draft = `${fileIn(dataDir)}.${process.pid}`
  writeFileSync(draft, `${origin}\n`, { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
}

/** The origin of the server that was started last on this DATA_DIR; null when none was, or the file is no origin. */
export function readKeptOrigin(dataDir: string): string | null {
  try {
    const url = new URL(readFileSync(fileIn(dataDir), 'utf8').trim())
    return /^https?:$/.test(url.protocol) ? url.origin : null
  } catch {
    return null
  }
}
