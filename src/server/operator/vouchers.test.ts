import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { withTenant } from '../db/connection.ts'
import { lockFreeVouchers } from '../reward/voucher-store.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'
import { tellOperators } from './tell-operators.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

// Stock of its own for each test; what was given out stays.
beforeEach(async () => {
  await asOwner(server, 'standard', (tx) =>
    sql`delete from vouchers where tenant = 'standard' and reward_id is null`.execute(tx),
  )
  await bench.run((tx) => sql`delete from voucher_alarms where tenant = 'standard'`.execute(tx))
})

let made = 0
const operator = (roles: readonly OperatorRole[] = ['payout-preparer'], tenant = 'standard') =>
  makeOperator(server, `vorrat${++made}@betrieb.example`, roles, tenant)
const at = '/standard/betrieb/gutscheine'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const send = (token: string, text: string, more: object = {}, option = desk.voucher) =>
  server.call('POST', `${at}/${option}/codes`, {
    token,
    body: { Datei: base64(text), Grund: 'Lieferung 12', ...more },
  })
const pools = async (token: string) =>
  (await server.call('GET', at, { token })).body.Vorraete as Record<string, unknown>[]
const poolOf = async (token: string, cents: number) =>
  (await pools(token)).find((one) => one['Gutschein'] === desk.voucher && one['WertCent'] === cents)
const day = (days: number) => server.deps.clock.today().add({ days }).toString()
const file = (cents: number, codes: readonly (readonly [string, string?])[]) =>
  `code;cents;expires\n${codes.map(([code, last = '']) => `${code};${cents};${last}\n`).join('')}`
const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => [`${name}-${at}`] as const)

test('codes of a file are in stock once, however often and by however many at once it is sent, and no answer and no log has one', async () => {
  const { token, id } = await operator()
  const text = file(1_111, many('EINMALIG', 50))
  const answers = await Promise.all([1, 2, 3].map(() => send(token, text)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.reduce((sum, { body }) => sum + body.Eingelesen, 0)).toBe(50)
  expect(answers.reduce((sum, { body }) => sum + body.Abgelehnt, 0)).toBe(100)
  expect(await poolOf(token, 1_111)).toMatchObject({ Frei: 50, Ausgegeben: 0, Stand: 'gefuellt' })
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant', '=', 'standard')
      .where('action', '=', 'vouchers-imported')
      .where('actor_id', '=', id)
      .execute(),
  )
  expect(log.map(({ reason, subject_id }) => [reason, subject_id])).toEqual(
    Array(3).fill(['Lieferung 12', desk.voucher]),
  )
  const all = JSON.stringify([answers.map(({ body }) => body), log, await pools(token)])
  expect(all).not.toContain('EINMALIG')
})

test('lines that cannot be used are named with why, and the others are in stock', async () => {
  const { token } = await operator()
  const { status, body } = await send(
    token,
    `code;cents;expires\nGUT;700;${day(90)}\nSPAET;700;${day(89)}\nALT;700;${day(-1)}\nX;700;bald\nGUT;700;\nNULL;0;\n`,
  )
  expect([status, body]).toEqual([
    200,
    {
      Eingelesen: 1,
      Abgelehnt: 5,
      Zeilen: [
        { Zeile: 3, Problem: 'late' },
        { Zeile: 4, Problem: 'late' },
        { Zeile: 5, Problem: 'day' },
        { Zeile: 6, Problem: 'known' },
        { Zeile: 7, Problem: 'amount' },
      ],
    },
  ])
})

test('what is no such file, no voucher or has no reason changes nothing', async () => {
  const { token } = await operator()
  const good = file(900, [['NIE-1']])
  expect((await send(token, good, {}, desk.cash)).status).toBe(404)
  expect((await send(token, good, {}, 'nichts')).status).toBe(404)
  expect((await send(token, good, { Grund: ' ' })).status).toBe(400)
  for (const Datei of ['', base64('NIE-1;900\n'), base64('code;cents\n'), base64('PK\0\0')]) {
    const { status, body } = await send(token, good, { Datei })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"Datei"')])
  }
  expect(await poolOf(token, 900)).toBeUndefined()
})

test('only whoever prepares payouts fills the stock, freshly proved; the others look, and another tenant sees none of it', async () => {
  const { token } = await operator()
  await send(token, file(800, [['DA-1']]))
  for (const role of ['payout-approver', 'tenant-admin', 'auditor'] as const) {
    const other = await operator([role])
    expect((await send(other.token, file(800, [['DA-2']]))).status).toBe(403)
    expect(await poolOf(other.token, 800)).toMatchObject({ Frei: 1 })
  }
  for (const role of ['support', 'reviewer', 'editor', 'analyst'] as const)
    expect((await server.call('GET', at, { token: (await operator([role])).token })).status).toBe(
      403,
    )
  const foreign = await operator(['payout-preparer'], 'telko')
  expect((await send(foreign.token, file(800, [['DA-3']]))).status).toBe(403)
  const theirs = await server.call('GET', '/telko/betrieb/gutscheine', { token: foreign.token })
  expect(JSON.stringify(theirs.body)).not.toContain('"WertCent":800,')
  server.clock.advance('PT6M')
  expect((await send(token, file(800, [['DA-4']]))).status).toBe(403)
})

test('a code goes to nobody once too few days are left, the first to expire goes first, and what has expired is counted apart', async () => {
  const { token } = await operator()
  await send(
    token,
    file(600, [['E-ohne'], ['E-spaet', day(400)], ['E-frueh', day(200)], ['E-bald', day(91)]]),
  )
  const free = async () => {
    const from = server.deps.clock.today().add({ days: 90 })
    const ids = await bench.run((tx) =>
      lockFreeVouchers(tx, 'standard', desk.voucher, { cents: 600, count: 9 }, from),
    )
    const rows = await bench.run((tx) =>
      tx
        .selectFrom('vouchers')
        .select(['voucher_id', 'expires_on'])
        .where('tenant', '=', 'standard')
        .where('voucher_id', 'in', ids)
        .execute(),
    )
    return ids.map((id) => rows.find(({ voucher_id }) => voucher_id === id)!.expires_on)
  }
  const [early, late] = [day(200), day(400)]
  expect(await free()).toEqual([day(91), early, late, null])
  server.clock.advance('P2D')
  expect(await free()).toEqual([early, late, null])
  expect(await poolOf((await operator()).token, 600)).toMatchObject({
    Frei: 3,
    LaeuftBaldAb: 1,
    Abgelaufen: 0,
    NaechsterAblauf: early,
  })
  server.clock.advance('P395D')
  const { token: later } = await operator()
  expect(await poolOf(later, 600)).toMatchObject({ Abgelaufen: 2, Frei: 1, LaeuftBaldAb: 1 })
})

test('nobody is offered, and nobody takes, a voucher whose codes expire too soon', async () => {
  const reward = await desk.reward()
  const cents = reward.rewards[0]!.cents
  const { token } = await operator()
  await send(token, file(cents, [['KURZ-1', day(90)]]))
  const offered = async () =>
    (await desk.show(reward.token)).body.Auswahl.some(
      ({ Id }: { Id: string }) => Id === desk.voucher,
    )
  expect(await offered()).toBe(true)
  server.clock.advance('P1D')
  expect(await offered()).toBe(false)
  const { status, body } = await desk.collect(reward.token, { PraemieId: desk.voucher })
  expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('PSOF0405')])
})

test('whoever fills it is told once of each pool that is low, by mail and on Today, until it is filled', async () => {
  await withTenant(server.db, 'standard', (tx) =>
    sql`update mails set template = 'contactReceived' where tenant = 'standard' and template = 'operatorAlarm'`.execute(
      tx,
    ),
  )
  const { token, email } = await operator()
  const admin = await operator(['tenant-admin'])
  const told = async (address: string) =>
    (await bench.mails('operatorAlarm'))
      .filter(
        ({ to_address, data }) =>
          to_address === address && JSON.stringify(data).includes('low-vouchers'),
      )
      .map(({ data }) => (data as { count: number }).count)
  const waits = async () => {
    const { body } = await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })
    return body.Aufgaben.find(({ Art }: { Art: string }) => Art === 'low-vouchers').OhneFrist
  }
  const tell = () => tellOperators(server.deps, 'standard')
  await send(token, file(500, many('VOLL', 20)))
  await tell()
  const before = await waits()
  const first = await told(email)
  // Nineteen of these, and five of a second value.
  await send(token, file(510, many('KNAPP', 19)))
  await send(token, file(520, many('WENIG', 5)))
  await Promise.all([tell(), tell(), tell()])
  expect(await waits()).toBe(before + 2)
  expect(await told(email)).toEqual([...first, 2])
  expect(await told(admin.email)).toEqual([])
  await tell()
  expect(await told(email)).toEqual([...first, 2])
  expect(await poolOf(token, 510)).toMatchObject({ Stand: 'knapp', GemeldetAm: expect.any(String) })
  await send(token, file(510, [['KNAPP-voll']]))
  await tell()
  expect(await waits()).toBe(before + 1)
  expect(await poolOf(token, 510)).toMatchObject({ Stand: 'gefuellt', GemeldetAm: null })
})

test('how long a stock lasts follows from what was taken in the last eight weeks', async () => {
  const reward = await desk.reward()
  const cents = reward.rewards[0]!.cents
  const { token } = await operator()
  await send(token, file(cents, many('REICHT', 5)))
  expect((await desk.collect(reward.token, { PraemieId: desk.voucher })).status).toBe(200)
  const used = (await poolOf(token, cents))!['Verbraucht'] as number
  expect(await poolOf(token, cents)).toMatchObject({
    Frei: 4,
    ReichtWochen: Math.floor(32 / used),
  })
  server.clock.advance('P57D')
  const { token: later } = await operator()
  expect(await poolOf(later, cents)).toMatchObject({ ReichtWochen: null, Frei: 4 })
})
