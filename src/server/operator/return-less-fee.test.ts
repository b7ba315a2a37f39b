import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import type { Accounting } from '../../domain/accounting.ts'
import { errorCatalogue } from '../../domain/errors.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { checkBooks } from '../books/check-books.ts'
import { draftMonth } from '../books/close-month.ts'
import { readDatev } from '../gateways/bookkeeping/read-datev.test-helper.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { closeDays } from '../payout/close-days.ts'
import { camt, makeFixtures } from '../payout/payout.test-helper.ts'

// A return of which the bank kept a fee without saying so: a person says it, and a second one confirms it.

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
startEachAfresh(() => server)
afterEach(async () => {
  await fixtures.booksAreRight()
  expect(await fixtures.inTenant((tx) => checkBooks(tx, 'standard'))).toEqual([])
})
afterAll(() => server.stop())

const at = '/standard/betrieb/kontoauszuege'
const Grund = 'Die Bank behält fünf Euro ein'
const secondPerson = errorCatalogue['second-person'].code
let made = 0
const operator = (...roles: OperatorRole[]) =>
  makeOperator(server, `gebuehr${++made}@betrieb.example`, roles)
const approver = () => operator('payout-approver')
type Who = { token: string }

type Booked = { id?: string; cents: number; back?: string; day?: string; more?: string }
const booked = ({ id = 'NOTPROVIDED', cents, back, day = '2026-11-24', more = '' }: Booked) =>
  `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${back ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>G-${(made += 1)}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${more}
  ${back ? `<RtrInf><Rsn><Cd>${back}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
const byFolder = (...lines: string[]) =>
  applyBankFile(server.deps, 'standard', camt(lines.join('')), system, { cameBy: 'folder' })

/** Payments that were booked; the bank has them on 24 November. */
const paid = async (...cents: number[]) => {
  const sent = await fixtures.sent(...cents)
  server.clock.set('2026-11-26T10:00:00+01:00')
  await byFolder(...sent.ids.map((id, one) => booked({ id, cents: cents[one]! })))
  return sent
}
const lines = async ({ token }: Who) =>
  (
    await server.call('PUT', at, {
      token,
      body: { Filter: { Stand: ['offen', 'wartet', 'zugeordnet'] }, OrderBy: 'Tag' },
    })
  ).body.Content as {
    Id: string
    BetragCent: number
    Eingang: boolean
    Art: string
    Stand: string
  }[]
const show = async (id: string, { token }: Who) =>
  (await server.call('GET', `${at}/${id}`, { token })).body
const credit = async (cents: number, who: Who) =>
  (await lines(who)).find(({ BetragCent, Eingang }) => Eingang && BetragCent === cents)!.Id
const propose = async (id: string, EndToEndId: string, who: Who, more: object = {}) => {
  const { Version } = await show(id, who)
  const body = { Version: Version ?? 1, EndToEndId, Grund, ...more }
  return server.call('PUT', `${at}/${id}/rueckgabe/vorschlag`, { token: who.token, body })
}
const decide = async (id: string, who: Who, Entscheidung = 'bestaetigt', Zahlung?: string) => {
  const found = await show(id, who)
  const body = { Zahlung: Zahlung ?? found.Zahlungen[0]?.Id, Entscheidung, Grund }
  return server.call('PUT', `${at}/${id}/rueckgabe`, { token: who.token, body })
}

test('it is booked in full by two people, with the fee as a charge, exactly as where the bank names the fee', async () => {
  const { rewards, ids } = await paid(5_000, 5_000)
  const [said = '', told = ''] = ids
  const charge = '<Chrgs><Rcrd><Amt Ccy="EUR">5.00</Amt></Rcrd></Chrgs>'
  await byFolder(booked({ id: told, cents: 4_500, back: 'AC04', more: charge }))
  const less = booked({ id: said, cents: 4_500, back: 'AC04' })
  expect(await byFolder(less)).toMatchObject({ returned: 0, openLines: 1 })
  const [first, second] = [await approver(), await approver()]
  const id = await credit(4_500, first)
  expect(await show(id, first)).toMatchObject({
    Stand: 'offen',
    Rueckgabe: true,
    RueckgabeMitEntgelt: { EndToEndId: said, BetragCent: 5_000, EntgeltCent: 500 },
  })
  expect((await propose(id, said, first)).body).toEqual({ Ergebnis: 'vorgeschlagen' })
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['provided', 'returned'],
  ])
  expect(await show(id, second)).toMatchObject({
    Stand: 'wartet',
    BetragCent: 4_500,
    Zahlungen: [{ Rueckgabe: true, EntgeltCent: 500, Wartet: true, EigeneVorlage: false }],
  })
  expect((await decide(id, first)).body.ErrorCode).toBe(secondPerson)
  const answers = await Promise.all([1, 2, 3].map(() => decide(id, second)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await fixtures.states(rewards))[0]![1]).toBe('returned')
  const nameOf = ({ email }: { email: string }) => `Person ${email.split('@')[0]}`
  expect(await show(id, first)).toMatchObject({
    Art: 'return',
    EntschiedenVon: nameOf(second),
    Zahlungen: [{ VorgelegtVon: nameOf(first), VorgelegtGrund: Grund }],
  })
  expect((await show(id, first)).Zahlungen[0]).toMatchObject({
    BestaetigtVon: nameOf(second),
    BestaetigtGrund: Grund,
  })

  const shown = (await lines(second)).filter(({ Eingang, Art }) => Eingang || Art === 'charge')
  expect(shown.map((line) => [line.Art, line.BetragCent, line.Stand]).toSorted()).toEqual(
    [
      ['return', 5_000, 'zugeordnet'],
      ['charge', 500, 'zugeordnet'],
      ['return', 5_000, 'zugeordnet'],
      ['charge', 500, 'zugeordnet'],
    ].toSorted(),
  )
  const ledger = await fixtures.inTenant((tx) =>
    sql<{ reward_id: string; account: string; cents: number; day: string }>`
      select reward_id, account, cents, (at at time zone 'Europe/Berlin')::date::text as day from ledger_postings
      where tenant = 'standard' and event = 'returned' order by reward_id, account`.execute(tx),
  )
  const of = (reward: string) =>
    ledger.rows.flatMap((row) =>
      row.reward_id === reward ? [[row.account, row.cents, row.day]] : [],
    )
  expect(of(rewards[0]!)).toHaveLength(2)
  expect(of(rewards[0]!)).toEqual(of(rewards[1]!))
  const [datev] = await fixtures.inTenant((tx) =>
    draftMonth(tx, 'standard', {
      month: '2026-11',
      accounting,
      now: server.clock.now(),
      keys: server.deps.keys,
    }),
  )
  const bank = readDatev(datev!.content, 'utf-8').lines.filter(
    ({ debit, credit: other }) => debit === '1210' || other === '1210',
  )
  expect(bank.map(({ cents, day }) => [cents, day])).toEqual(
    [5_000, 5_000, 5_000, 5_000, 500, 500].map((cents) => [cents, '2026-11-24']),
  )
  // The same file again, and one that names the fee after all, change nothing.
  const before = await fixtures.snapshot()
  await byFolder(less)
  await byFolder(less.replace('</Refs>', `</Refs>${charge}`))
  expect(await fixtures.snapshot()).toEqual(before)
  expect(await lines(second)).toHaveLength(6)
})

const accounting: Accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'utf-8',
  isLocked: true,
  accounts: { bank: '1210' },
}

test('a fee that is too high, another payment, or what is no return is refused by name', async () => {
  const { ids } = await paid(5_000, 3_000, 4_500)
  const [a = '', b = '', c = ''] = ids
  await byFolder(
    booked({ id: a, cents: 3_499, back: 'AC04' }),
    booked({ cents: 2_900, back: 'AC04' }),
    booked({ cents: 2_950, back: 'AC04', day: '2026-11-02' }),
    booked({ cents: 4_400, back: 'AC04' }).replace(/<RtrInf>.*<.RtrInf>/, ''),
    booked({ id: c, cents: 4_500, back: 'AC04' }),
  )
  const who = await approver()
  const refused = async (cents: number, id: string) => {
    const { status, body } = await propose(await credit(cents, who), id, who)
    return [status, body.Fields?.[0]?.Field, body.Fields?.[0]?.Message]
  }
  const fee = expect.stringContaining('15,00')
  const payment = expect.stringContaining('Keine Zahlung')
  expect(await refused(3_499, a)).toEqual([400, 'EndToEndId', fee])
  expect(await show(await credit(3_499, who), who)).toMatchObject({ RueckgabeMitEntgelt: null })
  // The line names another payment; none; one that came back already; one that was sent later.
  expect(await refused(3_499, b)).toEqual([400, 'EndToEndId', payment])
  expect(await refused(2_900, 'PO-NIEMAND')).toEqual([400, 'EndToEndId', payment])
  expect(await refused(2_900, c)).toEqual([400, 'EndToEndId', payment])
  expect(await refused(2_950, b)).toEqual([400, 'EndToEndId', payment])
  // Smaller than the line, and a line that the bank calls no return.
  const more = booked({ cents: 3_000, back: 'AC04' })
  await byFolder(more, booked({ cents: 3_001, back: 'AC04' }))
  expect(await refused(3_000, b)).toEqual([400, 'EndToEndId', fee])
  expect(await refused(3_001, b)).toEqual([400, 'EndToEndId', fee])
  expect(await refused(4_400, a)).toEqual([
    400,
    'EndToEndId',
    expect.stringContaining('keine Rück'),
  ])
})

test('it is proposed by who approves payouts, for an open line as it was seen, once, and refused it is open again', async () => {
  const { ids, rewards } = await paid(5_000, 4_900)
  const [id = '', other = ''] = ids
  await byFolder(booked({ cents: 4_600, back: 'AC04' }), booked({ cents: 4_700, back: 'AC04' }))
  const [first, second] = [await approver(), await approver()]
  const [line, another] = [await credit(4_600, first), await credit(4_700, first)]
  expect((await propose(line, id, await operator('payout-preparer'))).status).toBe(403)
  expect((await propose(line, id, first, { Grund: '' })).status).toBe(400)
  expect((await propose(line, id, first, { Version: 9 })).status).toBe(409)
  const there = await makeOperator(server, 'da@betrieb.example', ['payout-approver'], 'bgv')
  const elsewhere = await server.call(
    'PUT',
    `/bgv/betrieb/kontoauszuege/${line}/rueckgabe/vorschlag`,
    {
      token: there.token,
      body: { Version: 1, EndToEndId: id, Grund },
    },
  )
  expect(elsewhere.status).toBe(404)
  // Two lines of one payment, at once, and two payments of one line.
  const both = await Promise.all([propose(line, id, first), propose(another, id, second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [taken, by, free] =
    both[0]!.status === 200 ? [line, second, another] : [another, first, line]
  expect((await propose(taken, other, by)).status).toBe(409)
  // What waits is given to nothing else, and closes no day.
  const { Version } = await show(taken, by)
  const given = await server.call('PUT', `${at}/${taken}/zuordnung`, {
    token: by.token,
    body: { Version, Art: 'other', Grund },
  })
  expect(given.status).toBe(409)
  const close = (day: string) =>
    fixtures.inTenant((tx) =>
      closeDays(tx, server.deps, 'standard', day, { ...system, reason: Grund }),
    )
  expect(await close('2026-11-24')).toBe(false)
  expect((await decide(taken, by, 'abgelehnt')).status).toBe(200)
  expect(await show(taken, by)).toMatchObject({ Stand: 'offen', Zahlungen: [] })
  expect((await fixtures.states(rewards))[0]).toEqual(['paid', 'paid'])
  // Once more, confirmed: the other line of that payment is refused then, and the day is closed.
  expect((await propose(taken, id, first)).status).toBe(200)
  expect((await decide(taken, second)).status).toBe(200)
  expect((await propose(free, id, first)).status).toBe(400)
  const open = await show(free, first)
  await server.call('PUT', `${at}/${free}/zuordnung`, {
    token: first.token,
    body: { Version: open.Version, Art: 'other', Grund },
  })
  expect(await close('2026-11-24')).toBe(true)
  expect((await propose(taken, id, first)).status).toBe(409)
  expect((await propose(free, other, first)).status).toBe(409)
})

test('at a tenant with one person it is booked at once', async () => {
  const { ids, rewards } = await paid(5_000)
  await byFolder(booked({ id: ids[0]!, cents: 4_985, back: 'AC04' }))
  const only = await approver()
  await fixtures.inTenant((tx) =>
    sql`update operator_grants set ended_at = now(), ended_by = 'test'
      where tenant = 'standard' and ended_at is null and operator_id <> ${only.id}`.execute(tx),
  )
  await changeTenant(server, 'standard', { payouts: { aloneReason: 'Es gibt nur eine Person.' } })
  const line = await credit(4_985, only)
  expect((await propose(line, ids[0]!, only)).body).toEqual({ Ergebnis: 'gebucht' })
  const found = await show(line, only)
  const person = `Person ${only.email.split('@')[0]}`
  expect(found).toMatchObject({ Art: 'return', BetragCent: 5_000, EntschiedenVon: person })
  expect(found.Zahlungen[0]).toMatchObject({
    VorgelegtVon: null,
    BestaetigtVon: person,
    BestaetigtGrund: Grund,
  })
  expect((await fixtures.states(rewards))[0]![1]).toBe('returned')
})

test('the bank’s own word, with the fee named, books what waits', async () => {
  const { ids, rewards } = await paid(5_000)
  const less = booked({ id: ids[0]!, cents: 4_500, back: 'AC04' })
  await byFolder(less)
  const who = await approver()
  const line = await credit(4_500, who)
  await propose(line, ids[0]!, who)
  const charge = '<Chrgs><Rcrd><Amt Ccy="EUR">5.00</Amt></Rcrd></Chrgs>'
  expect(await byFolder(less.replace('</Refs>', `</Refs>${charge}`))).toMatchObject({ returned: 1 })
  expect(await show(line, who)).toMatchObject({ Art: 'return', BetragCent: 5_000 })
  // A person said it, and no person confirmed it.
  const found = await show(line, who)
  expect(found).toMatchObject({ EntschiedenVon: null, Zahlungen: [{ VorgelegtGrund: Grund }] })
  expect(found.Zahlungen[0]).toMatchObject({ BestaetigtVon: null, BestaetigtGrund: null })
  expect(await fixtures.states(rewards)).toEqual([['provided', 'returned']])
  expect((await lines(who)).filter(({ Art }) => Art === 'charge')).toHaveLength(1)
})

test('the database changes the amount of no other line, and of none to anything else', async () => {
  const { ids } = await paid(5_000)
  await byFolder(booked({ id: ids[0]!, cents: 4_500, back: 'AC04' }))
  const set = (cents: number) =>
    fixtures.inTenant((tx) =>
      sql`update bank_lines set cents = ${cents} where tenant = 'standard' and direction = 'CRDT'`.execute(
        tx,
      ),
    )
  await expect(set(5_000)).rejects.toThrow('amount of a line')
  const who = await approver()
  await propose(await credit(4_500, who), ids[0]!, who)
  await expect(set(5_000)).rejects.toThrow('amount of a line')
  await expect(set(4_501)).rejects.toThrow('amount of a line')
})
