import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { beforeCommit, connect, withTenant } from './connection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

// It relies on two things of pg: what a client writes goes to `client.connection.stream`, and `query` writes at once.
test('statements of one turn wait for its end and leave in one write', async () => {
  const client = await server.db.pool.connect()
  try {
    const { stream } = client.connection
    const before = stream.writableLength
    const first = client.query('select 1 as answer')
    const held = stream.writableLength
    const second = client.query('select 2 as answer')
    expect([before, stream.writableCorked]).toEqual([0, 1])
    expect(stream.writableLength).toBe(2 * held)
    expect(held).toBeGreaterThan('select 1 as answer'.length)
    await new Promise((resolve) => process.nextTick(resolve))
    expect(stream.writableCorked).toBe(0)
    expect([(await first).rows, (await second).rows]).toEqual([[{ answer: 1 }], [{ answer: 2 }]])
  } finally {
    client.release()
  }
})

test('a connection that the database cuts off is reported, but not once all are closed', async () => {
  const errors: string[] = []
  const db = connect(server.database.appUrl, { onError: ({ message }) => errors.push(message) })
  const client = await db.pool.connect()
  client.emit('error', new Error('cut off at work'))
  client.release()
  await db.close()
  client.emit('error', new Error('cut off at the end'))
  expect(errors).toEqual(['cut off at work'])
})

test('nothing comes after the commit: what would be sent behind it is refused, in a transaction that is kept', async () => {
  const sent: string[] = []
  await expect(
    withTenant(server.db, 'standard', async (tx) => {
      const send = async (name: string) => {
        await sql`insert into rate_limits (tenant, bucket, window_start, hits) values ('standard', ${name}, now(), 1)`.execute(
          tx,
        )
        sent.push(name)
      }
      await beforeCommit(tx, async () => {
        await send('with the commit')
        await send('behind the commit')
      })
    }),
  ).rejects.toThrow('The transaction is over')
  expect(sent).toEqual(['with the commit'])
  const { rows } = await withTenant(server.db, 'standard', (tx) =>
    sql`select bucket from rate_limits where tenant = 'standard' and bucket like '% the commit'`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ bucket: 'with the commit' }])
})

test('of statements that fail with the commit the cause is told, not what the transaction had become by it', async () => {
  await expect(
    withTenant(server.db, 'standard', async (tx) => {
      await beforeCommit(tx, () =>
        sql`insert into rate_limits (tenant, bucket, window_start, hits) values ('standard', null, now(), 1)`.execute(
          tx,
        ),
      )
      await beforeCommit(tx, () => sql`select 1`.execute(tx))
    }),
  ).rejects.toMatchObject({ code: '23502' })
})
