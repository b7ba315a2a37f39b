import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../src/server/db/embedded-database.ts'
import { migrate } from '../src/server/db/migrate.ts'

// Writes src/server/db/tables.ts from a freshly migrated database with kysely-codegen. `--verify` only checks.

const dataDir = mkdtempSync(join(tmpdir(), 'zuspruch-tables-'))
const quiet = { info: () => undefined, warn: () => undefined, debug: () => undefined }
const database = await startEmbeddedDatabase({ dataDir, log: quiet })
try {
  await migrate(database.ownerUrl)
  const types = {
    int8: 'number',
    timestamptz: 'ColumnType<Temporal.Instant, string, string>',
    date: 'string',
    jsonb: 'ColumnType<unknown, string, string>',
  }
  const options = [
    '--url',
    database.ownerUrl,
    '--dialect',
    'postgres',
    '--default-schema',
    'public',
  ]
  options.push('--exclude-pattern', 'kysely_*', '--date-parser', 'string', '--log-level', 'error')
  options.push('--type-mapping', JSON.stringify(types), '--out-file', 'src/server/db/tables.ts')
  if (process.argv.includes('--verify')) options.push('--verify')
  execFileSync('kysely-codegen', options, { stdio: 'inherit' })
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
