import { readFileSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { distribute } from '../../src/server/db/distribute.ts'
import { startEmbeddedDatabase } from '../../src/server/db/embedded-database.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { installQueue } from '../../src/server/jobs/install-queue.ts'
import { ruleAuditRows } from './audit-rule.ts'
import { callThrough, startNodes } from './citus.ts'
import { copyDatabase, withDatabase } from './database.ts'
import { keepIn, keptInDemo } from './keep-content.ts'
import { makeTestDeps } from './make-test-deps.ts'
import { makeProcessLogins } from './process-login.ts'
import { makeRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the migrated template; createTestDatabase() clones it, or the one with the demo tenants. */
    database: {
      ownerUrl: string
      appUrl: string
      demo: string // name of the template with the demo tenants
      nodes: string[] | null // administrators' addresses of a database of several nodes (npm run test:citus)
    }
  }
}

export default async function globalSetup(project: TestProject) {
  try {
    return await startDatabase(project)
  } catch (error) {
    // Vitest would first report missing test files, which is misleading.
    process.stderr.write(`The database of the tests did not start: ${String(error)}\n`)
    throw error
  }
}

/** One PostgreSQL per run, started only if a selected test file needs it. */
async function startDatabase(project: TestProject) {
  const { testFiles } = await project.globTestFiles()
  const selected = selectFiles(testFiles, process.argv.slice(3))
  if (!selected.some((file) => /helpers\/|test-helper/.test(readFileSync(file, 'utf8')))) return
  const database = process.env['CITUS'] ? await startNodes() : await startOne()
  await makeProcessLogins(database.ownerUrl)
  await migrate(database.ownerUrl)
  await installQueue(database.ownerUrl)
  await ruleAuditRows(database.ownerUrl)
  if (database.nodes) await distribute(database.ownerUrl)
  if (database.nodes && process.env['CITUS'] === 'workers') callThrough(database.nodes.slice(1))
  const demo = await addDemoTemplate(database)
  const { ownerUrl, appUrl, nodes } = database
  project.provide('database', { ownerUrl, appUrl, demo, nodes })
  return database.stop
}

async function startOne() {
  const dataDir = makeRunFolder('zuspruch-test-')
  const database = await startEmbeddedDatabase({
    dataDir,
    log: { info: () => {}, warn: (line) => process.stderr.write(`${line}\n`), debug: () => {} },
    // Nothing outlives the run, so nothing needs to reach the disk.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '200',
      autovacuum: 'off',
      // Thousands of connections are made.
      scram_iterations: '1',
    },
  })
  const stop = async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ownerUrl: database.ownerUrl, appUrl: database.appUrl, nodes: null, stop }
}

/** A second template with the demo tenants, as a hundred files use them; returns its name. */
async function addDemoTemplate(
  migrated: Awaited<ReturnType<typeof startOne | typeof startNodes>>,
): Promise<string> {
  const name = `${new URL(migrated.ownerUrl).pathname.slice(1)}_demo`
  await copyDatabase(migrated, name)
  const { deps } = makeTestDeps(withDatabase(migrated.appUrl, name))
  await seedDemo(deps)
  await deps.db.close()
  for (const node of migrated.nodes ?? [migrated.ownerUrl])
    await keepIn(withDatabase(node, name), keptInDemo)
  return name
}

// Arguments of `vitest run` that match a path. One after an option without "=" may be its value and selects nothing; without any, all
// match.
function selectFiles(files: string[], words: string[]): string[] {
  const names = words
    .filter((word, index) => !word.startsWith('-') && !/^-[^=]*$/.test(words[index - 1] ?? ''))
    .map((word) => word.replace(/:\d+$/, '').replace(/^\.\//, ''))
    .filter((name) => files.some((file) => file.includes(name)))
  return names.length > 0
    ? files.filter((file) => names.some((name) => file.includes(name)))
    : files
}
