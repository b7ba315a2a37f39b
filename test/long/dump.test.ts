import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { answersOk, spawnApp } from '../../scripts/start-app.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { installQueue } from '../../src/server/jobs/install-queue.ts'
// Starts the PostgreSQL that is "of one's own" here: helpers/global-setup.ts.
import '../helpers/database.ts'
import { makeTestDeps } from '../helpers/make-test-deps.ts'
import { testSecret } from '../helpers/test-secrets.ts'

// The dump of docs/operations.md, "Backup and restore", with the logins that stand there.

const id = randomBytes(6).toString('hex')
const [live, restored] = [`dump_live_${id}`, `dump_restored_${id}`] as const
const [owner, backup] = [`dump_owner_${id}`, `dump_backup_${id}`] as const
const folder = mkdtempSync(join(tmpdir(), 'zuspruch-dump-'))
const file = join(folder, 'zuspruch.dump')

const urlOf = (database: string, login?: string) => {
  const url = new URL(inject('database').ownerUrl)
  url.pathname = `/${database}`
  if (login) Object.assign(url, { username: login, password: id })
  return url.href
}
const appUrlOf = (database: string) => {
  const url = new URL(inject('database').appUrl)
  url.pathname = `/${database}`
  return url.href
}

async function query<Row>(database: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows as Row[]
    return rows
  } finally {
    await client.end()
  }
}

/** Rows of each table, and who may do what with it. */
async function contentOf(database: string) {
  const tables = await query<{ name: string; rights: string }>(
    database,
    `select c.oid::regclass::text as name,
            concat(c.relrowsecurity, c.relforcerowsecurity, ' ', replace(c.relacl::text, c.relowner::regrole::text, 'owner')) as rights
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
      order by 1`,
  )
  const counts = await query<{ name: string; rows: string }>(
    database,
    tables
      .map(({ name }) => `select '${name}' as name, count(*) as rows from ${name}`)
      .join(' union all '),
  )
  return { tables, counts: counts.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

const found = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? ''
const hasDump = Number(/\d+/.exec(found)?.[0] ?? 0) >= 18

afterAll(async () => {
  for (const name of [live, restored])
    await query('postgres', `drop database if exists ${name} with (force)`)
  for (const role of [owner, backup]) await query('postgres', `drop role if exists ${role}`)
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!hasDump)(
  'a database of one’s own comes back from its dump whole, with its rights, and the server goes on with it (needs pg_dump 18)',
  async () => {
    await query(
      'postgres',
      `create role ${owner} login password '${id}'`,
      `create role ${backup} login password '${id}' bypassrls in role pg_read_all_data`,
      `create database ${live} owner ${owner}`,
    )
    await migrate(urlOf(live, owner))
    await installQueue(urlOf(live, owner))
    const { deps } = makeTestDeps(appUrlOf(live))
    await seedDemo(deps)
    await deps.db.close()

    execFileSync('pg_dump', ['--format=custom', `--file=${file}`, urlOf(live, backup)])
    await query('postgres', `create database ${restored} owner ${owner}`)
    execFileSync('pg_restore', [
      '--exit-on-error',
      '--no-owner',
      `--dbname=${urlOf(restored, owner)}`,
      file,
    ])

    const before = await contentOf(live)
    expect(await contentOf(restored)).toEqual(before)
    expect(before.counts.filter(({ rows }) => rows !== '0').length).toBeGreaterThan(20)

    const port = await findFreePort()
    const child = spawnApp({
      DATABASE_URL: appUrlOf(restored),
      SECRET_KEY: testSecret,
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_ORIGIN: 'https://empfehlen.example',
      DATA_DIR: join(folder, 'data'),
      PORT: `${port}`,
    })
    const ended = new Promise((done) => child.once('close', done))
    try {
      const origin = `http://127.0.0.1:${port}`
      await vi.waitUntil(() => answersOk(`${origin}/health/ready`), { timeout: 60_000 })
      const created = await fetch(`${origin}/api/v1/standard/empfehlen/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
        body: JSON.stringify({
          Empfehlung: { ProductId: '101' },
          Empfehler: { Vorname: 'Rita', Nachname: 'Sicher', Email: 'rita@post.example', Agb: true },
        }),
      })
      expect(created.status).toBe(201)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  },
)
