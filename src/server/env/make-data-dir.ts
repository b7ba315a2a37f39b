import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeDiskError } from './describe-disk-error.ts'
import { StartError } from './start-error.ts'

// Private to the owner. As root, PostgreSQL runs as another user and has to pass through; it cannot list it, and the contents are
// private.
const modeOf = () => (process.getuid?.() === 0 ? 0o711 : 0o700)

/** Creates DATA_DIR with parents; throws a StartError of one sentence. */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw describeDiskError(error, dataDir)
  }

  // Not mkdir's `recursive`, which never ends below /proc, where nothing can be created.
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
