import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { saveSecret } from '../base/secret-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import {
  startRecordedProvider,
  type RecordedProvider,
} from '../gateways/vouchers/recorded-provider.test-helper.ts'
import { orderVoucher } from '../reward/order-voucher.ts'
import { remindOfCodes } from '../reward/remind-of-codes.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'
import { insertVouchers, takeVouchers } from '../reward/voucher-store.ts'

// The way of a voucher: its order at the provider, the reminder of its code, and the day on which that ends.

let server: TestServer
let bench: Bench
let desk: Desk
let provider: RecordedProvider
useRewards((made) => ({ server, bench, desk } = made))

beforeAll(async () => {
  provider = await startRecordedProvider()
  server.deps.voucherProviderAt = provider.at
  await bench.run((tx) =>
    saveSecret(tx, server.deps.keys, 'standard', 'vouchers', provider.key, server.deps.clock.now()),
  )
  const settings = { name: 'tremendous' as const, isSandbox: true, fundingSource: 'BALANCE1' }
  await changeTenant(server, 'standard', { voucherProvider: settings })
})
beforeEach(() => {
  provider.reset()
  return sellBy({ order: { products: ['SHOP1'], leastCents: 100, mostCents: 100_000 } })
})
afterAll(() => provider.stop())

const sellBy = (how: object) =>
  bench.run((tx) =>
    sql`update reward_options set voucher = voucher - 'order' || ${JSON.stringify(how)}::jsonb
      where tenant = 'standard' and option_id = ${desk.voucher}`.execute(tx),
  )
const tenant = () => server.deps.tenants.get('standard')
const taken = async () => {
  const reward = await desk.reward()
  expect((await desk.collect(reward.token, { PraemieId: desk.voucher })).status).toBe(200)
  return { ...reward, cents: reward.rewards[0]!.cents }
}
const run = async (id: string) => orderVoucher(server.deps, await tenant(), id)
let made = 0
const voucherOf = async (id: string) => {
  const email = `weg${++made}@betrieb.example`
  const { token } = await makeOperator(server, email, ['auditor'])
  return (await server.call('GET', `/standard/betrieb/geldwege/${id}`, { token })).body.Gutschein
}

test('an order at the provider is said in every state, also before there is a code, with since when', async () => {
  const { id, cents } = await taken()
  const reserved = await voucherOf(id)
  expect(reserved).toMatchObject({
    Codes: 0,
    BetragCent: cents,
    Am: null,
    Anbieterauftrag: { Stand: 'reserved', Grund: null, AnbieterNummer: null },
    GezeigtAm: null,
    GueltigBis: [],
  })
  expect(reserved.Marke).toMatch(/\S/)
  const { Nummer, VorgemerktAm } = reserved.Anbieterauftrag

  server.clock.advance('PT1M')
  provider.next('order', { breaks: true })
  await expect(run(id)).rejects.toThrow()
  const unknown = (await voucherOf(id)).Anbieterauftrag
  expect(unknown).toMatchObject({ Nummer, VorgemerktAm, Stand: 'unknown' })
  expect(unknown.Seit > VorgemerktAm).toBe(true)

  provider.makesThem('PENDING APPROVAL')
  await run(id)
  const [ordered] = [...provider.orders.values()]
  expect((await voucherOf(id)).Anbieterauftrag).toMatchObject({
    Nummer,
    Stand: 'ordered',
    AnbieterNummer: ordered!.id,
  })
  provider.settle('EXECUTED')
  await run(id)
  expect(await voucherOf(id)).toMatchObject({
    Codes: 1,
    BetragCent: cents,
    Anbieterauftrag: { Nummer, Stand: 'delivered', Grund: null, AnbieterNummer: ordered!.id },
  })
})

test('of an order that failed the reason is said', async () => {
  const { id } = await taken()
  provider.next('order', { status: 402 })
  await run(id)
  expect(await voucherOf(id)).toMatchObject({
    Codes: 0,
    Anbieterauftrag: { Stand: 'failed', Grund: 'funds' },
  })
})

test('the reminder of a code that was not opened is planned, then made, and not planned any more once it was opened', async () => {
  const { id } = await taken()
  await run(id)
  const planned = await voucherOf(id)
  const { voucherReminderDays } = await tenant()
  const day = server.clock.today().add({ days: voucherReminderDays }).toString()
  expect(planned).toMatchObject({ GezeigtAm: null, ErinnernAm: day, ErinnertAm: null })

  server.clock.advance(`P${voucherReminderDays}D`)
  expect(await remindOfCodes(server.deps, await tenant())).toBeGreaterThan(0)
  const reminded = server.clock.now().toString()
  const after = await voucherOf(id)
  expect(after).toMatchObject({ GezeigtAm: null, ErinnernAm: null, ErinnertAm: reminded })

  server.clock.set(reminded)
  const opened = await taken()
  await run(opened.id)
  const mails = await queuedMails(server, 'standard', opened.referral.email)
  const token = mails.find(({ template }) => template === 'voucher')!.token!
  const show = await server.call('POST', '/standard/praemierung/gutscheincodes', { token })
  expect(show.status).toBe(200)
  const seen = await voucherOf(opened.id)
  expect(seen).toMatchObject({ ErinnernAm: null, ErinnertAm: null })
  expect(seen.GezeigtAm).not.toBeNull()
})

test('of codes from the pool each day on which one ends is said once, the first one first, and none of a code that was replaced', async () => {
  await sellBy({})
  const { id } = await taken()
  expect(await voucherOf(id)).toMatchObject({ Anbieterauftrag: null, GueltigBis: [] })
  const add = (expiresOn: string) =>
    bench.run(async (tx) => {
      const voucher = { id: uuidv7(), cents: 100, expiresOn: Temporal.PlainDate.from(expiresOn) }
      const sealed = { codeEncrypted: voucher.id, codeHash: voucher.id }
      const now = server.clock.now()
      await insertVouchers(tx, 'standard', desk.voucher, [{ ...voucher, ...sealed }], now)
      expect(await takeVouchers(tx, 'standard', [voucher.id], id, now)).toBe(1)
      return voucher.id
    })
  for (const day of ['2029-12-31', '2027-12-31', '2029-12-31']) await add(day)
  const replaced = await add('2027-01-31')
  await bench.run((tx) =>
    sql`update vouchers set faulty_at = ${server.clock.now().toString()}, faulty_by = ${uuidv7()}
      where tenant = 'standard' and voucher_id = ${replaced}`.execute(tx),
  )
  expect((await voucherOf(id)).GueltigBis).toEqual(['2027-12-31', '2029-12-31'])
})
