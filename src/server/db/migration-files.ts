import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '../env/start-error.ts'

const here = import.meta.dirname

/** The name under which a database records that it has the schema's files. */
const schema = '0000-schema'

/** The files of each migration, in order: the whole schema, a file per slice; then a file for every change since. */
export function listMigrations(folder = here): Record<string, string[]> {
  const list = (name: string) => {
    const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.sql'))
    return files.toSorted().map((file) => join(folder, name, file))
  }
  const later = list('migrations').map((file) => [basename(file, '.sql'), [file]] as const)
  return { [schema]: list('schema'), ...Object.fromEntries(later) }
}

export const migrationNames = (folder = here) => Object.keys(listMigrations(folder))

export const readMigration = (files: string[]) => files.map((file) => readFileSync(file, 'utf8'))

/** Migrations from before the schema's files were never released, and lead nowhere. */
export function refuseUnreleased(done: string[]): void {
  if (done.length > 0 && !done.includes(schema))
    throw new StartError(
      'The database is from before the first release and cannot be brought up to date: start with an empty one (with npm start: delete the folder data, or set another DATA_DIR).',
    )
}

/**
 * The database's migrations of newer versions, which leave what this version needs. One that takes something away names the migration that a version
 * must know to do without it (`0240-after-0235-old-names`, decision 968); whoever does not know that one is refused.
 */
export function listNewer(done: string[], known = migrationNames()): string[] {
  const newest = known.at(-1) ?? ''
  const newer = done.filter((name) => !known.includes(name))
  for (const name of newer) {
    const needed = neededBy(name)
    if (needed !== null && newest.slice(0, 4) < needed)
      throw new StartError(
        `The database is too new for this version: its migration ${name} took away what is needed here. Start a version that has the migration ${needed}.`,
      )
  }
  return newer
}

/** The number of the migration that a version must know before this one runs; null: every version before goes on. */
export const neededBy = (name: string): string | null =>
  /^\d{4}-after-(\d{4})-/.exec(name)?.[1] ?? null
