import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let bench: Bench
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'telko')
})
afterAll(() => server.stop())

/** What a feed or a file does to a product. */
async function earns(product: string, plan: string, cents: number) {
  await withTenant(server.db, 'telko', (tx) =>
    tx
      .updateTable('products')
      .set({ plan, commission_cents: cents })
      .where('tenant', '=', 'telko')
      .where('product_id', '=', product)
      .execute(),
  )
  server.deps.cache.forget()
}

const special = () => bench.products.find(({ commission_cents }) => commission_cents === 11_000)!
const onPlan = () => bench.products.filter(({ commission_cents }) => commission_cents === 5000)

const centsOf = async (orderNumber: string) =>
  (await bench.readRewards(orderNumber)).map(({ cents }) => cents)

describe('what was promised is what is paid and what is shown', () => {
  test.each([100, 0, 90_000])(
    'a product’s new commission of %i cents does not change earlier referrals',
    async (later) => {
      const { product_id: product, plan } = special()
      await earns(product, plan, 11_000)
      const account = await bench.makeAccount()
      const referral = await bench.makeReferral({ product, share: 60, account })
      const recipient = await bench.makeRecipient(referral)
      const session = await bench.token('user-session', account.accountId)
      const own = await bench.token('recipient', recipient.number)
      const waiting = await bench.makeReferral({ product, share: 60, account })
      const order = await bench.makeOrder(referral, recipient)
      const shown = async () => {
        const call = (path: string, token?: string) =>
          server.call('GET', `/telko${path}`, token ? { token } : {})
        const page = (await call(`/empfehlen/${referral.number}`)).body
        const mine = (await call('/empfehler/empfehlungen', session)).body
        const end = (await call('/empfehler/delete', session)).body
        const options = (await call(`/empfaenger/${recipient.number}/praemie`, own)).body
        return {
          page: page.Praemien.map(({ WertCent }: { WertCent: number }) => WertCent),
          mine: mine.map((line: Record<string, unknown>) => [line.Praemie, line.ErwartetCent]),
          end,
          options: options.map(({ WertCent }: { WertCent: number }) => WertCent),
        }
      }
      const before = await shown()
      expect(JSON.stringify(before)).toContain('4400')
      expect(JSON.stringify(before.mine)).toContain('6600')
      await earns(product, plan, later)
      expect(await shown()).toEqual(before)
      await bench.release(order)
      expect(await centsOf(order)).toEqual([6600, 4400])
      // The same for a contract that comes after the change.
      const late = await bench.makeOrder(waiting, await bench.makeRecipient(waiting))
      await bench.release(late)
      expect(await centsOf(late)).toEqual([6600, 4400])
    },
  )

  test('a contract for another product earns what that one earned when it was first heard of', async () => {
    const other = special()
    await earns(other.product_id, other.plan, 11_000)
    const referral = await bench.makeReferral({ product: onPlan()[0]!.product_id, share: 50 })
    const recipient = await bench.makeRecipient(referral)
    const order = await bench.makeOrder(referral, recipient, {
      productExternalId: other.external_id,
    })
    await earns(other.product_id, other.plan, 100)
    await earns(referral.product, 'standard', 100)
    await bench.release(order)
    expect(await centsOf(order)).toEqual([5500, 5500])
  })

  test('stages go by the plan that was promised', async () => {
    const [product] = onPlan()
    await earns(product!.product_id, product!.plan, 5000)
    const account = await bench.makeAccount()
    const orders: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const referral = await bench.makeReferral({
        product: product!.product_id,
        share: 100,
        account,
      })
      orders.push(await bench.makeOrder(referral, await bench.makeRecipient(referral)))
    }
    await earns(product!.product_id, 'anderer', 300)
    for (const order of orders) await bench.release(order)
    expect((await Promise.all(orders.map(centsOf))).flat()).toEqual([5000, 6000, 6000])
  })
})

test('a new referral keeps plan and cents of its product', async () => {
  const product = special()
  await earns(product.product_id, product.plan, 11_000)
  const created = await server.call('POST', '/telko/empfehlen/create', {
    body: {
      Empfehlung: { ProductId: product.product_id },
      Empfehler: {
        Vorname: 'Wera',
        Nachname: 'Werber',
        Email: 'neu.wera@post.example',
        Agb: true,
      },
    },
  })
  expect(created.status).toBe(201)
  const row = await bench.run((tx) =>
    tx
      .selectFrom('referrals')
      .select(['plan', 'commission_cents'])
      .where('tenant', '=', 'telko')
      .where('number', '=', created.body.Empfehlungsnummer)
      .executeTakeFirst(),
  )
  expect(row).toEqual({ plan: product.plan, commission_cents: 11_000 })
})
