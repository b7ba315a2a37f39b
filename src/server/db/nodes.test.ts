import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { openGate, type Gate } from '../../../test/helpers/node-gate.ts'
import { connect, withTenant, type Database } from './connection.ts'

// Nodes that come and go: two ways to one server, which has what they are asked for (the metadata of Citus, here a table of one row).

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('demo')
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  if (!(await owner.query(`select to_regclass('pg_dist_partition') as there`)).rows[0].there)
    for (const statement of [
      'create table public.pg_dist_partition (logicalrelid oid)',
      `insert into public.pg_dist_partition select 'public.tenants'::regclass`,
      'grant select on public.pg_dist_partition to zuspruch_app',
    ])
      await owner.query(statement)
  await owner.end()
})
afterAll(() => database.drop())

let gates: [Gate, Gate]
let db: Database
const heard: string[] = []
beforeEach(async () => {
  gates = [await openGate(database.appUrl), await openGate(database.appUrl)]
  heard.length = 0
  const url = new URL(database.appUrl)
  db = connect(database.appUrl.replace(`@${url.host}/`, `@${gates[0].host},${gates[1].host}/`), {
    onNode: (place, answers) => heard.push(`${nameOf(place)} ${answers ? 'answers' : 'is silent'}`),
  })
})
afterEach(async () => {
  await db.close()
  for (const gate of gates) await gate.shut()
})

const nameOf = (place: string) => (place === gates[0].host ? 'first' : 'second')
const look = () =>
  withTenant(db, 'bgv', async (tx) => {
    const { rows } = await sql<{ tenant: string }>`select tenant from tenants`.execute(tx)
    return rows.map(({ tenant }) => tenant)
  })
const lookAtOnce = (times: number) => Promise.all(Array.from({ length: times }, look))
const wait = (text: string) => expect.poll(() => heard, { timeout: 20_000 }).toContain(text)

test('ten connections are spread over both, with one to each that asks whether it answers', async () => {
  expect(new Set((await lookAtOnce(30)).flat())).toEqual(new Set(['bgv']))
  expect(gates.map((gate) => gate.count())).toEqual([6, 6])
})

describe('a node that', () => {
  test('refuses is passed over, nobody’s work fails, and what comes next goes there again when it is back', async () => {
    await gates[0].shut()
    await lookAtOnce(30)
    await wait('first is silent')
    expect(gates.map((gate) => gate.count())).toEqual([0, 11])
    await gates[0].open()
    await wait('first answers')
    // Of ten on the other none is needed any more.
    const held = await Promise.all(Array.from({ length: 5 }, () => db.pool.connect()))
    for (const client of held) client.release(true)
    await lookAtOnce(30)
    expect(gates[0].count()).toBe(6)
  })

  test('ends in the middle fails the work in hand there alone', async () => {
    await lookAtOnce(30)
    const held = await Promise.all(Array.from({ length: 10 }, () => db.pool.connect()))
    for (const client of held) client.on('error', () => undefined)
    await gates[1].shut()
    const asked = await Promise.allSettled(held.map((client) => client.query('select 1')))
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(5)
    for (const client of held) client.release()
    await lookAtOnce(30)
  })

  test('falls silent ends its connections within seconds, also those whose answer somebody waits for', async () => {
    await lookAtOnce(30)
    const held = await Promise.all(Array.from({ length: 10 }, () => db.pool.connect()))
    for (const client of held) client.on('error', () => undefined)
    gates[1].silence()
    const began = performance.now()
    const asked = await Promise.allSettled(held.map((client) => client.query('select 1')))
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(5)
    // A query alone would wait for half a minute.
    expect(performance.now() - began).toBeLessThan(15_000)
    for (const client of held) client.release()
    await lookAtOnce(30)
    expect(heard).toEqual(['second is silent'])
  })

  test('lacks the tables of tenants is none, until it has them', async () => {
    await db.close()
    const other = new URL(database.appUrl)
    other.pathname = '/postgres'
    const stranger = connect(
      database.appUrl.replace(
        `@${other.host}/${new URL(database.appUrl).pathname.slice(1)}`,
        `@${gates[0].host},${gates[1].host}/postgres`,
      ),
      { onNode: (place, answers) => heard.push(`${nameOf(place)} ${answers}`) },
    )
    await expect.poll(() => heard.toSorted()).toEqual(['first false', 'second false'])
    await stranger.close()
  })
})

test('when none answers, work fails at once, and goes on with the first that is back', async () => {
  for (const gate of gates) await gate.shut()
  await expect(look()).rejects.toThrow('ECONNREFUSED')
  await gates[1].open()
  await expect.poll(() => look().catch(String)).toEqual(['bgv'])
})

test('one address has one connection for each use, and none that asks', async () => {
  const single = connect(database.appUrl.replace(new URL(database.appUrl).host, gates[0].host))
  await db.close()
  await withTenant(single, 'bgv', (tx) => sql`select 1`.execute(tx))
  expect(gates[0].count()).toBe(1)
  await single.close()
})
