import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { connect } from './connection.ts'

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
