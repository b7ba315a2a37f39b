import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../env/start-error.ts'
import { markOf } from './identify-process.ts'

/**
 * Locks DATA_DIR for this process; throws a StartError if a living process has it. Stale locks (kill -9, power cut) are taken
 * over. Returns the release.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'instance.lock')
  const mine = `${process.pid} ${markOf(process.pid)}\n`
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    for (let attempt = 0; !tryLink(draft, path); attempt++) {
      const theirs = read(path)
      if (theirs !== null && (attempt === 5 || lives(theirs))) throw taken(dataDir, theirs)
      if (theirs !== null) remove(path, theirs)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(path) === mine) rmSync(path, { force: true })
  }
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function lives(claim: string): boolean {
  const [, pid, mark] = /^(\d+) (.+)\n$/.exec(claim) ?? []
  return pid !== undefined && markOf(Number(pid)) === mark
}

// Two starts may see the same stale lock; the slower must not remove the faster one's, so it checks what it took and puts a fresh
// one back.
function remove(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.old`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (read(aside) !== stale) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function taken(dataDir: string, claim: string): StartError {
  return new StartError(
    `DATA_DIR ${dataDir} is in use by process ${claim.split(' ')[0]}: stop that one first, or set DATA_DIR to another folder.`,
  )
}
