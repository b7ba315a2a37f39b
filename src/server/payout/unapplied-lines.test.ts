import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { applyBankFile } from './apply-status.ts'
import {
  camt,
  groupReport,
  layeredReport,
  makeFixtures,
  notice,
  operator,
} from './payout.test-helper.ts'

// No line of a bank's file is passed over in silence.

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const apply = (file: string | Uint8Array) =>
  applyBankFile(server.deps, 'standard', Buffer.from(file), operator)

const line = (amount: string, direction: 'DBIT' | 'CRDT', inside: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${inside}</Ntry>`
const details = (...inside: string[]) => `<NtryDtls>${inside.join('')}</NtryDtls>`
const nameless = (messageId: string, more = '') =>
  `<TxDtls><Refs><MsgId>${messageId}</MsgId><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${more}</TxDtls>`

test('a return without the payment’s id is named and changes nothing, even where it names our file', async () => {
  const { ids, messageId, rewards } = await fixtures.sent(1500)
  await apply(groupReport(messageId, 'ACSC'))
  const before = await fixtures.snapshot()
  const reason = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
  const said = await apply(
    camt(
      line('15.00', 'CRDT', details(nameless(messageId, reason))) +
        line('3.90', 'DBIT', '<AcctSvcrRef>FEE-1</AcctSvcrRef>') +
        line('15.00', 'CRDT', details('<TxDtls><Refs/></TxDtls>')),
    ),
  )
  expect(said).toMatchObject({ settled: 0, returned: 0, unknown: [], refused: [] })
  expect(said.unidentified.toSorted()).toEqual([
    'CRDT 15.00 EUR',
    'CRDT 15.00 EUR, returned: AC04',
    'DBIT 3.90 EUR, reference FEE-1',
  ])
  expect(await fixtures.snapshot()).toEqual(before)
  expect([ids.length, await fixtures.states(rewards)]).toEqual([1, [['paid', 'paid']]])
})

test('the booking of our file is read wherever the bank put its id, with the sum as its proof', async () => {
  const places: ((messageId: string) => string)[] = [
    (messageId) => `<NtryRef>${messageId}</NtryRef>`,
    (messageId) => details(nameless(messageId), nameless(messageId)),
    (messageId) => details(`<Btch><PmtInfId>${messageId}</PmtInfId></Btch>`, nameless('X')),
  ]
  for (const place of places) {
    const { messageId } = await fixtures.sent(1000, 2000)
    const wrong = await apply(camt(line('29.99', 'DBIT', place(messageId))))
    expect(wrong.refused).toEqual([
      { id: messageId, reason: '2999 cents are not the sum of the batch or of what is left of it' },
    ])
    expect(await apply(camt(line('30.00', 'DBIT', place(messageId))))).toMatchObject({
      settled: 2,
      unidentified: [],
    })
  }
})

test('payments with an id beside some without: the first are applied, the others named', async () => {
  const { ids, messageId } = await fixtures.sent(1000, 2000)
  const own = `<TxDtls><Refs><EndToEndId>${ids[0]}</EndToEndId></Refs><Amt Ccy="EUR">10.00</Amt></TxDtls>`
  const said = await apply(
    camt(line('30.00', 'DBIT', details(own, nameless(messageId, '<Amt Ccy="EUR">20.00</Amt>')))),
  )
  expect(said).toMatchObject({ settled: 1, unidentified: ['DBIT 20.00 EUR'] })
})

test('rejected and settled in one report is a conflict: nothing is applied to that payment, and it is named', async () => {
  const { ids, messageId, rewards } = await fixtures.sent(1000, 2000, 3000)
  const [a = '', b = '', c = ''] = ids
  const said = await apply(
    fixtures.report(messageId, [
      { endToEndId: a, status: 'RJCT', reasonCode: 'AC04' },
      { endToEndId: b, status: 'ACCP' },
      { endToEndId: a, status: 'ACSC' },
      { endToEndId: b, status: 'ACSC' },
      { endToEndId: c, status: 'RJCT', reasonCode: 'AC04' },
      { endToEndId: c, status: 'RJCT', reasonCode: 'AM04' },
    ]),
  )
  expect(said).toMatchObject({ settled: 1, rejected: 0, pending: 1, dueAgain: [] })
  expect(said.refused).toEqual([
    { id: a, reason: 'the report says RJCT AC04 and settled for it' },
    { id: c, reason: 'the report says RJCT AC04 and RJCT AM04 for it' },
  ])
  expect(await fixtures.states(rewards)).toEqual([
    ['collected', 'in-transit'],
    ['paid', 'paid'],
    ['collected', 'in-transit'],
  ])
})

test('what a report says of a payment against the word on its file or block is not applied, and is named with both words', async () => {
  const { ids, messageId, rewards } = await fixtures.sent(1000, 2000, 3000)
  const [a = '', b = '', c = ''] = ids
  const before = await fixtures.snapshot()
  const reason = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>'
  const file = (groupStatus: string, blockStatus: string, ...statuses: string[]) =>
    Buffer.from(groupReport(messageId, 'ACSC'))
      .toString()
      .replace('<GrpSts>ACSC</GrpSts>', word('GrpSts', groupStatus))
      .replace(
        '</OrgnlGrpInfAndSts>',
        `</OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${word('PmtInfSts', blockStatus)}
          ${statuses.map((status, at) => `<TxInfAndSts><OrgnlEndToEndId>${ids[at]}</OrgnlEndToEndId>${word('TxSts', status)}</TxInfAndSts>`).join('')}</OrgnlPmtInfAndSts>`,
      )
  const word = (name: string, status: string) =>
    status && `<${name}>${status}</${name}>${status === 'RJCT' ? reason : ''}`
  const levels = (group: string, block: string) => ({
    id: messageId,
    reason: `the report says ${group} for the file and ${block} for its payment block`,
  })
  const one = (whole: string, id: string, status: string) => ({
    id,
    reason: `the report says ${whole} for the whole and ${status} for it`,
  })
  const rest = (whole: string, id: string, status: string) => ({
    id: messageId,
    reason: `the report says ${whole} for the whole and ${status} for ${id}`,
  })
  const cases = [
    [file('RJCT', 'ACSC'), [levels('RJCT', 'ACSC')]],
    [file('RJCT', 'PDNG'), [levels('RJCT', 'PDNG')]],
    [file('RJCT', 'PART'), [levels('RJCT', 'PART')]],
    [file('ACSC', 'RJCT'), [levels('ACSC', 'RJCT')]],
    [file('ACCC', 'RJCT', 'RJCT'), [one('ACCC', a, 'RJCT'), levels('ACCC', 'RJCT')]],
    [
      file('RJCT', '', 'ACSC', 'PDNG', 'PDNG'),
      [one('RJCT', a, 'ACSC'), one('RJCT', b, 'PDNG'), one('RJCT', c, 'PDNG')],
    ],
    [file('', 'RJCT', 'ACSC'), [one('RJCT', a, 'ACSC'), rest('RJCT', a, 'ACSC')]],
    [file('ACSC', 'PDNG', 'RJCT'), [one('ACSC', a, 'RJCT'), rest('ACSC', a, 'RJCT')]],
    [
      file('RJCT', '', 'ACSC', ''),
      [
        one('RJCT', a, 'ACSC'),
        {
          id: b,
          reason: `it has no status of its own, only an inherited RJCT, and ${rest('RJCT', a, 'ACSC').reason}`,
        },
        rest('RJCT', a, 'ACSC'),
      ],
    ],
  ] as const
  for (const [xml, refused] of cases) {
    const said = await apply(xml)
    expect(said).toMatchObject({ settled: 0, rejected: 0, pending: 0, dueAgain: [], held: [] })
    expect(said.refused).toEqual(refused)
  }
  expect(await fixtures.snapshot()).toEqual(before)
  // What agrees with its levels is applied beside what does not; an upper word that is not final contradicts nothing.
  const mixed = await apply(file('PART', 'RJCT', 'RJCT', 'ACSC'))
  expect(mixed).toMatchObject({ settled: 0, rejected: 1, pending: 0 })
  expect(mixed.refused).toEqual([one('RJCT', b, 'ACSC'), rest('RJCT', b, 'ACSC')])
  expect(
    await apply(file('ACSP', 'PART', '', 'ACSC').replace(/<TxInf.*?<.TxInfAndSts>/s, '')),
  ).toMatchObject({ settled: 1, refused: [] })
  expect((await fixtures.states(rewards)).map(([, payout]) => payout)).toEqual([
    'rejected',
    'paid',
    'in-transit',
  ])
})

test('below a status that is not known, on whatever level, nothing is applied, and the status is named', async () => {
  const { ids, messageId, rewards } = await fixtures.sent(1000, 2000)
  const before = await fixtures.snapshot()
  const payments = ids.map((id) => ({ id, status: 'ACSC' }))
  const of = (status: string, where: string) => [
    {
      id: messageId,
      reason: `the status ${status} of ${where} is not known, so nothing below it was applied`,
    },
  ]
  for (const [xml, refused] of [
    [layeredReport(messageId, { status: 'XXXX' }, { status: 'ACSC' }), of('XXXX', 'the file')],
    [layeredReport(messageId, { status: 'XXXX' }, { payments }), of('XXXX', 'the file')],
    [layeredReport(messageId, {}, { status: 'BLCK', payments }), of('BLCK', 'its payment block')],
    [
      layeredReport(messageId, { status: 'ACSC' }, { status: 'ACSC' }, { status: 'BLCK' }),
      of('BLCK', 'its payment block'),
    ],
    [
      layeredReport(
        messageId,
        {},
        { payments: [...payments.slice(1), { id: ids[0]!, status: 'XYZ' }, payments[0]!] },
      ).replace(ids[1]!, 'STRANGER'),
      [{ id: ids[0], reason: 'the report says XYZ and settled for it' }],
    ],
  ] as const) {
    const said = await apply(xml)
    expect([said.settled, said.refused]).toEqual([0, refused])
  }
  expect(await fixtures.snapshot()).toEqual(before)
  // A block of somebody else says nothing about ours.
  const foreign = { of: 'PAYROLL-7', status: 'BLCK' }
  const said = await apply(layeredReport(messageId, {}, { payments }, foreign))
  expect(said).toMatchObject({ settled: 2, unknown: ['PAYROLL-7'], refused: [] })
  expect((await fixtures.states(rewards)).map(([state]) => state)).toEqual(['paid', 'paid'])
})

test('one payment with two amounts in a report is a conflict: nothing is applied to it, and it is named once', async () => {
  const { ids, messageId, rewards } = await fixtures.sent(1000, 2000)
  const [id = '', other = ''] = ids
  const settled = (cents?: number) => ({ id, status: 'ACSC', ...(cents && { cents }) })
  for (const lines of [
    [settled(999), settled(1000)],
    [settled(1000), settled(999)],
    [settled(), settled(999)],
    [settled(999), settled(998), settled()],
  ]) {
    const said = await apply(layeredReport(messageId, {}, { payments: lines }))
    expect(said).toMatchObject({ settled: 0, refused: [{ id }] })
    expect(said.refused[0]?.reason).toMatch(/^the amount is 999 cents, not 1000$/)
  }
  const payments = [settled(999), settled(1000), { id: other, status: 'ACSC', cents: 2000 }]
  expect(await apply(layeredReport(messageId, {}, { payments }))).toMatchObject({ settled: 1 })
  expect((await fixtures.states(rewards)).map(([, state]) => state)).toEqual(['in-transit', 'paid'])
})

test('a report on a message of another kind is named and settles nothing, even where it has our id', async () => {
  const { messageId } = await fixtures.sent(1000)
  const report = (name: string) =>
    Buffer.from(groupReport(messageId, 'ACSC')).toString().replace('pain.001.001.09', name)
  const said = await apply(report('pain.008.001.08'))
  expect(said).toMatchObject({ settled: 0, refused: [{ id: messageId }] })
  expect(said.refused[0]?.reason).toContain('answers a pain.008.001.08, and our file is a pain.001')
  expect(await apply(report('pain.001.003.03'))).toMatchObject({ settled: 1, refused: [] })
})

test('a report and a statement settle as a notification does, and each line counts once', async () => {
  const names = {
    'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
    'camt.053': ['BkToCstmrStmt', 'Stmt'],
  } as const
  for (const kind of ['camt.053', 'camt.052'] as const) {
    const { ids } = await fixtures.sent(1000)
    const [report, part] = names[kind]
    const file = Buffer.from(notice({ id: ids[0]!, cents: 1000 })).toString()
    const same = file
      .replace('camt.054', kind)
      .replaceAll('BkToCstmrDbtCdtNtfctn', report)
      .replaceAll('Ntfctn>', `${part}>`)
    expect(await apply(same)).toMatchObject({ kind, settled: 1, newLines: 1, openLines: 0 })
    expect(await apply(file)).toMatchObject({ kind: 'camt.054', alreadyDone: 1, newLines: 0 })
  }
})

test('an accepted payment has no reason for a rejection from the level above', async () => {
  const { messageId, rewards } = await fixtures.sent(1000)
  const block = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId><PmtInfSts>ACSC</PmtInfSts></OrgnlPmtInfAndSts>`
  const said = await apply(
    Buffer.from(groupReport(messageId, 'PART', 'FF01'))
      .toString()
      .replace('</OrgnlGrpInfAndSts>', `</OrgnlGrpInfAndSts>${block}`),
  )
  expect(said).toMatchObject({ settled: 1, refused: [] })
  expect(await fixtures.payouts(rewards[0]!)).toMatchObject([{ state: 'paid', reason: null }])
})

test('a second message in one report, two words on one block, and a word on a file that is mixed up are refused by name', async () => {
  const { messageId } = await fixtures.sent(1000, 2000)
  const before = await fixtures.snapshot()
  const text = Buffer.from(groupReport(messageId, 'ACSC')).toString()
  const second = text.replace(
    '</OrgnlGrpInfAndSts>',
    '</OrgnlGrpInfAndSts><OrgnlGrpInfAndSts><OrgnlMsgId>ZS-2</OrgnlMsgId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>',
  )
  await expect(apply(second)).rejects.toThrow(`answers 2 messages (${messageId}, ZS-2)`)
  const block = (id: string, status: string) =>
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId><PmtInfSts>${status}</PmtInfSts></OrgnlPmtInfAndSts>`
  const withBlocks = (blocks: string) =>
    text.replace('</OrgnlGrpInfAndSts>', `</OrgnlGrpInfAndSts>${blocks}`)
  expect(
    (await apply(withBlocks(block(messageId, 'ACSC') + block(messageId, 'RJCT')))).refused,
  ).toEqual([{ id: messageId, reason: 'its payment block is given as ACSC and as RJCT' }])
  expect(await apply(withBlocks(block('ZS-OTHER', 'ACSC')))).toMatchObject({
    settled: 0,
    unknown: ['ZS-OTHER'],
    refused: [
      {
        id: messageId,
        reason: 'ACSC for the whole file was not applied: the report names what is not in the file',
      },
    ],
  })
  expect(await fixtures.snapshot()).toEqual(before)
})

test('a payment that was rejected, but is in the sum that the bank booked, is named', async () => {
  const { ids, messageId, rewards } = await fixtures.sent(1000, 2000)
  await apply(
    fixtures.report(messageId, [{ endToEndId: ids[0]!, status: 'RJCT', reasonCode: 'AM04' }]),
  )
  const said = await apply(camt(line('30.00', 'DBIT', `<NtryRef>${messageId}</NtryRef>`)))
  expect(said).toMatchObject({ settled: 1, refused: [{ id: ids[0] }] })
  expect((await fixtures.states(rewards)).map(([state]) => state)).toEqual(['collected', 'paid'])
})

test('a booking whose payments are not its sum or number pays nobody and is named; the others of the file are applied', async () => {
  const { ids, rewards } = await fixtures.sent(1000, 2000, 3000)
  const own = (at: number, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${ids[at]}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`
  const three = '<Btch><NbOfTxs>3</NbOfTxs></Btch>'
  const before = await fixtures.snapshot()
  const both = [own(0, '10.00'), own(1, '20.00')] as const
  const short = await apply(camt(line('60.00', 'DBIT', details(...both))))
  const few = await apply(camt(line('30.00', 'DBIT', details(three, ...both))))
  const label = `, id ${ids[0]}, id ${ids[1]}`
  expect([...short.refused, ...few.refused]).toEqual([
    {
      id: `DBIT 60.00 EUR${label}`,
      reason: 'it books 6000 cents, and its payments come to 3000',
    },
    { id: `DBIT 30.00 EUR${label}`, reason: 'it says 3 payments and lists 2' },
  ])
  expect(await fixtures.snapshot()).toEqual(before)
  const said = await apply(
    camt(line('60.00', 'DBIT', details(...both)) + line('30.00', 'DBIT', details(own(2, '30.00')))),
  )
  expect([said.settled, said.refused.length]).toEqual([1, 1])
  expect((await fixtures.states(rewards)).map(([state]) => state)).toEqual([
    'collected',
    'collected',
    'paid',
  ])
})

test('money that one file books twice for a payment is named, however it is booked, and counts once', async () => {
  const { ids, messageId } = await fixtures.sent(1000, 2000)
  const [a = '', b = ''] = ids
  const alone = (id: string, amount: string) =>
    line(amount, 'DBIT', details(`<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`))
  const twice = 'its money is booked more than once in this file: ask the bank'
  const said = await apply(camt(alone(a, '10.00') + alone(a, '10.00')))
  expect(said).toMatchObject({ settled: 1, refused: [{ id: a, reason: twice }] })
  const whole = line('30.00', 'DBIT', `<NtryRef>${messageId}</NtryRef>`)
  const again = await apply(camt(alone(b, '20.00') + whole))
  const before = 'another line of the statement has booked it before: it may have been paid twice'
  expect(again).toMatchObject({ settled: 1, alreadyDone: 0 })
  expect(again.refused).toEqual([
    { id: b, reason: twice },
    { id: a, reason: before },
  ])
  const back = { id: a, cents: 1000, direction: 'CRDT', reason: 'AC04' } as const
  const returned = await apply(notice(back, back))
  expect(returned).toMatchObject({
    returned: 1,
    refused: [{ id: a, reason: 'its money comes back more than once in this file: ask the bank' }],
  })
})

test('a payment announced and then booked in one file counts once', async () => {
  const { ids } = await fixtures.sent(1000)
  const one = { id: ids[0]!, cents: 1000 }
  const said = await apply(notice({ ...one, status: 'PDNG' }, one, { ...one, status: 'PDNG' }))
  expect(said).toMatchObject({ settled: 1, pending: 1, alreadyDone: 1, refused: [] })
})

test('payments in a block that is not ours are named and stay as they are, also where the report names our message', async () => {
  const { ids, messageId } = await fixtures.sent(1000, 2000)
  const [a = '', b = ''] = ids
  const text = Buffer.from(
    fixtures.report(messageId, [{ endToEndId: b, status: 'ACSC' }]),
  ).toString()
  const foreign =
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>PAYROLL-7</OrgnlPmtInfId><PmtInfSts>ACSC</PmtInfSts>` +
    `<TxInfAndSts><OrgnlEndToEndId>${a}</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>`
  const said = await apply(text.replace('</CstmrPmtStsRpt>', `${foreign}</CstmrPmtStsRpt>`))
  expect(said).toMatchObject({
    settled: 1,
    unknown: ['PAYROLL-7'],
    refused: [
      { id: a, reason: 'it stands in block PAYROLL-7, which is none of the file' },
      { id: messageId }, // the word on the whole file
    ],
  })
})
