import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** 5 MiB: more than any text or picture that is taken. */
const mostBytes = 5 * 1024 * 1024

/**
 * A file that another file names, by its path from that one's folder. Null if there is none, it is no ordinary file or too large, or
 * its path or a link leads out of the folder: a tenant's folder comes from somebody else, and what it names is published.
 */
export function readBeside(folder: string | null, name: string): Buffer | null {
  if (folder === null) return null
  try {
    const path = realpathSync(join(folder, name))
    if (!path.startsWith(realpathSync(folder) + sep)) return null
    // A pipe would be waited for without end.
    const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const found = fstatSync(file)
      return found.isFile() && found.size <= mostBytes ? readFileSync(file) : null
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
