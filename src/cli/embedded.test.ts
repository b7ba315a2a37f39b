import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { attachDatabase } from '../server/db/attach-database.ts'
import { platformCode } from '../domain/platform.ts'
import { connect } from '../server/db/connection.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../server/db/embedded-database.ts'
import { migrate } from '../server/db/migrate.ts'
import { installQueue } from '../server/jobs/install-queue.ts'
import { runCliProcess } from './cli.test-helper.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let dataDir: string
let app: EmbeddedDatabase | null = null

const log = { info: () => {}, warn: () => {}, debug: () => {} }
const start = () =>
  startEmbeddedDatabase({
    dataDir,
    log,
    settings: { fsync: 'off' },
  })
const cli = (...words: string[]) => runCliProcess({ DATA_DIR: dataDir }, words)

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zuspruch-cli-'))
  app = await start()
  await migrate(app.ownerUrl)
  await installQueue(app.ownerUrl)
})
beforeEach(async () => {
  app ??= await start()
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
  const { rows } = await sql`select list_tenants() as tenant`.execute(db.kysely)
  expect(rows).toEqual([{ tenant: platformCode }])
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
})

test('a command reaches the login that owns the tables, beside the running app and without it', async () => {
  const ownerOfTables = async () => {
    const attached = await attachDatabase({ dataDir, log })
    const db = connect(attached.ownerUrl, { max: 1 })
    const { rows } = await db.pool.query(
      `select current_user = tableowner as owns from pg_tables where tablename = 'payouts'`,
    )
    await db.close()
    await attached.release()
    return rows
  }
  expect(await ownerOfTables()).toEqual([{ owns: true }])
  await app?.stop()
  app = null
  expect(await ownerOfTables()).toEqual([{ owns: true }])
})
