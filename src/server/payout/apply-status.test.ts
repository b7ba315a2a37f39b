import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { lockReward } from '../reward/store.ts'
import { applyBankFile } from './apply-status.ts'
import { payDue } from './play-both.ts'
import { groupReport, ibans, makeFixtures, notice, of, operator } from './payout.test-helper.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const apply = (file: string | Uint8Array, tenant = 'standard') =>
  applyBankFile(server.deps, tenant, typeof file === 'string' ? Buffer.from(file) : file, operator)

const none = {
  newLines: 0,
  payees: { match: 0, close: 0, none: 0, impossible: 0 },
  openLines: 0,
  invoicesPaid: 0,
  keptOpen: [],
  keptLines: [],
  invoicesReversed: 0,
  waiting: [],
  settled: 0,
  rejected: 0,
  returned: 0,
  pending: 0,
  alreadyDone: 0,
  dueAgain: [],
  held: [],
  ownerless: [],
  ended: 0,
  unknown: [],
  unidentified: [],
  refused: [],
}

test('a file whose reading was killed in the middle is read again, and ends as if it had been read once', async () => {
  const { rewards, ids, messageId } = await fixtures.sent(1300, 1400, 1500)
  const [a = '', b = '', c = ''] = ids
  const file = fixtures.report(messageId, [
    { endToEndId: a, status: 'ACSC' },
    { endToEndId: b, status: 'ACSC' },
    { endToEndId: c, status: 'RJCT', reasonCode: 'AC04' },
  ])
  const mails = (await fixtures.mails('payoutDone')).length
  const script = new URL('./apply-file.test-process.ts', import.meta.url).pathname
  // The third payment waits for this lock, so the process is killed after the set of the first two and in the middle of it.
  await fixtures.inTenant(async (tx) => {
    await lockReward(tx, 'standard', rewards[2]!)
    const at = server.clock.now().toString()
    const args = [server.database.appUrl, at, 'standard', file]
    const reading = fork(script, args, { stdio: 'ignore' })
    const end = once(reading, 'exit')
    await expect
      .poll(async () => (await fixtures.states(rewards)).map(([, state]) => state), {
        timeout: 60_000,
      })
      .toEqual(['paid', 'paid', 'in-transit'])
    reading.kill('SIGKILL')
    await end
  })
  expect(await apply(file)).toMatchObject({ rejected: 1, alreadyDone: 2, refused: [] })
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
    ['provided', 'rejected'],
  ])
  expect((await fixtures.mails('payoutDone')).length).toBe(mails + 2)
  const before = await fixtures.snapshot()
  expect(await apply(file)).toMatchObject({ settled: 0, alreadyDone: 3 })
  expect(await fixtures.snapshot()).toEqual(before)
}, 120_000)

test('settled is paid, accepted waits, rejected goes back, and the same file again changes nothing', async () => {
  const { sent, report, states } = fixtures
  const { rewards, ids, messageId } = await sent(1000, 1100, 1200)
  const [a = '', b = '', c = ''] = ids
  const file = report(messageId, [
    { endToEndId: a, status: 'ACSC' },
    { endToEndId: b, status: 'ACCP' },
    { endToEndId: c, status: 'RJCT', reasonCode: 'AC04' },
  ])
  const mails = (await fixtures.mails('payoutDone')).length
  const tokens = await fixtures.liveTokens(rewards[2] ?? '')
  expect(await apply(file)).toEqual({
    ...none,
    kind: 'pain.002',
    settled: 1,
    pending: 1,
    rejected: 1,
  })
  expect(await states(rewards)).toEqual([
    ['paid', 'paid'],
    ['collected', 'in-transit'],
    ['provided', 'rejected'],
  ])
  expect((await fixtures.mails('payoutDone')).length).toBe(mails + 1)
  const back = await fixtures.reward(rewards[2] ?? '')
  expect(back).toMatchObject({
    payout_id: null,
    taken_as: null,
    due_on: null,
    payout_problem: 'AC04',
    expires_on: null,
  })
  const [fresh, ...others] = await fixtures.liveTokens(back.reward_id)
  expect(others).toEqual([])
  expect(fresh?.token_id).not.toBe(tokens[0]?.token_id)
  expect(JSON.stringify(await fixtures.mails('bankDataNeeded'))).toContain(fresh?.token_id)
  const before = await fixtures.snapshot()
  expect(await apply(file)).toEqual({ ...none, kind: 'pain.002', alreadyDone: 2, pending: 1 })
  expect(await fixtures.snapshot()).toEqual(before)
})

test('a rejected reward is collected again and the next batch pays it once', async () => {
  const { sent, report, states } = fixtures
  const { rewards, ids, messageId } = await sent(2000)
  const [id = ''] = rewards
  await apply(report(messageId, [{ endToEndId: ids[0] ?? '', status: 'RJCT', reasonCode: 'AC01' }]))
  const data = await fixtures.inTenant((tx) =>
    tx.selectFrom('reward_bank_data').selectAll().where('reward_id', '=', id).execute(),
  )
  expect(data).toEqual([])
  await fixtures.collect(id, ibans.second)
  const again = await payDue(server.deps, 'standard', operator)
  expect(again).toMatchObject({ transfers: 1, totalCents: 2000 })
  expect(again?.file).toContain(ibans.second)
  const [, second] = await fixtures.payouts(id)
  expect(second?.end_to_end_id).not.toBe(ids[0])
  await apply(notice({ id: second?.end_to_end_id ?? '', cents: 2000 }))
  expect(await states(rewards)).toEqual([['paid', 'rejected,paid']])
  // The bank's old word about the first try says nothing about the second.
  expect(
    await apply(report(messageId, [{ endToEndId: ids[0] ?? '', status: 'RJCT' }])),
  ).toMatchObject({ alreadyDone: 1 })
  expect(await states(rewards)).toEqual([['paid', 'rejected,paid']])
})

test('a status for another amount or sum than ours is reported and not applied', async () => {
  const { sent, report, states } = fixtures
  const { rewards, ids, messageId } = await sent(1300, 1400, 1500)
  const [a = '', b = '', c = ''] = ids
  const amount = (cents: number, currency = 'EUR') =>
    `<OrgnlTxRef><Amt><InstdAmt Ccy="${currency}">${(cents / 100).toFixed(2)}</InstdAmt></Amt></OrgnlTxRef>`
  const withAmounts = report(
    messageId,
    ids.map((endToEndId) => ({ endToEndId, status: 'ACSC' })),
  )
    .replace('</TxSts>', `</TxSts>${amount(1300)}`)
    .replace(new RegExp(`(${b}.*?</TxSts>)`, 's'), `$1${amount(1399)}`)
    .replace(new RegExp(`(${c}.*?</TxSts>)`, 's'), `$1${amount(1500, 'USD')}`)
  const done = await apply(withAmounts)
  expect(done).toMatchObject({ settled: 1, rejected: 0, unknown: [] })
  expect(done.refused).toEqual([
    { id: b, reason: 'the amount is 1399 cents, not 1400' },
    { id: c, reason: 'the currency is USD, not EUR' },
  ])
  expect(a).not.toBe('')
  const group = (sum: string) =>
    Buffer.from(
      Buffer.from(groupReport(messageId, 'ACSC'))
        .toString()
        .replace('<GrpSts>', `<OrgnlCtrlSum>${sum}</OrgnlCtrlSum><GrpSts>`),
    )
  expect(await apply(group('41.99'))).toMatchObject({
    settled: 0,
    refused: [{ id: messageId, reason: '4199 cents are not the sum of the batch, 4200' }],
  })
  expect((await states(rewards)).map(([state]) => state)).toEqual([
    'paid',
    'collected',
    'collected',
  ])
  expect(await apply(group('42.00'))).toMatchObject({ settled: 2, alreadyDone: 1, refused: [] })
})

test('an inherited status is not applied when the sum or number of the file contradicts the batch', async () => {
  const { sent, states } = fixtures
  const { rewards, ids, messageId } = await sent(1600, 1700, 1800)
  const [a = '', b = '', c = ''] = ids
  // The first has a status of its own, the second is named without one, the third is not named.
  const file = (inGroup: string, inBlock = '', own = '<TxSts>ACSC</TxSts>') =>
    Buffer.from(groupReport(messageId, 'ACSC'))
      .toString()
      .replace('<GrpSts>', `${inGroup}<GrpSts>`)
      .replace(
        '</OrgnlGrpInfAndSts>',
        `</OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${inBlock}
          <TxInfAndSts><OrgnlEndToEndId>${a}</OrgnlEndToEndId>${own}</TxInfAndSts>
          <TxInfAndSts><OrgnlEndToEndId>${b}</OrgnlEndToEndId></TxInfAndSts></OrgnlPmtInfAndSts>`,
      )
  const number = (count: number) => `<OrgnlNbOfTxs>${count}</OrgnlNbOfTxs>`
  const sum = (text: string) => `<OrgnlCtrlSum>${text}</OrgnlCtrlSum>`
  const wrongNumber = '2 is not the number of payments in the batch, 3'
  const wrongSum = '5099 cents are not the sum of the batch, 5100'
  const cases = [
    [file(number(2), '', ''), wrongNumber, [a, b]],
    [file(sum('50.99'), '', ''), wrongSum, [a, b]],
    [file(number(3) + sum('51.00'), number(2), ''), wrongNumber, [a, b]],
    [file(number(3), sum('50.99'), ''), wrongSum, [a, b]],
    [file(number(2) + sum('51.00')), wrongNumber, [b]],
  ] as const
  for (const [xml, why, inherited] of cases) {
    const done = await apply(xml)
    expect(done.settled).toBe(inherited.length === 1 ? 1 : 0)
    expect(done.refused).toEqual([
      ...inherited.map((id) => ({
        id,
        reason: `it has no status of its own, only an inherited ACSC, and ${why}`,
      })),
      { id: messageId, reason: why },
    ])
  }
  expect((await states(rewards)).map(([state]) => state)).toEqual([
    'paid',
    'collected',
    'collected',
  ])
  expect(c).not.toBe('')
  expect(await apply(file(number(3) + sum('51.00'), number(3) + sum('51')))).toMatchObject({
    settled: 2,
    alreadyDone: 1,
    refused: [],
  })
})

test('a status of the whole file holds for all its payments, once', async () => {
  const { sent, states } = fixtures
  const settled = await sent(100, 200)
  expect(await apply(groupReport(settled.messageId, 'ACSP'))).toMatchObject({ pending: 2 })
  expect(await apply(groupReport(settled.messageId, 'PART'))).toEqual({
    ...none,
    kind: 'pain.002',
    refused: [{ id: settled.messageId, reason: 'the report says nothing about any payment' }],
  })
  expect(await apply(groupReport(settled.messageId, 'ACSC'))).toMatchObject({ settled: 2 })
  const before = await fixtures.snapshot()
  for (const status of ['ACSC', 'ACSP']) {
    expect(await apply(groupReport(settled.messageId, status))).toMatchObject({
      settled: 0,
      alreadyDone: 2,
    })
  }
  expect(await fixtures.snapshot()).toEqual(before)
  const rejected = await sent(300, 400)
  expect(await apply(groupReport(rejected.messageId, 'RJCT', 'AC04'))).toMatchObject({
    rejected: 2,
  })
  expect(await states(rejected.rewards)).toEqual([
    ['provided', 'rejected'],
    ['provided', 'rejected'],
  ])
})

test('a rejection after the settlement, and a settlement after the rejection, are told and not done', async () => {
  const { sent, report, states } = fixtures
  const { rewards, ids, messageId } = await sent(10, 20)
  const [a = '', b = ''] = ids
  await apply(
    report(messageId, [
      { endToEndId: a, status: 'ACSC' },
      { endToEndId: b, status: 'RJCT', reasonCode: 'AC04' },
    ]),
  )
  const before = await fixtures.snapshot()
  const crossed = await apply(
    report(messageId, [
      { endToEndId: a, status: 'RJCT' },
      { endToEndId: b, status: 'ACSC' },
    ]),
  )
  expect(crossed.refused.map(({ id }) => id)).toEqual([a, b])
  expect(await fixtures.snapshot()).toEqual(before)
  expect(await states(rewards)).toEqual([
    ['paid', 'paid'],
    ['provided', 'rejected'],
  ])
})

test('ids of another tenant, another batch or of nobody are unknown, and files that are none change nothing', async () => {
  const { sent, report } = fixtures
  const mine = await sent(30)
  const other = await sent(40)
  const before = await fixtures.snapshot()
  const file = report(mine.messageId, [{ endToEndId: mine.ids[0] ?? '', status: 'ACSC' }])
  expect((await apply(file, 'bgv')).unknown).toEqual(mine.ids)
  expect(
    (await apply(of('bgv', notice({ id: mine.ids[0] ?? '', cents: 30 })), 'bgv')).unknown,
  ).toEqual(mine.ids)
  expect((await apply(groupReport('ZS-NOBODY', 'ACSC'))).unknown).toEqual(['ZS-NOBODY'])
  const mixed = report(mine.messageId, [{ endToEndId: other.ids[0] ?? '', status: 'ACSC' }])
  expect(await apply(mixed)).toEqual({
    ...none,
    kind: 'pain.002',
    unknown: other.ids,
    refused: [{ id: mine.messageId, reason: expect.stringContaining('not in the file') }],
  })
  for (const broken of ['', 'no XML', '<Document/>', file.slice(0, 400)]) {
    await expect(apply(broken)).rejects.toMatchObject({ name: 'BankFileError' })
  }
  expect(await fixtures.snapshot()).toEqual(before)
})

test('two runs of one file at the same time do everything once', async () => {
  const { sent, report, states } = fixtures
  const { rewards, ids, messageId } = await sent(11, 12, 13, 14)
  const file = report(
    messageId,
    ids.map(
      (endToEndId, index) =>
        ({ endToEndId, status: index % 2 ? 'RJCT' : 'ACSC', reasonCode: 'AC01' }) as const,
    ),
  )
  const reports = await Promise.all([apply(file), apply(file), apply(file)])
  const total = (key: 'settled' | 'rejected' | 'alreadyDone') =>
    reports.reduce((sum, one) => sum + one[key], 0)
  expect([total('settled'), total('rejected'), total('alreadyDone')]).toEqual([2, 2, 8])
  expect((await states(rewards)).map(([state]) => state)).toEqual([
    'paid',
    'provided',
    'paid',
    'provided',
  ])
})
