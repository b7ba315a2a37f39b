import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeDiskError } from '../describe-disk-error.ts'
import { StartError } from '../start-error.ts'

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
      mkdirSync(path)
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
