import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { applyBankFile } from './apply-status.ts'
import { batchNotice, camt, layeredReport, makeFixtures, operator } from './payout.test-helper.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
afterAll(() => server.stop())

const apply = (file: string | Uint8Array) =>
  applyBankFile(server.deps, 'standard', Buffer.from(file), operator)

/** A batch booking of 30.00 with more about its group and its entry. */
const booking = (messageId: string, inBatch: string, reference = '') =>
  Buffer.from(batchNotice(messageId, 3000, 2))
    .toString()
    .replace('</NbOfTxs>', `</NbOfTxs>${inBatch}`)
    .replace('<Ntry>', `<Ntry>${reference}`)

test('a booking of our file that contradicts its own total or direction, or names another file of ours, settles neither and is named', async () => {
  const { messageId, rewards } = await fixtures.sent(1000, 2000)
  const other = await fixtures.sent(3000)
  const before = await fixtures.snapshot()
  const total = (amount: string) => `<TtlAmt Ccy="EUR">${amount}</TtlAmt>`
  for (const [file, reason] of [
    [booking(messageId, total('29.00')), 'it books 3000 cents, and its total is 2900'],
    [
      booking(messageId, `${total('30.00')}<CdtDbtInd>CRDT</CdtDbtInd>`),
      'it books 3000 cents, and its total is -3000',
    ],
    [
      booking(messageId, '', `<NtryRef>${other.messageId}</NtryRef>`),
      `it is in one booking with other files (${messageId}, ${other.messageId})`,
    ],
  ] as const)
    expect(await apply(file)).toMatchObject({
      settled: 0,
      pending: 0,
      refused: [{ id: messageId, reason }],
    })
  // What is not ours may be booked without its charges: it is named as nothing of ours.
  const stranger = await apply(booking('POS-9', total('31.00')))
  expect([stranger.unidentified, stranger.refused]).toEqual([['DBIT 30.00 EUR'], []])
  expect(await fixtures.snapshot()).toEqual(before)
  const good = booking(
    messageId,
    `${total('30.00')}<CdtDbtInd>DBIT</CdtDbtInd>`,
    '<NtryRef>7</NtryRef>',
  )
  expect(await apply(good)).toMatchObject({ settled: 2, refused: [] })
  expect((await fixtures.states(rewards)).map(([state]) => state)).toEqual(['paid', 'paid'])
  await fixtures.booksAreRight()
})

test('a payment with two amounts in one currency, in a report or a notification, is held and named; the others are settled', async () => {
  const { ids, messageId, rewards } = await fixtures.sent(1000, 2000)
  const [a = '', b = ''] = ids
  const reported = (settled: string) =>
    layeredReport(messageId, {}, { payments: [{ id: a, status: 'ACSC', cents: 1000 }] }).replace(
      '</Amt></OrgnlTxRef>',
      `</Amt><IntrBkSttlmAmt Ccy="EUR">${settled}</IntrBkSttlmAmt></OrgnlTxRef>`,
    )
  const one = (id: string, amount: string, underlying: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>
    <AmtDtls><TxAmt><Amt Ccy="EUR">${underlying}</Amt></TxAmt></AmtDtls></TxDtls>`
  const booked = camt(
    `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <NtryDtls>${one(a, '10.00', '9.00')}${one(b, '20.00', '20.00')}</NtryDtls></Ntry>`,
  )
  const named = (cents: number) => [{ id: a, reason: `the amount is ${cents} cents, not 1000` }]
  expect(await apply(reported('7.00'))).toMatchObject({ settled: 0, refused: named(700) })
  expect(await apply(booked)).toMatchObject({ settled: 1, refused: named(900) })
  expect((await fixtures.states(rewards)).map(([state]) => state)).toEqual(['collected', 'paid'])
  expect(await apply(reported('10'))).toMatchObject({ settled: 1, refused: [] })
  await fixtures.booksAreRight()
})

test('a report whose numbers by status are not those of its words, or that gives one word twice, is applied nowhere', async () => {
  const { ids, messageId } = await fixtures.sent(1000, 2000)
  const before = await fixtures.snapshot()
  const rejected =
    '<NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>RJCT</DtldSts></NbOfTxsPerSts>'
  const reason = 'the report counts 1 of its payments as RJCT, and its words make that 0'
  const payments = ids.map((id) => ({ id, status: 'ACSC' }))
  const file = layeredReport(messageId, { status: 'ACSC' })
  const block = layeredReport(messageId, {}, { status: 'ACSC' })
  const each = layeredReport(messageId, { status: 'PART' }, { payments })
  for (const xml of [
    file.replace('</GrpSts>', `</GrpSts>${rejected}`),
    block.replace('</PmtInfSts>', `</PmtInfSts>${rejected}`),
    each.replace('</GrpSts>', `</GrpSts>${rejected}`),
  ])
    expect(await apply(xml)).toMatchObject({ settled: 0, refused: [{ id: messageId, reason }] })
  for (const [xml, name] of [
    [file, 'GrpSts'],
    [block, 'PmtInfSts'],
    [each, 'TxSts'],
  ] as const)
    await expect(
      apply(xml.replace(`</${name}>`, `</${name}><${name}>RJCT</${name}>`)),
    ).rejects.toThrow(`gives ${name} as`)
  expect(await fixtures.snapshot()).toEqual(before)
  const right = rejected.replace('>1<', '>2<').replace('RJCT', 'ACSC')
  expect(await apply(file.replace('</GrpSts>', `</GrpSts>${right}`))).toMatchObject({
    settled: 2,
    refused: [],
  })
  await fixtures.booksAreRight()
})
