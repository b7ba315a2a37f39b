import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { saveSecret } from '../base/secret-store.ts'
import { voucherPlace } from '../base/voucher-places.ts'
import { withTenant } from '../db/connection.ts'
import {
  linkOf,
  startRecordedProvider,
  type Kind,
  type RecordedProvider,
} from '../gateways/vouchers/recorded-provider.test-helper.ts'
import { findVoucherCodes } from '../mail/voucher-store.ts'
import { tellOperators } from '../operator/tell-operators.test-helper.ts'
import { orderVoucher, resumeVoucherOrders } from './order-voucher.ts'
import { useRewards, type Bench, type Desk } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
let provider: RecordedProvider
useRewards((made) => ({ server, bench, desk } = made))

const settings = { name: 'tremendous' as const, isSandbox: true, fundingSource: 'BALANCE1' }
const order = { products: ['SHOP1'], leastCents: 100, mostCents: 100_000 }
const sell = (how: object) =>
  bench.run(async (tx) => {
    await sql`update reward_options set voucher = voucher || ${JSON.stringify({ order: how })}::jsonb
      where tenant = 'standard' and option_id = ${desk.voucher}`.execute(tx)
  })
beforeAll(async () => {
  provider = await startRecordedProvider()
  server.deps.voucherProviderAt = provider.at
  await withTenant(server.db, 'standard', (tx) =>
    saveSecret(tx, server.deps.keys, 'standard', 'vouchers', provider.key, server.deps.clock.now()),
  )
  await changeTenant(server, 'standard', { voucherProvider: settings })
})
beforeEach(async () => {
  provider.reset()
  await sell(order)
})
afterAll(() => provider.stop())

const taken = async () => {
  const reward = await desk.reward()
  const { status } = await desk.collect(reward.token, { PraemieId: desk.voucher })
  expect(status).toBe(200)
  return reward
}
const run = async (id: string) =>
  orderVoucher(server.deps, await server.deps.tenants.get('standard'), id)
const orderOf = (id: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('voucher_orders')
      .selectAll()
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const codes = (id: string) =>
  bench.run(async (tx) =>
    (await findVoucherCodes(tx, 'standard', id)).map(({ voucher_id, code_encrypted }) =>
      server.deps.keys.decrypt(code_encrypted, voucherPlace('standard', voucher_id)),
    ),
  )
const mailsOf = async (id: string) =>
  (await bench.mails('voucher')).filter(({ data }) => JSON.stringify(data).includes(id)).length
const isDelivered = async (id: string) => {
  const { state, order_id } = await orderOf(id)
  expect(state).toBe('delivered')
  expect([...provider.orders.keys()]).toEqual([order_id])
  expect(await codes(id)).toEqual([...provider.orders.values()].map((one) => linkOf(one.reward)))
  expect(await mailsOf(id)).toBe(1)
}

test('a voucher of the provider is paid when it is chosen, ordered once by a job, and mailed once with its code', async () => {
  const { id, token, rewards } = await taken()
  expect(await orderOf(id)).toMatchObject({ state: 'reserved', cents: rewards[0]!.cents })
  expect([await mailsOf(id), provider.seen]).toEqual([0, []])
  // The same choice again reserves nothing.
  expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(200)
  await run(id)
  await run(id)
  await isDelivered(id)
  expect(provider.kinds()).toEqual(['order', 'link'])
  expect([...provider.orders.values()][0]!.cents).toBe(rewards[0]!.cents)
})

test('of many runs at once one orders; none makes a second order or mail', async () => {
  const { id } = await taken()
  const runs = await Promise.allSettled(Array.from({ length: 8 }, () => run(id)))
  expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true)
  await run(id)
  await isDelivered(id)
  expect(provider.kinds().filter((kind) => kind === 'order')).toHaveLength(1)
})

test.each<[string, Kind, object]>([
  ['accepted, and then broke off', 'order', { breaks: true, accept: true }],
  ['accepted, and said 500', 'order', { status: 500, accept: true }],
  ['was down', 'order', { status: 503 }],
  ['said that it is too much', 'order', { status: 429 }],
  ['accepted, and gave no code', 'link', { status: 500 }],
])(
  'after a provider that %s, the order is asked for and never made under another id',
  async (_, kind, fault) => {
    const { id } = await taken()
    provider.next(kind, fault as never)
    await expect(run(id)).rejects.toThrow()
    expect(['unknown', 'ordered']).toContain((await orderOf(id)).state)
    // While nobody can say, nothing is ordered.
    provider.next('ask', { status: 500 })
    await expect(run(id)).rejects.toThrow()
    expect(provider.kinds().filter((one) => one === 'order')).toHaveLength(1)
    await run(id)
    await isDelivered(id)
  },
)

test.each<[Kind, number]>([
  ['order', 1],
  ['link', 1],
])(
  'killed at the request for the %s, the next run ends with one order, one code and one mail',
  async (kind) => {
    const { id } = await taken()
    const script = new URL('./order-voucher.test-process.ts', import.meta.url).pathname
    const at = server.clock.now().toString()
    const child = fork(script, [server.database.appUrl, at, provider.at, id], { stdio: 'ignore' })
    const end = once(child, 'exit')
    provider.next(kind, { hangs: true, accept: true })
    provider.onRequest((one) => {
      if (one === kind) child.kill('SIGKILL')
    })
    const [, signal] = (await end) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')
    provider.onRequest(null)
    // It may still be at work.
    await expect(run(id)).rejects.toThrow('Another process')
    server.clock.advance('PT3M')
    await run(id)
    await isDelivered(id)
    expect(provider.kinds().filter((one) => one === 'order')).toHaveLength(1)
  },
  120_000,
)

test('an order that was never sent, and one left open, are queued again by the sweep, each once', async () => {
  const { id } = await taken()
  const queued = async () =>
    (
      await bench.run((tx) =>
        sql<{ payload: { rewardId: string } }>`
          select payload from outbox where tenant = 'standard' and kind = 'order-voucher'`.execute(
          tx,
        ),
      )
    ).rows.filter(({ payload }) => payload.rewardId === id).length
  const before = await queued()
  await resumeVoucherOrders(server.deps, 'standard')
  expect(await queued()).toBe(before)
  server.clock.advance('PT16M')
  await Promise.all([1, 2, 3].map(() => resumeVoucherOrders(server.deps, 'standard')))
  expect(await queued()).toBe(before + 1)
})

test('what waits at the provider is delivered once it is executed, and what the provider forgot is not made anew', async () => {
  const { id } = await taken()
  provider.makesThem('PENDING APPROVAL')
  await run(id)
  expect(await orderOf(id)).toMatchObject({
    state: 'ordered',
    reference: [...provider.orders.values()][0]!.id,
  })
  expect(await mailsOf(id)).toBe(0)
  const kept = new Map(provider.orders)
  provider.orders.clear()
  await expect(run(id)).rejects.toThrow('forgot')
  expect(provider.orders.size).toBe(0)
  kept.forEach((one, key) => provider.orders.set(key, { ...one, status: 'EXECUTED' }))
  await run(id)
  await isDelivered(id)
})

test('a reward that was claimed back before its order was sent is not ordered', async () => {
  const { id } = await taken()
  await bench.run((tx) =>
    sql`update rewards set claimed_back_at = ${server.clock.now().toString()} where tenant = 'standard' and reward_id = ${id}`.execute(
      tx,
    ),
  )
  await run(id)
  expect(await orderOf(id)).toMatchObject({ state: 'failed', reason: 'claimed-back' })
  expect(provider.seen).toEqual([])
  await bench.run((tx) =>
    sql`update rewards set claimed_back_at = null where tenant = 'standard' and reward_id = ${id}`.execute(
      tx,
    ),
  )
})

test('a refused order stands on the page and on Today, is told by mail, and is tried again by a person under the same id', async () => {
  const { id } = await taken()
  const { token, email } = await makeOperator(server, 'bestellt@betrieb.example', [
    'payout-preparer',
  ])
  provider.next('order', { status: 402 })
  await run(id)
  const failed = await orderOf(id)
  expect(failed).toMatchObject({ state: 'failed', reason: 'funds' })
  await tellOperators(server.deps, 'standard')
  await tellOperators(server.deps, 'standard')
  const told = (await bench.mails('operatorAlarm')).filter(
    ({ to_address, data }) =>
      to_address === email && JSON.stringify(data).includes('failed-voucher'),
  )
  expect(told).toHaveLength(1)
  const today = await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })
  const task = today.body.Aufgaben.find(({ Art }: { Art: string }) => Art === 'voucher-orders')
  expect(task.OhneFrist).toBeGreaterThan(0)
  const shown = async () =>
    (await server.call('GET', '/standard/betrieb/gutscheine', { token })).body.Bestellungen.find(
      ({ PraemieId }: { PraemieId: string }) => PraemieId === id,
    )
  expect(await shown()).toMatchObject({ Stand: 'failed', Woran: 'funds', Wiederholbar: true })
  const retry = (Version: number, as = token, tenant = 'standard', body: object = {}) =>
    server.call('PUT', `/${tenant}/betrieb/gutscheine/bestellungen/${id}`, {
      token: as,
      body: { Version, Grund: 'Guthaben aufgefüllt', ...body },
    })
  const approver = await makeOperator(server, 'sieht@betrieb.example', ['payout-approver'])
  expect((await retry(failed.version, approver.token)).status).toBe(403)
  const foreign = await makeOperator(server, 'fremd@betrieb.example', ['payout-preparer'], 'telko')
  expect((await retry(failed.version, foreign.token, 'telko')).status).toBe(404)
  expect((await retry(failed.version, token, 'standard', { Grund: '' })).status).toBe(400)
  // The product was corrected meanwhile: nothing was ordered, so the new one is.
  await sell({ ...order, products: ['SHOP2'] })
  const answers = await Promise.all([1, 2, 3].map(() => retry(failed.version)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await run(id)
  await isDelivered(id)
  expect((await orderOf(id)).order_id).toBe(failed.order_id)
  expect(provider.kinds()).toEqual(['order', 'ask', 'order', 'link'])
  expect(JSON.stringify(provider.seen.at(-2))).toContain('SHOP2')
  expect(await shown()).toBeUndefined()
})

test('the balance is asked for at the provider, and where it gives none the page has none', async () => {
  const { token } = await makeOperator(server, 'guthaben@betrieb.example', ['tenant-admin'])
  const balance = () => server.call('GET', '/standard/betrieb/gutscheine/guthaben', { token })
  expect((await balance()).body).toEqual({ GuthabenCent: 123_456 })
  provider.next('balance', { status: 500 })
  expect((await balance()).body).toEqual({ GuthabenCent: null })
})

test('a voucher is offered within its amounts alone, and not where the tenant has no provider', async () => {
  const reward = await desk.reward()
  const { cents } = reward.rewards[0]!
  const offered = async () =>
    (await desk.show(reward.token)).body.Auswahl.some(
      ({ Id }: { Id: string }) => Id === desk.voucher,
    )
  expect(await offered()).toBe(true)
  await sell({ ...order, leastCents: cents + 1 })
  expect(await offered()).toBe(false)
  const { status } = await desk.collect(reward.token, { PraemieId: desk.voucher })
  expect([status, provider.seen]).toEqual([409, []])
})
