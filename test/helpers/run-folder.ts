import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enough = 4 * 1024 ** 3

/**
 * A folder for temporary data: in memory if there is plenty, as creating and deleting thousands of database files per test file took some 8
 * % of the unit tests' CPU. An explicit TMPDIR takes precedence. The caller removes it.
 */
export function makeRunFolder(name: string): string {
  return mkdtempSync(join(!process.env['TMPDIR'] && hasRoom() ? memory : tmpdir(), name))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enough
  } catch {
    return false
  }
}
