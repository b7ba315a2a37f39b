import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { applyBankFile } from './apply-status.ts'
import { confirmBatch } from './confirm-batch.ts'
import { payDue } from './play-both.ts'
import {
  batchNotice,
  camt,
  groupReport,
  ibans,
  makeFixtures,
  notice,
  operator,
} from './payout.test-helper.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const apply = (file: string | Uint8Array) =>
  applyBankFile(
    server.deps,
    'standard',
    typeof file === 'string' ? Buffer.from(file) : file,
    operator,
  )

test('an operator can confirm one payment or a whole batch the bank never answered, but not against the bank', async () => {
  const { sent, report, states } = fixtures
  const { rewards, ids, batchId, messageId } = await sent(500, 600, 700)
  await apply(
    report(messageId, [
      { endToEndId: ids[1] ?? '', status: 'ACCP' },
      { endToEndId: ids[2] ?? '', status: 'RJCT', reasonCode: 'AC04' },
    ]),
  )
  // Not before its day.
  expect(await confirmBatch(server.deps, 'standard', batchId, operator)).toMatchObject({
    settled: 0,
    refused: ids.map((id) => ({ id })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  })
  server.clock.advance('P1D')
  expect(await confirmBatch(server.deps, 'standard', ids[0] ?? '', operator)).toEqual({
    settled: 1,
    alreadyDone: 0,
    refused: [],
  })
  expect(await confirmBatch(server.deps, 'standard', batchId, operator)).toMatchObject({
    settled: 1,
    alreadyDone: 1,
    refused: [{ id: ids[2] }],
  })
  const before = await fixtures.snapshot()
  expect(await confirmBatch(server.deps, 'standard', batchId, operator)).toMatchObject({
    settled: 0,
    alreadyDone: 2,
  })
  expect(await fixtures.snapshot()).toEqual(before)
  expect(await states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
    ['provided', 'rejected'],
  ])
  await expect(confirmBatch(server.deps, 'bgv', batchId, operator)).rejects.toThrow('not-found')
})

test('a camt.054 settles what it booked, waits for what is pending, and refuses wrong amounts and currencies', async () => {
  const { sent, states } = fixtures
  const { rewards, ids } = await sent(1000, 1001, 1002, 1003)
  const [a = '', b = '', c = '', d = ''] = ids
  const file = notice(
    { id: a, cents: 1000 },
    { id: b, cents: 1001, status: 'PDNG' },
    { id: c, cents: 1001 },
    { id: d, cents: 1003, currency: 'CHF' },
    { id: 'STRANGER', cents: 1 },
  )
  const said = await apply(file)
  expect(said).toMatchObject({ kind: 'camt.054', settled: 1, pending: 1, unknown: ['STRANGER'] })
  expect(said.refused.map(({ id }) => id)).toEqual([c, d])
  expect((await states(rewards)).map(([state]) => state)).toEqual([
    'paid',
    'collected',
    'collected',
    'collected',
  ])
  // Anybody can send a credit with the id of a payout in it: that is no return.
  expect((await apply(notice({ id: a, cents: 1000, direction: 'CRDT' }))).refused).toHaveLength(1)
  expect((await fixtures.reward(rewards[0] ?? '')).state).toBe('paid')
})

test('one booking for the whole file settles it, and any other sum does not', async () => {
  const { sent, states } = fixtures
  const { rewards, ids, messageId } = await sent(800, 900)
  expect((await apply(batchNotice(messageId, 1699, 2))).refused).toHaveLength(1)
  expect(await apply(batchNotice(messageId, 1700, 2))).toMatchObject({ settled: 2 })
  expect(await apply(batchNotice(messageId, 1700, 2))).toMatchObject({ settled: 0, alreadyDone: 2 })
  // Why the bank took the whole file back is not said, so its payments are held.
  expect((await apply(batchNotice(messageId, 1700, 2, 'CRDT'))).held).toHaveLength(2)
  expect((await apply(batchNotice('ZS-UNKNOWN', 1, 1))).unidentified).toEqual(['DBIT 0.01 EUR'])
  expect((await states(rewards)).map(([state]) => state)).toEqual(['collected', 'collected'])
  expect(ids).toHaveLength(2)
})

test('a later return reopens a paid reward, once, and the old settlement cannot pay it again', async () => {
  const { sent, report, states } = fixtures
  const { rewards, ids, messageId } = await sent(4000)
  const [id = ''] = rewards
  const [payment = ''] = ids
  const settlement = report(messageId, [{ endToEndId: payment, status: 'ACSC' }])
  await apply(settlement)
  const back = notice({ id: payment, cents: 4000, direction: 'CRDT', reason: 'AC06' })
  expect(await apply(back)).toMatchObject({ returned: 1 })
  expect(await fixtures.reward(id)).toMatchObject({
    state: 'provided',
    paid_at: null,
    payout_id: null,
  })
  const before = await fixtures.snapshot()
  expect(await apply(back)).toMatchObject({ returned: 0, alreadyDone: 1 })
  expect(await apply(settlement)).toMatchObject({ settled: 0, alreadyDone: 1 })
  expect(await fixtures.snapshot()).toEqual(before)
  await fixtures.collect(id, ibans.third)
  expect(await payDue(server.deps, 'standard', operator)).toMatchObject({
    transfers: 1,
    totalCents: 4000,
  })
  expect(await states(rewards)).toEqual([['collected', 'returned,in-transit']])
})

test('a payment that one file books and brings back was settled and returned, in whatever order the lines stand', async () => {
  const { sent, states } = fixtures
  for (const whole of [false, true])
    for (const turn of [false, true]) {
      const { rewards, ids, messageId } = await sent(4100)
      const back = { id: ids[0]!, cents: 4100, direction: 'CRDT', reason: 'AC04' } as const
      const lines = [
        whole ? batchNotice(messageId, 4100, 1) : notice({ id: ids[0]!, cents: 4100 }),
        notice(back),
      ]
      const file = camt((turn ? lines.toReversed() : lines).map(entryOf).join(''))
      expect(await apply(file)).toMatchObject({ settled: 1, returned: 1, rejected: 0, refused: [] })
      expect(await states(rewards)).toEqual([['provided', 'returned']])
    }
})

const entryOf = (file: Uint8Array) => /<Ntry>.*<\/Ntry>/s.exec(Buffer.from(file).toString())![0]

const line = (amount: string, direction: 'DBIT' | 'CRDT', inside: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${inside}</Ntry>`
const details = (inside: string) => `<NtryDtls>${inside}</NtryDtls>`

test('what came back before and is in the sum that comes back for the file is named; the same booking again is no news', async () => {
  for (const reason of ['AC04', null]) {
    const { ids, messageId } = await fixtures.sent(1000, 2000, 3000)
    await apply(batchNotice(messageId, 6000, 3))
    const own = details(`<TxDtls><Refs><EndToEndId>${ids[0]}</EndToEndId></Refs></TxDtls>`)
    const back = reason
      ? notice({ id: ids[0]!, cents: 1000, direction: 'CRDT', reason })
      : camt(line('10.00', 'CRDT', `<RvslInd>1</RvslInd>${own}`))
    expect(await apply(back)).toMatchObject({ refused: [], alreadyDone: 0 })
    const whole = batchNotice(messageId, 6000, 3, 'CRDT')
    const said = await apply(whole)
    expect([said.held.length, said.alreadyDone, said.refused]).toEqual([
      2,
      0,
      [{ id: ids[0], reason: expect.stringContaining('may have come back twice, ask the bank') }],
    ])
    const before = await fixtures.snapshot()
    expect(await apply(whole)).toMatchObject({ held: [], alreadyDone: 2 })
    expect(await fixtures.snapshot()).toEqual(before)
  }
  const { messageId } = await fixtures.sent(1000, 2000)
  await apply(batchNotice(messageId, 3000, 2))
  await apply(batchNotice(messageId, 3000, 2, 'CRDT'))
  const again = await apply(batchNotice(messageId, 3000, 2, 'CRDT'))
  expect(again).toMatchObject({ alreadyDone: 2, refused: [] })
})

test('a debit marked as a reversal, a booking of several files, and one of nothing are named and change nothing', async () => {
  const { ids, messageId } = await fixtures.sent(1000)
  const own = details(`<TxDtls><Refs><EndToEndId>${ids[0]}</EndToEndId></Refs></TxDtls>`)
  const btch = (id: string) => details(`<Btch><MsgId>${id}</MsgId></Btch>`)
  const before = await fixtures.snapshot()
  for (const turn of [
    [messageId, 'OTHER'],
    ['OTHER', messageId],
  ]) {
    const said = await apply(camt(line('10.00', 'DBIT', turn.map(btch).join(''))))
    const reason = `it is in one booking with other files (${turn.join(', ')})`
    expect(said).toMatchObject({ settled: 0, refused: [{ id: messageId, reason }] })
  }
  expect(await fixtures.snapshot()).toEqual(before)
  await apply(notice({ id: ids[0]!, cents: 1000 }))
  await apply(notice({ id: ids[0]!, cents: 1000, direction: 'CRDT', reason: 'AC04' }))
  for (const flag of ['true', '1']) {
    const said = await apply(camt(line('10.00', 'DBIT', `<RvslInd>${flag}</RvslInd>${own}`)))
    expect(said).toMatchObject({ alreadyDone: 0, refused: [{ id: ids[0] }] })
    expect(said.refused[0]?.reason).toBe('a DBIT marked as a return')
  }
  const rejected = await fixtures.sent(1000)
  await apply(groupReport(rejected.messageId, 'RJCT', 'AM05'))
  const nothing = await apply(camt(line('0.00', 'DBIT', btch(rejected.messageId))))
  expect(nothing).toMatchObject({ alreadyDone: 0, refused: [{ id: rejected.messageId }] })
})

test('a reward whose order was cancelled on the way becomes a claim when paid, and is cancelled when rejected', async () => {
  const { sent, report, states } = fixtures
  const { rewards, ids, messageId } = await sent(50, 60)
  const [paid = '', refused = ''] = rewards
  for (const id of rewards) {
    await fixtures.inTenant((tx) =>
      sql`update rewards set claimed_back_at = ${server.clock.now().toString()} where tenant = 'standard' and reward_id = ${id}`.execute(
        tx,
      ),
    )
  }
  const mails = [
    ...(await fixtures.mails('payoutDone')),
    ...(await fixtures.mails('bankDataNeeded')),
  ].length
  await apply(
    report(messageId, [
      { endToEndId: ids[0] ?? '', status: 'ACSC' },
      { endToEndId: ids[1] ?? '', status: 'RJCT' },
    ]),
  )
  expect(await states(rewards)).toEqual([
    ['paid', 'paid'],
    ['cancelled', 'rejected'],
  ])
  expect(await claims(paid)).toBe(50)
  expect((await fixtures.reward(refused)).cancelled_at).not.toBeNull()
  await apply(notice({ id: ids[0] ?? '', cents: 50, direction: 'CRDT', reason: 'AC04' }))
  expect(await states([paid])).toEqual([['paid', 'returned']])
  expect(await claims(paid)).toBe(0)
  expect(
    [...(await fixtures.mails('payoutDone')), ...(await fixtures.mails('bankDataNeeded'))].length,
  ).toBe(mails)
})

const claims = (rewardId: string) =>
  fixtures.inTenant(async (tx) => {
    const { rows } = await sql<{ cents: string }>`
      select coalesce(sum(cents), 0)::text as cents from ledger_postings
      where tenant = 'standard' and reward_id = ${rewardId} and account = 'claims'`.execute(tx)
    return Number(rows[0]?.cents)
  })
