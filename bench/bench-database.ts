import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { codeFrom } from '../src/domain/numbers.ts'
import { startSession } from '../src/server/access/start-session.ts'
import { agencyUser } from '../src/server/agency/agency-user.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { startEmbeddedDatabase } from '../src/server/db/embedded-database.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { demoTenants } from '../src/server/demo/demo-tenants.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { installQueue } from '../src/server/jobs/install-queue.ts'
import { issueToken } from '../src/server/base/token-store.ts'
import { fillReferrals } from './fill-referrals.ts'
import { makeDeps } from './make-deps.ts'

export type BenchDatabase = {
  ownerUrl: string
  appUrl: string
  queueUrl?: string // of several nodes
}

export type Cluster = {
  /** A migrated and seeded database with `referrals` referrals, 20 per account. */
  create: (name: string, referrals: number) => Promise<BenchDatabase>
  /** One that an earlier run filled in a folder that was kept, migrated to the present schema. */
  find: (name: string) => Promise<BenchDatabase | undefined>
  stop: () => Promise<void>
}

/** Starts PostgreSQL as the app does, durable settings included; refuses to measure any other commit mode. */
export async function startCluster(dataDir: string): Promise<Cluster> {
  const database = await startEmbeddedDatabase({
    dataDir,
    log: { info: () => {}, warn: (line) => process.stderr.write(`${line}\n`), debug: () => {} },
  })
  await migrate(database.ownerUrl)
  await installQueue(database.ownerUrl)
  await seed(database.appUrl)
  for (const setting of ['fsync', 'synchronous_commit']) {
    const value = await readOne<string>(database.ownerUrl, `select current_setting('${setting}')`)
    if (value !== 'on') throw new Error(`${setting} is ${value}: nothing would be durable`)
  }
  return {
    async create(name, referrals) {
      await run(withDatabase(database.ownerUrl, 'postgres'), [
        `drop database if exists ${name}`, // of a run before, in a folder that is kept
        `create database ${name} template zuspruch`,
      ])
      const ownerUrl = withDatabase(database.ownerUrl, name)
      await fillReferrals(ownerUrl, referrals)
      return { ownerUrl, appUrl: withDatabase(database.appUrl, name) }
    },
    async find(name) {
      const known = `select count(*)::int from pg_database where datname = '${name}'`
      if ((await readOne<number>(database.ownerUrl, known)) === 0) return undefined
      const ownerUrl = withDatabase(database.ownerUrl, name)
      await migrate(ownerUrl)
      return { ownerUrl, appUrl: withDatabase(database.appUrl, name) }
    },
    stop: database.stop,
  }
}

/** The demo tenants, without captcha: its work is the visitor's, not the server's. */
async function seed(appUrl: string): Promise<void> {
  const deps = makeDeps(appUrl, { log: 'silent' })
  const captcha = { afterCreationsPerHour: 1_000_000_000 }
  await seedDemo(
    deps,
    demoTenants.map((demo) => ({ ...demo, tenant: { ...demo.tenant, captcha } })),
  )
  await deps.db.close()
}

/** The tables of clicks without row security and foreign keys: the durable minimum of their baseline. */
export const prepareBareClicks = ({ ownerUrl }: BenchDatabase) =>
  run(ownerUrl, [
    'create table bench_clicks (like clicks including all)',
    'create table bench_referrals (like referrals including all)',
    `insert into bench_referrals overriding user value select * from referrals`,
    'grant select, insert on bench_clicks, bench_referrals to zuspruch_app',
    'vacuum analyze bench_referrals',
  ])

/** A table as the audit log, to which the app's login inserts plain rows: without order or hashes. */
export const prepareBareAudit = ({ ownerUrl }: BenchDatabase) =>
  run(ownerUrl, [
    'create table bench_audit (like audit_log including defaults)',
    'alter table bench_audit add primary key (tenant, audit_id)',
    'create index on bench_audit (tenant, subject_kind, subject_id)',
    'grant select, insert on bench_audit to zuspruch_app',
  ])

/** A session of the account that owns 20 referrals in either table size. */
export async function openBenchSession({ appUrl, ownerUrl }: BenchDatabase): Promise<string> {
  const accountId = await readOne<string>(
    ownerUrl,
    `select account_id::text from accounts where email = 'bulk7@bench.example'`,
  )
  const deps = makeDeps(appUrl, { log: 'silent' })
  const now = deps.clock.realNow()
  const { text } = await withTenant(deps.db, 'standard', (tx) =>
    issueToken(tx, deps.keys, 'standard', {
      kind: 'user-session',
      subject: accountId,
      now,
      expiresAt: now.add({ hours: 24 }),
      uses: null,
    }),
  )
  await deps.db.close()
  return text
}

/** A session of the owner of the agency that fillReports makes. */
export async function openAgencySession({ appUrl, ownerUrl }: BenchDatabase): Promise<string> {
  const owner = await readOne<string>(
    ownerUrl,
    `select user_id::text from agency_users where tenant = 'bgv' and email = 'mess0@bench.example'`,
  )
  const deps = makeDeps(appUrl, { log: 'silent' })
  const { token } = await withTenant(deps.db, 'bgv', (tx) =>
    startSession(tx, deps, 'bgv', agencyUser, owner),
  )
  await deps.db.close()
  return token
}

export const listNumbers = (database: BenchDatabase, count: number) =>
  listReferrals(database, 'number', count)

export const listReferrals = (database: BenchDatabase, by: 'number' | 'code', count: number) =>
  readOne<string[]>(
    database.ownerUrl,
    `select array_agg(${by}) from (select ${by} from referrals where tenant = 'standard' order by number limit ${count})`,
  )

/** Gives that many referrals codes as people get them, with their check character: filled ones have none. */
export const giveCodes = (database: BenchDatabase, count: number) => {
  const codes = Array.from({ length: count }, () => `'${codeFrom(randomBytes(5))}'`)
  return run(database.ownerUrl, [
    `update referrals set code = given.code
     from (select tenant, number, row_number() over () as place from referrals where tenant = 'standard' order by number limit ${count}) one
       join unnest(array[${codes.join()}]) with ordinality as given (code, place) using (place)
     where referrals.tenant = one.tenant and referrals.number = one.number`,
  ])
}

export const countRows = (database: BenchDatabase, table: string) =>
  readOne<number>(database.ownerUrl, `select count(*)::int from ${table}`)

async function readOne<T>(url: string, statement: string): Promise<T> {
  const [row] = await run(url, [statement])
  return Object.values(row ?? {})[0] as T
}

async function run(url: string, statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements)
      rows = (await client.query<Record<string, unknown>>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
