import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { camt, makeFixtures, operator as bank } from '../payout/payout.test-helper.ts'
import { runSweeps } from '../run-sweeps.ts'
import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../db/connection.ts'

// The account that a public tenant pays from: two people, and seven days.

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const at = '/standard/betrieb/zahlkonto'
const Grund = 'Neue Hausbank ab Dezember'
const IBAN = 'DE02 5001 0517 0137 0750 30'
const wanted = { Inhaber: 'Sonnseite GmbH', IBAN, BIC: 'INGDDEFFXXX', Grund }
let made = 0
const operator = (...roles: OperatorRole[]) =>
  makeOperator(server, `konto${++made}@betrieb.example`, roles)
type Who = { id: string; token: string; email: string }

const show = async ({ token }: Who) => (await server.call('GET', at, { token })).body
const propose = ({ token }: Who, body: object = wanted) => server.call('POST', at, { token, body })
const latest = async (who: Who) => (await show(who)).Aenderungen[0]
const put = async (what: string, who: Who, body: object = {}) => {
  const { AenderungId, Version } = await latest(who)
  const { token } = who
  return server.call('PUT', `${at}/${AenderungId}/${what}`, { token, body: { Version, ...body } })
}
const approve = (who: Who, body: object = {}) => put('freigabe', who, body)
const stop = (who: Who) => put('ende', who, { Grund: 'Das war nicht abgesprochen' })
const accountNow = async () => (await server.deps.tenants.get('standard')).payoutAccount
const mails = () =>
  fixtures.inTenant((tx) =>
    tx
      .selectFrom('mails')
      .select(['to_address', 'data'])
      .where('tenant', '=', 'standard')
      .where('template', '=', 'operatorPayoutAccount')
      .orderBy('mail_id')
      .execute(),
  )
const log = () =>
  fixtures.inTenant((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'reason', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_kind', '=', 'payout-account')
      .orderBy('number')
      .execute(),
  )
const tasks = async ({ token }: Who) => {
  const { body } = await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })
  const found = body.Aufgaben as { Art: string; OhneFrist: number; Entscheidbar: boolean }[]
  return found
    .filter(({ Art, OhneFrist }) => Art.startsWith('account-') && OhneFrist > 0)
    .map(({ Art, Entscheidbar }) => [Art, Entscheidbar])
}

test('one person proposes, another one agrees, everybody is told with masked accounts, and it is used seven days later', async () => {
  const [admin, other, approver, preparer, support] = await Promise.all([
    operator('tenant-admin'),
    operator('tenant-admin'),
    operator('payout-approver'),
    operator('payout-preparer'),
    operator('support'),
  ])
  const before = await accountNow()
  expect((await propose(admin)).status).toBe(200)
  expect((await mails()).map(({ to_address: to }) => to).toSorted()).toEqual(
    [admin, other, approver, preparer].map(({ email }) => email).toSorted(),
  )
  expect(await tasks(admin)).toEqual([['account-notices', true]])
  expect(await tasks(approver)).toEqual([['account-changes', true]])
  expect(await tasks(preparer)).toEqual([['account-changes', false]])
  expect(await tasks(support)).toEqual([])
  // Whoever approves compares the whole number; nobody else sees it.
  expect((await latest(approver)).Neu.IBAN).toBe(IBAN)
  expect(JSON.stringify(await show(preparer))).not.toContain('5001 0517')

  expect((await approve(admin)).body.ErrorCode).toBe('PSOF0708')
  expect((await approve(approver)).status).toBe(200)
  expect((await approve(other)).status).toBe(409)
  server.clock.advance('PT167H59M')
  await runSweeps(server.deps)
  expect(await accountNow()).toEqual(before)
  const later = await operator('tenant-admin')
  expect(await tasks(later)).toEqual([['account-notices', true]])

  server.clock.advance('PT1M')
  await Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
  expect(await accountNow()).toEqual({
    name: 'Sonnseite GmbH',
    iban: 'DE02500105170137075030',
    bic: 'INGDDEFFXXX',
  })
  expect((await latest(later)).Stand).toBe('gilt')
  expect(await tasks(later)).toEqual([])
  expect((await stop(later)).status).toBe(409)

  const rows = await log()
  expect(rows.map(({ action, actor_id: id }) => [action, id])).toEqual([
    ['payout-account-proposed', admin.id],
    ['payout-account-approved', approver.id],
    ['payout-account-used', expect.any(String)],
  ])
  expect(rows[0]?.reason).toBe(Grund)
  const told = await mails()
  expect(told).toHaveLength(13)
  for (const said of [JSON.stringify(rows), JSON.stringify(told)]) {
    expect(said).toContain('DE02 **** **** **** **** 30')
    for (const iban of [before.iban, IBAN])
      expect(said.replaceAll(' ', '')).not.toContain(iban.replaceAll(' ', ''))
  }
})

test('until it is used, anybody who manages or approves ends it, with a reason, and the account stays', async () => {
  for (const role of ['tenant-admin', 'payout-approver'] as const) {
    const [admin, approver] = await Promise.all([
      operator('tenant-admin'),
      operator('payout-approver'),
    ])
    const before = await accountNow()
    await propose(admin)
    await approve(approver)
    server.clock.advance('PT167H59M')
    const who = await operator(role)
    expect((await put('ende', who, { Grund: '' })).status).toBe(400)
    expect((await stop(who)).status).toBe(200)
    server.clock.advance('PT200H')
    await runSweeps(server.deps)
    expect(await accountNow()).toEqual(before)
    const later = await operator('payout-approver')
    expect(await latest(later)).toMatchObject({
      Stand: 'beendet',
      BeendetWeil: 'Das war nicht abgesprochen',
    })
    expect((await approve(later)).status).toBe(409)
  }
})

test('the moment its days are over nobody ends it any more, also before the sweep has run', async () => {
  const [admin, approver] = await Promise.all([
    operator('tenant-admin'),
    operator('payout-approver'),
  ])
  await propose(admin)
  await approve(approver)
  server.clock.advance('PT168H')
  expect((await stop(await operator('tenant-admin'))).status).toBe(409)
})

test('what nobody agreed to within fourteen days is over, on its page, on Today and for everybody, and makes way', async () => {
  const first = await operator('tenant-admin')
  await propose(first)
  server.clock.advance('PT335H59M59S')
  const admin = await makeOperator(server, first.email, ['tenant-admin'])
  const [other, approver] = await Promise.all([
    operator('tenant-admin'),
    operator('payout-approver'),
  ])
  expect([(await latest(approver)).Stand, await tasks(approver)]).toEqual([
    'offen',
    [['account-changes', true]],
  ])
  server.clock.advance('PT1S')
  const seen = await latest(approver)
  expect([seen.Stand, seen.NichtFreigebbar]).toEqual(['abgelaufen', 'over'])
  expect(seen.Neu.IBAN).not.toBe(IBAN)
  for (const who of [admin, approver]) expect(await tasks(who)).toEqual([])
  for (const answer of [await approve(approver), await stop(approver)])
    expect(answer.status).toBe(409)
  const { AenderungId } = await latest(admin)
  const late = fixtures.inTenant((tx) =>
    sql`update payout_account_changes set state = 'approved', approved_by = 'x', approved_at = proposed_at + interval '336 hours',
      use_from = proposed_at + interval '504 hours' where change_id = ${AenderungId}`.execute(tx),
  )
  await expect(late).rejects.toThrow('payout_account_changes_in_time')

  expect((await propose(other)).status).toBe(200)
  const [now, before] = (await show(admin)).Aenderungen
  expect([now.Stand, before.Stand]).toEqual(['offen', 'abgelaufen'])
  expect((await log()).map(({ action }) => action)).toEqual([
    'payout-account-proposed',
    'payout-account-expired',
    'payout-account-proposed',
  ])
  expect((await approve(admin)).status).toBe(200)
})

test('two propose at once, and there is one; two agree at once, and it counts once', async () => {
  const people = await Promise.all([operator('tenant-admin'), operator('tenant-admin')])
  const answers = await Promise.all(people.map((who) => propose(who)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const two = await Promise.all([operator('payout-approver'), operator('payout-approver')])
  const agreed = await Promise.all(two.map((who) => approve(who)))
  expect(agreed.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('ending and agreeing at once: one of the two counts', async () => {
  const [admin, approver] = await Promise.all([
    operator('tenant-admin'),
    operator('payout-approver'),
  ])
  await propose(admin)
  const { AenderungId, Version } = await latest(admin)
  const call = (what: string, { token }: Who, body: object) =>
    server.call('PUT', `${at}/${AenderungId}/${what}`, { token, body: { Version, ...body } })
  const answers = await Promise.all([
    call('freigabe', approver, {}),
    call('ende', admin, { Grund }),
  ])
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
  const { Stand } = await latest(admin)
  expect(Stand).toBe(answers[0].status === 200 ? 'freigegeben' : 'beendet')
})

test('nobody else proposes or agrees, nobody at another tenant, and nobody without a fresh passkey', async () => {
  const [admin, preparer, auditor] = await Promise.all([
    operator('tenant-admin'),
    operator('payout-preparer'),
    operator('auditor'),
  ])
  const foreign = await makeOperator(server, 'fremd@betrieb.example', ['tenant-admin'], 'telko')
  for (const who of [preparer, auditor, foreign]) expect((await propose(who)).status).toBe(403)
  await propose(admin)
  for (const who of [preparer, auditor]) {
    expect((await approve(who)).status).toBe(403)
    expect((await stop(who)).status).toBe(403)
  }
  const { AenderungId } = await latest(admin)
  const { token } = foreign
  const own = { token, body: { Version: 1 } }
  const stolen = `/telko/betrieb/zahlkonto/${AenderungId}/freigabe`
  expect((await server.call('PUT', stolen, own)).status).toBe(404)
  const late = await operator('tenant-admin')
  await withTenant(server.db, platformCode, (tx) =>
    sql`update tokens set details = details || '{"provedAt": "2000-01-01T00:00:00Z"}'
      where tenant = ${platformCode} and subject = ${late.id}`.execute(tx),
  )
  for (const answer of [await propose(late), await approve(late), await stop(late)])
    expect(answer.body.ErrorCode).toBe('PSOF0702')
})

test.each([
  ['IBAN', { IBAN: 'DE03500105170137075030' }],
  ['BIC', { BIC: 'BKAUATWWXXX' }],
  ['BIC', { BIC: '' }],
  ['Inhaber', { Inhaber: '  ' }],
  ['Grund', { Grund: '' }],
])('a wrong %s is refused by its field', async (field, wrong) => {
  const admin = await operator('tenant-admin')
  const { status, body } = await propose(admin, { ...wanted, ...wrong })
  expect([status, body.Fields[0].Field]).toEqual([400, field])
  expect(await mails()).toEqual([])
})

test('the account that pays already is no change, and a draft has none', async () => {
  const admin = await operator('tenant-admin')
  const { name, iban, bic } = await accountNow()
  const same = await propose(admin, { ...wanted, Inhaber: name, IBAN: iban, BIC: bic })
  expect(same.body.Fields[0].Field).toBe('IBAN')
})

test('the database takes no approval of who proposed, no account before its day, and no settings with another one', async () => {
  const [admin, approver] = await Promise.all([
    operator('tenant-admin'),
    operator('payout-approver'),
  ])
  await propose(admin)
  const set = (what: ReturnType<typeof sql>) => fixtures.inTenant((tx) => what.execute(tx))
  await expect(
    set(sql`update payout_account_changes set state = 'approved', approved_by = proposed_by, approved_at = proposed_at,
      use_from = proposed_at + interval '7 days' where tenant = 'standard'`),
  ).rejects.toThrow('by_another')
  await expect(
    set(sql`update payout_account_changes set state = 'approved', approved_by = 'x', approved_at = proposed_at,
      use_from = proposed_at + interval '6 days' where tenant = 'standard'`),
  ).rejects.toThrow('notice')
  await approve(approver)
  await expect(
    set(sql`update payout_account_changes set state = 'used', used_at = use_from - interval '1 second', used_version = 2
      where tenant = 'standard'`),
  ).rejects.toThrow('_used')
  const payoutAccount = { ...(await accountNow()), iban: 'DE02500105170137075030' }
  await expect(changeTenant(server, 'standard', { payoutAccount })).rejects.toThrow('two people')
})

test('a change that was used says nothing for another one: going back takes two people and seven days, too', async () => {
  const [admin, approver] = await Promise.all([
    operator('tenant-admin'),
    operator('payout-approver'),
  ])
  const before = await accountNow()
  await propose(admin)
  await approve(approver)
  server.clock.advance('PT168H')
  await runSweeps(server.deps)
  const used = await accountNow()
  await expect(changeTenant(server, 'standard', { payoutAccount: before })).rejects.toThrow(
    'two people',
  )
  await changeTenant(server, 'standard', { payoutDays: 3 })
  expect(await accountNow()).toEqual(used)
})

test('statements of the old account are taken for what left from it, also where none came before', async () => {
  const { ids } = await fixtures.sent(1_000)
  const [admin, approver] = await Promise.all([
    operator('tenant-admin'),
    operator('payout-approver'),
  ])
  const { iban } = await accountNow()
  const entry = (id: string) =>
    Buffer.from(
      camt(
        `<Ntry><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt>
        <NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
      ),
    )
      .toString()
      .replace(/<IBAN>\w+</, `<IBAN>${iban.replaceAll(' ', '')}<`)
  const file = Buffer.from(entry(ids[0]!))
  await propose(admin)
  await approve(approver)
  server.clock.advance('PT168H')
  await runSweeps(server.deps)
  expect(await applyBankFile(server.deps, 'standard', file, bank)).toMatchObject({ settled: 1 })
  const stranger = Buffer.from(
    file.toString().replace(/<IBAN>\w+</, '<IBAN>DE44500105175407324931<'),
  )
  await expect(applyBankFile(server.deps, 'standard', stranger, bank)).rejects.toThrow(
    'not the account for payouts',
  )
  await fixtures.booksAreRight()
})
