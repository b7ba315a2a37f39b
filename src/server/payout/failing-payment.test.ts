import { sql, type RawBuilder } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { whileRefused } from '../../../test/helpers/while-refused.ts'
import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { findDifferences } from '../books/check-books.ts'
import { applyBankFile } from './apply-status.ts'
import { cancelFile, takeFileBack } from './cancel-file.ts'
import { confirmBatch } from './confirm-batch.ts'
import { makeFixtures, notice, operator } from './payout.test-helper.ts'

// One payment that the database refuses stops none of the others.

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
const code = 'standard'

beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  fixtures = makeFixtures(server)
})
afterEach(async () => {
  await fixtures.booksAreRight()
  expect(await fixtures.inTenant((tx) => findDifferences(tx, code))).toEqual([])
})
afterAll(() => server.stop())

const change = (statement: RawBuilder<unknown>) =>
  asOwner(server, code, (tx) => statement.execute(tx))

/** Runs `work` while nothing can move this payment, and gives what was logged. */
async function whileStuck<T>(id: string, work: () => Promise<T>): Promise<[T, unknown[][]]> {
  const error = vi.spyOn(server.deps.log, 'error')
  try {
    const isMoved = `end_to_end_id = '${id}' and state <> 'in-transit'`
    const done = await whileRefused(server, code, 'payouts', isMoved, work)
    return [done, [...error.mock.calls]]
  } finally {
    error.mockRestore()
  }
}

const cents = [1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700]
const sent = async () => {
  const batch = await fixtures.sent(...cents)
  server.clock.advance('P4D')
  return batch
}
type Sent = Awaited<ReturnType<typeof sent>>

const apply = (file: string | Uint8Array) =>
  applyBankFile(server.deps, code, Buffer.from(file), operator)
const report = ({ messageId, ids }: Sent) =>
  fixtures.report(
    messageId,
    ids.map((endToEndId) => ({ endToEndId, status: 'ACSC' })),
  )

const ways: Record<string, (batch: Sent) => Promise<{ settled: number; alreadyDone: number }>> = {
  'a status report': (batch) => apply(report(batch)),
  'the lines of a notification': ({ ids }) =>
    apply(notice(...ids.map((id, at) => ({ id, cents: cents[at]! })))),
  'a confirmation': ({ batchId }) => confirmBatch(server.deps, code, batchId, operator),
}

test.each(Object.keys(ways))('%s settles all but the one payment that fails', async (way) => {
  const batch = await sent()
  const bad = batch.ids[3]!
  const [told, logged] = await whileStuck(bad, () => ways[way]!(batch))
  expect(told).toMatchObject({
    settled: 7,
    alreadyDone: 0,
    refused: [{ id: bad, reason: bankFileReason('failed') }],
  })
  expect(logged).toEqual([
    [
      { err: { message: expect.stringContaining('refused') }, tenant: code, payment: bad },
      'A payment failed',
    ],
  ])
  const states = await fixtures.states(batch.rewards)
  expect(states[3]).toEqual(['collected', 'in-transit'])
  expect(states.filter(([state]) => state === 'paid')).toHaveLength(7)
  await fixtures.booksAreRight()
  expect(await ways[way]!(batch)).toMatchObject({ settled: 1, alreadyDone: 7, refused: [] })
  expect((await fixtures.states(batch.rewards)).every(([state]) => state === 'paid')).toBe(true)
})

test('a notification after a report settles nobody twice, where both left the same one', async () => {
  const batch = await sent()
  const { ids } = batch
  await whileStuck(ids[0]!, () => ways['a status report']!(batch))
  const [told] = await whileStuck(ids[0]!, () => ways['the lines of a notification']!(batch))
  expect(told).toMatchObject({ settled: 0, alreadyDone: 7, refused: [{ id: ids[0] }] })
  const last = await ways['the lines of a notification']!(batch)
  expect(last).toMatchObject({ settled: 1, alreadyDone: 7, refused: [] })
})

test('with the database away the file is not read to its end, and nothing of the set is done', async () => {
  const batch = await sent()
  await change(sql`
    create function away() returns trigger language plpgsql as $$
    begin raise exception 'terminating connection' using errcode = '57P01'; end $$`)
  await change(
    sql`create trigger away before update on payouts for each row when (old.end_to_end_id = ${sql.lit(batch.ids[5])}) execute function away()`,
  )
  for (const way of Object.values(ways))
    await expect(way(batch)).rejects.toThrow('terminating connection')
  const states = await fixtures.states(batch.rewards)
  expect(states.every(([state]) => state === 'collected')).toBe(true)
  await change(sql`drop trigger away on payouts`)
  expect(await ways['a status report']!(batch)).toMatchObject({ settled: 8, refused: [] })
})

test('a file is taken back but for the one payment that fails, which is said, logged and taken back later', async () => {
  const batch = await fixtures.sent(...cents)
  const { batchId, rewards } = batch
  const bad = batch.ids[3]!
  const tenant = await server.deps.tenants.get(code)
  for (const id of ['one', 'another'])
    await fixtures.inTenant((tx) =>
      cancelFile(
        tx,
        server.deps,
        tenant,
        { batchId, reason: 'It never went to the bank' },
        { actor: { kind: 'operator', id }, aloneReason: null },
      ),
    )
  const takeBack = () => takeFileBack(server.deps, code, batchId)
  const [said, logged] = await whileStuck(bad, () =>
    takeBack().catch((error: unknown) => (error as Error).message),
  )
  expect(said).toBe(
    `1 of the 8 payments of ${batchId} were not taken back and stay on their way, as ${bad}`,
  )
  expect(logged).toEqual([
    [
      { err: { message: expect.stringContaining('refused') }, tenant: code, payment: bad },
      'A payment was not taken back',
    ],
  ])
  const states = await fixtures.states(rewards)
  expect(states[3]).toEqual(['collected', 'in-transit'])
  expect(states.filter(([, payout]) => payout === 'rejected')).toHaveLength(7)
  await fixtures.booksAreRight()
  await takeBack()
  for (const id of rewards)
    expect(await fixtures.reward(id)).toMatchObject({ state: 'collected', payout_id: null })
  const before = await fixtures.snapshot()
  await takeBack()
  expect(await fixtures.snapshot()).toEqual(before)
})
