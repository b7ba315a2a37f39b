import { expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { testNow, type TestServer } from '../../../test/helpers/server.ts'
import { parseCsv } from '../../domain/csv.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { payDue } from '../payout/play-both.ts'
import { notice } from '../payout/payout.test-helper.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `einnahmen${++made}@betrieb.example`, roles, tenant)
const at = '/standard/betrieb/einnahmen'
const list = async (token: string, Filter: object = {}, more: object = {}) =>
  (await server.call('PUT', at, { token, body: { Filter, ...more } })).body
const rowOf = async (token: string, person: string, Filter: object = {}) =>
  (await list(token, Filter, { Pagesize: 100 })).Content.find(
    ({ Person }: { Person: string }) => Person === person,
  )
const goTo = (day: string) => server.clock.set(`${day}T11:00:00Z`)

/** Takes rewards of one account as vouchers. */
async function vouchers(count: number, email?: string) {
  const account = await bench.makeAccount(email)
  let cents = 0
  for (let left = count; left > 0; left--) {
    const { id, token } = await desk.reward({ account })
    expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(200)
    cents += (await bench.readReward(id)).cents
  }
  return { ...account, cents }
}

test('each person stands once in a year with what they received, by kind, and from 256 euros on is marked', async () => {
  const { token } = await operator(['auditor'])
  const few = await vouchers(1)
  const many = await vouchers(1)
  for (let cents = many.cents; cents < 25_600;) {
    const { id, token: own } = await desk.reward({ account: many })
    await desk.collect(own, { PraemieId: desk.voucher })
    cents += (await bench.readReward(id)).cents
    many.cents = cents
  }
  const [small, large] = [await rowOf(token, few.accountId), await rowOf(token, many.accountId)]
  expect(small).toMatchObject({
    Jahr: 2026,
    WertCent: few.cents,
    GutscheinCent: few.cents,
    GeldCent: 0,
    AbGrenze: false,
    Name: 'Wera Werber',
  })
  expect(large).toMatchObject({ WertCent: many.cents, AbGrenze: true })
  expect(await rowOf(token, few.accountId, { Grenze: 'ab-grenze' })).toBeUndefined()
  expect(await rowOf(token, many.accountId, { Grenze: 'darunter' })).toBeUndefined()
  const found = await server.call('GET', `${at}/${large.Id}`, { token })
  const entries: { BetragCent: number; Art: string; Am: string }[] = found.body.Eintraege
  expect(entries.reduce((sum, { BetragCent }) => sum + BetragCent, 0)).toBe(many.cents)
  expect(new Set(entries.map(({ Art, Am }) => `${Art} ${Am}`))).toEqual(
    new Set(['voucher 2026-11-17']),
  )
})

test('the bank’s booking day decides the year, not the day of the upload; a year without money has nobody', async () => {
  goTo('2027-11-20')
  const { id: rewardId, token: own, referral } = await desk.reward()
  const body = { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(4711)) }
  expect((await desk.collect(own, body)).status).toBe(200)
  goTo('2027-12-28')
  await payDue(server.deps, 'standard', system)
  const { payout_id: id } = await bench.readReward(rewardId)
  const payment = await bench.run((tx) =>
    tx
      .selectFrom('payouts')
      .select(['end_to_end_id as id', 'cents'])
      .where('tenant', '=', 'standard')
      .where('payout_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  goTo('2028-01-10')
  const booked = Buffer.from(notice(payment))
    .toString()
    .replace('</Sts>', '</Sts><BookgDt><Dt>2027-12-30</Dt></BookgDt>')
  await applyBankFile(server.deps, 'standard', Buffer.from(booked), system)
  const { token } = await operator(['payout-approver', 'auditor'])
  expect(await rowOf(token, referral.accountId, { Jahr: '2028' })).toBeUndefined()
  expect(await rowOf(token, referral.accountId, { Jahr: ['2027', '2028'] })).toMatchObject({
    Jahr: 2027,
    ZuletztAm: '2027-12-30',
  })
  expect((await list(token, { Jahr: '2031' })).TotalCount).toBe(0)
})

test('the list is for who sees payments and its names for who sees people; another tenant’s people are in none', async () => {
  const { accountId } = await vouchers(1, 'fremd@post.example')
  for (const role of ['support', 'reviewer', 'analyst', 'tenant-admin'] as const)
    expect((await server.call('PUT', at, { token: (await operator([role])).token })).status).toBe(
      403,
    )
  const paying = (await operator(['payout-preparer'])).token
  const auditor = (await operator(['auditor'])).token
  const { Id } = await rowOf(auditor, accountId)
  const seen = await server.call('GET', `${at}/${Id}`, { token: paying })
  expect([seen.body.Name, seen.body.Person]).toEqual(['W. W.', null])
  const elsewhere = (await operator(['auditor'], 'telko')).token
  const path = '/telko/betrieb/einnahmen'
  expect((await server.call('GET', `${path}/${Id}`, { token: elsewhere })).status).toBe(404)
  expect((await server.call('GET', `${at}/${Id}`, { token: elsewhere })).status).toBe(403)
  const { body } = await server.call('PUT', path, { token: elsewhere, body: {} })
  expect(JSON.stringify(body)).not.toContain(accountId)
  for (const id of ['2026.nobody', '2026.', 'x', "2026.' or true --"])
    expect(
      (await server.call('GET', `${at}/${encodeURIComponent(id)}`, { token: auditor })).status,
    ).toBe(404)
})

test('the file has the list’s people, and that it was taken is in the log without anybody’s name', async () => {
  server.clock.set(testNow)
  const { id, token } = await operator(['auditor'])
  await vouchers(1)
  await vouchers(1)
  const { Content, TotalCount, Summen } = await list(token, {}, { Pagesize: 100 })
  const { body } = await server.call('GET', `${at}/csv?Jahr=2026&Sprache=de&Descending=true`, {
    token,
  })
  const [head, ...rows] = [...parseCsv(String(body), { separator: ';' })].map(({ cells }) => cells)
  expect(head).toEqual([
    'Person',
    'Jahr',
    'Summe im Jahr',
    'Grenze',
    'Überweisungen',
    'Gutscheine',
    'Verrechnet',
    'Zurückgegeben',
    'Zuletzt am',
  ])
  expect(rows).toHaveLength(TotalCount)
  const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
  expect(rows.map(([, , sum]) => sum)).toEqual(
    Content.map(({ WertCent }: { WertCent: number }) => euros(WertCent)),
  )
  expect(Summen.WertCent).toBe(
    Content.reduce((sum: number, { WertCent }: { WertCent: number }) => sum + WertCent, 0),
  )
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('tenant', '=', 'standard')
      .where('action', '=', 'export-list')
      .where('subject_id', '=', 'einnahmen')
      .execute(),
  )
  expect(log).toEqual([{ actor_id: id, details: { years: '2026', descending: 'true' } }])
})

test('the same address is one person, as account and as contact', async () => {
  const { token } = await operator(['auditor'])
  const { accountId, email, cents } = await vouchers(1)
  const referral = await bench.makeReferral({ share: 0 })
  const contact = await bench.makeRecipient(referral, { email })
  const order = await bench.makeOrder(referral, contact)
  await bench.release(order)
  await provideRewards(server.deps, bench.tenant, { orderNumber: order })
  const [reward] = await bench.readRewards(order)
  const own = await bench.token('reward', reward!.reward_id)
  expect((await desk.collect(own, { PraemieId: desk.voucher })).status).toBe(200)
  const row = await rowOf(token, accountId)
  expect(row.WertCent).toBe(cents + reward!.cents)
  expect((await server.call('GET', `${at}/${row.Id}`, { token })).body.Eintraege).toHaveLength(2)
})
