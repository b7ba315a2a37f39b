import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { setClosedTo } from '../../../test/helpers/set-closed-to.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { Accounting } from '../../domain/accounting.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { checkEachNight, runCheck } from '../books/run-check.ts'
import { withTenant } from '../db/connection.ts'
import { makeFixtures } from '../payout/payout.test-helper.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'
import { closeMonthByItself } from './close-month-by-itself.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

const accounting: Accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'windows-1252',
  isLocked: true,
  accounts: {},
}
const setting = { accounting, monthCloseDay: 5 }

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `schluss${++made}@betrieb.example`, roles, tenant)

async function check() {
  await checkEachNight(server.deps, 'standard')
  const { rows } = await bench.run((tx) =>
    sql<{ id: string }>`
      select check_id as id from books_checks where tenant = 'standard' and checked_at is null`.execute(
      tx,
    ),
  )
  for (const { id } of rows) await runCheck(server.deps, 'standard', id)
}
const tryOnce = () => closeMonthByItself(server.deps, 'standard')
async function night(at: string) {
  server.clock.set(at)
  await check()
  await tryOnce()
}
const months = async () => {
  const { rows } = await bench.run((tx) =>
    sql<{ month: string; by: string; reason: string }>`
      select month, closed_by as by, reason from books_months where tenant = 'standard' order by month`.execute(
      tx,
    ),
  )
  return rows
}
const mails = async () => {
  const { rows } = await withTenant(server.db, 'standard', (tx) =>
    sql<{ to: string; data: { month: string; missing: string } }>`
      select to_address as to, data from mails where tenant = 'standard' and template = 'operatorMonthWaits'
      order by created_at, to_address`.execute(tx),
  )
  return rows
}
const today = async (token: string) =>
  (await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })).body.Aufgaben.find(
    ({ Art }: { Art: string }) => Art === 'waiting-month',
  )
const books = async (token: string) =>
  (await server.call('GET', '/standard/betrieb/buecher', { token })).body

/** A line of the statement, as files bring them. */
let lines = 0
const line = (day: string, kind: 'other' | null) =>
  asOwner(server, 'standard', (tx) =>
    sql`insert into bank_lines (tenant, line_id, account, line_key, digest, file_hash, booked_on, day_on, direction, cents, currency,
        is_return, kind, reason, decided_by, decided_at, created_at)
      select 'standard', gen_random_uuid(), 'DE02120300000000202051', ${`schluss-${++lines}`}, ${`schluss-${lines}`}, file_hash, ${day}, ${day},
        'DBIT', 100, 'EUR', false, ${kind}, ${kind && 'Gebühr'}, ${kind && 'test'}, ${kind && `${day}T10:00:00Z`}::timestamptz, ${`${day}T10:00:00Z`}
      from bank_files where tenant = 'standard' limit 1`.execute(tx),
  )

beforeEach(async () => {
  await changeTenant(server, 'standard', setting)
  await asOwner(server, 'standard', async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of ['books_files', 'books_months', 'books_month_waits', 'books_checks'])
      await sql`delete from ${sql.table(table)} where tenant = 'standard'`.execute(tx)
    await sql`delete from bank_lines where tenant = 'standard'`.execute(tx)
    await sql`insert into bank_files (tenant, file_hash, kind, account, statements, lines, came_by, brought_by, brought_at)
      values ('standard', 'schluss', 'camt.053', 'DE02120300000000202051', '[]', 1, 'person', 'test', '2027-01-01T10:00Z')
      on conflict do nothing`.execute(tx)
  })
  await setClosedTo(server, 'standard', null)
})

test('from its day on the last month is closed in the night, over New Year, once, by the programme itself, and a locked month stays closed', async () => {
  server.clock.set('2026-12-10T10:00:00Z')
  await desk.reward()
  await night('2027-01-04T03:00:00Z')
  expect(await months()).toEqual([])
  // The night's check comes first.
  server.clock.set('2027-01-05T03:00:00Z')
  await tryOnce()
  expect(await months()).toEqual([])
  await check()
  await Promise.all([tryOnce(), tryOnce(), tryOnce()])
  expect(await months()).toMatchObject([
    { month: '2026-12', by: 'month-close', reason: expect.stringContaining('Von selbst') },
  ])
  await night('2027-01-06T03:00:00Z')
  expect(await months()).toHaveLength(1)
  const { rows } = await bench.run((tx) =>
    sql<{ kind: string; by: string; month: string }>`
      select actor_kind as kind, actor_id as by, subject_id as month from audit_log
      where tenant = 'standard' and action = 'books-month-closed' and subject_id = '2026-12'`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ kind: 'system', by: 'month-close', month: '2026-12' }])
  const approver = await operator(['payout-approver'])
  const shown = await books(approver.token)
  expect(shown.Festgeschrieben).toMatchObject([{ Monat: '2026-12', Wer: null }])
  expect([shown.Naechster.VonSelbstAb, shown.Wartet]).toEqual(['2027-02-05', null])
  expect(await today(approver.token)).toMatchObject({ OhneFrist: 0 })
  expect(await mails()).toEqual([])
  await night('2027-02-05T03:00:00Z')
  expect((await months()).map(({ month }) => month)).toEqual(['2026-12', '2027-01'])
})

test('what is missing keeps it open: a task, and one mail for the month to whoever reads the books, which names it; then it closes', async () => {
  server.clock.set('2027-03-10T10:00:00Z')
  await desk.reward()
  await line('2027-03-31', null)
  await line('2027-04-02', 'other')
  const spoil = (by: number) =>
    asOwner(server, 'standard', (tx) =>
      sql`update rewards set cents = cents + ${by} where tenant = 'standard' and reward_id =
        (select min(reward_id::text)::uuid from rewards where tenant = 'standard')`.execute(tx),
    )
  await spoil(1)
  const readers = [await operator(['payout-approver']), await operator(['auditor'])]
  await operator(['support'])
  const before = (await mails()).length
  server.clock.set('2027-04-05T03:00:00Z')
  await check()
  await Promise.all([tryOnce(), tryOnce()])
  expect(await months()).toEqual([])
  const told = (await mails()).slice(before)
  expect(told.length).toBeGreaterThanOrEqual(readers.length)
  expect(new Set(told.map(({ to }) => to)).size).toBe(told.length)
  for (const { data } of told)
    expect([data.month, data.missing]).toEqual([
      'März 2027',
      'Abweichungen in den Büchern: 1\nBanktage abgeschlossen bis: noch keiner\nOffene Zeilen im Kontoauszug: 1',
    ])
  const seen = await operator(['payout-approver'])
  expect(await today(seen.token)).toMatchObject({ OhneFrist: 1 })
  expect((await books(seen.token)).Wartet).toMatchObject({
    Monat: '2027-03',
    VersuchtAm: '2027-04-05',
    Fehlt: expect.arrayContaining(['Offene Zeilen im Kontoauszug: 1']),
  })
  const support = await operator(['support'])
  expect(await today(support.token)).toBeUndefined()

  // Another night says it to nobody again; a closed bank is not enough while the books differ.
  await asOwner(server, 'standard', async (tx) => {
    await sql`update bank_lines set kind = 'other', reason = 'Gebühr', decided_by = 'test', decided_at = '2027-04-05T10:00Z'
      where tenant = 'standard' and kind is null`.execute(tx)
  })
  await setClosedTo(server, 'standard', '2027-04-01')
  await night('2027-04-06T03:00:00Z')
  expect([await months(), (await mails()).length]).toEqual([[], before + told.length])
  expect((await books((await operator(['auditor'])).token)).Wartet.Fehlt).toEqual([
    'Abweichungen in den Büchern: 1',
  ])
  await spoil(-1)
  // What was mended by day waits for the night's check.
  server.clock.set('2027-04-06T12:00:00Z')
  await tryOnce()
  expect(await months()).toEqual([])
  await night('2027-04-07T03:00:00Z')
  expect((await months()).map(({ month }) => month)).toEqual(['2027-03'])
  const later = await operator(['payout-approver'])
  expect(await today(later.token)).toMatchObject({ OhneFrist: 0 })
  expect((await books(later.token)).Wartet).toBeNull()
})

test('a tenant without the setting closes by hand and waits for nothing; without account numbers nothing is closed', async () => {
  server.clock.set('2027-05-10T10:00:00Z')
  await desk.reward()
  await changeTenant(server, 'standard', { ...setting, accounting: null })
  await night('2027-06-05T03:00:00Z')
  const reader = await operator(['auditor'])
  expect((await books(reader.token)).Wartet.Fehlt).toEqual([
    'Beraternummer und Mandantennummer: fehlen in den Einstellungen',
  ])
  await changeTenant(server, 'standard', { ...setting, monthCloseDay: null })
  await night('2027-06-06T03:00:00Z')
  expect(await months()).toEqual([])
  const shown = await books((await operator(['auditor'])).token)
  expect([shown.Wartet, shown.Naechster.VonSelbstAb]).toEqual([null, null])
})

test('a payment of the month that no line of the statement has keeps it open', async () => {
  server.clock.set('2027-07-12T10:00:00Z')
  await makeFixtures(server).sent(4111)
  await line('2027-07-01', 'other')
  await line('2027-08-02', 'other')
  await setClosedTo(server, 'standard', '2027-07-30')
  await night('2027-08-06T03:00:00Z')
  expect(await months()).toEqual([])
  expect((await books((await operator(['auditor'])).token)).Wartet.Fehlt).toContain(
    'Zahlungen ohne Zeile im Kontoauszug: 1',
  )
})
