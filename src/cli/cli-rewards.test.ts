import { system } from '../server/base/audit-store.ts'
import { applyBankFile } from '../server/payout/apply-status.ts'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { changeTenant } from '../../test/helpers/agency.ts'
import { readDatev } from '../server/gateways/bookkeeping/read-datev.test-helper.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formatCents } from '../domain/money.ts'
import { demoReferrers } from '../server/demo/demo-tenants.ts'
import { asOwner } from '../../test/helpers/as-owner.ts'
import { startEachAfresh } from '../../test/helpers/start-each-afresh.ts'
import { withTenant } from '../server/db/connection.ts'
import { readSnapshot } from '../server/db/read-snapshot.ts'
import { makeFixtures, notice } from '../server/payout/payout.test-helper.ts'
import { makeCommandToken } from '../../test/helpers/command-token.ts'
import { runCliHere } from './cli.test-helper.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

// Processes that start on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 })

let installation: Installation

beforeAll(async () => {
  installation = await makeInstallation()
})
startEachAfresh(() => installation.server)
afterEach(() => installation.expectLedger())
afterAll(() => installation.stop())

test('orders: imported with a report, once, then released and cancelled by either number', async () => {
  const { standard, file, audited, journey } = installation
  const recipient = journey.recipient.Empfaengernummer
  const csv = [
    'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status;Beitrag',
    `CLI-1;${recipient};SON-GAS;01.02.2021;abgeschlossen;"1.234,50"`,
    `CLI-2;${recipient};SON-NIX;01.02.2021;abgeschlossen;`,
    `CLI-3;${recipient};SON-HAUSRAT;30.02.2021;abgeschlossen;`,
    `CLI-4;${recipient};SON-INTERNET;01.02.2021;abgeschlossen;`,
    'CLI-5;NIEMAND00000000A;SON-GAS;01.02.2021;abgeschlossen;',
  ].join('\r\n')
  const path = file('orders.csv', `\ufeff${csv}`)
  const first = await installation.process('orders', 'import', path)
  expect(first.code).toBe(1)
  expect(first.out).toContain(
    '5 lines: 2 new, 0 unchanged, 0 cancelled, 2 failed, 1 kept until their person is known.',
  )
  expect(first.out).toMatch(/^ +3 .*CLI-2/m)
  expect(first.out).toMatch(/^ +6 .*CLI-5 +of nobody yet/m)
  expect(first.err).toBe('Orders 5/5\n')
  expect(first.out).toContain('There is no product with this ProduktExterneId.')
  expect(first.out).toContain('Vertragsdatum "30.02.2021" is no date')
  const again = await standard('orders', 'import', path, '--json')
  expect(again.json()).toMatchObject({ lines: 5, new: 0, unchanged: 2, failed: 2, waiting: 1 })
  expect(await audited('order-confirmed')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        actor_kind: 'operator',
        actor_id: installation.jo,
        reason: 'Versuch',
      }),
    ]),
  )

  const released = await standard('orders', 'release', 'CLI-1', '--json')
  expect(released.json()).toMatchObject({ already: false, rewards: [{ beneficiary: 'referrer' }] })
  expect((await standard('orders', 'release', released.json().number)).out).toContain(
    'was released before',
  )
  expect((await standard('orders', 'release', '--due')).out).toContain('order')
  expect((await standard('orders', 'release', 'CLI-4')).out).toContain('was released before')
  expect((await standard('orders', 'cancel', 'CLI-1')).out).toMatch(
    /^Order \w+ is cancelled\.\n {2}1 unpaid reward is cancelled\.\n$/,
  )
  expect((await standard('orders', 'cancel', 'CLI-1', '--json')).json()).toMatchObject({
    already: true,
  })
  expect((await standard('orders', 'release', 'CLI-1')).code).toBe(1)
  expect((await standard('orders', 'cancel', 'CLI-9')).err).toBe('There is no order CLI-9.\n')
  expect((await standard('orders', 'release')).code).toBe(2)
})

test('payouts: built, written, confirmed, listed and answered by the bank; the second run of anything changes nothing', async () => {
  const { standard, file, audited, server, journey, folder } = installation
  await server.call('PUT', '/standard/praemierung', {
    token: journey.rewardToken,
    body: {
      PraemieId: 'geld',
      Bankdaten: { Kontoinhaber: 'Vera Vogel', Iban: 'DE89370400440532013000' },
    },
  })
  await withTenant(server.db, 'standard', (tx) =>
    sql`update rewards set due_on = '2021-01-01' where tenant = 'standard' and state = 'collected'`.execute(
      tx,
    ),
  )
  const first = await installation.pay()
  const { batch, file: target, totalCents } = first!
  expect(statSync(target).mode & 0o077).toBe(0)
  expect((await standard('payout', 'propose')).out).toBe('Nothing is due.\n')
  const copy = join(folder, 'copy.xml')
  expect((await standard('payout', 'file', batch, '--out', copy)).code).toBe(0)
  expect(await installation.audited('payout-file-fetched')).toMatchObject([
    { actor_id: installation.jo, subject_id: batch },
    { actor_id: installation.jo, subject_id: batch },
  ])
  expect(readFileSync(copy).equals(readFileSync(target))).toBe(true)
  expect((await standard('payout', 'file', 'NOBATCH', '--out', copy)).code).toBe(1)

  const id = /<EndToEndId>(\w+)</.exec(readFileSync(target, 'utf8'))?.[1] ?? ''
  const pending = file('camt-pending.xml', notice({ id, cents: totalCents, status: 'PDNG' }))
  expect((await standard('payout', 'apply', pending, '--json')).json()).toMatchObject({
    pending: 1,
    settled: 0,
  })
  expect((await standard('payout', 'confirm', batch)).out).toBe('1 paid now, 0 paid before.\n')
  expect((await standard('payout', 'confirm', id)).out).toBe('0 paid now, 1 paid before.\n')
  const stranger = await standard(
    'payout',
    'apply',
    file('camt.xml', notice({ id, cents: totalCents }, { id: 'X', cents: 1 })),
  )
  expect([stranger.code, stranger.out.includes('X: nothing of standard has this id')]).toEqual([
    1,
    true,
  ])
  const fee = file('fee.xml', notice({ id: 'NOTPROVIDED', cents: 390 }))
  const unread = await standard('payout', 'apply', fee)
  expect([unread.code, unread.out]).toEqual([
    1,
    expect.stringContaining('DBIT 3.90 EUR: names no payment of standard, and is not the booking'),
  ])
  expect(unread.out).not.toContain('Not applied')
  expect(unread.out).toContain('Open items, for somebody to say in the console')
  const hostile = { id: 'X\u009b2J\u202e\nsettled: paid  9', cents: 1 }
  const attacked = await standard('payout', 'apply', file('hostile.xml', notice(hostile)))
  expect(attacked.out).toContain('  X\\u009b2J\\u202e\\u000asettled: paid  9: nothing of standard')
  expect(
    JSON.parse(
      (await standard('payout', 'apply', file('hostile.xml', notice(hostile)), '--json')).out,
    ).unknown,
  ).toEqual([hostile.id])
  const unclear = { id, cents: totalCents, direction: 'CRDT', reason: 'MS03' } as const
  const returned = await standard('payout', 'apply', file('return.xml', notice(unclear)))
  expect([returned.code, returned.out]).toEqual([1, expect.stringMatching(/second person.*\n.*/)])
  expect((await standard('payout', 'held', '--json')).json()).toEqual([])
  await applyBankFile(installation.server.deps, 'standard', notice(unclear), system, {
    cameBy: 'folder',
  })
  expect((await standard('payout', 'held', '--json')).json()).toMatchObject([{ endToEndId: id }])
  expect((await standard('payout', 'held')).out).toContain('MS03')
  expect((await standard('payout', 'decide', id, 'maybe')).code).toBe(2)
  expect((await standard('payout', 'decide', id, 'end')).code).toBe(1)
  expect((await standard('payout', 'decide', id, 'pay')).out).toBe(
    'Due again, and in the next batch: 1.\n',
  )
  expect((await standard('payout', 'decide', id, 'pay')).out).toBe(`${id}: nothing is held.\n`)
  const second = await installation.pay()
  expect((await standard('payout', 'confirm', second!.batch)).out).toMatch(/^1 paid now/)
  const listed = await standard('payout', 'list', '--json')
  expect(listed.json()).toMatchObject([
    { batchId: second!.batch, states: { paid: { count: 1 }, 'in-transit': { count: 0 } } },
    { batchId: batch, createdBy: installation.jo, states: { returned: { count: 1 } } },
  ])
  expect((await standard('payout', 'list')).out).toContain(batch)
  expect((await standard('payout', 'apply', file('none.xml', 'no xml'))).err).toMatch(
    /^This bank file cannot be used: .*\.\n$/,
  )
  const proposed = await audited('payout-proposed')
  expect(proposed.map((row) => [row.actor_id, row.subject_id]).toSorted()).toEqual(
    [batch, second!.batch].toSorted().map((id) => [installation.jo, id]),
  )
  // Cancelled after it was paid: a claim.
  await standard('orders', 'cancel', journey.externalNumber)
  expect((await standard('claims', 'list', '--json')).json()).toMatchObject([
    { orderNumber: journey.orderNumber, cents: totalCents, status: 'claim' },
  ])
})

test('payout propose says what it sent back: the owner is asked, or was erased and it is held; and "nothing is due" only when nothing was', async () => {
  const { standard, server } = installation
  const fixtures = makeFixtures(server)
  const broken = await fixtures.collected(900, 'DE00000000000000000000')
  const asked = await standard('payout', 'propose')
  expect([asked.code, asked.out]).toEqual([
    0,
    [
      'No payout: nothing that is due can be paid.',
      'Not paid; their owners were asked by mail for another account:',
      `  ${broken}: This IBAN is not valid.\n`,
    ].join('\n'),
  ])
  expect((await standard('payout', 'propose')).out).toBe('Nothing is due.\n')

  const lost = await fixtures.collected(800, 'DE00000000000000000000')
  const { account_id: account } = await fixtures.reward(lost)
  const gone = await standard('people', 'erase', `${account}@haus.example`, '--yes')
  expect(gone.out).toBe('The account is ended.\n')
  await fixtures.collected(700)
  const mixed = await standard('payout', 'propose')
  expect([mixed.code, mixed.out]).toEqual([
    1,
    expect.stringContaining(
      `"payout decide ID end" gives the money up.\n  ${lost}: This IBAN is not valid.`,
    ),
  ])
  expect(mixed.out).toMatch(/^Proposed payout [\w-]+: 1 payment, €7\.00\./)
  expect((await fixtures.reward(lost)).state).toBe('collected')
  expect((await standard('payout', 'held')).out).toMatch(new RegExp(`${lost}.*erased.*not-sent`))
  const ended = await standard('payout', 'decide', lost, 'end', '--yes')
  expect([ended.code, ended.out]).toEqual([0, 'Given up: 1.\n'])
  expect((await fixtures.reward(lost)).state).toBe('cancelled')
})

test('books check: reads all tenants or one, names what does not add up, fails then, and changes nothing', async () => {
  const { cli, server } = installation
  const add = (cents: number) =>
    asOwner(server, 'standard', (tx) =>
      sql`update rewards set cents = cents + ${cents} where tenant = 'standard' and reward_id =
        (select min(reward_id::text)::uuid from rewards where tenant = 'standard')`.execute(tx),
    )
  const right = await cli('books', 'check')
  expect([right.code, right.out.split('\n').toSorted()]).toEqual([
    0,
    ['', ...['bgv', 'standard', 'telko'].map((code) => `${code}: the books add up.`)],
  ])
  await add(1)
  try {
    const wrong = await cli('books', 'check')
    expect([wrong.code, wrong.out]).toEqual([
      1,
      expect.stringMatching(/^standard: the books do not add up:\n {2}Reward [\w-]+ \(\w+\): /m),
    ])
    expect(wrong.out).toContain('telko: the books add up.')
    expect((await cli('books', 'check', '--tenant', 'bgv')).code).toBe(0)
    const one = await cli('books', 'check', '--tenant', 'standard', '--json')
    expect([one.code, Object.keys(one.json()), one.json().standard.length]).toEqual([
      1,
      ['standard'],
      1,
    ])
  } finally {
    await add(-1)
  }
  expect((await cli('books', 'check', '--tenant', 'nobody')).code).toBe(1)
  expect((await cli('books', 'check', 'x')).code).toBe(2)
  // Whatever a check would like to write is refused by the database.
  const write = readSnapshot(server.db, 'standard', (tx) => sql`delete from rewards`.execute(tx))
  await expect(write).rejects.toThrow('read-only transaction')
})

test('books export: a month as DATEV’s batch or CSV, not final while it is not closed, and says what is missing', async () => {
  const { standard, file, server } = installation
  const out = file('books.csv', '')
  const month = server.clock.today().toPlainYearMonth().toString()
  const words = ['books', 'export', '--month', month, '--out', out] as const
  const missing = await standard(...words, '--format', 'datev')
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('"accounting"')])
  for (const wrong of [
    ['--month', '2026-13', '--format', 'csv', '--out', out],
    ['--month', month, '--format', 'xml', '--out', out],
    ['--month', month, '--format', 'csv'],
  ])
    expect((await standard('books', 'export', ...wrong)).code).toBe(2)
  const accounting = {
    consultant: 29098,
    client: 55003,
    yearStart: 1,
    chart: 'SKR04',
    accountLength: 4,
    encoding: 'utf-8',
    isLocked: true,
    accounts: {},
  } as const
  await changeTenant(server, 'standard', { accounting })
  const made = await standard(...words, '--format', 'datev')
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('not closed, so not final')])
  const { header } = readDatev(readFileSync(out), 'utf-8')
  expect(header).toEqual({ consultant: 29098, client: 55003, isLocked: false })
  expect((await standard(...words, '--format', 'csv')).code).toBe(0)
  expect(readFileSync(out, 'utf8')).toMatch(/^\ufeffDatum;Nummer;Text;Soll;Haben;Betrag\r\n/)
  const none = await standard(...words, '--format', 'csv', '--part', '2')
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('no part 2')])
  await changeTenant(server, 'standard', { accounting: null })
})

test('vouchers: imported once, encrypted, wrong lines named, and no guess about the unit', async () => {
  const { standard, file, server } = installation
  const path = file(
    'vouchers.csv',
    'code;amount\nCLI-AAA;12,50\nCLI-BBB;x\n\nCLI-AAA;12,50\nCLI-CCC;5\n',
  )
  const words = ['vouchers', 'import', path, '--option', 'seitenwind'] as const
  const first = await standard(...words, '--json')
  expect(first.json()).toMatchObject({
    imported: 2,
    refused: [
      { line: 3, reason: 'amount' },
      { line: 5, reason: 'known' },
    ],
  })
  expect((await standard(...words)).out).toContain('0 codes are imported, 4 lines are not.')
  const cents = file('cents.csv', 'code,cents\nCLI-DDD,1500\n')
  expect((await standard('vouchers', 'import', cents, '--option', 'seitenwind')).code).toBe(0)
  const guess = file('guess.csv', 'CLI-EEE,1500\n')
  expect((await standard('vouchers', 'import', guess, '--option', 'seitenwind')).err).toContain(
    'The first line',
  )
  const cash = await standard('vouchers', 'import', cents, '--option', 'geld')
  expect([cash.code, cash.err]).toEqual([1, expect.stringContaining('geld is no voucher')])
  const unknown = await standard('vouchers', 'import', cents, '--option', 'nichts')
  expect([unknown.code, unknown.err]).toEqual([
    1,
    expect.stringMatching(/no reward option "nichts"\. Vouchers of standard: .*seitenwind \(/),
  ])
  const rows = await withTenant(server.db, 'standard', (tx) =>
    sql<{
      row: string
    }>`select vouchers::text as row from vouchers where tenant = 'standard'`.execute(tx),
  )
  expect(rows.rows.filter(({ row }) => row.includes('CLI-'))).toEqual([])
})

test('goodwill without an id is granted once a day for the same person, amount and reason, also by two at once', async () => {
  const { cli, audited, server } = installation
  const grant = (...words: string[]) =>
    cli('goodwill', 'grant', '--tenant', 'telko', '--email', demoReferrers.telko.email, ...words)
  const said = ['--amount', '4,00', '--reason', 'sorry'] as const
  const both = await Promise.all([grant(...said), grant(...said)])
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
  const refused = both.find(({ code }) => code === 1)!
  expect(refused.err).toMatch(/was granted to the same person for the same reason within 24 hours/)
  expect(refused.err).toContain('--again')
  expect((await grant(...said)).code).toBe(1)
  expect(await audited('goodwill-granted', 'telko')).toHaveLength(1)
  expect((await grant('--amount', '4,00', '--reason', 'another')).code).toBe(0)
  expect((await grant('--amount', '4,01', '--reason', 'sorry')).code).toBe(0)
  expect((await grant(...said, '--again')).code).toBe(0)
  await asOwner(server, 'telko', (tx) =>
    sql`update rewards set created_at = created_at - interval '25 hours' where tenant = 'telko' and order_number is null`.execute(
      tx,
    ),
  )
  expect((await grant(...said)).code).toBe(0)
  expect(await audited('goodwill-granted', 'telko')).toHaveLength(5)
})

test('goodwill, reviews: granted once by id, held ones decided', async () => {
  const { standard, file, audited, server, journey } = installation
  const id = '0197b1a0-0000-7000-8000-000000000001'
  const grant = (email: string, ...words: string[]) =>
    standard('goodwill', 'grant', '--email', email, '--reason', 'long wait', ...words)
  const once = ['--amount', '12,50', '--id', id, '--json'] as const
  const granted = async () => (await grant(journey.referrerEmail, ...once)).json()
  expect(await granted()).toMatchObject({ granted: true, cents: 1250 })
  expect(await granted()).toMatchObject({ granted: false })
  expect((await grant('nobody@post.example', '--cents', '100')).err).toContain('no referrer')
  expect((await grant(journey.referrerEmail, '--amount', '1.000')).code).toBe(2)
  expect(await audited('goodwill-granted')).toMatchObject([{ actor_id: installation.jo }])
  await withTenant(server.db, 'standard', (tx) =>
    sql`update rewards set review = 'held', review_reasons = '["same-email"]' where tenant = 'standard' and reward_id = ${id}`.execute(
      tx,
    ),
  )
  expect((await standard('reviews', 'list')).out).toContain(id)
  expect((await standard('reviews', 'decide', id, 'maybe')).code).toBe(2)
  expect((await standard('reviews', 'decide', id, 'refuse')).code).toBe(2)
  expect((await standard('reviews', 'decide', id, 'refuse', '--reason', 'other')).code).toBe(2)
  const refuse = () => standard('reviews', 'decide', id, 'refuse', '--reason', 'own-contract')
  expect((await refuse()).out).toBe(`Reward ${id} is refused.\n`)
  expect((await refuse()).out).toBe(`Reward ${id} was refused already.\n`)
  // A contract that is older than the referral.
  const old = [
    'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status',
    `CLI-4;${journey.recipient.Empfaengernummer};SON-INTERNET;01.02.2021;abgeschlossen`,
  ].join('\n')
  expect((await standard('orders', 'import', file('old.csv', old))).code).toBe(0)
  expect((await standard('orders', 'release', 'CLI-4')).code).toBe(0)
  const [held, ...none] = (await standard('reviews', 'list', '--json')).json()
  expect([held.externalNumber, held.texts, none]).toEqual([
    'CLI-4',
    [expect.stringContaining('a contract before the recommendation was accepted')],
    [],
  ])
  expect(
    (await standard('reviews', 'decide', held.rewardId, 'approve', '--reason', 'evidence')).code,
  ).toBe(0)
  expect((await standard('reviews', 'list')).out).toBe('No reward is held for review.\n')
  expect(
    (await standard('reviews', 'decide', 'nothing', 'approve', '--reason', 'evidence')).code,
  ).toBe(1)
})

test('clawbacks and rewards: held, reminded of, paid back, taken back and written off as on the console, in one’s own name, and what may not be says why', async () => {
  const { standard, server, journey, audited, jo } = installation
  const [reward] = await withTenant(server.db, 'standard', (tx) =>
    sql<{ id: string; number: string; cents: number }>`
      select reward_id as id, order_number as number, cents from rewards where tenant = 'standard'`.execute(
      tx,
    ),
  ).then(({ rows }) => rows)
  const { id, number, cents } = reward!
  expect((await standard('rewards', 'hold', id)).out).toContain('is held for review')
  expect(await standard('rewards', 'hold', id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('held already'),
  })
  await standard('reviews', 'decide', id, 'approve', '--reason', 'evidence')
  expect((await standard('rewards', 'extend', id, '--until', '2021-03-01')).code).toBe(1)
  expect((await standard('rewards', 'extend', id, '--until', 'bald')).code).toBe(2)
  await server.call('PUT', '/standard/praemierung', {
    token: journey.rewardToken,
    body: {
      PraemieId: 'geld',
      Bankdaten: { Kontoinhaber: 'Vera Vogel', Iban: 'DE89370400440532013000' },
    },
  })
  await withTenant(server.db, 'standard', (tx) =>
    sql`update rewards set due_on = '2021-01-01' where tenant = 'standard'`.execute(tx),
  )
  const paid = await installation.pay()
  await standard('payout', 'confirm', paid!.batch)
  await standard('orders', 'cancel', number)

  const act = (what: string, ...words: string[]) => standard('clawbacks', what, id, ...words)
  expect((await act('remind', '--note', 'Bitte melden')).code).toBe(0)
  expect((await act('remind')).err).toContain('14 days apart')
  expect((await act('set-off', id)).err).toContain('14 days after the last reminder')
  expect((await act('repay', '12,50')).code).toBe(2)
  const repay = await act('repay', '12,50', '--reference', 'Auszug 3', '--json')
  expect(repay.json()).toMatchObject({ cents: 1_250, leftCents: cents - 1_250 })
  const tooMuch = await act('repay', String(cents / 100), '--reference', 'Auszug 4')
  expect([tooMuch.code, tooMuch.err]).toEqual([1, expect.stringContaining('No more is booked')])
  const { repayment } = repay.json()
  expect((await act('take-back', repayment, '--json')).json()).toMatchObject({ leftCents: cents })
  expect((await act('take-back', repayment)).code).toBe(1)
  expect((await act('decide', 'approve')).err).toContain('Nothing is proposed')
  expect((await act('write-off', '--json')).json()).toMatchObject({ proposed: true })
  expect((await act('decide', 'approve')).code).toBe(1)
  const { token } = await makeCommandToken(server, {
    tenant: 'standard',
    email: 'zweite@beispiel.example',
  })
  const second = async (decision: string) => {
    const { environment, words } = installation.asJo(['clawbacks', 'decide', id, decision])
    const own = { ...environment, ZUSPRUCH_TOKEN: token }
    return (await runCliHere(own, [...words, '--tenant', 'standard'])).out
  }
  expect(await second('refuse')).toBe(`Refused; open: ${formatCents(cents, 'en')}.\n`)
  const more = await act('repay', '30', '--reference', 'Auszug 5', '--json')
  expect(more.json()).toMatchObject({ repayment: null, proposed: true, leftCents: cents })
  expect((await act('repay', '1', '--reference', 'Auszug 6')).err).toContain('a second person')
  expect((await act('decide', 'book')).code).toBe(1)
  expect(await second('book')).toBe('Booked: €30.00.\n')
  for (const action of ['reward-held-by-hand', 'clawback-reminded', 'repayment-taken-back'])
    expect(await audited(action)).toMatchObject([{ actor_id: jo, reason: 'Versuch' }])
})
