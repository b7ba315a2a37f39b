import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { rewardAmounts, rewardOptionsFor } from './option-view.ts'
import { listVoucherPools } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const optionsFor = (tenant: string, cents: number, today = server.clock.today()) =>
  withTenant(server.db, tenant, (tx) =>
    rewardOptionsFor(
      tx,
      { code: tenant, voucherExpiryDays: 90, voucherProvider: null },
      cents,
      today,
      'de',
    ),
  )
const ids = async (...args: Parameters<typeof optionsFor>) =>
  (await optionsFor(...args)).map(({ id }) => id)

test('products come in their order with what they earn, in the language asked for', async () => {
  const de = (await server.call('GET', '/standard/produkt')).body
  const en = (
    await server.call('GET', '/standard/produkt', { headers: { 'accept-language': 'en' } })
  ).body
  expect(de.map((one: { Id: string }) => one.Id)).toEqual([
    '101',
    '102',
    '103',
    '104',
    '105',
    '106',
  ])
  expect(de[0]).toMatchObject({
    ExterneId: 'SON-STROM',
    Titel: 'Ökostrom',
    Kategorie: 'Energie',
    PraemieCent: 5000,
    MaxEmpfaengerPraemieCent: null,
  })
  expect(de[0].Praemien[0]).toMatchObject({
    Id: 'geld',
    Art: 'cash',
    WertCent: 5000,
    Wert: '50,00\u00a0€',
    Enddatum: null,
  })
  expect(en[0].Titel).toBe('Green electricity')
  expect(en[0].Praemien[0].Wert).toBe('€50.00')
})

test('one product is found by its id in its own tenant only', async () => {
  expect((await server.call('GET', '/standard/produkt/101')).body.ExterneId).toBe('SON-STROM')
  for (const path of ['/standard/produkt/999', '/standard/produkt/SON-STROM']) {
    const { status, body } = await server.call('GET', path)
    expect([status, body.ErrorCode]).toEqual([404, 'PSOF0308'])
  }
  const own = (await server.call('GET', '/telko/produkt')).body as { Titel: string }[]
  expect(own.map(({ Titel }) => Titel)).not.toContain('Ökostrom')
})

test('a product that is switched off is neither listed nor shown', async () => {
  const set = (active: boolean) =>
    withTenant(server.db, 'standard', (tx) =>
      tx
        .updateTable('products')
        .set({ active })
        .where('tenant', '=', 'standard')
        .where('product_id', '=', '106')
        .execute(),
    )
  await set(false)
  server.deps.cache.forget()
  expect((await server.call('GET', '/standard/produkt/106')).status).toBe(404)
  expect((await server.call('GET', '/standard/produkt')).body).toHaveLength(5)
  await set(true)
  server.deps.cache.forget()
})

test('reward options without a product show the amount of the one that earns most', async () => {
  const { body } = await server.call('GET', '/standard/praemie')
  expect(body[0]).toMatchObject({ Id: 'geld', WertCent: 9000 })
})

test('a voucher is offered only where its free codes make up exactly the amount', async () => {
  expect(await ids('standard', 2500)).toEqual(['geld', 'seitenwind', 'gruenkorb', 'werkelhof'])
  expect(await ids('standard', 2501)).toEqual(['geld'])
  expect(await ids('standard', 0)).toEqual([])
  await asOwner(server, 'bgv', (tx) =>
    sql`update vouchers set cents = 700 where tenant = 'bgv'`.execute(tx),
  )
  const offered = await optionsFor('bgv', 1500)
  expect(offered.every(({ kind }) => kind === 'cash')).toBe(true)
  expect((await optionsFor('bgv', 1400)).length).toBeGreaterThan(1)
})

test('an option is offered from its first to its last day; the display end counts where there is no end', async () => {
  const set = (row: {
    starts_on?: string
    ends_on?: string | null
    display_ends_on?: string | null
  }) =>
    withTenant(server.db, 'telko', (tx) =>
      tx
        .updateTable('reward_options')
        .set(row)
        .where('tenant', '=', 'telko')
        .where('kind', '=', 'cash')
        .execute(),
    )
  const cash = async (day: string) =>
    (await optionsFor('telko', 5000, Temporal.PlainDate.from(day))).some(
      ({ kind }) => kind === 'cash',
    )
  await set({ starts_on: '2026-03-01', ends_on: null, display_ends_on: '2026-03-31' })
  expect([
    await cash('2026-02-28'),
    await cash('2026-03-01'),
    await cash('2026-03-31'),
    await cash('2026-04-01'),
  ]).toEqual([false, true, true, false])
  await set({ ends_on: '2026-05-31', display_ends_on: '2026-03-31' })
  expect([await cash('2026-04-01'), await cash('2026-05-31'), await cash('2026-06-01')]).toEqual([
    true,
    true,
    false,
  ])
  await set({ starts_on: '2026-01-01', ends_on: null, display_ends_on: null })
})

test('pools hold what is free, counted in their tenant alone', async () => {
  const pools = await withTenant(server.db, 'standard', (tx) =>
    listVoucherPools(tx, 'standard', server.clock.today()),
  )
  expect(pools).toHaveLength(18)
  expect(pools.every(({ count }) => count === 40)).toBe(true)
  // Asked for another tenant than the transaction's own, row security answers nothing.
  expect(
    await withTenant(server.db, 'telko', (tx) =>
      listVoucherPools(tx, 'standard', server.clock.today()),
    ),
  ).toEqual([])
})

test('amounts are shown after split and cap, and no cent is lost but what is forfeited', async () => {
  const [standard, bgv] = [
    await server.deps.tenants.get('standard'),
    await server.deps.tenants.get('bgv'),
  ]
  expect(rewardAmounts(standard, 5001, 50)).toEqual({ referrer: 2501, recipient: 2500 })
  expect(rewardAmounts(standard, 5000, 0)).toEqual({ referrer: 0, recipient: 5000 })
  // 15 EUR at most for the contact; the excess goes to the referrer, but not where everything was to be given away.
  expect(rewardAmounts(bgv, 5000, 50)).toEqual({ referrer: 3500, recipient: 1500 })
  expect(rewardAmounts(bgv, 5000, 0)).toEqual({ referrer: 0, recipient: 1500 })
})

test('an unknown product API is said so, not answered with an empty list', async () => {
  const { tenant } = { tenant: await server.deps.tenants.get('telko') }
  const stored = await withTenant(server.db, 'telko', (tx) =>
    tx
      .selectFrom('tenants')
      .select('config')
      .where('tenant', '=', 'telko')
      .executeTakeFirstOrThrow(),
  )
  const config = stored.config as Record<string, unknown>
  const save = (value: unknown) =>
    withTenant(server.db, 'telko', (tx) =>
      tx
        .updateTable('tenants')
        .set({ config: JSON.stringify(value) })
        .where('tenant', '=', 'telko')
        .execute(),
    )
  await save({ ...config, productApi: { type: 'unbekannt', route: tenant.productApi.route } })
  server.deps.tenants.forget()
  expect((await server.call('GET', '/telko/produkt')).body.ErrorCode).toBe('PSOF0602')
  await save(config)
  server.deps.tenants.forget()
})
