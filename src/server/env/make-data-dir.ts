import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeDiskError } from './describe-disk-error.ts'
import { StartError } from './start-error.ts'

// Keys, mails and the database are its owner's alone. As root, PostgreSQL runs as another user and has to pass through; nobody else
// can list it, and what lies in it is closed itself.
const modeOf = () => (process.getuid?.() === 0 ? 0o711 : 0o700)

/** Makes DATA_DIR and the folders above it where they are missing; a StartError of one sentence where that cannot be. */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw describeDiskError(error, dataDir)
  }

  // Not mkdir's own `recursive`: below /proc, where a folder's parent exists and yet nothing can be made, it never ends.
  function makeFolder(path: string): void {
    try {
      mkdirSync(path, path === dataDir ? { mode: modeOf() } : {})
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
      if (code !== 'ENOENT') throw error
      if (existsSync(dirname(path))) {
        throw new StartError(
          `DATA_DIR ${dataDir} cannot be used, because no folder can be made in ${dirname(path)}: set DATA_DIR to another place.`,
        )
      }
      makeFolder(dirname(path))
      makeFolder(path)
    }
  }
}
