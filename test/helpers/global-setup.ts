import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../../src/server/db/embedded-database.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { installQueue } from '../../src/server/jobs/install-queue.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the migrated template; createTestDatabase() clones it. */
    database: { ownerUrl: string; appUrl: string }
  }
}

/** One PostgreSQL for the whole run, started only if a selected test file asks for a database. */
// What stands behind `vitest run`; a name that is the value of an option only selects too much.
function selectedNames(): string[] | undefined {
  const names = process.argv.slice(2).filter((word) => word !== 'run' && !word.startsWith('-'))
  return names.length > 0 ? names : undefined
}

export default async function globalSetup(project: TestProject) {
  const { testFiles } = await project.globTestFiles(selectedNames())
  if (!testFiles.some((file) => /helpers\/(database|server)/.test(readFileSync(file, 'utf8')))) return
  const dataDir = mkdtempSync(join(tmpdir(), 'zuspruch-test-'))
  const database = await startEmbeddedDatabase({
    dataDir,
    log: { info: () => {}, warn: console.warn, debug: () => {} },
    // Nothing here outlives the run, so nothing has to reach the disk.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '200',
      autovacuum: 'off',
    },
  })
  await migrate(database.ownerUrl)
  await installQueue(database.ownerUrl)
  project.provide('database', { ownerUrl: database.ownerUrl, appUrl: database.appUrl })
  return async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
