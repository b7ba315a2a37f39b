import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { localDate } from '../../domain/dates.ts'
import { findLineDifferences } from '../books/check-store.ts'
import { applyBankFile } from './apply-status.ts'
import { confirmBatch } from './confirm-batch.ts'
import { readInTransit } from './open-item-store.ts'
import { camt, groupReport, makeFixtures, of, operator } from './payout.test-helper.ts'

// Every line of the account is kept once, and says which payment it is of.

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>

beforeAll(async () => {
  server = await startTestServer()
  server.clock.set('2026-11-24T11:00:00Z')
  fixtures = makeFixtures(server)
})
afterEach(async () => {
  await fixtures.booksAreRight()
  const inTransit = await fixtures.inTenant((tx) => readInTransit(tx, 'standard', '2026-01-01'))
  expect(inTransit.ledgerCents).toBe(inTransit.paymentCents)
})
afterAll(() => server.stop())

type Options = NonNullable<Parameters<typeof applyBankFile>[4]>
const apply = (file: string | Uint8Array, options: Options = {}, actor = operator) =>
  applyBankFile(server.deps, 'standard', Buffer.from(file), actor, options)

type Booked = {
  id?: string
  cents: number
  direction?: 'DBIT' | 'CRDT'
  day?: string
  reference?: string | null
  status?: string
  inside?: string
  more?: string
}
let made = 0
const reference = () => `B-${(made += 1)}`
const booked = ({
  id,
  cents,
  direction = 'DBIT',
  day = '2026-11-24',
  reference = null,
  status = 'BOOK',
  inside = '',
  more = '',
}: Booked) =>
  `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt>${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}${more}
  <NtryDtls><TxDtls><Refs><EndToEndId>${id ?? 'NOTPROVIDED'}</EndToEndId></Refs>${inside}</TxDtls></NtryDtls></Ntry>`
const back = (reason: string) => `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`

const parts = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const
const as = (kind: keyof typeof parts, ...lines: string[]) => {
  const [report, part] = parts[kind]
  return Buffer.from(camt(lines.join('')))
    .toString()
    .replace('camt.054', `camt.${kind}`)
    .replaceAll('BkToCstmrDbtCdtNtfctn', report)
    .replaceAll('Ntfctn>', `${part}>`)
}

const lines = () =>
  fixtures.inTenant(async (tx) => {
    const { rows } = await sql<{
      booked_on: string
      day_on: string
      cents: number
      kind: string | null
      direction: string
      likely_kind: string | null
    }>`select booked_on, day_on, cents, kind, direction, likely_kind from bank_lines where tenant = 'standard' order by created_at, cents desc`.execute(
      tx,
    )
    return rows
  })
const usedBefore = 'DE44500105175407324931'
/** Those that the work adds. */
const added = async (work: () => Promise<unknown>) => {
  server.clock.advance('PT1S')
  const { length } = await lines()
  await work()
  return (await lines()).slice(length)
}

test('a line that comes by report, statement and notification, twice, out of order and in overlapping files is one line', async () => {
  const { ids } = await fixtures.sent(1100, 1200)
  const [a, b] = [
    booked({ id: ids[0]!, cents: 1100, reference: reference() }),
    booked({ id: ids[1]!, cents: 1200, reference: reference() }),
  ]
  const found = await added(async () => {
    expect(await apply(as('054', b))).toMatchObject({ settled: 1, newLines: 1 })
    expect(await apply(as('052', a, b))).toMatchObject({ settled: 1, alreadyDone: 1, newLines: 1 })
    for (const kind of ['053', '052', '054'] as const)
      expect(await apply(as(kind, b, a))).toMatchObject({ newLines: 0, refused: [], openLines: 0 })
  })
  expect(found.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['payout', 1200],
    ['payout', 1100],
  ])
})

test('without the bank’s reference, equal lines of a day are told apart by their number, and known again with a reference', async () => {
  const fee = booked({ cents: 250, inside: '<RmtInf><Ustrd>Porto</Ustrd></RmtInf>' })
  const found = await added(async () => {
    expect(await apply(as('052', fee, fee))).toMatchObject({ newLines: 2, openLines: 2 })
    expect(await apply(as('053', fee, fee, fee))).toMatchObject({ newLines: 1 })
    expect(await apply(as('053', fee.replaceAll('11-24', '11-25')))).toMatchObject({ newLines: 1 })
    const named = fee.replace('<NtryDtls>', '<AcctSvcrRef>F-1</AcctSvcrRef><NtryDtls>')
    expect(await apply(as('053', named))).toMatchObject({ newLines: 0 })
  })
  expect(found).toHaveLength(4)
})

test('a batch that is booked as one sum is one line, found by the id of its file', async () => {
  const { messageId } = await fixtures.sent(1000, 2000)
  const sum = `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference()}</AcctSvcrRef>
    <NtryDtls><Btch><PmtInfId>${messageId}</PmtInfId><NbOfTxs>2</NbOfTxs></Btch></NtryDtls></Ntry>`
  const found = await added(async () => {
    expect(await apply(as('053', sum))).toMatchObject({ settled: 2, openLines: 0 })
  })
  expect(found).toMatchObject([{ kind: 'batch', cents: 3000 }])
})

test('a booking is paid on the bank’s day, also over New Year and where it is told after the status report', async () => {
  const day = async (id: string) => localDate((await fixtures.reward(id)).paid_at!).toString()
  server.clock.set('2026-12-30T10:00:00+01:00')
  const late = await fixtures.sent(1000, 2000)
  server.clock.set('2027-01-04T09:00:00+01:00')
  const [a = '', b = ''] = late.ids
  await apply(as('053', booked({ id: a, cents: 1000, day: '2026-12-31' })))
  expect(await day(late.rewards[0]!)).toBe('2026-12-31')
  expect(await fixtures.payouts(late.rewards[0]!)).toMatchObject([
    { settled_at: Temporal.Instant.from('2026-12-31T12:00:00+01:00') },
  ])
  await confirmBatch(server.deps, 'standard', b, operator)
  expect(await day(late.rewards[1]!)).toBe('2027-01-04')
  await apply(as('053', booked({ id: b, cents: 2000, day: '2026-12-31' })))
  expect(await day(late.rewards[1]!)).toBe('2026-12-31')
  // Neither before it was sent, nor in the future; a day that cannot be is refused (damaged-files.test.ts).
  const { ids, rewards } = await fixtures.sent(1000, 2000)
  await apply(
    as(
      '053',
      booked({ id: ids[0]!, cents: 1000, day: '2026-12-01' }),
      booked({ id: ids[1]!, cents: 2000, day: '2027-01-08' }),
    ),
  )
  expect(await Promise.all(rewards.map(day))).toEqual(['2027-01-04', '2027-01-04'])
})

test('what is only announced settles nothing and is no line', async () => {
  const { ids, rewards } = await fixtures.sent(1000)
  const line = { id: ids[0]!, cents: 1000, reference: reference() }
  const found = await added(async () => {
    expect(await apply(as('052', booked({ ...line, status: 'PDNG' })))).toMatchObject({
      pending: 1,
    })
  })
  expect([found, await fixtures.states(rewards)]).toEqual([[], [['collected', 'in-transit']]])
  expect(await apply(as('053', booked(line)))).toMatchObject({ settled: 1, newLines: 1 })
})

test('a return with a fee taken off is booked in full, with the fee as a charge of its own', async () => {
  const { ids, rewards } = await fixtures.sent(1500)
  await apply(as('053', booked({ id: ids[0]!, cents: 1500, reference: reference() })))
  const charge = '<Chrgs><Rcrd><Amt Ccy="EUR">0.15</Amt></Rcrd></Chrgs>'
  const less = {
    id: ids[0]!,
    cents: 1485,
    direction: 'CRDT',
    reference: reference(),
    inside: charge + back('AC04'),
  } as const
  const found = await added(async () => {
    const wrong = booked({ ...less, cents: 1480, reference: reference() })
    expect(await apply(as('053', wrong))).toMatchObject({ returned: 0, refused: [{ id: ids[0] }] })
    expect(await apply(as('053', booked(less)))).toMatchObject({ returned: 1, refused: [] })
    expect(await apply(as('054', booked(less)))).toMatchObject({ alreadyDone: 1, newLines: 0 })
  })
  expect(found.map(({ kind, cents, direction }) => [kind, cents, direction])).toEqual([
    ['return', 1500, 'CRDT'],
    [null, 1480, 'CRDT'],
    ['charge', 15, 'DBIT'],
  ])
  expect(await fixtures.states(rewards)).toEqual([['provided', 'returned']])
})

test('a fee that only a later file names is a charge once the return stands in full, so that the lines are what the account has', async () => {
  const { ids } = await fixtures.sent(1500)
  await apply(as('053', booked({ id: ids[0]!, cents: 1500, reference: reference() })))
  const less = { id: ids[0]!, cents: 1485, direction: 'CRDT', reference: reference() } as const
  const charge = '<Chrgs><Rcrd><Amt Ccy="EUR">0.15</Amt></Rcrd></Chrgs>'
  const named = as('053', booked({ ...less, inside: charge + back('AC04') }))
  server.clock.advance('PT1S')
  const { length } = await lines()
  const found = async () =>
    (await lines()).slice(length).map(({ kind, cents, direction }) => [kind, cents, direction])
  const silent = as('052', booked({ ...less, inside: back('AC04') }))
  expect(await apply(silent)).toMatchObject({ returned: 0, refused: [{ id: ids[0] }] })
  expect(await apply(named, { returnsWait: true })).toMatchObject({ waiting: [ids[0]] })
  expect(await found()).toEqual([[null, 1485, 'CRDT']])
  for (const done of [{ returned: 1 }, { alreadyDone: 1 }]) {
    expect(await apply(named)).toMatchObject({ ...done, newLines: 0, refused: [] })
    expect(await found()).toEqual([
      ['return', 1500, 'CRDT'],
      ['charge', 15, 'DBIT'],
    ])
  }
})

test('bookings of one amount that share the bank’s reference in a statement are lines of their own, and known again', async () => {
  const { ids, rewards } = await fixtures.sent(1650, 1650, 1650)
  const shared = reference()
  const file = as('053', ...ids.map((id) => booked({ id, cents: 1650, reference: shared })))
  const found = await added(async () => {
    expect(await apply(file)).toMatchObject({ settled: 3, newLines: 3, refused: [] })
    for (const again of [ids, ids.toReversed()]) {
      const same = as('052', ...again.map((id) => booked({ id, cents: 1650, reference: shared })))
      expect(await apply(same)).toMatchObject({ alreadyDone: 3, newLines: 0, refused: [] })
    }
  })
  expect(found.map(({ kind, cents }) => [kind, cents])).toEqual(ids.map(() => ['payout', 1650]))
  expect(await fixtures.states(rewards)).toEqual(ids.map(() => ['paid', 'paid']))
})

test('a line is one payment’s: a file that names another one by the same line pays nothing more', async () => {
  const { ids, rewards } = await fixtures.sent(1600, 1600)
  const [first, second] = ids
  const line = { cents: 1600, reference: reference() }
  const found = await added(async () => {
    expect(await apply(as('053', booked({ ...line, id: first! })))).toMatchObject({ settled: 1 })
    expect(await apply(as('053', booked({ ...line, id: second! })))).toMatchObject({
      newLines: 0,
      settled: 0,
      refused: [{ id: second, reason: expect.stringContaining('another payment') }],
    })
  })
  expect(found.map(({ kind, cents }) => [kind, cents])).toEqual([['payout', 1600]])
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['collected', 'in-transit'],
  ])
  // The books would name it.
  const named = await fixtures.inTenant(async (tx) => {
    const payout = async (endToEndId?: string) =>
      (
        await sql<{ payout_id: string }>`
          select payout_id from payouts where tenant = 'standard' and end_to_end_id = ${endToEndId}`.execute(
          tx,
        )
      ).rows[0]!.payout_id
    const [ofFirst, ofSecond] = [await payout(first), await payout(second)]
    const { rows } = await sql<{ line_id: string; says: string; applied_at: Date }>`
      select line_id, says, applied_at from bank_line_payouts where tenant = 'standard' and payout_id = ${ofFirst}`.execute(
      tx,
    )
    const link = rows[0]!
    await sql`
      insert into bank_line_payouts (tenant, line_id, payout_id, says, applied_at)
      values ('standard', ${link.line_id}, ${ofSecond}, ${link.says}, ${link.applied_at})`.execute(
      tx,
    )
    const differences = await findLineDifferences(tx, 'standard')
    await sql`delete from bank_line_payouts where tenant = 'standard' and payout_id = ${ofSecond}`.execute(
      tx,
    )
    return differences
  })
  expect(named).toMatchObject([{ kind: 'bank-line', expected: 1600, found: 3200 }])
  expect(await fixtures.inTenant((tx) => findLineDifferences(tx, 'standard'))).toEqual([])
})

test('money that comes back by a file of one person waits for a second one; by the folder it is applied', async () => {
  const { ids, rewards } = await fixtures.sent(1000, 2000)
  const [a = '', b = ''] = ids
  await apply(as('053', booked({ id: a, cents: 1000, reference: reference() })))
  const returned = (id: string, cents: number) =>
    booked({ id, cents, direction: 'CRDT', reference: `R-${id}`, inside: back('AC04') })
  const before = await fixtures.snapshot()
  // Whether it was settled before or not.
  for (const kind of ['053', '054'] as const)
    expect(
      await apply(as(kind, returned(a, 1000), returned(b, 2000)), { returnsWait: true }),
    ).toMatchObject({ returned: 0, rejected: 0, waiting: [a, b], openLines: 2 })
  expect(await fixtures.snapshot()).toEqual(before)
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['collected', 'in-transit'],
  ])
  expect(await apply(as('053', returned(a, 1000)), { cameBy: 'folder' }, system)).toMatchObject({
    returned: 1,
    openLines: 0,
  })
  expect((await fixtures.states(rewards))[0]).toEqual(['provided', 'returned'])
})

test('a line that somebody said to be something else is open again when a file gives it a payment; one that was given away is taken back first', async () => {
  const { ids, rewards } = await fixtures.sent(4000)
  const [id = ''] = ids
  await apply(as('053', booked({ id, cents: 4000, reference: reference() })))
  for (const [kind, done] of [
    ['repayment', { returned: 0, refused: [{ id }] }],
    ['other', { returned: 1, refused: [], openLines: 0 }],
  ] as const) {
    const said = { cents: 4000, direction: 'CRDT', reference: `K-${kind}` } as const
    await apply(as('053', booked(said)))
    await fixtures.inTenant((tx) =>
      sql`update bank_lines set kind = ${kind}, decided_at = now() where tenant = 'standard' and reference = ${said.reference}`.execute(
        tx,
      ),
    )
    const file = as('053', booked({ ...said, id, inside: back('AC04') }))
    expect(await apply(file, { cameBy: 'folder' }, system)).toMatchObject(done)
  }
  expect(await fixtures.states(rewards)).toEqual([['provided', 'returned']])
})

test('statements of another account or of none are refused by name, also in an archive, before anything of it is applied', async () => {
  const { ids } = await fixtures.sent(1000)
  const own = as('053', booked({ id: ids[0]!, cents: 1000, reference: reference() }))
  const before = await fixtures.snapshot()
  const foreign = Buffer.from(of('bgv', Buffer.from(own))).toString()
  const none = own.replace(/<Acct>.*<.Acct>/, '')
  for (const [file, said] of [
    [foreign, 'the account DE44 **** **** **** **** 31'],
    [none, 'no account'],
  ] as const) {
    await expect(apply(file)).rejects.toThrow(said)
    const archive = zipSync({ a: strToU8(own), b: strToU8(file) })
    await expect(apply(archive)).rejects.toThrow(said)
  }
  expect(await fixtures.snapshot()).toEqual(before)
  const archive = zipSync({ b: strToU8(own), a: strToU8(own) })
  expect(await apply(archive)).toMatchObject({
    kind: 'zip',
    settled: 1,
    alreadyDone: 1,
    newLines: 1,
  })
})

test('a file with statements of two accounts keeps every line of both, and each payment has its line', async () => {
  const { ids } = await fixtures.sent(1000, 2000)
  const porto = booked({ cents: 251 })
  const before = as('053', porto).replace(/DE02120300000000202051/, usedBefore)
  await fixtures.inTenant((tx) =>
    sql`insert into bank_files (tenant, file_hash, kind, account, statements, lines, came_by, brought_by, brought_at)
      values ('standard', 'before', 'camt.053', ${usedBefore}, '[]', 1, 'folder', 'system', now())`.execute(
      tx,
    ),
  )
  const own = booked({ id: ids[0]!, cents: 1000, reference: reference() })
  const others = booked({ id: ids[1]!, cents: 2000, reference: reference() })
  const both = as('053', own, porto).replace(
    '</Stmt>',
    `</Stmt><Stmt><Id>N-2</Id><Acct><Id><IBAN>${usedBefore}</IBAN></Id></Acct>${others}${porto}</Stmt>`,
  )
  const found = await added(async () => {
    expect(await apply(both)).toMatchObject({ settled: 2, newLines: 4, openLines: 2, refused: [] })
    expect(await apply(both)).toMatchObject({ alreadyDone: 2, newLines: 0, openLines: 2 })
    expect(await apply(before)).toMatchObject({ newLines: 0 })
  })
  expect(found.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['payout', 2000],
    ['payout', 1000],
    [null, 251],
    [null, 251],
  ])
})

test('an account is one, however its IBAN is written', async () => {
  const file = as('053', booked({ cents: 252, reference: reference() }))
  const iban = 'DE02120300000000202051'
  const found = await added(async () => {
    for (const spelled of [iban, iban.toLowerCase(), iban.replaceAll(/(.{4})/g, '$1 ')])
      await apply(file.replace(iban, spelled))
  })
  expect(found).toHaveLength(1)
})

test('damaged files change nothing, each with a sentence that says why', async () => {
  const { ids, messageId } = await fixtures.sent(1000)
  const good = as('053', booked({ id: ids[0]!, cents: 1000, reference: reference() }))
  const balances = (closing: string) =>
    good.replace(
      '<Ntry>',
      ['OPBD', 'CLBD']
        .map(
          (code) =>
            `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${code === 'OPBD' ? '50.00' : closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>`,
        )
        .join('') + '<Ntry>',
    )
  const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${good.slice(good.indexOf('<Document'))}`
  const before = await fixtures.snapshot()
  const { length } = await lines()
  const cases: [string | Uint8Array, string][] = [
    ['', 'empty'],
    ['no xml', 'not well-formed'],
    [good.slice(0, 400), 'not well-formed'],
    [good.slice(0, -3), 'not well-formed'],
    [`${good}${good}`, 'not well-formed'],
    [good.replace('</Ntry>', ''), 'not well-formed'],
    [good.replaceAll('Ntry>', 'Buchung>'), 'not one booking that can be read'],
    [as('053'), 'not one booking that can be read'],
    [good.replace('10.00', '10,00'), 'not one booking that can be read'],
    [good.replace('10.00', '-10.00'), 'not one booking that can be read'],
    [good.replace('10.00', '10.001'), 'not one booking that can be read'],
    [good.replace('10.00', '9'.repeat(40)), 'not one booking that can be read'],
    [good.replace('>DBIT<', '>BOTH<'), 'not one booking that can be read'],
    [good.replace('<Sts><Cd>BOOK</Cd></Sts>', ''), 'not one booking that can be read'],
    [good.replace('tech:xsd:camt.053', 'tech:xsd:camt.029'), 'not a'],
    [good.replace('urn:iso:std:iso:20022:tech:xsd:camt.053', 'urn:example:statement'), 'not a'],
    [good.replace('Document', 'Statement').replace('/Document', '/Statement'), 'not a'],
    [good.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), 'has no BkToCstmrStmt'],
    [good.replace('</BkToCstmrStmt>', '</BkToCstmrStmt><BkToCstmrStmt/>'), 'more than one'],
    [good.replace('</IBAN>', '</IBAN><IBAN>DE44500105175407324931</IBAN>'), 'gives IBAN as'],
    [good.replace('</Amt>', '</Amt><Amt Ccy="EUR">11.00</Amt>'), 'gives Amt as'],
    [balances('40.01'), 'balances differ by -999'],
    [balances('60.00'), 'balances differ by 1000'],
    [bomb, 'document type'],
    [good.replace('<Ntry>', '<!DOCTYPE x><Ntry>'), 'document type'],
    [Buffer.from(good.replace('UTF-8', 'UTF-16'), 'utf8'), 'valid text'],
    [Buffer.from(good.replace('NOTPROVIDED', 'x').replace('N-1', 'Ä'), 'latin1'), 'valid text'],
    [good.replace('<Ntry>', `<!--${'x'.repeat(17 * 2 ** 20)}--><Ntry>`), 'larger than 16 MiB'],
    [Buffer.alloc(50 * 2 ** 20 + 1, 0x20), 'larger than 50 MiB'],
    [zipSync({ a: new Uint8Array(51 * 2 ** 20) }), 'more than 50 MiB'],
    [zipSync({ a: strToU8(good) }).subarray(0, 300), 'damaged'],
    [zipSync({ a: zipSync({ b: strToU8(good) }) }), 'another archive'],
    [zipSync({ a: strToU8(good), b: strToU8('no xml') }), 'not well-formed'],
    [Buffer.from(groupReport(messageId, 'ACSC')).subarray(0, -9), 'not well-formed'],
  ]
  for (const [file, said] of cases) await expect(apply(file)).rejects.toThrow(said)
  expect([await fixtures.snapshot(), (await lines()).length]).toEqual([before, length])
  expect(await apply(balances('40.00'))).toMatchObject({ settled: 1, openLines: 0 })
})

test('of what is not ours the likely partner is said: by a number in its text, or a clawback’s amount and account', async () => {
  const { ids } = await fixtures.sent(1000)
  const text = (words: string) => `<RmtInf><Ustrd>${words}</Ustrd></RmtInf>`
  const found = await added(() =>
    apply(
      as(
        '053',
        booked({ cents: 777, reference: reference(), inside: text(`Nachfrage zu ${ids[0]}.`) }),
        booked({ cents: 778, reference: reference(), inside: text('Miete 2026') }),
        booked({
          cents: 390,
          reference: reference(),
          more: '<BkTxCd><Prtry><Cd>NCHG+808</Cd></Prtry></BkTxCd>',
        }),
      ),
    ),
  )
  expect(
    found
      .toSorted((one, other) => one.cents - other.cents)
      .map(({ kind, likely_kind }) => [kind, likely_kind]),
  ).toEqual([
    ['charge', null],
    [null, 'payout'],
    [null, null],
  ])
})

test('four appliers of the same statement at once: each payment is paid once, and each line is there once', async () => {
  const { rewards, ids } = await fixtures.sent(1100, 1200, 1300)
  const cents = [1100, 1200, 1300]
  const statement = as(
    '053',
    ...ids.map((id, at) => booked({ id, cents: cents[at]!, reference: reference() })),
  )
  const mails = (await fixtures.mails('payoutDone')).length
  const found = await added(async () => {
    const reports = await Promise.all([1, 2, 3, 4].map(() => apply(statement)))
    expect(reports.reduce((sum, { settled }) => sum + settled, 0)).toBe(3)
    expect(reports.reduce((sum, { newLines }) => sum + newLines, 0)).toBe(3)
    for (const { refused, openLines } of reports) expect([refused, openLines]).toEqual([[], 0])
  })
  expect(found.map(({ kind }) => kind)).toEqual(['payout', 'payout', 'payout'])
  expect(await fixtures.states(rewards)).toEqual(ids.map(() => ['paid', 'paid']))
  expect((await fixtures.mails('payoutDone')).length).toBe(mails + 3)
})

test('a sum that names a file of ours, of which single payments were booked before, is an open item whose likely partner is that file, or a payment that it names', async () => {
  const { ids, messageId } = await fixtures.sent(1000, 2000)
  const [a = '', b = ''] = ids
  await apply(as('053', booked({ id: a, cents: 1000, reference: reference() })))
  const sum = (euros: string, count: number, details = '') =>
    `<Ntry><Amt Ccy="EUR">${euros}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference()}</AcctSvcrRef>
    <NtryDtls><Btch><MsgId>${messageId}</MsgId><NbOfTxs>${count}</NbOfTxs></Btch>${details}</NtryDtls></Ntry>`
  const detail = (id: string, euros: string) =>
    `<TxDtls><Refs><MsgId>${messageId}</MsgId><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${euros}</Amt></TxDtls>`
  // What is left, what fits nothing, and what contradicts the payments that it names.
  const found = await added(async () => {
    expect(await apply(as('053', sum('20.00', 1)))).toMatchObject({ settled: 0, openLines: 1 })
    expect(await apply(as('053', sum('17.00', 1)))).toMatchObject({ settled: 0, openLines: 1 })
    const named = sum('29.00', 2, detail(a, '10.00') + detail(b, '20.00'))
    expect(await apply(as('053', named))).toMatchObject({ settled: 0, openLines: 1 })
  })
  expect(found.map((one) => [one.kind, one.likely_kind, one.cents])).toEqual([
    [null, 'payout', 2900],
    [null, 'batch', 2000],
    [null, 'batch', 1700],
  ])
})
