import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { listenedAt } from '../../../test/helpers/citus.ts'
import { createTestDatabase } from '../../../test/helpers/database.ts'
import type { TestDatabase } from '../../../test/helpers/database.ts'
import { uuidv7 } from '../base/uuid.ts'
import { connect, withRelay, withTenant } from '../db/connection.ts'
import type { Database } from '../db/connection.ts'
import { startBoss } from './boss.ts'
import type { Jobs } from './boss.ts'
import { drain } from './drain.ts'
import { enqueue } from './enqueue.ts'
import type { Job } from './job.ts'
import { listJobs, retryJob } from './manage-jobs.ts'
import { relayOnce, startRelay } from './relay.ts'
import type { Relay } from './relay.ts'
import { takeOutbox } from './store.ts'

let database: TestDatabase
let app: Database // of several nodes any
let db: Database // that has the queue
let jobs: Jobs
let relay: Relay | null = null
let runs: Job[] = []
let errors: unknown[] = []
let failed: unknown[] = []
let work: (job: Job) => Promise<void> = async () => {}

const handle = async (job: Job) => {
  runs.push(job)
  await work(job)
}

const start = (more: { soleWorker?: boolean; workers?: boolean } = {}) =>
  startBoss({
    url: database.appUrl,
    db,
    workers: true,
    handlers: { 'send-mail': handle, 'pay-out': handle },
    onError: (error, job) => {
      errors.push(error)
      if (job) failed.push(job)
    },
    ...more,
  })

beforeAll(async () => {
  database = await createTestDatabase()
  const { deps } = makeTestDeps(database.appUrl)
  app = deps.db
  db = deps.queue
  // A test below cuts a connection in the middle of a transaction.
  db.pool.on('connect', (client) => client.on('error', () => undefined))
  const owner = connect(database.ownerUrl)
  for (const tenant of ['alpha', 'beta']) await insertTenant(owner, tenant)
  await owner.close()
  jobs = await start()
})

beforeEach(() => {
  runs = []
  errors = []
  failed = []
  work = async () => {}
})

afterEach(async () => {
  await relay?.stop()
  relay = null
})

afterAll(async () => {
  await jobs.stop()
  await app.close()
  await database.drop()
})

async function insertTenant(owner: Database, tenant: string): Promise<void> {
  await withTenant(owner, tenant, (tx) =>
    sql`
      insert into tenants (tenant, config, created_at, updated_at) values (${tenant}, '{}', now(), now())`.execute(
      tx,
    ),
  )
}

const relaying = () =>
  (relay = startRelay({
    db,
    boss: jobs.boss,
    url: listenedAt(database.appUrl),
    onError: (e) => errors.push(e),
  }))

const drained = () => drain({ db, ...(relay && { relay }), timeoutMs: 10_000 })

const retry = (id: string) => withTenant(db, 'beta', (tx) => retryJob(tx, 'beta', id))

const outboxSize = () =>
  withRelay(db, async (tx) => (await sql`select from outbox`.execute(tx)).rows.length)

test('a committed job runs once, with its tenant, payload and id', async () => {
  relaying()
  const payload = { mail: 7, name: 'Jörg' }
  const id = await withTenant(app, 'alpha', (tx) => enqueue(tx, 'alpha', 'send-mail', payload))
  await drained()
  expect(runs).toMatchObject([{ id, kind: 'send-mail', tenant: 'alpha', payload, attempt: 1 }])
  expect(errors).toEqual([])
})

test('a job of a rolled back transaction never runs', async () => {
  relaying()
  const failed = withTenant(app, 'alpha', async (tx) => {
    await enqueue(tx, 'alpha', 'send-mail', {})
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await drained()
  expect(runs).toEqual([])
})

test('500 jobs of two tenants run once each while three relays race for them', async () => {
  const ids = await Promise.all(
    Array.from({ length: 500 }, (_, index) => {
      const tenant = index % 2 ? 'alpha' : 'beta'
      const kind = index % 3 ? 'send-mail' : 'pay-out'
      return withTenant(app, tenant, (tx) => enqueue(tx, tenant, kind, { index }))
    }),
  )
  const moved = await Promise.all(
    [1, 2, 3].map(async () => {
      let sum = 0
      for (let taken = -1; taken !== 0; sum += taken) taken = await relayOnce(db, jobs.boss)
      return sum
    }),
  )
  expect(moved.reduce((a, b) => a + b)).toBe(500)
  await drained()
  expect(runs.map((run) => run.id).toSorted()).toEqual(ids.toSorted())
})

test('a relay that dies between taking and committing loses nothing and doubles nothing', async () => {
  const id = await withTenant(app, 'alpha', (tx) => enqueue(tx, 'alpha', 'send-mail', {}))
  const died = withRelay(db, async (tx) => {
    const rows = await takeOutbox(tx, 10)
    expect(rows).toHaveLength(1)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await expect(died).rejects.toThrow()
  expect(await outboxSize()).toBe(1)
  relaying()
  await drained()
  expect(runs.map((run) => run.id)).toEqual([id])
})

test('the same id is queued once, before and after the relay took it', async () => {
  const id = uuidv7()
  const again = () =>
    withTenant(app, 'alpha', (tx) => enqueue(tx, 'alpha', 'send-mail', {}, { id }))
  await again()
  await again()
  await relayOnce(db, jobs.boss)
  await again()
  relaying()
  await drained()
  expect(runs).toHaveLength(1)
})

test('a tenant sees and writes its own outbox rows only', async () => {
  await withTenant(app, 'alpha', (tx) => enqueue(tx, 'alpha', 'send-mail', {}))
  const seen = await withTenant(app, 'beta', (tx) => sql`select from outbox`.execute(tx))
  expect(seen.rows).toEqual([])
  const foreign = withTenant(app, 'beta', (tx) => enqueue(tx, 'alpha', 'send-mail', {}))
  await expect(foreign).rejects.toThrow(/row-level security/)
  relaying()
  await drained()
})

test('a kind that this process has no handler for stays queued instead of stopping the relay', async () => {
  relaying()
  await withTenant(app, 'alpha', async (tx) => {
    await enqueue(tx, 'alpha', 'of-tomorrow', {})
    await enqueue(tx, 'alpha', 'send-mail', {})
  })
  await expect.poll(() => runs.length).toBe(1)
  await expect
    .poll(() => listJobs(db, { kind: 'of-tomorrow' }))
    .toMatchObject([{ state: 'created' }])
  await jobs.boss.deleteAllJobs('of-tomorrow')
})

test('a bank file may take an hour, also where the queue was made with less; other jobs five minutes', async () => {
  relaying()
  const kinds = ['apply-bank-file', 'of-tomorrow']
  for (const kind of kinds)
    await jobs.boss.createQueue(kind, { expireInSeconds: 300, deadLetter: 'dead-letter' })
  await withTenant(app, 'alpha', async (tx) => {
    for (const kind of kinds) await enqueue(tx, 'alpha', kind, {})
  })
  const expiries = async () =>
    (
      await sql<{ name: string; seconds: number }>`
        select name, expire_seconds as seconds from pgboss.job where name = any (${kinds}::text[]) order by name`.execute(
        db.kysely,
      )
    ).rows
  await expect.poll(expiries).toEqual([
    { name: 'apply-bank-file', seconds: 3_600 },
    { name: 'of-tomorrow', seconds: 300 },
  ])
  for (const kind of kinds) await jobs.boss.deleteAllJobs(kind)
})

test('a job that failed is told with its tenant, kind and id', async () => {
  relaying()
  work = async () => {
    throw new Error('no')
  }
  const id = await withTenant(app, 'beta', (tx) => enqueue(tx, 'beta', 'pay-out', {}))
  await drained()
  expect(failed).toEqual([{ tenant: 'beta', kind: 'pay-out', id }])
  await jobs.boss.deleteAllJobs('pay-out')
})

describe('a job that fails', () => {
  test('waits for its next try with its reason, and runs at once when an operator says so', async () => {
    relaying()
    work = async () => {
      throw new Error('mail server away')
    }
    const id = await withTenant(app, 'beta', (tx) =>
      enqueue(tx, 'beta', 'send-mail', { secret: 1 }),
    )
    await drained()
    const listed = await listJobs(db, { tenant: 'beta', state: 'retry' })
    expect(listed).toMatchObject([
      { id, kind: 'send-mail', attempts: 1, error: 'Error: mail server away' },
    ])
    expect(JSON.stringify(listed)).not.toContain('secret')
    work = async () => {}
    expect(await retry(id)).not.toBe(null)
    await expect
      .poll(() => runs.map((run) => [run.id, run.attempt]), { timeout: 10_000 })
      .toEqual([
        [id, 1],
        [id, 2],
      ])
  })

  test(
    'goes to the dead letters after 8 tries, and from there round again under its own id',
    { tags: 'long' },
    async () => {
      relaying()
      work = async () => {
        throw new Error('never')
      }
      const id = await withTenant(app, 'beta', (tx) => enqueue(tx, 'beta', 'pay-out', { n: 1 }))
      await drained()
      // Seven failed tries later; waiting for them takes two hours.
      await sql`update pgboss.job set retry_count = 6, start_after = now() where data ->> 'id' = ${id}`.execute(
        db.kysely,
      )
      await expect
        .poll(() => listJobs(db, { state: 'dead' }), { timeout: 10_000 })
        .toMatchObject([
          { id, kind: 'pay-out', tenant: 'beta', attempts: 8, error: 'Error: never' },
        ])
      await drained()
      work = async () => {}
      expect(await retry(id)).not.toBe(null)
      await expect
        .poll(() => runs.at(-1), { timeout: 10_000 })
        .toMatchObject({ id, payload: { n: 1 }, attempt: 1 })
      expect(await retry(id)).toBe(null)
    },
  )
})

test('stopping finishes the jobs in hand', async () => {
  relaying()
  const gate = Promise.withResolvers<void>()
  let finished = false
  work = async () => {
    await gate.promise
    finished = true
  }
  await withTenant(app, 'alpha', (tx) => enqueue(tx, 'alpha', 'send-mail', {}))
  await expect.poll(() => runs.length).toBe(1)
  await relay?.stop()
  relay = null
  const stopping = jobs.stop()
  gate.resolve()
  await stopping
  expect(finished).toBe(true)
  jobs = await start()
  await drained()
  expect(runs).toHaveLength(1)
})

test('what a killed sole worker had in hand starts again at once', async () => {
  await jobs.stop()
  const id = await withTenant(app, 'alpha', (tx) => enqueue(tx, 'alpha', 'send-mail', {}))
  const dead = await start({ workers: false })
  await relayOnce(db, dead.boss)
  expect(await dead.boss.fetch('send-mail')).toHaveLength(1)
  await dead.stop()
  jobs = await start({ soleWorker: true })
  await drained()
  expect(runs.map((run) => [run.id, run.attempt])).toEqual([[id, 2]])
})

test('the queue needs no rights beyond rows: the login owns nothing and is no superuser', async () => {
  const client = new pg.Client({ connectionString: database.appUrl })
  await client.connect()
  const { rows } = await client.query(
    `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
            (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned
       from pg_roles where rolname = current_user`,
  )
  await client.end()
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, owned: 0 },
  ])
})
