import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../server/db/connection.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../server/db/embedded-database.ts'
import { migrate } from '../server/db/migrate.ts'
import { installQueue } from '../server/jobs/install-queue.ts'
import { runCliProcess } from './cli.test-helper.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
let app: EmbeddedDatabase | null = null

const start = () =>
  startEmbeddedDatabase({
    dataDir,
    log: { info: () => {}, warn: () => {}, debug: () => {} },
    settings: { fsync: 'off' },
  })
const cli = (...words: string[]) => runCliProcess({ DATA_DIR: dataDir }, words)

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zuspruch-cli-'))
  app = await start()
  await migrate(app.ownerUrl)
  await installQueue(app.ownerUrl)
})
afterAll(async () => {
  await app?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a command works beside the running app, and leaves its database running', async () => {
  expect(await cli('tenant', 'show')).toMatchObject({
    code: 0,
    err: '',
    out: 'There are no tenants yet: "tenant create FILE.json" makes one.\n',
  })
  const db = connect(app?.appUrl ?? '')
  expect(await db.kysely.selectFrom('tenants').select('tenant').execute()).toEqual([])
  await db.close()
})

test('a command starts the database itself when the app is not running, and stops it after', async () => {
  await app?.stop()
  app = null
  expect(await cli('jobs', 'list', '--json')).toMatchObject({ code: 0, err: '', out: '[]\n' })
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  expect(existsSync(join(dataDir, 'instance.lock'))).toBe(false)
  const both = await Promise.all([cli('jobs', 'list', '--json'), cli('tenant', 'show', '--json')])
  expect(both.map(({ code, out }) => [code, out])).toEqual([
    [0, '[]\n'],
    [0, '[]\n'],
  ])
  app = await start()
})
