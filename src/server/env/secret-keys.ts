import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeDiskError } from './describe-disk-error.ts'
import { StartError } from './start-error.ts'
import { isRandom } from './is-random.ts'
import { makeDataDir } from './make-data-dir.ts'

const shortest = 32

/** The keys of SECRET_KEY, newest first, at least 32 characters each; else a StartError. */
export function readSecretKeys(text: string): string[] {
  const keys = text.split(',').map((key) => key.trim())
  const bad = keys.findIndex((key) => key.length < shortest)
  if (bad >= 0) {
    throw new StartError(
      `SECRET_KEY is too short: ${nameOf(bad, keys)} has ${keys[bad]?.length} characters and needs at least ${shortest}.`,
    )
  }
  if (new Set(keys).size < keys.length) {
    throw new StartError('SECRET_KEY holds the same key twice: remove the repeated one.')
  }
  return keys
}

/** The keys, if all look random; else a StartError. Behind the newest a weak one may be allowed, to be rotated out. */
export function strongKeys(keys: string[], allowsOlder: boolean): string[] {
  const weak = keys.findIndex((key, place) => !isRandom(key) && !(allowsOlder && place > 0))
  if (weak < 0) return keys
  const advice =
    weak === 0
      ? 'set one from "openssl rand -base64 48", in front of this one with ALLOW_WEAK_OLD_KEY=1 if data was kept with it'
      : 'set ALLOW_WEAK_OLD_KEY=1 until "keys leaked" has replaced it'
  throw new StartError(
    `SECRET_KEY is too easy to guess: ${nameOf(weak, keys)} is not 32 random bytes in hex or base64; ${advice}.`,
  )
}

const nameOf = (place: number, keys: string[]) =>
  keys.length === 1 ? 'it' : `key ${place + 1} of ${keys.length}`

/** The key in DATA_DIR/secret-key, created once; survives a crash at any point. */
export function keepSecretKey(dataDir: string): string {
  const path = join(dataDir, 'secret-key')
  try {
    makeDataDir(dataDir)
    const kept = readKept(path) ?? makeKept(path)
    chmodSync(path, 0o600)
    if (kept.length >= shortest) return kept
  } catch (error) {
    throw describeDiskError(error, dataDir)
  }
  throw new StartError(
    `${path} holds no usable key: put the old file back, or remove it if no data was kept yet.`,
  )
}

function readKept(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function makeKept(path: string): string {
  const key = randomBytes(48).toString('base64url')
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${key}\n`, { mode: 0o600, flush: true })
  try {
    // link() never replaces: of two first starts, both read the faster one's key.
    linkSync(draft, path)
    return key
  } catch {
    return readFileSync(path, 'utf8').trim()
  } finally {
    rmSync(draft, { force: true })
  }
}
