import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkNodes } from '../../src/server/db/check-nodes.ts'
import { connect, withTenant } from '../../src/server/db/connection.ts'
import { listen, notify } from '../../src/server/db/notify.ts'
import { lockNamed } from '../../src/server/db/lock-named.ts'
import { addressesOf } from '../../src/server/env/database-addresses.ts'
import { addDatabase, listenedAt, nodesOf } from '../helpers/citus.ts'
import { createTestDatabase, withDatabase, type TestDatabase } from '../helpers/database.ts'
import { loginOf } from '../helpers/process-login.ts'

// What differs between a coordinator and the other nodes (`CITUS=workers`).

const nodes = inject('database').nodes!
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('demo')
})
afterAll(() => database.drop())

const workers = () => addressesOf(nodesOf(database.appUrl))
const asks = async <Row extends pg.QueryResultRow>(url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
const nameOf = () => new URL(database.appUrl).pathname.slice(1)

test('calls go through two workers, and none through the coordinator', () => {
  expect(workers()).toHaveLength(2)
  expect(workers()).not.toContain(database.appUrl)
})

test('rights, policies, triggers, functions and roles are the same on every node', async () => {
  const read = async (node: string) => {
    const url = withDatabase(node, nameOf())
    // Parts of tables stand beside them, with a number.
    const [tables, columns, functions, policies, triggers, roles] = await Promise.all(
      [
        `select relname as name, (select array_agg(a::text order by a::text) from unnest(relacl) a)::text as rights, relrowsecurity, relforcerowsecurity,
           pg_get_userbyid(relowner) as owner, reloptions::text as options from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relname !~ '_[0-9]{6,}$' and relname !~ '^citus_' order by 1`,
        `select attrelid::regclass::text || '.' || attname as name, (select array_agg(a::text order by a::text) from unnest(attacl) a)::text as rights
         from pg_attribute join pg_class c on c.oid = attrelid
         where attacl is not null and relnamespace = 'public'::regnamespace and relname !~ '_[0-9]{6,}$' order by 1`,
        `select oid::regprocedure::text as name, (select array_agg(a::text order by a::text) from unnest(proacl) a)::text as rights, prosecdef, proconfig::text as settings
         from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
        `select tablename, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies where tablename !~ '_[0-9]{6,}$' order by 1, 2`,
        `select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger join pg_class c on c.oid = tgrelid
         where not tgisinternal and relname !~ '_[0-9]{6,}$' order by 1, 2`,
        `select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname like 'zuspruch%' order by 1`,
      ].map((statement) => asks(url, statement)),
    )
    return { tables, columns, functions, policies, triggers, roles }
  }
  const [coordinator, ...others] = await Promise.all(nodes.map(read))
  expect(coordinator!.tables!.length).toBeGreaterThan(100)
  for (const other of others) expect(other).toEqual(coordinator)
})

test('each process’s own login works at every node, sees its tenant alone, and lacks there what it lacks', async () => {
  for (const worker of workers()) {
    const db = connect(loginOf(worker, 'web'))
    const accounts = await withTenant(db, 'bgv', (tx) =>
      tx.selectFrom('accounts').select('tenant').distinct().execute(),
    )
    expect(accounts).toEqual([{ tenant: 'bgv' }])
    await expect(
      withTenant(db, 'bgv', (tx) => tx.deleteFrom('payouts').where('tenant', '=', 'bgv').execute()),
    ).rejects.toThrow('permission denied')
    await db.close()
  }
})

test('tables of the coordinator and of all nodes are read from any, and what one node commits is there at the others', async () => {
  const [one, other] = workers() as [string, string]
  for (const url of [one, other]) {
    expect(
      (await asks(url, 'select count(*)::int as many from kysely_migration'))[0]!['many'],
    ).toBeGreaterThan(10)
    await asks(url, 'select from clock')
    await asks(url, 'select from secret_keys')
  }
  const [first, second] = [connect(one), connect(other)]
  await withTenant(first, 'telko', (tx) =>
    tx.updateTable('accounts').set({ first_name: 'Zwei' }).where('tenant', '=', 'telko').execute(),
  )
  const names = await withTenant(second, 'telko', (tx) =>
    tx
      .selectFrom('accounts')
      .select('first_name')
      .distinct()
      .where('tenant', '=', 'telko')
      .execute(),
  )
  expect(names).toEqual([{ first_name: 'Zwei' }])
  await Promise.all([first.close(), second.close()])
})

test('whoever listens hears of a commit on every node, once', async () => {
  const heard: string[] = []
  let connected = 0
  const places = listenedAt(database.appUrl)
  const listener = listen(
    places,
    { zuspruch_tenants: (code) => heard.push(code) },
    () => (connected += 1),
  )
  await expect.poll(() => connected).toBe(3)
  for (const [at, url] of places.entries()) {
    const db = connect(url)
    await withTenant(db, 'bgv', (tx) => notify(tx, 'zuspruch_tenants', `node ${at}`))
    await expect(
      withTenant(db, 'bgv', async (tx) => {
        await notify(tx, 'zuspruch_tenants', 'taken back')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await db.close()
  }
  await expect.poll(() => heard.toSorted()).toEqual(['node 0', 'node 1', 'node 2'])
  await listener.close()
})

test('a lock by name holds whichever node it was taken through', async () => {
  const all = listenedAt(database.appUrl).map((url) => connect(url))
  let inside = 0
  const most: number[] = []
  await Promise.all(
    [...all, ...all, ...all].map((db) =>
      withTenant(db, 'standard', async (tx) => {
        await lockNamed(tx, 'standard', 'one at a time')
        most.push((inside += 1))
        await tx.selectFrom('tenants').select('tenant').where('tenant', '=', 'standard').execute()
        inside -= 1
      }),
    ),
  )
  expect(most).toEqual(Array.from({ length: 9 }, () => 1))
  await Promise.all(all.map((db) => db.close()))
})

test('addresses of one database are taken, those of another one or of none with Citus are refused with one sentence', async () => {
  const warned: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warned.push(words) }
  await checkNodes(nodesOf(database.appUrl), database.appUrl, log)
  const strange = await addDatabase(nodes, 'strange', { extension: false })
  try {
    for (const [url, queue] of [
      [nodesOf(database.appUrl), strange.appUrl],
      [strange.appUrl, database.appUrl],
    ] as const)
      await expect(checkNodes(url, queue, log)).rejects.toThrow(
        /are not nodes of one database with Citus .*Many nodes\.$/,
      )
    expect(warned).toEqual([])
    const gone = database.appUrl.replace(new URL(database.appUrl).host, '127.0.0.1:1')
    await expect(checkNodes(gone, database.appUrl, log)).rejects.toThrow(
      'No address of DATABASE_URL can be reached.',
    )
    expect(warned).toEqual([[{ node: '127.0.0.1:1' }, 'node does not answer']])
  } finally {
    await strange.drop()
  }
})
