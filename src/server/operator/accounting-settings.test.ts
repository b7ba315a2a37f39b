import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { accountRoles } from '../../domain/accounting.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { draftMonth } from '../books/close-month.ts'
import { queueCheck, runCheck } from '../books/run-check.ts'
import { withTenant } from '../db/connection.ts'
import { readDatev } from '../gateways/bookkeeping/read-datev.test-helper.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `konten${++made}@betrieb.example`, roles, tenant)
const at = '/standard/betrieb/einstellungen/standard'
const show = async (token: string) => (await server.call('GET', at, { token })).body
const check = (Einstellungen: object, token: string, path = at) =>
  server.call('PUT', `${path}/pruefung`, { token, body: { Einstellungen } })
async function save(settings: object, token: string) {
  const { Version } = await show(token)
  const Einstellungen = Object.fromEntries(named(settings))
  return server.call('PUT', at, { token, body: { Einstellungen, Version, Grund: 'Kanzlei' } })
}
const named = (settings: object) =>
  Object.entries(settings).map(([name, value]) => [`accounting.${name}`, value] as const)
const fieldsOf = ({ body }: { body: { Fields?: { Field: string; Message: string }[] } }) =>
  Object.fromEntries(
    (body.Fields ?? []).map(({ Field, Message }) => [Field.replace('accounting.', ''), Message]),
  )
const first = { consultant: 29098, client: 55003 }

/** What the form sends where nothing is filled in. */
const empty = {
  consultant: '',
  client: '',
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'windows-1252',
  isLocked: false,
  ...Object.fromEntries(accountRoles.map((role) => [`accounts.${role}`, null])),
}

test('a tenant without bookkeeping sees what is customary; an untouched form changes nothing, and one half filled in is refused at its field', async () => {
  await changeTenant(server, 'standard', { accounting: null })
  const admin = await operator(['tenant-admin'])
  const shown = (await show(admin.token)).Einstellungen
  expect(shown).toMatchObject({
    'accounting.consultant': null,
    'accounting.chart': 'SKR03',
    'accounting.accounts.bank': null,
  })
  const untouched = await check(Object.fromEntries(named(empty)), admin.token)
  expect([untouched.status, untouched.body.Aenderungen]).toEqual([200, []])
  const half = await save({ ...empty, client: 55003, 'accounts.bank': '1210' }, admin.token)
  expect([half.status, fieldsOf(half)]).toEqual([400, { consultant: 'Diese Angabe fehlt.' }])
  expect((await show(admin.token)).Einstellungen['accounting.client']).toBeNull()
})

test('each number is refused at its own field as DATEV’s format demands', async () => {
  const admin = await operator(['tenant-admin'])
  await changeTenant(server, 'standard', { accounting: null })
  const wrong = async (settings: object) =>
    fieldsOf(await check(Object.fromEntries(named({ ...first, ...settings })), admin.token))
  expect(await wrong({ consultant: 1000, client: 100_000 })).toEqual({
    consultant: 'Der Wert muss mindestens 1001 sein.',
    client: 'Der Wert darf höchstens 99999 sein.',
  })
  expect(await wrong({ consultant: 10_000_000, client: 'x', yearStart: 13 })).toMatchObject({
    consultant: expect.any(String),
    client: expect.any(String),
    yearStart: expect.any(String),
  })
  expect(Object.keys(await wrong({ accountLength: 9, encoding: 'latin1', chart: 'IKR' }))).toEqual(
    expect.arrayContaining(['accountLength', 'encoding', 'chart']),
  )
  for (const number of ['12a0', '123', '=1+2', '0000', '123456789', '1210\n'])
    expect([number, await wrong({ 'accounts.bank': number })]).toEqual([
      number,
      { 'accounts.bank': 'Das ist keine Kontonummer mit 4 bis 8 Ziffern.' },
    ])
  expect(await wrong({ accountLength: 5, 'accounts.bank': '1210' })).toEqual({
    'accounts.bank': 'Sachkonten haben hier 5 Stellen.',
  })
  expect(Object.keys(await wrong({ 'accounts.bank': '1360' }))).toEqual(['accounts.bank'])
  expect(await wrong({ 'accounts.partners': '1700' })).toEqual({})
  expect(await wrong({ 'accounts.petty': '1000' })).toEqual({
    'accounts.petty': 'Diese Einstellung hat kein Formular.',
  })
})

test('whoever manages the tenant sets the numbers with a reason, and all of them are mailed what changed; others only see them', async () => {
  await changeTenant(server, 'standard', { accounting: null })
  const [admin, other] = [await operator(['tenant-admin']), await operator(['tenant-admin'])]
  const saved = await save({ ...empty, ...first, 'accounts.bank': '1210' }, admin.token)
  expect([saved.status, saved.body]).toEqual([200, { Geaendert: 3 }])
  const { rows } = await bench.run((tx) =>
    sql<{ reason: string; after: Record<string, unknown> }>`
      select reason, details -> 'after' as after from audit_log
      where tenant = 'standard' and action = 'tenant-changed' order by number desc limit 1`.execute(
      tx,
    ),
  )
  expect(rows[0]).toMatchObject({
    reason: 'Kanzlei',
    after: { 'accounting.consultant': 29098, 'accounting.accounts.bank': '1210' },
  })
  const mails = await withTenant(server.db, 'standard', async (tx) => {
    const found = await sql<{ changes: string }>`
      select data ->> 'changes' as changes from mails
      where tenant = 'standard' and template = 'operatorSettings' and created_at = (select max(created_at) from mails
        where tenant = 'standard' and template = 'operatorSettings')`.execute(tx)
    return found.rows.map(({ changes }) => changes)
  })
  expect(mails.length).toBeGreaterThanOrEqual(2)
  for (const changes of mails) expect(changes).toContain('Beraternummer: – → 29098')
  // An emptied field is the chart's account again.
  expect((await save({ 'accounts.bank': null }, other.token)).status).toBe(200)
  expect((await show(other.token)).Einstellungen['accounting.accounts.bank']).toBeNull()
  for (const roles of [['auditor'], ['payout-approver'], ['payout-preparer']] as const) {
    const { token } = await operator(roles)
    expect((await check({ 'accounting.client': 1 }, token)).status).toBe(403)
  }
  const stranger = await operator(['tenant-admin'], 'telko')
  expect((await check({ 'accounting.client': 1 }, stranger.token)).status).toBe(403)
  const away = '/telko/betrieb/einstellungen/standard'
  expect((await check({ 'accounting.client': 1 }, stranger.token, away)).status).toBe(404)
})

test('other numbers touch no closed month, and the next one has them', async () => {
  await changeTenant(server, 'standard', { accounting: null })
  server.clock.set('2027-03-10T10:00:00Z')
  await desk.reward()
  server.clock.set('2027-04-01T09:00:00Z')
  await desk.reward()
  const admin = await operator(['tenant-admin', 'payout-approver'])
  expect((await save({ ...empty, ...first }, admin.token)).status).toBe(200)
  await bench.run((tx) =>
    queueCheck(tx, server.deps, 'standard', { day: server.clock.today(), askedBy: 'test' }),
  )
  const { rows } = await bench.run((tx) =>
    sql<{ id: string }>`
      select check_id as id from books_checks where tenant = 'standard' and checked_at is null`.execute(
      tx,
    ),
  )
  for (const { id } of rows) await runCheck(server.deps, 'standard', id)
  const books = '/standard/betrieb/buecher'
  const closed = await server.call('PUT', `${books}/monate/2027-03/festschreibung`, {
    token: admin.token,
    body: { Grund: 'Monat' },
  })
  expect(closed.status).toBe(200)
  const fetched = async () =>
    (
      await server.app.inject({
        method: 'GET',
        url: `/api/v1${books}/monate/2027-03/datev/1`,
        headers: { host: 'betrieb.localhost', authorization: `Bearer ${admin.token}` },
      })
    ).rawPayload
  const before = await fetched()
  const other = { consultant: 1001, accountLength: 5, encoding: 'utf-8', 'accounts.bank': '12100' }
  expect((await save(other, admin.token)).status).toBe(200)
  expect((await fetched()).equals(before)).toBe(true)
  expect(readDatev(before, 'windows-1252').header.consultant).toBe(29098)
  const { accounting } = await server.deps.tenants.get('standard')
  const [datev] = await bench.run((tx) =>
    draftMonth(tx, 'standard', {
      month: '2027-04',
      accounting: accounting!,
      now: server.clock.now(),
      keys: server.deps.keys,
    }),
  )
  const april = readDatev(datev!.content, 'utf-8')
  expect(april.header.consultant).toBe(1001)
  expect(april.lines.length).toBeGreaterThan(0)
  for (const { debit } of april.lines) expect(debit).toMatch(/^\d{5}$/)
})
