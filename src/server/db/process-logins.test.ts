import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeActors, makeApiKey, type Actors } from '../../../test/helpers/actors.ts'
import { loginOf, type ProcessLogin } from '../../../test/helpers/process-login.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { issueToken, type TokenKind } from '../base/token-store.ts'
import type { MailGateway } from '../gateways/mail/mail-gateway.ts'
import { runSweeps } from '../run-sweeps.ts'
import { startJobs } from '../start-jobs.ts'
import { checkDatabase } from './check-database.ts'
import { connect, withTenant, type Database } from './connection.ts'
import { migrate } from './migrate.ts'
import { processRoles } from './process-rights.ts'

// Web, worker and command line with a login each. The command line's tests run with its own (cli/installation.test-helper.ts).

let server: TestServer
let actors: Actors
const logins = {} as Record<ProcessLogin, Database>
beforeAll(async () => {
  server = await startTestServer({ calledBy: 'web' })
  for (const name of ['web', 'worker', 'cli'] as const)
    logins[name] = connect(loginOf(server.database.appUrl, name), { max: 4 })
  actors = await makeActors(server)
})
afterAll(async () => {
  for (const db of Object.values(logins)) await db.close()
  await server.stop()
})

const roles = Object.entries(processRoles)

async function asOwner<T extends pg.QueryResultRow>(statement: string): Promise<T[]> {
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<T>(statement)
  await owner.end()
  return rows
}

/** Rights by table and, for updates, column: `table right column`. */
async function rightsOf(role: string): Promise<Set<string>> {
  const rows = await asOwner<{ name: string }>(`
    select format('%s %s', c.relname, r) as name
    from pg_class c, unnest(array['select', 'insert', 'delete', 'truncate']) r
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and case when r in ('select', 'insert') then has_any_column_privilege('${role}', c.oid, r) else has_table_privilege('${role}', c.oid, r) end
    union all
    select format('%s update %s', c.relname, a.attname)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_column_privilege('${role}', c.oid, a.attnum, 'update')
    union all
    select format('%s execute', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('${role}', p.oid, 'execute')`)
  return new Set(rows.map(({ name }) => name))
}

test.each(roles)(
  '%s has what the app has, but for what it lacks by the list, and each line of the list takes something away',
  async (role, lacks) => {
    const [app, own] = [await rightsOf('zuspruch_app'), await rightsOf(role)]
    expect([...own].filter((right) => !app.has(right))).toEqual([])
    const gone = [...app].filter((right) => !own.has(right))
    const listed = [
      ...lacks.insert.map((table) => `${table} insert`),
      ...lacks.update.map((table) => `${table} update`),
      ...lacks.delete.map((table) => `${table} delete`),
      ...Object.entries(lacks.columns ?? {}).flatMap(([table, columns]) =>
        columns.map((column) => `${table} update ${column}`),
      ),
    ]
    const isOf = (right: string, line: string) => right === line || right.startsWith(`${line} `)
    expect(gone.filter((right) => !listed.some((line) => isOf(right, line)))).toEqual([])
    expect(listed.filter((line) => !gone.some((right) => isOf(right, line)))).toEqual([])
    await checkDatabase(
      loginOf(server.database.appUrl, role.replace('zuspruch_', '') as ProcessLogin),
    )
  },
)

test('the end of a migration puts right what somebody granted or took by hand, and changes nothing else', async () => {
  const before = await rightsOf('zuspruch_worker')
  await asOwner(
    'grant insert on payout_approvals to zuspruch_worker; revoke insert on mails from zuspruch_worker',
  )
  await asOwner('drop trigger not_by_zuspruch_worker on tokens')
  await migrate(server.database.ownerUrl)
  expect(await rightsOf('zuspruch_worker')).toEqual(before)
  const places = () =>
    asOwner(`select relname, xmin from pg_class where relacl is not null order by 1`)
  const kept = await places()
  await migrate(server.database.ownerUrl)
  expect(await places()).toEqual(kept)
})

describe('each does its work', () => {
  test('calls of every kind of person by a web process, and what follows from them by a worker, to the last mail and for years', async () => {
    // Everything of beforeAll was called by the web's login; here a person collects and changes.
    const { status } = await server.call('PUT', '/standard/empfehler/bankdaten', {
      token: actors.tokens.user,
      body: { Kontoinhaber: 'Erste Kontoinhaberin', Iban: 'DE02120300000000202051' },
    })
    expect(status).toBe(200)
    const lines: { level: number; msg: string }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
    const deps = { ...server.deps, db: logins.worker, log: pino({ level: 'warn' }, { write }) }
    const sent: string[] = []
    const mailer: MailGateway = {
      send: async ({ to }) => void sent.push(to),
      close: () => undefined,
    }
    const url = loginOf(server.database.appUrl, 'worker')
    const jobs = await startJobs(deps, { url, mailer, works: true, soleWorker: true })
    try {
      await jobs.drain()
      expect(sent.length).toBeGreaterThan(10)
      for (const duration of ['PT1M', 'P40D', 'P400D', 'P4000D']) {
        server.clock.advance(duration)
        await runSweeps(deps)
        await jobs.drain()
      }
    } finally {
      await jobs.stop()
    }
    expect(lines).toEqual([])
  })
})

describe('is refused by the database', () => {
  const run = (process: ProcessLogin, statement: ReturnType<typeof sql>) =>
    withTenant(logins[process], 'standard', (tx) => statement.execute(tx))

  test.each([
    ['web', sql`insert into payouts select * from payouts where false`],
    ['web', sql`insert into payout_batches select * from payout_batches where false`],
    ['web', sql`delete from payouts`],
    ['web', sql`delete from consent_proofs`],
    ['web', sql`delete from bank_lines`],
    ['web', sql`update tokens set hash = ''`],
    ['worker', sql`insert into payout_approvals select * from payout_approvals where false`],
    ['worker', sql`insert into operator_grants select * from operator_grants where false`],
    ['worker', sql`update operator_grants set role = role`],
    ['worker', sql`insert into accounts default values`],
    ['worker', sql`update accounts set password_hash = ''`],
    ['worker', sql`update accounts set email = 'mine@post.example'`],
    ['worker', sql`update bank_accounts set holder = 'Mine'`],
    ['worker', sql`update tokens set kind = 'user-session'`],
    ['cli', sql`insert into referrals select * from referrals where false`],
    ['cli', sql`insert into consents select * from consents where false`],
    ['cli', sql`insert into bank_accounts select * from bank_accounts where false`],
    ['cli', sql`delete from outbox`],
  ] as const)('%s: %#', async (process, statement) => {
    await expect(run(process, statement)).rejects.toThrow(/permission denied/)
  })

  const issue = (process: ProcessLogin, kind: TokenKind) =>
    withTenant(logins[process], 'standard', (tx) =>
      issueToken(tx, server.deps.keys, 'standard', {
        kind,
        subject: 'somebody',
        now: server.clock.now(),
        expiresAt: server.clock.now().add({ hours: 1 }),
        uses: null,
      }),
    )

  test('a session by worker or command line, and a key or an operator’s token by a worker; links they send as before', async () => {
    for (const [process, kinds] of [
      ['worker', ['user-session', 'operator-session', 'api-key', 'operator-token', 'admin-login']],
      ['cli', ['user-session', 'agency-session', 'partner-session', 'operator-session']],
    ] as const)
      for (const kind of kinds)
        await expect(issue(process, kind), `${process} ${kind}`).rejects.toThrow(/issues no token/)
    for (const process of ['worker', 'cli'] as const) await issue(process, 'set-password')
    await issue('web', 'user-session')
    await issue('cli', 'api-key')
    expect(await makeApiKey(server, 'standard')).not.toBe('')
  })
})
