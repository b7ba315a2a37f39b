import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { applyBankFile } from './apply-status.ts'
import type { BankFileReport } from './bank-file-report.ts'
import { readBatchFile } from './batch-file.ts'
import { camt, groupReport, makeFixtures, operator, ownAccounts } from './payout.test-helper.ts'

// Damaged files beside those of bank-lines.test.ts: what is no file of the bank, and what is one and says what cannot be (docs/testing.md has
// all kinds).

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
let sent: Awaited<ReturnType<typeof fixtures.sent>>
let foreign: Awaited<ReturnType<typeof fixtures.sent>>

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
  sent = await fixtures.sent(1_000, 2_000)
  foreign = await makeFixtures(server, 'bgv').sent(1_000)
})
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const apply = (file: string | Uint8Array) =>
  applyBankFile(server.deps, 'standard', Buffer.from(file), operator)

type Booked = { id?: string; amount?: string; direction?: string; day?: string; more?: string }
const booked = ({
  id,
  amount = '10.00',
  direction = 'DBIT',
  day = '2026-11-18',
  more = '',
}: Booked) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
  <NtryDtls><TxDtls><Refs><EndToEndId>${id ?? sent.ids[0]}</EndToEndId></Refs>${more}</TxDtls></NtryDtls></Ntry>`
const good = () => camt(booked({})).toString()
const doctype = (inside: string) => good().replace('<Document', `<!DOCTYPE d [${inside}]><Document`)

const refused: [kind: string, file: () => string | Uint8Array | Promise<string>, said: string][] = [
  ['a PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj', 'latin1'), ''],
  [
    'an error page of the bank',
    () => '<!doctype html><html><body>Sitzung abgelaufen</body></html>',
    '',
  ],
  [
    'an MT940',
    () => ':20:STARTUMS\r\n:25:12030000/0202051\r\n:60F:C261118EUR50,00\r\n',
    'not well-formed',
  ],
  ['a CSV', () => 'Buchungstag;Betrag\r\n18.11.2026;-10,00\r\n', 'not well-formed'],
  [
    'our own file, given back',
    () => readBatchFile(server.deps, 'standard', sent.batchId),
    'but a pain.001',
  ],
  ['a gzip', () => gzipSync(good()), ''],
  ['four hundred thousand levels', () => good().replace('<Ntry>', '<A>'.repeat(400_000)), ''],
  [
    'more than a million elements',
    () => good().replace('<Ntry>', `${'<A/>'.repeat(1_000_001)}<Ntry>`),
    'too many elements',
  ],
  ['zero bytes', () => good().replace('10.00', '10\u0000.00'), 'not well-formed'],
  [
    'a character that there is not',
    () => good().replace('10.00', '10.00&#xD800;'),
    'not well-formed',
  ],
  [
    'an entity that reads a file',
    () => doctype('<!ENTITY x SYSTEM "file:///etc/passwd">'),
    'document type',
  ],
  [
    'an entity of the DTD',
    () => doctype('<!ENTITY % x SYSTEM "http://127.0.0.1:9/x">%x;'),
    'document type',
  ],
  [
    'an XML bomb in UTF-16',
    () =>
      Buffer.from(
        `\ufeff${doctype('<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">').replace('UTF-8', 'UTF-16')}`,
        'utf16le',
      ),
    'document type',
  ],
  [
    'an archive of 101 files',
    () =>
      zipSync(
        Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.xml`, strToU8(good())])),
      ),
    'more than 100 files',
  ],
  ['an archive of folders alone', () => zipSync({ 'a/': new Uint8Array() }), 'no files'],
  ['no namespace', () => good().replace(/ xmlns="[^"]*"/, ''), 'not a'],
  [
    'two accounts, one of them ours',
    () =>
      good().replace(
        '</Ntfctn>',
        `</Ntfctn><Ntfctn><Id>N-2</Id><Acct><Id><IBAN>${ownAccounts.bgv}</IBAN></Id></Acct>${booked({})}</Ntfctn>`,
      ),
    'is not the account',
  ],
  [
    'a booking without an amount',
    () => good().replace(/<Amt Ccy="EUR">[^<]*<.Amt>/, ''),
    'not one booking that can be read',
  ],
  [
    'an amount as a power',
    () => camt(booked({ amount: '1e3' })),
    'not one booking that can be read',
  ],
  ['a status report of no message', () => Buffer.from(groupReport('', 'ACSC')), ''],
]

test.each(refused)('%s is refused in a sentence and changes nothing', async (_, file, said) => {
  const before = await fixtures.snapshot()
  const made = await file()
  const error = await apply(made).then(
    () => expect.unreachable(),
    (thrown: Error) => thrown,
  )
  expect([error.name, error.message]).toEqual(['BankFileError', expect.stringContaining(said)])
  expect(await fixtures.snapshot()).toEqual(before)
})

const named: [
  kind: string,
  file: () => string | Uint8Array,
  found: (report: BankFileReport) => unknown,
][] = [
  [
    'a wrong amount of our payment',
    () => camt(booked({ amount: '10.01' })),
    ({ refused: [one] }) => one?.id === sent.ids[0],
  ],
  [
    'another currency',
    () => camt(booked({}).replace('EUR', 'USD')),
    ({ refused: [one] }) => one?.id === sent.ids[0],
  ],
  [
    'the other direction',
    () => camt(booked({ direction: 'CRDT' })),
    ({ unidentified, openLines }) => unidentified.length + openLines > 0,
  ],
  [
    'a wrong sum of a whole file',
    () =>
      camt(
        `<Ntry><Amt Ccy="EUR">30.01</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><Btch><MsgId>${sent.messageId}</MsgId><NbOfTxs>2</NbOfTxs></Btch></NtryDtls></Ntry>`,
      ),
    ({ refused: all }) => all.length > 0,
  ],
  [
    'a wrong number of a whole file',
    () =>
      camt(
        `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><Btch><MsgId>${sent.messageId}</MsgId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls></Ntry>`,
      ),
    ({ refused: all }) => all.length > 0,
  ],
  [
    'the payment of another tenant',
    () => camt(booked({ id: foreign.ids[0]! })),
    ({ unknown }) => unknown[0] === foreign.ids[0],
  ],
  [
    'a status file of another tenant’s message',
    () => groupReport(foreign.messageId, 'ACSC'),
    ({ unknown }) => unknown[0] === foreign.messageId,
  ],
  [
    'a status that there is not',
    () => groupReport(sent.messageId, 'PAID'),
    ({ refused: all }) => all.length > 0,
  ],
]

test.each(named)('%s is named, and pays nothing', async (_, file, found) => {
  const before = await fixtures.states(sent.rewards)
  const report = await apply(file())
  expect(report).toMatchObject({ settled: 0, rejected: 0, returned: 0 })
  expect(found(report)).toBe(true)
  expect(await fixtures.states(sent.rewards)).toEqual(before)
})

test.each([
  ['a day that there is not', (id: string) => booked({ id, day: '2026-02-30' })],
  ['a day before there were banks', (id: string) => booked({ id, day: '0001-01-01' })],
  [
    'a text as long as a book',
    (id: string) =>
      booked({ id, more: `<RmtInf><Ustrd>${'Lang '.repeat(100_000)}</Ustrd></RmtInf>` }),
  ],
  [
    'one booking twice',
    (id: string) =>
      booked({ id }).replace('<NtryDtls>', '<AcctSvcrRef>D-1</AcctSvcrRef><NtryDtls>').repeat(2),
  ],
])('%s: the payment is paid once, today, and the line is kept', async (_, line) => {
  const { rewards, ids } = await fixtures.sent(1_000)
  const file = camt(line(ids[0]!))
  expect(await apply(file)).toMatchObject({ settled: 1 })
  expect(await fixtures.states(rewards)).toEqual([['paid', 'paid']])
  const { paid_at: paidAt } = await fixtures.reward(rewards[0]!)
  const [payout] = await fixtures.payouts(rewards[0]!)
  expect(Temporal.Instant.compare(paidAt!, payout!.created_at)).toBeGreaterThanOrEqual(0)
  expect(Temporal.Instant.compare(paidAt!, server.clock.now())).toBeLessThanOrEqual(0)
  const before = await fixtures.snapshot()
  expect(await apply(file)).toMatchObject({ settled: 0, newLines: 0 })
  expect(await fixtures.snapshot()).toEqual(before)
})

test.each([
  ['a day long after all of us', '9999-12-31'],
  ['a day of the next year', '2027-11-17'],
  ['the first day that is too far ahead', '2026-11-23'],
])(
  'booked on %s: the entry is refused by name, pays nothing and is no line; the rest of the file applies',
  async (_, day) => {
    const { rewards, ids, messageId } = await fixtures.sent(1_000, 2_000, 3_000)
    server.clock.set(testNow)
    const [a = '', b = ''] = ids
    const whole = `<Ntry><Amt Ccy="EUR">60.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
    <NtryDtls><Btch><MsgId>${messageId}</MsgId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls></Ntry>`
    const file = camt(
      booked({ id: a, day }) + booked({ id: b, amount: '20.00', day: '2026-11-17' }) + whole,
    )
    const report = await apply(file)
    expect(report).toMatchObject({ settled: 1, newLines: 1, openLines: 0, unidentified: [] })
    const reason = expect.stringContaining(`its booking day, ${day}, is yet to come`)
    expect(report.refused).toEqual([
      { id: a, reason },
      { id: expect.stringContaining(`booked ${day}`), reason },
    ])
    expect(await fixtures.states(rewards)).toEqual([
      ['collected', 'in-transit'],
      ['paid', 'paid'],
      ['collected', 'in-transit'],
    ])
    // Handed in again on that day it is what it says.
    if (day !== '2026-11-23') return
    server.clock.set('2026-11-18T11:00:00Z')
    expect(await apply(file)).toMatchObject({ settled: 2, alreadyDone: 1, newLines: 2 })
  },
)

test.each([
  ['one entry', (a: string, _b: string) => booked({ id: a, day: '2027-11-17' })],
  [
    'all of several',
    (a: string, b: string) =>
      booked({ id: a, day: '2027-11-17' }) + booked({ id: b, amount: '20.00', day: '2026-12-24' }),
  ],
  [
    'all that can be read',
    (a: string, b: string) =>
      booked({ id: a, day: '2027-11-17' }) + booked({ id: b, amount: 'x', day: '2026-11-17' }),
  ],
])(
  'a file of which %s is booked on a day to come is an error in both languages, and changes nothing',
  async (_, entries) => {
    const { rewards, ids } = await fixtures.sent(1_000, 2_000)
    server.clock.set(testNow)
    const [a = '', b = ''] = ids
    const before = await fixtures.snapshot()
    const file = camt(entries(a, b))
    const others = camt(booked({ id: a, day: '2026-11-17' }))
    for (const one of [file, zipSync({ 'a.xml': others, 'b.xml': file })])
      await expect(apply(one)).rejects.toMatchObject({
        name: 'BankFileError',
        message: expect.stringContaining('not one entry of the camt.054 is understood'),
        german: expect.stringContaining('in der camt.054 ist keine einzige Buchung verständlich'),
      })
    expect(await fixtures.snapshot()).toEqual(before)
    expect(await fixtures.states(rewards)).toEqual(rewards.map(() => ['collected', 'in-transit']))
    // With one that is understood, also if it is only announced, it is a file.
    const pending = booked({ id: b, amount: '20.00', day: '2027-11-17' }).replace('BOOK', 'PDNG')
    const report = await apply(camt(entries(a, b) + pending))
    expect(report).toMatchObject({ settled: 0, pending: 1 })
    expect(report.refused.length).toBeGreaterThan(0)
  },
)

test('what is only announced for a later day waits, and value dates may lie ahead', async () => {
  const { rewards, ids } = await fixtures.sent(1_000, 2_000)
  server.clock.set(testNow)
  const [a = '', b = ''] = ids
  const ahead = booked({ id: a, day: '2027-01-04' }).replace('BOOK', 'PDNG')
  const valued = booked({ id: b, amount: '20.00', day: '2026-11-22' }).replace(
    '</BookgDt>',
    '</BookgDt><ValDt><Dt>2027-01-04</Dt></ValDt>',
  )
  expect(await apply(camt(ahead + valued))).toMatchObject({ pending: 1, settled: 1, refused: [] })
  expect(await fixtures.states(rewards)).toEqual([
    ['collected', 'in-transit'],
    ['paid', 'paid'],
  ])
})
