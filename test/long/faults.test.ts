import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeRegistration, createReferral } from '../../scripts/demo-people.ts'
import {
  answersOk,
  embeddedUrls,
  makeDataDir,
  removeDataDir,
  startApp,
  type RunningApp,
} from '../../scripts/start-app.ts'
import { addressName } from '../../src/server/access/prove-address.ts'
import { hashToken, makeKeys } from '../../src/server/base/keys.ts'
import { issueToken } from '../../src/server/base/token-store.ts'
import { connect, withTenant } from '../../src/server/db/connection.ts'
import { checkBooks, countUnfinished, describeUnpaid } from './check-books.ts'
import { startLoad, type Collectable, type Load, type Person } from './fault-load.ts'
import { isWhole } from '../helpers/whole.ts'
import { makeRandom, readSeed } from './random.ts'

const faultsOfEach = isWhole ? 10 : 4
const owners = 8
const seed = readSeed()
const random = makeRandom(seed)
const dataDir = makeDataDir()
let app: RunningApp
let load: Load
const started = performance.now()
const note = (text: string) =>
  process.stdout.write(
    `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}\n`,
  )

const keys = () => makeKeys([readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()])

async function withOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: embeddedUrls(dataDir).ownerUrl,
    connectionTimeoutMillis: 2_000,
  })
  // A connection may break while nobody waits for it: that is what this test is about.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function makeApiKey(): Promise<string> {
  const db = connect(embeddedUrls(dataDir).appUrl, { max: 1 })
  const issued = await withTenant(db, 'standard', (tx) =>
    issueToken(tx, keys(), 'standard', {
      kind: 'api-key',
      subject: 'fault run',
      now: Temporal.Now.instant(),
      expiresAt: Temporal.Now.instant().add({ hours: 24 }),
      uses: null,
    }),
  )
  await db.close()
  return issued.text
}

/** Who reads the mails has these links; taken from the table, because the inbox dies with the server. */
function listCollectable(): Promise<Collectable[]> {
  const secret = keys()
  return withOwner(async (client) => {
    const { rows } = await client.query<{
      reward_id: string
      token_id: string
      key_id: string
      email: string
    }>(`
      select reward_id, token_id, key_id, coalesce(recipients.email, accounts.email) as email
      from rewards join tokens on tokens.tenant = rewards.tenant
        and tokens.kind = 'reward' and tokens.subject = rewards.reward_id::text
      left join recipients on recipients.tenant = rewards.tenant and recipients.number = rewards.recipient_number
      left join accounts on accounts.tenant = rewards.tenant and accounts.account_id = rewards.account_id
      where rewards.tenant = 'standard' and rewards.state = 'provided' order by rewards.created_at limit 20`)
    const found: Collectable[] = []
    for (const row of rows) {
      const proof = randomBytes(32).toString('base64url')
      await client.query(
        `insert into tokens (tenant, token_id, kind, subject, hash, key_id, details, created_at, expires_at, uses_left)
         values ('standard', $1, 'address-proof', $2, $3, $4, jsonb_build_object('provedAt', now()), now(), now() + interval '75 minutes', 5)`,
        [randomUUID(), secret.lookup(addressName(row.email)), hashToken(proof), secret.newestId],
      )
      found.push({
        rewardId: row.reward_id,
        token: secret.token(row.token_id, row.key_id),
        cookie: `zs_address=${proof}`,
      })
    }
    return found
  }).catch(() => [])
}

function listOpenBatches(): Promise<string[]> {
  return withOwner(async (client) => {
    const { rows } = await client.query<{ batch_id: string }>(
      `select distinct batch_id from payouts where state = 'in-transit'`,
    )
    return rows.map((row) => row.batch_id)
  }).catch(() => [])
}

beforeAll(async () => {
  note(`seed ${seed}`)
  app = await startApp({ dataDir })
  // Cash is due at once, so that payouts run as well; everything else is as delivered.
  await withOwner(async (client) => {
    await client.query(
      `update tenants set config = jsonb_set(config, '{payoutDays}', '0') where tenant = 'standard'`,
    )
    await client.query(`select pg_notify('zuspruch_tenants', '')`)
  })
  const people: Person[] = await Promise.all(
    Array.from({ length: owners }, async (_, index) => {
      const email = `owner-${index}@fault.example`
      await createReferral(app.origin, index, email)
      return { email, token: await completeRegistration(app.origin, index, email) }
    }),
  )
  load = startLoad({
    origin: () => app.origin,
    random,
    owners: people,
    apiKey: await makeApiKey(),
    listCollectable,
    listOpenBatches,
  })
}, 120_000)

afterAll(async () => {
  await load?.stop()
  await app?.stop()
  removeDataDir(dataDir)
})

async function killServer(): Promise<string> {
  await app.kill()
  // The same port: whoever has a link tries again there.
  app = await startApp({ dataDir, port: app.port })
  return `server killed, ready again after ${Math.round(app.readyAfterMs)} ms`
}

/** Kills the postmaster, or one of its backends, which makes the others go down and recover as well. */
async function killPostgres(): Promise<string> {
  const { pid } = embeddedUrls(dataDir)
  const backends = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === pid,
  )
  const backend = random() < 0.4 ? Number(backends[Math.floor(random() * backends.length)]) : 0
  const since = performance.now()
  process.kill(backend || pid, 'SIGKILL')
  await untilServed(since + 60_000)
  expect(app.child.exitCode, 'the server lives on when its database dies').toBeNull()
  return `${backend ? 'a process of PostgreSQL' : 'PostgreSQL'} killed, served again after ${Math.round(performance.now() - since)} ms`
}

function parentOf(pid: string): number {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** Ready, and somebody new was told that a referral exists. */
async function untilServed(deadline: number): Promise<void> {
  const before = load.told.created.size
  while (!(await answersOk(`${app.origin}/health/ready`)) || load.told.created.size <= before) {
    if (performance.now() > deadline)
      throw new Error(`not served again within a minute (seed ${seed}):\n${app.output()}`)
    await wait(50)
  }
}

function shuffle<T>(values: T[]): T[] {
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

test(`kills of the server and of PostgreSQL under load lose and double nothing that was acknowledged (SEED=${seed})`, async () => {
  const faults = shuffle([
    ...Array<typeof killServer>(faultsOfEach).fill(killServer),
    ...Array<typeof killPostgres>(faultsOfEach).fill(killPostgres),
  ])
  for (const [index, fault] of faults.entries()) {
    await wait(400 + random() * 2_000)
    const said = await fault()
    await untilServed(performance.now() + 60_000)
    const problems = await checkBooks(dataDir, load.told)
    note(
      `${index + 1}. ${said}; ${load.told.created.size} creations, ${load.told.collected.size} collections, ${load.told.batches.size} batches`,
    )
    expect(
      [...problems, ...load.problems],
      `seed ${seed}, after fault ${index + 1}: ${said}`,
    ).toEqual([])
  }
  await load.finish()
  const deadline = performance.now() + 90_000
  let left = await countUnfinished(dataDir)
  while (Object.values(left).some((count) => count > 0) && performance.now() < deadline) {
    // A job that failed waits for minutes until it is tried again; like an operator's "jobs retry".
    await withOwner((client) =>
      client.query(`update pgboss.job set start_after = now() where state = 'retry'`),
    )
    await wait(500)
    left = await countUnfinished(dataDir)
  }
  await load.stop()
  const { told } = load
  const clicks = [...told.clicked.values()].reduce((sum, count) => sum + count, 0)
  note(
    `${told.created.size} creations, ${clicks} clicks, ${told.recipients.size} recipients, ${told.released.size} orders, ${told.collected.size} collections, ${told.executed.size} batches; ${told.cutOff} cut off, ${told.unavailable} told to try later`,
  )
  const unpaid = await describeUnpaid(dataDir)
  expect(
    left,
    `seed ${seed}: every mail is sent and every reward is paid in the end\n${[...unpaid, ...load.problems].join('\n')}`,
  ).toEqual({
    outbox: 0,
    mails: 0,
    rewards: 0,
    reportedOrders: 0,
  })
  expect(
    [...(await checkBooks(dataDir, told)), ...load.problems],
    `seed ${seed}, at the end`,
  ).toEqual([])
  expect(
    told.unavailable,
    'while the database was away people were told to try later',
  ).toBeGreaterThan(0)
  expect(told.released.size, 'orders were released').toBeGreaterThan(faultsOfEach / 2)
  expect(told.collected.size, 'rewards were collected').toBeGreaterThan(faultsOfEach / 2)
  expect(told.executed.size, 'batches were paid').toBeGreaterThan(faultsOfEach / 4)
})
