import { expect, test } from 'vitest'
import { BankFileError } from './bank-file-error.ts'
import { readStatusReport } from './read-status-report.ts'

const versions = [
  'urn:iso:std:iso:20022:tech:xsd:pain.002.001.03',
  'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10',
  'urn:iso:std:iso:20022:tech:xsd:pain.002.001.14',
  'urn:iso:std:iso:20022:tech:xsd:pain.002.003.03',
] as const

const group = (inside = '') =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>PO-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${inside}</OrgnlGrpInfAndSts>`
const payment = (inside = '') =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>PO-1</OrgnlPmtInfId>${inside}</OrgnlPmtInfAndSts>`
const transaction = (id: string, inside = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${inside}</TxInfAndSts>`
const reason = (code: string, ...words: string[]) =>
  `<StsRsnInf><Orgtr><Nm>BANK</Nm></Orgtr><Rsn><Cd>${code}</Cd></Rsn>${words.map((text) => `<AddtlInf>${text}</AddtlInf>`).join('')}</StsRsnInf>`
const report = (inside: string, namespace: string = versions[1]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <CstmrPmtStsRpt><GrpHdr><MsgId>B-1</MsgId><CreDtTm>2026-11-23T09:00:00Z</CreDtTm></GrpHdr>${inside}</CstmrPmtStsRpt>
</Document>`

test.each(versions)('all three levels of %s are read', (namespace) => {
  const xml = report(
    group('<GrpSts>PART</GrpSts>') +
      payment(
        '<PmtInfSts>PART</PmtInfSts>' +
          transaction('E-1', '<TxSts>ACSC</TxSts>') +
          transaction('E-2', `<TxSts>RJCT</TxSts>${reason('AC04', 'Konto', 'aufgelöst')}`) +
          transaction('E-3', '<TxSts>PDNG</TxSts>'),
      ),
    namespace,
  )
  expect(readStatusReport(xml)).toEqual({
    originalMessageId: 'PO-1',
    originalMessageName: 'pain.001.001.09',
    groupStatus: 'PART',
    groupReason: {},
    paymentStatuses: [{ paymentId: 'PO-1', status: 'PART' }],
    transactions: [
      { endToEndId: 'E-1', status: 'ACSC' },
      { endToEndId: 'E-2', status: 'RJCT', reasonCodes: ['AC04'], reasonText: 'Konto aufgelöst' },
      { endToEndId: 'E-3', status: 'PDNG' },
    ].map((one) => ({ ...one, paymentId: 'PO-1' })),
  })
})

test('a whole file can be rejected without a word about its transactions', () => {
  const xml = report(group(`<GrpSts>RJCT</GrpSts>${reason('FF01', 'Schema')}`))
  expect(readStatusReport(Buffer.from(xml))).toEqual({
    originalMessageId: 'PO-1',
    originalMessageName: 'pain.001.001.09',
    groupStatus: 'RJCT',
    groupReason: { reasonCodes: ['FF01'], reasonText: 'Schema' },
    paymentStatuses: [],
    transactions: [],
  })
})

test('amounts and sums that the bank repeats are read, and one that cannot be read is not ignored', () => {
  const amount = (text: string) =>
    `<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${text}</InstdAmt></Amt></OrgnlTxRef>`
  const read = (one: string, sum = '30.50') =>
    readStatusReport(
      report(
        group(`<OrgnlCtrlSum>${sum}</OrgnlCtrlSum><GrpSts>ACSC</GrpSts>`) +
          payment(`<OrgnlCtrlSum>30.5</OrgnlCtrlSum>${transaction('E-1', one)}`),
      ),
    )
  const whole = read(amount('20.50'))
  expect([whole.sumCents, whole.paymentStatuses[0]?.sumCents]).toEqual([3050, 3050])
  expect(whole.transactions[0]?.amounts).toEqual([{ cents: 2050, currency: 'EUR' }])
  const settled = '<OrgnlTxRef><IntrBkSttlmAmt Ccy="CHF">1</IntrBkSttlmAmt></OrgnlTxRef>'
  expect(read(settled).transactions[0]?.amounts).toEqual([{ cents: 100, currency: 'CHF' }])
  const both = (currency: string) =>
    read(
      amount('20.50').replace(
        '</OrgnlTxRef>',
        `<IntrBkSttlmAmt Ccy="${currency}">7</IntrBkSttlmAmt></OrgnlTxRef>`,
      ),
    ).transactions[0]?.amounts?.map(({ cents }) => cents)
  expect([both('EUR'), both('CHF')]).toEqual([[2050, 700], [2050]])
  expect(() => read(amount('20.505'))).toThrow(BankFileError)
  expect(() => read(amount('20.50'), 'viel')).toThrow(BankFileError)
})

test('the number of transactions is read on both levels, and one that is none is not ignored', () => {
  const read = (number: string) =>
    readStatusReport(
      report(
        group(`<OrgnlNbOfTxs>${number}</OrgnlNbOfTxs>`) +
          payment('<OrgnlNbOfTxs>2</OrgnlNbOfTxs><PmtInfSts>ACSC</PmtInfSts>'),
      ),
    )
  expect([read('3').count, read('3').paymentStatuses[0]?.count]).toEqual([3, 2])
  for (const wrong of ['zwei', '-1', '1.5', '1e3'])
    expect(() => read(wrong)).toThrow('OrgnlNbOfTxs')
})

test('the numbers by status are read on both levels, and one without status or number is not ignored', () => {
  const counts = (inside: string) => `<NbOfTxsPerSts>${inside}</NbOfTxsPerSts>`
  const of = (count: string, status: string) =>
    counts(`<DtldNbOfTxs>${count}</DtldNbOfTxs><DtldSts>${status}</DtldSts>`)
  const read = (onGroup: string, onBlock = '') =>
    readStatusReport(report(group(onGroup) + payment(onBlock)))
  const both = read(of('2', 'ACSC') + of('1', 'RJCT'), of('3', 'PDNG'))
  expect(both.perStatus).toEqual([
    { status: 'ACSC', count: 2 },
    { status: 'RJCT', count: 1 },
  ])
  expect(both.paymentStatuses[0]?.perStatus).toEqual([{ status: 'PDNG', count: 3 }])
  expect(() => read(of('one', 'RJCT'))).toThrow('DtldNbOfTxs')
  expect(() => read(counts('<DtldSts>RJCT</DtldSts>'))).toThrow('without status or number')
  expect(() => read('', counts('<DtldNbOfTxs>1</DtldNbOfTxs>'))).toThrow(BankFileError)
})

test('an element that stands twice and differs refuses the report, whatever comes first; the same word twice is one', () => {
  const whole = report(
    group('<GrpSts>ACSC</GrpSts>') +
      payment(`<PmtInfSts>ACSC</PmtInfSts>${transaction('E-1', '<TxSts>ACSC</TxSts>')}`),
  )
  const texts = ['OrgnlMsgId', 'GrpSts', 'OrgnlPmtInfId', 'PmtInfSts', 'OrgnlEndToEndId', 'TxSts']
  for (const name of texts) {
    const [given = ''] = new RegExp(`<${name}>.*?</${name}>`).exec(whole) ?? []
    const other = `<${name}>RJCT</${name}>`
    for (const pair of [given + other, other + given])
      expect(() => readStatusReport(whole.replace(given, pair))).toThrow(`gives ${name} as `)
    expect(readStatusReport(whole.replace(given, given + given))).toEqual(readStatusReport(whole))
  }
})

test('a status that a transaction only inherited is marked, its own is not', () => {
  const xml = report(
    group('<GrpSts>ACSC</GrpSts>') +
      payment(transaction('E-1') + transaction('E-2', '<TxSts>ACSC</TxSts>')),
  )
  expect(readStatusReport(xml).transactions).toEqual([
    { endToEndId: 'E-1', paymentId: 'PO-1', status: 'ACSC', inherited: true },
    { endToEndId: 'E-2', paymentId: 'PO-1', status: 'ACSC' },
  ])
})

test('so can a payment, while the group says nothing', () => {
  const xml = report(group() + payment(`<PmtInfSts>RJCT</PmtInfSts>${reason('DT01')}`))
  const read = readStatusReport(xml)
  expect(read.groupStatus).toBeUndefined()
  expect(read.paymentStatuses).toEqual([
    { paymentId: 'PO-1', status: 'RJCT', reasonCodes: ['DT01'] },
  ])
})

test('a transaction without a status takes that of its payment, then of the group', () => {
  const statuses = (groupStatus: string, paymentStatus: string) =>
    readStatusReport(
      report(group(groupStatus) + payment(paymentStatus + transaction('E-1', reason('MS03')))),
    ).transactions.map(({ status }) => status)
  const rejected = '<PmtInfSts>RJCT</PmtInfSts>'
  expect(statuses('<GrpSts>PART</GrpSts>', rejected)).toEqual(['RJCT'])
  expect(statuses('<GrpSts>RJCT</GrpSts>', '')).toEqual(['RJCT'])
  // PART says that they differ: guessing would settle or reopen the wrong ones.
  expect(() => statuses('<GrpSts>PART</GrpSts>', '')).toThrow(BankFileError)
  expect(() => statuses('<GrpSts>ACCP</GrpSts>', '<PmtInfSts>PART</PmtInfSts>')).toThrow('TxSts')
  expect(() => statuses('', '')).toThrow('TxSts')
})

test('a transaction has the reasons of all levels that give its status', () => {
  const reasons = (above: string, own: string) =>
    readStatusReport(report(group() + payment(above + transaction('E-1', own)))).transactions.map(
      ({ reasonCodes }) => reasonCodes,
    )
  const rejected = `<PmtInfSts>RJCT</PmtInfSts>${reason('AM04')}`
  expect(reasons(rejected, '')).toEqual([['AM04']])
  expect(reasons(rejected, '<TxSts>RJCT</TxSts>')).toEqual([['AM04']])
  expect(reasons(rejected, `<TxSts>RJCT</TxSts>${reason('AC04')}`)).toEqual([['AC04', 'AM04']])
  expect(reasons(rejected, '<TxSts>ACSC</TxSts>')).toEqual([undefined])
  const whole = report(
    group(`<GrpSts>RJCT</GrpSts>${reason('FF01')}`) + payment(transaction('E-1', '')),
  )
  expect(readStatusReport(whole).transactions).toMatchObject([{ reasonCodes: ['FF01'] }])
  const all = readStatusReport(
    report(
      group(`<GrpSts>RJCT</GrpSts>${reason('DU01')}`) +
        payment(`<PmtInfSts>RJCT</PmtInfSts>${reason('FF01')}${reason('AM04')}`) +
        payment(transaction('E-1', `<TxSts>RJCT</TxSts>${reason('AC04')}`)),
    ),
  )
  expect(all.transactions[0]?.reasonCodes).toEqual(['AC04', 'FF01', 'AM04', 'DU01'])
})

test('all reason codes count, each once, and a bank may have codes of its own', () => {
  const own = '<StsRsnInf><Rsn><Prtry>X-77</Prtry></Rsn></StsRsnInf>'
  const read = (inside: string) =>
    readStatusReport(report(group() + payment(transaction('E-1', `<TxSts>RJCT</TxSts>${inside}`))))
      .transactions[0]
  expect(read(own)).toMatchObject({ reasonCodes: ['X-77'] })
  expect(read(own + reason('AC01') + reason('AC06') + own)).toMatchObject({
    reasonCodes: ['X-77', 'AC01', 'AC06'],
  })
  expect(read(reason('AC01', 'x'.repeat(105), ...Array<string>(9).fill('y'.repeat(105))))).toEqual({
    endToEndId: 'E-1',
    paymentId: 'PO-1',
    status: 'RJCT',
    reasonCodes: ['AC01'],
    reasonText: expect.stringMatching(/^x{105} y[y ]{393}$/),
  })
})

test('transactions of several payments stay in the order of the file', () => {
  const one = (id: string) => payment(transaction(id, '<TxSts>ACSC</TxSts>'))
  const read = readStatusReport(report(group() + one('E-2') + one('E-1')))
  expect(read.transactions.map(({ endToEndId }) => endToEndId)).toEqual(['E-2', 'E-1'])
})

test('a report that leaves open what it talks about is refused', () => {
  const refused: Record<string, string> = {
    OrgnlMsgId: report('<OrgnlGrpInfAndSts><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>'),
    'message it answers': report(''),
    'answers 2 messages (PO-1, PO-2)': report(
      group('<GrpSts>ACSC</GrpSts>') + group('<GrpSts>RJCT</GrpSts>').replace('PO-1', 'PO-2'),
    ),
    'more than one CstmrPmtStsRpt': report(group()).replace(
      '</Document>',
      `<CstmrPmtStsRpt>${group()}</CstmrPmtStsRpt></Document>`,
    ),
    OrgnlPmtInfId: report(
      `${group()}<OrgnlPmtInfAndSts><PmtInfSts>RJCT</PmtInfSts></OrgnlPmtInfAndSts>`,
    ),
    OrgnlEndToEndId: report(group() + payment('<TxInfAndSts><TxSts>RJCT</TxSts></TxInfAndSts>')),
    'not a status code': report(group() + payment(transaction('E-1', '<TxSts>settled</TxSts>'))),
    'not a pain.002 message': report(group(), 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'),
  }
  for (const [message, xml] of Object.entries(refused)) {
    expect(() => readStatusReport(xml)).toThrow(BankFileError)
    expect(() => readStatusReport(xml)).toThrow(message)
  }
})

test('a report cut off at any place is refused as a whole, never half applied', () => {
  const xml = report(
    group() +
      payment(
        transaction('E-1', '<TxSts>ACSC</TxSts>') + transaction('E-2', '<TxSts>RJCT</TxSts>'),
      ),
  )
  for (let length = 0; length < xml.length; length += 7) {
    expect(() => readStatusReport(xml.slice(0, length))).toThrow(BankFileError)
  }
})
