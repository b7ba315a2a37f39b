import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { StartError } from '../env/start-error.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { chooseUser } from './embedded/choose-user.ts'
import { findBinaries } from './embedded/find-binaries.ts'
import { markOf } from './embedded/identify-process.ts'
import { clusterIn, initCluster } from './embedded/init-cluster.ts'

let folder = ''
let dataDir = ''
let made = ''
let running: EmbeddedDatabase[] = []
const lines: string[] = []
const note = (line: string) => void lines.push(line)

const start = async () => {
  const database = await startEmbeddedDatabase({
    dataDir,
    log: { info: note, warn: note, debug: note },
  })
  running.push(database)
  return database
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

// A process that ended counts as gone even where nobody collects it.
const isAlive = (pid: number) => markOf(pid) !== null

// Making a cluster takes seconds, so the tests that leave it whole share this one.
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'zuspruch-db-'))
  dataDir = join(made, 'data')
  await (await start()).stop()
  running = []
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zuspruch-db-'))
  dataDir = folder
  lines.length = 0
})
const useMade = () => void (dataDir = join(made, 'data'))
afterEach(async () => {
  for (const database of running) await database.stop()
  running = []
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

test('it is PostgreSQL 18 with UTF-8, durable commits and a login without special rights', async () => {
  useMade()
  const { appUrl, ownerUrl } = await start()
  const settings = `select current_setting('server_version_num')::int / 10000 as version,
    current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as commits, current_setting('listen_addresses') as listens,
    current_setting('TimeZone') as zone, 'ä' < 'z' as sorted, upper('ß') || upper('ü') as upper`
  expect(await query(appUrl, settings)).toEqual([
    {
      version: 18,
      encoding: 'UTF8',
      fsync: 'on',
      commits: 'on',
      listens: '127.0.0.1',
      zone: 'UTC',
      sorted: false,
      upper: 'ßÜ',
    },
  ])
  const login = `select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication
    from pg_roles where rolname = current_user`
  expect(await query(appUrl, login)).toEqual([
    {
      rolname: 'zuspruch_app',
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
    },
  ])
  expect(
    await query(ownerUrl, 'select rolsuper from pg_roles where rolname = current_user'),
  ).toEqual([{ rolsuper: true }])
  await expect(query(appUrl, 'create table x (y int)')).rejects.toThrow(/permission denied/)
  await expect(query(appUrl.replace(/:[^:@]*@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
})

test('passwords are kept for the owner alone and written to no log', { tags: 'long' }, async () => {
  await start()
  const path = join(dataDir, 'database-passwords')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  for (const password of Object.values(JSON.parse(readFileSync(path, 'utf8')))) {
    expect(lines.join('\n')).not.toContain(password)
  }
  expect(readdirSync(dataDir).toSorted()).toEqual([
    'database-passwords',
    'instance.lock',
    'postgres',
  ])
})

test('a second start keeps the data and takes under a second', { tags: 'long' }, async () => {
  useMade()
  const first = await start()
  await query(first.ownerUrl, 'create table first_kept as select 42 as answer')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  // The best of three, since this is about PostgreSQL and not about its neighbours.
  let fastest = Infinity
  for (let round = 0; round < 3; round++) {
    const before = performance.now()
    const second = await start()
    fastest = Math.min(fastest, performance.now() - before)
    expect(await query(second.ownerUrl, 'select answer from first_kept')).toEqual([{ answer: 42 }])
    await second.stop()
  }
  expect(fastest).toBeLessThan(1000)
})

test('killed PostgreSQL comes back on the same address with everything that was committed', async () => {
  useMade()
  const database = await start()
  await query(database.ownerUrl, 'create table kept as select 1 as answer')
  for (let round = 0; round < 2; round++) {
    const { pid } = database
    process.kill(pid, 'SIGKILL')
    const answer = () => query(database.ownerUrl, 'select answer from kept').catch(() => null)
    await expect
      .poll(() => database.pid !== pid && answer(), { timeout: 15_000 })
      .toEqual([{ answer: 1 }])
  }
})

test('a second instance on the same DATA_DIR is refused while the first lives, and welcome after it', async () => {
  useMade()
  const first = await start()
  await expect(start()).rejects.toThrow(
    new RegExp(`^DATA_DIR .* is in use by process ${process.pid}: stop that one`),
  )
  expect(await query(first.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
  await start()
})

test('after kill -9 of the app, the next start takes over at once and has the data', async () => {
  useMade()
  const script = `
    import { startEmbeddedDatabase } from ${JSON.stringify(new URL('./embedded-database.ts', import.meta.url).href)}
    const log = { info() {}, warn() {}, debug() {} }
    const database = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, log })
    console.log(JSON.stringify({ url: database.ownerUrl, pid: database.pid }))
    setInterval(() => {}, 1000)
  `
  const app = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said = await new Promise<string>((done) =>
    app.stdout.once('data', (text) => done(String(text))),
  )
  const first = JSON.parse(said) as { url: string; pid: number }
  await query(first.url, 'create table app_kept as select 7 as answer')
  const gone = new Promise((done) => app.once('exit', done))
  app.kill('SIGKILL')
  await gone
  const second = await start()
  expect(isAlive(first.pid)).toBe(false)
  expect(await query(second.ownerUrl, 'select answer from app_kept')).toEqual([{ answer: 7 }])
})

test('a pid file that names a living stranger does not stop the start', async () => {
  useMade()
  await (await start()).stop()
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(
    path,
    `${process.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n\n`,
  )
  await start()
})

test('a lock of a process that is gone, or whose number another one has now, is taken over', async () => {
  useMade()
  for (const claim of ['999999 boot 1\n', `${process.pid} another-boot 12\n`, 'garbage', '']) {
    writeFileSync(join(dataDir, 'instance.lock'), claim)
    await (await start()).stop()
  }
})

test(
  'a first start that was killed while it made the cluster does not harm the next one',
  { tags: 'long' },
  async () => {
    mkdirSync(join(dataDir, 'postgres.new-abc', 'cluster', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres.new-abc', 'password'), 'x')
    await start()
    expect(existsSync(join(dataDir, 'postgres.new-abc'))).toBe(false)
  },
)

test(
  'a damaged cluster, lost passwords and a place that is no folder are one sentence each',
  { tags: 'long' },
  async () => {
    const refusal = () =>
      start().then(
        () => null,
        (error: unknown) => error,
      )
    await (await start()).stop()
    const control = join(dataDir, 'postgres', 'global', 'pg_control')
    const kept = readFileSync(control)
    writeFileSync(control, Buffer.alloc(kept.length))
    const damaged = await refusal()
    writeFileSync(control, kept)
    rmSync(join(dataDir, 'database-passwords'))
    const lost = await refusal()
    rmSync(dataDir, { recursive: true })
    writeFileSync(dataDir, '')
    const file = await refusal()
    for (const error of [damaged, lost, file]) expect(error).toBeInstanceOf(StartError)
    expect(String(damaged)).toMatch(/cannot be started \(.+\): restore the folder/)
    expect(String(lost)).toMatch(/database-passwords is missing or damaged/)
    expect(String(file)).toMatch(/a part of the path is a file/)
    for (const error of [damaged, lost, file]) expect(String(error)).not.toContain('\n')
  },
)

test.skipIf(process.getuid?.() !== 0)(
  'root may keep its data in a folder that nobody else may enter',
  async () => {
    chmodSync(dataDir, 0o700)
    dataDir = join(dataDir, 'deep')
    const database = await start()
    expect(await query(database.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    const status = readFileSync(`/proc/${database.pid}/status`, 'utf8')
    expect(status).not.toMatch(/^Uid:\s+0\s/m)
  },
)

test.runIf(process.getuid?.() === 0)(
  'root can keep project and data in a folder that no one else may enter',
  async () => {
    const { postgres } = await findBinaries()
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    cpSync(dirname(dirname(postgres)), join(closed, 'native'), { recursive: true })
    const programs = join(closed, 'native', 'bin')
    const runAs = chooseUser(clusterIn(closed), join(programs, 'postgres'))
    expect(runAs.prefix[0]).toBe('setpriv')
    await initCluster(closed, join(programs, 'initdb'), runAs, 'a password')
    expect(existsSync(join(clusterIn(closed), 'PG_VERSION'))).toBe(true)
  },
)
