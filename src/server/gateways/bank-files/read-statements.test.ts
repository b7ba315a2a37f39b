import { expect, test } from 'vitest'
import { BankFileError } from './bank-file-error.ts'
import type { Booking } from './read-booking.ts'
import { readStatements } from './read-statements.ts'

const bookingsIn = (xml: string) =>
  readStatements(xml).statements.flatMap(({ lines }) => lines.map(({ booking }) => booking))
/** All payments of a file together. */
const readNotification = (xml: string): Booking => ({
  entries: bookingsIn(xml).flatMap(({ entries }) => entries),
  batches: bookingsIn(xml).flatMap(({ batches }) => batches),
  unidentified: bookingsIn(xml).flatMap(({ unidentified }) => unidentified),
  refused: bookingsIn(xml).flatMap(({ refused }) => refused),
})

const notification = (version: '02' | '08', ...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.${version}"><BkToCstmrDbtCdtNtfctn>
  <GrpHdr><MsgId>N-1</MsgId><CreDtTm>2026-11-24T06:00:00+01:00</CreDtTm></GrpHdr>
  <Ntfctn><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${entries.join('')}</Ntfctn>
</BkToCstmrDbtCdtNtfctn></Document>`

const entry = (amount: string, direction: string, status: string, inside: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts>${inside}</Ntry>`
const details = (...inside: string[]) => `<NtryDtls>${inside.join('')}</NtryDtls>`
const tx = (id: string, inside = '') =>
  `<TxDtls><Refs><MsgId>PO-1</MsgId><EndToEndId>${id}</EndToEndId></Refs>${inside}</TxDtls>`
const oldAmount = (amount: string) =>
  `<AmtDtls><InstdAmt><Amt Ccy="EUR">0.99</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`
const newAmount = (amount: string, direction = 'DBIT') =>
  `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`
const booked = '<Cd>BOOK</Cd>'

const settled = {
  currency: 'EUR',
  creditDebit: 'DBIT',
  status: 'BOOK',
  returned: false,
  reasonCodes: [],
}
const back = {
  currency: 'EUR',
  creditDebit: 'CRDT',
  status: 'BOOK',
  returned: true,
  reasonCodes: [],
}

test('a batch booking gives one entry for each payment in it, in both versions', () => {
  const expected = {
    entries: [
      { endToEndId: 'E-1', cents: 2501, ...settled },
      { endToEndId: 'E-2', cents: 2500, ...settled },
    ],
    batches: [],
    unidentified: [],
    refused: [],
  }
  const old = details(tx('E-1', oldAmount('25.01')), tx('E-2', oldAmount('25')))
  const now = details(tx('E-1', newAmount('25.01')), tx('E-2', newAmount('25.00')))
  const both = details(tx('E-1', newAmount('25.01'))) + details(tx('E-2', newAmount('25.00')))
  expect(readNotification(notification('02', entry('50.01', 'DBIT', 'BOOK', old)))).toEqual(
    expected,
  )
  expect(readNotification(notification('08', entry('50.01', 'DBIT', booked, now)))).toEqual(
    expected,
  )
  expect(readNotification(notification('08', entry('50.01', 'DBIT', booked, both)))).toEqual(
    expected,
  )
})

test('a single booking lends its amount to its only payment, but never to one of several', () => {
  const one = entry('15.00', 'DBIT', 'BOOK', details(tx('E-1')))
  expect(readNotification(notification('02', one)).entries).toEqual([
    { endToEndId: 'E-1', cents: 1500, ...settled },
  ])
  const two = entry('30.00', 'DBIT', 'BOOK', details(tx('E-1'), tx('E-2')))
  expect(readNotification(notification('02', two))).toMatchObject({
    entries: [],
    refused: [{ id: 'DBIT 30.00 EUR, id E-1' }, { id: 'DBIT 30.00 EUR, id E-2' }],
  })
})

test('returned money is told apart with its reason, however the bank marks it', () => {
  const info = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
  const iso =
    '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>'
  const german = '<BkTxCd><Prtry><Cd>NRTI+159+00931</Cd><Issr>DK</Issr></Prtry></BkTxCd>'
  const read = (inside: string, version: '02' | '08' = '02') =>
    readNotification(
      notification(version, entry('15.00', 'CRDT', version === '02' ? 'BOOK' : booked, inside)),
    ).entries
  const expected = { endToEndId: 'E-1', cents: 1500, ...back }
  expect(read(details(tx('E-1', info)))).toEqual([{ ...expected, reasonCodes: ['AC04'] }])
  expect(read(details(tx('E-1', newAmount('15.00', 'CRDT') + info)), '08')).toEqual([
    { ...expected, reasonCodes: ['AC04'] },
  ])
  expect(read(iso + details(tx('E-1')))).toEqual([expected])
  expect(read(details(tx('E-1', iso)))).toEqual([expected])
  expect(read(german + details(tx('E-1')))).toEqual([expected])
  expect(read(`<RvslInd>true</RvslInd>${details(tx('E-1'))}`)).toEqual([expected])
  expect(read(details(tx('E-1', info.replace(/Cd>/g, 'Prtry>'))))).toEqual([
    { ...expected, reasonCodes: ['AC04'] },
  ])
})

test('all reasons of a return are read', () => {
  const info = (code: string) => `<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf>`
  const inside = details(tx('E-1', info('AC04') + info('AM05') + info('AC04')))
  const read = readNotification(notification('08', entry('15.00', 'CRDT', booked, inside)))
  expect(read.entries[0]?.reasonCodes).toEqual(['AC04', 'AM05'])
})

test('a credit that only carries the id of a payout is not a return: anybody can send one', () => {
  const plain = '<BkTxCd><Prtry><Cd>NTRF+166+15901</Cd></Prtry></BkTxCd>'
  const xml = notification('02', entry('15.00', 'CRDT', 'BOOK', plain + details(tx('E-1'))))
  expect(readNotification(xml).entries[0]).toMatchObject({ creditDebit: 'CRDT', returned: false })
})

test('what is only announced keeps its own status', () => {
  for (const status of ['PDNG', 'INFO']) {
    const old = notification('02', entry('15.00', 'DBIT', status, details(tx('E-1'))))
    const now = notification('08', entry('15.00', 'DBIT', `<Cd>${status}</Cd>`, details(tx('E-1'))))
    for (const xml of [old, now]) expect(readNotification(xml).entries[0]?.status).toBe(status)
  }
})

test('a booking of a whole file without its payments is answered by the ids of the file', () => {
  const summary = details(
    '<Btch><MsgId>PO-1</MsgId><PmtInfId>PO-1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>',
  )
  const xml = notification('08', entry('50.01', 'DBIT', booked, summary))
  expect(readNotification(xml)).toEqual({
    entries: [],
    batches: [
      {
        ids: ['PO-1'],
        label: 'DBIT 50.01 EUR',
        count: 2,
        cents: 5001,
        currency: 'EUR',
        creditDebit: 'DBIT',
        status: 'BOOK',
        reversal: false,
      },
    ],
    unidentified: [],
    refused: [],
  })
})

test('movements that are not ours are named, each by its amount, and do not stop the others', () => {
  const xml = notification(
    '02',
    entry('3.90', 'DBIT', 'BOOK', ''),
    entry('odd', 'DBIT', 'BOOK', details(tx('NOTPROVIDED'))),
    entry('7.00', 'CRDT', 'BOOK', details('<TxDtls><Refs/></TxDtls>')),
    entry('15.00', 'DBIT', 'BOOK', details(tx('E-1'))),
  )
  expect(readNotification(xml)).toMatchObject({
    entries: [{ endToEndId: 'E-1' }],
    batches: [],
    unidentified: ['DBIT 3.90 EUR', 'DBIT odd EUR', 'CRDT 7.00 EUR'],
  })
})

test('a return without an id is named with its reason, its day and the bank’s reference, and is no booking of a file', () => {
  const back = tx('NOTPROVIDED', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')
  const where = '<BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>B-77</AcctSvcrRef>'
  const xml = notification('08', entry('15.00', 'CRDT', booked, where + details(back)))
  expect(readNotification(xml)).toEqual({
    entries: [],
    batches: [],
    unidentified: ['CRDT 15.00 EUR, booked 2026-11-24, returned: AC04, reference B-77'],
    refused: [],
  })
})

test('a booking of a file is known by its id wherever the bank put it', () => {
  const ids = (inside: string) =>
    readNotification(notification('08', entry('30.00', 'DBIT', booked, inside))).batches.map(
      (batch) => batch.ids,
    )
  expect(ids('<NtryRef>PO-1</NtryRef>')).toEqual([['PO-1']])
  expect(ids(details(tx('NOTPROVIDED'), tx('NOTPROVIDED')))).toEqual([['PO-1']])
  expect(ids(details(tx('NOTPROVIDED'), tx('NOTPROVIDED').replace('PO-1', 'PO-2')))).toEqual([])
  expect(ids(details('<Btch><PmtInfId>PO-3</PmtInfId></Btch>', tx('NOTPROVIDED')))).toEqual([
    ['PO-3', 'PO-1'],
  ])
})

test('a payment without amount, direction or status is named by its id, and does not stop the others', () => {
  const good = entry('15.00', 'DBIT', 'BOOK', details(tx('E-2')))
  for (const [said, broken] of [
    ['DBIT fifteen EUR, id E-1', entry('fifteen', 'DBIT', 'BOOK', details(tx('E-1')))],
    [
      'DBIT 15.00, id E-1',
      entry('15.00', 'DBIT', 'BOOK', details(tx('E-1'))).replace(' Ccy="EUR"', ''),
    ],
    ['OUT 15.00 EUR, id E-1', entry('15.00', 'OUT', 'BOOK', details(tx('E-1')))],
    ['DBIT 15.00 EUR, id E-1', entry('15.00', 'DBIT', '', details(tx('E-1')))],
  ] as const)
    expect(readNotification(notification('02', broken, good))).toMatchObject({
      entries: [{ endToEndId: 'E-2' }],
      refused: [{ id: said, reason: 'its amount, direction or status cannot be read' }],
    })
})

test('a booking whose payments are not its sum, number or currency gives none of them, and is named with both figures', () => {
  const btch = (count: string, more = '') => `<Btch><NbOfTxs>${count}</NbOfTxs>${more}</Btch>`
  const total = (amount: string, more = '') =>
    btch('2', `<TtlAmt Ccy="EUR">${amount}</TtlAmt>${more}`)
  const credit = '<CdtDbtInd>CRDT</CdtDbtInd>'
  const [one, two] = [tx('E-1', newAmount('10.00')), tx('E-2', newAmount('20.00'))]
  const label = 'DBIT 30.00 EUR, id E-1, id E-2'
  for (const [inside, id, reason] of [
    [details(one), 'DBIT 30.00 EUR, id E-1', 'it books 3000 cents, and its payments come to 1000'],
    [
      details(one, tx('E-2', newAmount('20.01'))),
      label,
      'it books 3000 cents, and its payments come to 3001',
    ],
    [
      details(one, tx('E-2', newAmount('20.00', 'CRDT'))),
      label,
      'it books 3000 cents, and its payments come to -1000',
    ],
    [details(btch('3'), one, two), label, 'it says 3 payments and lists 2'],
    [details(btch('1'), one, two), label, 'it says 1 payments and lists 2'],
    [details(btch('two'), one, two), label, 'it says two payments and lists 2'],
    [
      details(total('30.01'), one, two),
      label,
      'it says 3001 cents in total, and its payments come to 3000',
    ],
    [
      details(total('30.00', credit), one, two),
      label,
      'it says 3000 cents in total, and its payments come to -3000',
    ],
    [
      details(btch('1'), one) + details(btch('1', '<TtlAmt Ccy="EUR">30.00</TtlAmt>'), two),
      label,
      'it says 3000 cents in total, and its payments come to 2000',
    ],
    [details(total('much'), one, two), label, 'its total (TtlAmt) cannot be read'],
    [
      details(total('30.00').replace('EUR', 'CHF'), one, two),
      label,
      'it is in EUR, and its total in CHF',
    ],
    [details(one, two.replace('EUR', 'CHF')), label, 'it is in EUR, and payments in it are in CHF'],
  ] as const) {
    const read = readNotification(notification('08', entry('30.00', 'DBIT', booked, inside)))
    expect(read).toEqual({ entries: [], batches: [], unidentified: [], refused: [{ id, reason }] })
  }
  for (const right of [btch('2'), total('30'), total('30.00', '<CdtDbtInd>DBIT</CdtDbtInd>')]) {
    const inside = details(right, one, two)
    const read = readNotification(notification('08', entry('30.00', 'DBIT', booked, inside)))
    expect([read.entries.length, read.refused]).toEqual([2, []])
  }
})

test('a booking of a whole file keeps what contradicts it beside its ids, with payments in it or without', () => {
  const read = (...groups: string[]) =>
    readNotification(notification('08', entry('30.00', 'DBIT', booked, groups.join(''))))
  const btch = (more: string) => `<Btch><MsgId>PO-1</MsgId>${more}</Btch>`
  const total = (amount: string, direction = 'DBIT') =>
    btch(`<TtlAmt Ccy="EUR">${amount}</TtlAmt><CdtDbtInd>${direction}</CdtDbtInd>`)
  const nameless = (amount: string, underlying: string) =>
    tx('NOTPROVIDED', newAmount(amount) + oldAmount(underlying))
  for (const [problem, ...groups] of [
    ['it books 3000 cents, and its total is 2900', details(total('29.00'))],
    [
      'it books 3000 cents, and its total is 2900',
      details(total('29.00'), tx('NOTPROVIDED'), tx('NOTPROVIDED')),
    ],
    ['it books 3000 cents, and its total is -3000', details(total('30.00', 'CRDT'))],
    ['it books 3000 cents, and its total is -3000', details(btch('<CdtDbtInd>CRDT</CdtDbtInd>'))],
    [
      'it books 3000 cents, and its total is 4000',
      details(total('30.00')),
      details(total('10.00')),
    ],
    ['it is in EUR, and its total in CHF', details(total('30.00').replace('EUR', 'CHF'))],
    ['its total (TtlAmt) cannot be read', details(total('much'))],
    [
      'it books 3000 cents, and its payments come to 1000',
      details(tx('NOTPROVIDED', newAmount('10.00'))),
    ],
    [
      'it gives a payment as 2000 and as 1900 cents',
      details(nameless('10.00', '10.00'), nameless('20.00', '19.00')),
    ],
  ] as const)
    expect(read(...groups)).toMatchObject({
      entries: [],
      refused: [],
      batches: [{ ids: ['PO-1'], problem }],
    })
  for (const right of [
    [details(total('30'))],
    [details(total('30'), tx('NOTPROVIDED'), tx('NOTPROVIDED'))],
    [details(total('10.00')), details(total('20.00'))],
    [details(total('10.00')), details(btch(''))],
    [details(total('35.00')), details(total('5.00', 'CRDT'))],
    [details(nameless('10.00', '10.00'), nameless('20.00', '20.00'))],
  ])
    expect(read(...right).batches.map((batch) => batch.problem)).toEqual([undefined])
})

test('an amount of a payment that is given twice and differs is kept beside it; one instructed or in another currency says nothing', () => {
  const cents = (inside: string) =>
    readNotification(
      notification('08', entry('10.00', 'DBIT', booked, details(tx('E-1', inside)))),
    ).entries.map((one) => [one.cents, one.otherCents])
  expect(cents(newAmount('10.00') + oldAmount('9.00'))).toEqual([[1000, 900]])
  expect(cents(newAmount('10.00') + oldAmount('10'))).toEqual([[1000, undefined]])
  expect(cents(newAmount('10.00') + oldAmount('9.00').replaceAll('EUR', 'CHF'))).toEqual([
    [1000, undefined],
  ])
})

test('an element that stands twice and differs refuses the notification', () => {
  const whole = notification(
    '08',
    entry('10.00', 'DBIT', booked, details(tx('E-1', newAmount('10.00')))),
  )
  const twice = (given: string, other: string) => () =>
    readNotification(whole.replace(given, given + other))
  expect(twice('<EndToEndId>E-1</EndToEndId>', '<EndToEndId>E-2</EndToEndId>')).toThrow(
    'gives EndToEndId as "E-1" and as "E-2"',
  )
  expect(twice('<Amt Ccy="EUR">10.00</Amt>', '<Amt Ccy="CHF">10.00</Amt>')).toThrow('gives Amt as')
  expect(twice('<Sts><Cd>BOOK</Cd></Sts>', '<Sts><Cd>PDNG</Cd></Sts>')).toThrow('gives Cd as')
  expect(twice('<CdtDbtInd>DBIT</CdtDbtInd>', '<CdtDbtInd>CRDT</CdtDbtInd>')).toThrow(BankFileError)
  expect(twice('<EndToEndId>E-1</EndToEndId>', '<EndToEndId>E-1</EndToEndId>')).not.toThrow()
})

test('one payment of a booking that cannot be read keeps the others of it out, since their sum proves nothing', () => {
  for (const [unread, named] of [
    [tx('E-2'), 'DBIT 30.00 EUR, id E-2'],
    [tx('NOTPROVIDED'), 'DBIT 30.00 EUR'],
  ] as const) {
    const inside = details(tx('E-1', newAmount('10.00')), unread)
    const good = entry('15.00', 'DBIT', booked, details(tx('E-3')))
    const read = readNotification(notification('08', entry('30.00', 'DBIT', booked, inside) + good))
    expect(read.entries.map(({ endToEndId }) => endToEndId)).toEqual(['E-3'])
    expect(read.refused).toEqual([
      { id: named, reason: 'its amount, direction or status cannot be read' },
      { id: 'E-1', reason: 'another payment of the same booking cannot be read' },
    ])
  }
})

test('what is no statement is refused', () => {
  expect(() => readNotification('<html></html>')).toThrow(
    'not a camt.052 or camt.053 or camt.054 message',
  )
  expect(() => readNotification(notification('02').slice(0, -20))).toThrow(BankFileError)
})

const account = '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>'
const names = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const
const statement = (kind: keyof typeof names, version: string, inside: string) => {
  const [report, part] = names[kind]
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}"><${report}><GrpHdr/><${part}>
    <Id>S-7</Id><ElctrncSeqNb>217</ElctrncSeqNb><CreDtTm>2026-11-24T06:00:00+01:00</CreDtTm>
    <FrToDt><FrDtTm>2026-11-23T00:00:00</FrDtTm><ToDtTm>2026-11-23T24:00:00</ToDtTm></FrToDt>${account}${inside}</${part}></${report}></Document>`
}
const balance = (code: string, amount: string, direction = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>`

test('reports, statements and notifications give the same line, in both versions, with whose account and which pages they are', () => {
  const inside = (party: (name: string) => string, status: string) =>
    entry(
      '12.34',
      'CRDT',
      status,
      '<BookgDt><Dt>2026-11-23</Dt></BookgDt><ValDt><Dt>2026-11-24</Dt></ValDt><AcctSvcrRef>B-9</AcctSvcrRef>' +
        '<BkTxCd><Prtry><Cd>NTRF+166</Cd></Prtry></BkTxCd>' +
        details(
          `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr>${party('Mira Stern')}</Dbtr>` +
            '<DbtrAcct><Id><IBAN>DE44500105175407324931</IBAN></Id></DbtrAcct></RltdPties>' +
            '<RmtInf><Ustrd>Rückzahlung A-77</Ustrd></RmtInf></TxDtls>',
        ),
    )
  const old = inside((name) => `<Nm>${name}</Nm>`, 'BOOK')
  const now = inside((name) => `<Pty><Nm>${name}</Nm></Pty>`, booked)
  for (const kind of ['camt.052', 'camt.053', 'camt.054'] as const)
    for (const [version, line] of [
      ['02', old],
      ['08', now],
    ] as const) {
      const read = readStatements(statement(kind, version, line))
      expect(read.kind).toBe(kind)
      expect(read.statements).toMatchObject([
        {
          id: 'S-7',
          sequence: '217',
          createdAt: '2026-11-24T06:00:00+01:00',
          from: '2026-11-23',
          to: '2026-11-23',
          account: 'DE89370400440532013000',
          lines: [
            {
              cents: 1234,
              currency: 'EUR',
              creditDebit: 'CRDT',
              status: 'BOOK',
              bookedOn: '2026-11-23',
              valueOn: '2026-11-24',
              reference: 'B-9',
              code: 'NTRF+166',
              text: 'Rückzahlung A-77',
              party: { name: 'Mira Stern', iban: 'DE44500105175407324931' },
              returned: false,
              isCharge: false,
              chargeCents: 0,
              endToEndId: null,
            },
          ],
        },
      ])
    }
})

test('a statement whose bookings do not lead from one balance to the other is refused; a page of one and a report need not', () => {
  const lines = entry('15.00', 'DBIT', booked, '') + entry('5.00', 'CRDT', booked, '')
  const read = (closing: string, more = '', kind: keyof typeof names = 'camt.053') =>
    readStatements(
      statement(
        kind,
        '08',
        more + balance('OPBD', '4.00') + balance('CLBD', closing, 'DBIT') + lines,
      ),
    )
  expect(read('6.00').statements[0]?.balances.map(({ cents }) => cents)).toEqual([400, -600])
  expect(() => read('6.01')).toThrow('come to -1000 cents, and its balances differ by -1001')
  const page = '<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>'
  expect(read('7.00', page).statements).toHaveLength(1)
  const pending = entry('9.00', 'DBIT', '<Cd>PDNG</Cd>', '')
  expect(
    readStatements(statement('camt.052', '08', balance('OPBD', '4.00') + lines + pending))
      .statements,
  ).toHaveLength(1)
})

test('a file without one booking that can be read is an error and never nothing', () => {
  for (const inside of ['', balance('OPBD', '1.00'), entry('odd', 'DBIT', booked, '')])
    expect(() => readStatements(statement('camt.053', '08', inside))).toThrow(
      'the camt.053 has not one booking that can be read',
    )
})

test('charges are told apart, alone by their code and in a return by what the banks took of it, in both versions', () => {
  const coded = (code: string) =>
    entry('3.90', 'DBIT', booked, `<BkTxCd><Prtry><Cd>${code}</Cd></Prtry></BkTxCd>`)
  const iso = entry(
    '3.90',
    'DBIT',
    booked,
    '<BkTxCd><Domn><Cd>ACMT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>',
  )
  const alone = readStatements(
    statement('camt.053', '08', coded('NCHG+808+00001') + iso + coded('NTRF+166')),
  )
  expect(alone.statements[0]?.lines.map(({ isCharge }) => isCharge)).toEqual([true, true, false])
  const info = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
  const old = '<Chrgs><Amt Ccy="EUR">0.15</Amt></Chrgs>'
  const now =
    '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.15</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy="EUR">0.15</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>'
  for (const [version, charges] of [
    ['02', old],
    ['08', now],
  ] as const) {
    const net = tx('E-1', newAmount('14.85', 'CRDT') + charges + info)
    const gross = tx('E-1', newAmount('15.00', 'CRDT') + charges + info)
    for (const inside of [net, gross]) {
      const line = entry('14.85', 'CRDT', version === '02' ? 'BOOK' : booked, details(inside))
      expect(
        readStatements(statement('camt.054', version, line)).statements[0]?.lines,
      ).toMatchObject([
        { cents: 1485, chargeCents: 15, booking: { entries: [{ chargeCents: 15 }], refused: [] } },
      ])
    }
  }
  const unnamed = entry(
    '14.85',
    'CRDT',
    booked,
    details(tx('E-1', newAmount('15.00', 'CRDT') + info)),
  )
  expect(
    readStatements(statement('camt.054', '08', unnamed)).statements[0]?.lines[0]?.booking.refused,
  ).toHaveLength(1)
})
