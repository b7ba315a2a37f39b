import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startOutsideServer, type OutsideServer } from '../../../test/helpers/outside-server.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { makeBench } from '../reward/reward.test-helper.ts'
import { fixedLine, json, makeFeedTenant, refresh, rowsOf } from './feed.test-helper.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let feed: OutsideServer
beforeAll(async () => {
  ;[server, feed] = await Promise.all([startTestServer(), startOutsideServer()])
})
afterAll(async () => {
  await server.stop()
  await feed.stop()
})

async function takes(code: string, rows: unknown[], force = false) {
  feed.answer((_, response) => json(response, { Festnetz: rows }))
  return refresh(server, code, force)
}

const activeIds = (code: string) =>
  withTenant(server.db, code, async (tx) => {
    const rows = await tx
      .selectFrom('products')
      .select('product_id')
      .where('tenant', '=', code)
      .where('active', '=', true)
      .orderBy('product_id')
      .execute()
    return rows.map(({ product_id }) => product_id)
  })

const c2 = (more: Record<string, unknown> = {}) =>
  fixedLine('c2', { AnbieterProduktId: 'FEED-c', ...more })

describe('a product under a new id with the provider id of another one', () => {
  test('is taken when that one left the pages before, or leaves them with the same answer', async () => {
    await makeFeedTenant(server, 'renew', feed.origin)
    const others = [fixedLine('a'), fixedLine('b')]
    await takes('renew', [...others, fixedLine('c')])
    await takes('renew', others)
    expect(await takes('renew', [...others, c2()])).toMatchObject({ kind: 'taken' })
    expect(await activeIds('renew')).toEqual(['a', 'b', 'c2'])
    const a2 = fixedLine('a2', { AnbieterProduktId: 'FEED-a' })
    expect(await takes('renew', [a2, fixedLine('b'), c2()])).toMatchObject({
      kind: 'taken',
      diff: { added: ['a2'], gone: ['a'] },
    })
    expect((await server.call('GET', '/renew/produkt/extern/FEED-c')).body.Id).toBe('c2')
    // And back again.
    await takes('renew', [fixedLine('a'), fixedLine('b'), c2()])
    expect(await activeIds('renew')).toEqual(['a', 'b', 'c2'])
  })

  test('may be all of them, once an operator says so', async () => {
    await makeFeedTenant(server, 'allnew', feed.origin)
    await takes('allnew', rowsOf(4))
    const renewed = rowsOf(4).map((row) => ({ ...row, Id: `${row.Id}-2` }))
    expect(await takes('allnew', renewed)).toMatchObject({ kind: 'held' })
    expect(await takes('allnew', renewed, true)).toMatchObject({ kind: 'taken' })
    expect(await activeIds('allnew')).toEqual(['f1-2', 'f2-2', 'f3-2', 'f4-2'])
  })

  test('changes nothing for who was recommended the old one: its orders, rewards and cancellations go on', async () => {
    await makeFeedTenant(server, 'orders', feed.origin)
    const others = [fixedLine('a'), fixedLine('b')]
    await takes('orders', [...others, fixedLine('c', { Provision: 'solo;8000' })])
    const before = await makeBench(server, 'orders')
    const referral = await before.makeReferral({ product: 'c', share: 100 })
    const known = before.line(referral, {
      recipientNumber: (await before.makeRecipient(referral)).number,
    })
    expect(await before.feed(known)).toMatchObject({ kind: 'new' })
    await takes('orders', [...others, c2({ Provision: 'solo;3000' })])
    const bench = await makeBench(server, 'orders')
    expect(await bench.feed(known)).toMatchObject({ kind: 'unchanged' })
    expect(await bench.feed({ ...known, status: 'storniert' })).toMatchObject({ kind: 'cancelled' })
    // Contracts from now on: of the old link for what was recommended, of a new one for the new product.
    for (const [made, cents] of [
      [await bench.makeReferral({ product: 'c', share: 100 }), null],
      [await bench.makeReferral({ product: 'c2', share: 100 }), 3000],
      [referral, 8000],
    ] as const) {
      const recipient = await bench.makeRecipient(made)
      const number = await bench.makeOrder(made, recipient, { productExternalId: 'FEED-c' })
      const row = await bench.run((tx) =>
        tx
          .selectFrom('orders')
          .select('product_id')
          .where('tenant', '=', 'orders')
          .where('number', '=', number)
          .executeTakeFirstOrThrow(),
      )
      expect(row.product_id).toBe(made.product)
      if (cents === null) continue
      await bench.release(number)
      expect((await bench.readRewards(number)).map((reward) => reward.cents)).toEqual([cents])
    }
  })
})
