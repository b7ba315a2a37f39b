import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { checkEachNight, runCheck } from '../books/run-check.ts'
import { withTenant } from '../db/connection.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'
import { tellOperators } from './tell-operators.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `buecher${++made}@betrieb.example`, roles, tenant)
const at = '/standard/betrieb/buecher'
const show = async (token: string, month = '') =>
  (await server.call('GET', `${at}${month && `?Monat=${month}`}`, { token })).body

/** The jobs that wait in the outbox, carried out, and carried out again. */
async function work(tenant = 'standard') {
  const jobs = await withTenant(server.db, tenant, (tx) =>
    sql<{ id: string; payload: { checkId: string } }>`
      delete from outbox where tenant = ${tenant} and kind = 'check-books' returning outbox_id as id, payload`.execute(
      tx,
    ),
  )
  for (const { payload } of jobs.rows)
    for (let time = 0; time < 2; time++) await runCheck(server.deps, tenant, payload.checkId)
  return jobs.rows.length
}
const night = async () => {
  await Promise.all([1, 2, 3].map(() => checkEachNight(server.deps, 'standard')))
  return work()
}
const spoil = (by: number) =>
  asOwner(server, 'standard', (tx) =>
    sql`update rewards set cents = cents + ${by} where tenant = 'standard' and reward_id =
      (select min(reward_id::text)::uuid from rewards where tenant = 'standard')`.execute(tx),
  )
const alarms = () =>
  withTenant(server.db, 'standard', async (tx) => {
    const { rows } = await sql<{ to: string }>`
      select to_address as to from mails where tenant = 'standard' and template = 'operatorAlarm' and data ->> 'alarm' = 'books'`.execute(
      tx,
    )
    return rows.map(({ to }) => to)
  })

test('the books are checked once a night by themselves, and whoever sees payments is told once of what is new', async () => {
  await desk.reward()
  server.clock.set('2027-03-02T01:30:00Z')
  expect(await night()).toBe(0)
  server.clock.set('2027-03-02T02:30:00Z')
  expect(await night()).toBe(1)
  expect(await night()).toBe(0)
  const approver = await operator(['payout-approver'])
  const auditor = await operator(['auditor'])
  await operator(['support'])
  expect((await show(approver.token)).Pruefung).toMatchObject({ Anzahl: 0, Wer: null })
  await tellOperators(server.deps, 'standard')
  expect(await alarms()).toEqual([])

  await spoil(1)
  server.clock.advance('P1D')
  expect(await night()).toBe(1)
  const today = async (token: string) =>
    (await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })).body.Aufgaben.find(
      ({ Art }: { Art: string }) => Art === 'books',
    )
  const later = await operator(['payout-approver'])
  expect(await today(later.token)).toMatchObject({ OhneFrist: 1 })
  const found = (await show(later.token)).Pruefung
  expect(found.Abweichungen).toMatchObject([
    { Art: 'reward', IstCent: found.Abweichungen[0].SollCent - 1 },
  ])
  for (let time = 0; time < 3; time++) {
    await tellOperators(server.deps, 'standard')
    server.clock.advance('PT2H')
  }
  const told = await alarms()
  expect(told.length).toBeGreaterThan(0)
  expect(new Set(told).size).toBe(told.length)
  expect(told.some((to) => to.startsWith('buecher'))).toBe(true)
  expect(auditor.token).not.toBe(approver.token)
  // The same finding another night is no news.
  server.clock.advance('P1D')
  expect(await night()).toBe(1)
  await tellOperators(server.deps, 'standard')
  expect(await alarms()).toHaveLength(told.length)
  await spoil(-1)
  server.clock.advance('P1D')
  expect(await night()).toBe(1)
  expect(await today((await operator(['payout-approver'])).token)).toMatchObject({ OhneFrist: 0 })
})

test('a check that is asked for runs once, however many ask, and the page has its sums by account and month', async () => {
  server.clock.set('2027-04-06T10:00:00Z')
  const { rewards } = await desk.reward()
  const cents = rewards[0]!.cents
  const preparer = await operator(['payout-preparer'])
  const ask = () => server.call('PUT', `${at}/pruefung`, { token: preparer.token })
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await show(preparer.token)).AngefordertAm).not.toBeNull()
  expect(await work()).toBe(1)
  const shown = await show(preparer.token, '2027-04')
  expect(shown).toMatchObject({ AngefordertAm: null, Monat: '2027-04', Pruefung: { Anzahl: 0 } })
  const of = (konto: string) =>
    shown.Konten.find(
      ({ Buch, Konto }: { Buch: string; Konto: string }) => Buch === 'rewards' && Konto === konto,
    )
  expect(of('committed')).toMatchObject({ ZugangCent: cents, AbgangCent: cents })
  expect(of('payable')).toMatchObject({ ZugangCent: cents, AbgangCent: 0 })
  const sum = shown.Konten.filter(({ Buch }: { Buch: string }) => Buch === 'rewards').reduce(
    (all: number, { EndeCent }: { EndeCent: number }) => all + EndeCent,
    0,
  )
  expect(sum).toBe(0)
  for (const { AnfangCent, ZugangCent, AbgangCent, EndeCent } of shown.Konten)
    expect(AnfangCent + ZugangCent - AbgangCent).toBe(EndeCent)
  const balances = await bench.run((tx) =>
    sql<{ cents: number }>`
      select sum(cents)::bigint as cents from ledger_postings where tenant = 'standard' and account = 'payable'`.execute(
      tx,
    ),
  )
  expect(of('payable').EndeCent).toBe(balances.rows[0]!.cents)

  const file = await server.call('GET', `${at}/csv?Sprache=de`, { token: preparer.token })
  expect(file.body.startsWith('\ufeffMonat;Buch;Konto;Anfang;Zugang;Abgang;Ende\r\n')).toBe(true)
  expect(file.body).toContain('2027-04;Prämien;Zu zahlen;')
})

test('nobody sees the books without a right to payouts, or of another tenant', async () => {
  const support = await operator(['support', 'tenant-admin'])
  expect((await server.call('GET', at, { token: support.token })).status).toBe(403)
  expect((await server.call('PUT', `${at}/pruefung`, { token: support.token })).status).toBe(403)
  const other = await operator(['payout-approver', 'auditor'], 'telko')
  expect((await server.call('GET', at, { token: other.token })).status).toBe(403)
  const own = await server.call('GET', '/telko/betrieb/buecher', { token: other.token })
  expect(own.body).toMatchObject({ Pruefung: null, Konten: [] })
})
