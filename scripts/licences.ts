// `npm run licences`: whether every part that production installs has a licence that we may ship. Reads the lock file alone.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

type LockedPackage = { version?: string; license?: string; dev?: boolean; link?: boolean }
export type Part = { path: string; name: string; licence: string | null; dev: boolean }

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'EUPL-1.1+',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0', // used as it is
  'OFL-1.1',
])

/** What is allowed for these parts alone. libvips is a library of its own, beside sharp, and may be exchanged. */
const allowedFor: [part: RegExp, licence: string][] = [[/^@img\/sharp-/, 'LGPL-3.0-or-later']]

/** Parts whose package.json does not say it as npm wants it; their LICENSE files do. */
const said: Record<string, string> = { 'png-js': 'MIT', 'xmlhttprequest-ssl': 'MIT' }

/** Whether one of the licences to choose from is allowed as a whole: `(MIT OR GPL-3.0-only)`, `Apache-2.0 AND MIT`. */
export function isAllowed(name: string, licence: string): boolean {
  const may = (one: string) =>
    allowed.has(one) || allowedFor.some(([part, also]) => also === one && part.test(name))
  return licence
    .replaceAll(/[()]/g, '')
    .split(/\s+or\s+/i)
    .some((choice) => choice.split(/\s+and\s+/i).every((one) => may(one.trim())))
}

export const partsOf = (lock: string): Part[] =>
  Object.entries((JSON.parse(lock) as { packages: Record<string, LockedPackage> }).packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, { license, dev }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { path, name, licence: license ?? said[name] ?? null, dev: dev === true }
    })

/** Production parts with a licence that is not allowed, or none. */
export const findForeign = (parts: readonly Part[]): string[] =>
  parts
    .filter(({ name, licence, dev }) => !dev && (licence === null || !isAllowed(name, licence)))
    .map(({ path, licence }) => `${path}: ${licence ?? 'no licence'}`)

if (import.meta.main) {
  const parts = partsOf(readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8'))
  const foreign = findForeign(parts)
  for (const one of foreign)
    process.stdout.write(`${one} is not in the list of scripts/licences.ts\n`)
  const count = parts.filter(({ dev }) => !dev).length
  if (foreign.length === 0)
    process.stdout.write(`${count} production parts have licences that may be shipped.\n`)
  process.exitCode = foreign.length === 0 ? 0 : 1
}
