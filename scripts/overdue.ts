// `npm run overdue`: asks the registry which production parts have had a newer version for longer than docs/security/parts.md allows, and which
// nobody keeps any more, and fails for either.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Days until a newer version of the same major is in: patches of Node, and of any other part. */
const allowedDays = { node: 30, other: 90 }

const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** A version's day of publishing, by version; `created` and `modified` stand among them. */
export type Times = Record<string, string>

const numbersOf = (version: string) => version.split('.').map(Number)

/** A later version of the same major, and no preview. */
function isNewer(version: string, current: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false
  const [[major, minor, patch], [ownMajor, ownMinor, ownPatch]] = [version, current].map(
    numbersOf,
  ) as [number[], number[]]
  if (major !== ownMajor) return false
  return minor! > ownMinor! || (minor === ownMinor && patch! > ownPatch!)
}

/** Since when a newer version of the same major is out; null: none is. */
export const newerSince = (times: Times, current: string): string | null =>
  Object.keys(times)
    .filter((version) => isNewer(version, current))
    .map((version) => times[version]!)
    .toSorted()[0] ?? null

export type Part = { name: string; version: string; times: Times; deprecated: string | null }

/** What is overdue on a day, a line each. */
export function findOverdue(parts: readonly Part[], today: string): string[] {
  return parts.flatMap(({ name, version, times, deprecated }) => {
    const most = name.startsWith('node-') ? allowedDays.node : allowedDays.other
    const since = newerSince(times, version)
    const days = since === null ? 0 : Math.floor(daysFrom(since, today))
    return [
      ...(days > most ? [`${name} ${version}: a newer version is out for ${days} days`] : []),
      ...(deprecated ? [`${name} ${version}: ${deprecated}`] : []),
    ]
  })
}

type Manifest = Record<'dependencies' | 'optionalDependencies', Record<string, string>>

/** A part as the registry has it; null: no answer. */
function askRegistry(name: string, version: string): Part | null {
  const args = ['view', `${name}@${version}`, 'time', 'deprecated', '--json', '--fetch-retries=0']
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: 60_000 })
  try {
    // The times alone where it is not deprecated.
    const answer = JSON.parse(stdout) as Times | { time: Times; deprecated: string }
    const times = typeof answer['time'] === 'object' ? answer['time'] : (answer as Times)
    const deprecated = typeof answer['time'] === 'object' ? String(answer['deprecated']) : null
    return times[version] === undefined ? null : { name, version, times, deprecated }
  } catch {
    return null
  }
}

if (import.meta.main) {
  const read = (file: string) =>
    JSON.parse(readFileSync(resolve(import.meta.dirname, '..', file), 'utf8')) as unknown
  const { dependencies, optionalDependencies } = read('package.json') as Manifest
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { version: string }>
  }
  const names = Object.keys({ ...dependencies, ...optionalDependencies })
  const asked = names.map((name) => askRegistry(name, packages[`node_modules/${name}`]!.version))
  const parts = asked.filter((part) => part !== null)
  const overdue = findOverdue(parts, new Date().toISOString())
  const silent = names.length - parts.length
  if (silent > 0) process.stdout.write(`${silent} parts: the registry did not answer.\n`)
  process.stdout.write(
    `${[...overdue, `${parts.length} production parts asked for, ${overdue.length} overdue.`].join('\n')}\n`,
  )
  process.exitCode = overdue.length > 0 ? 1 : 0
}
