import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { findSecret, saveSecret } from './secret-store.ts'
import { changed, makeSharedCache } from './shared-cache.ts'

let one: TestServer
let other: TestServer
beforeAll(async () => {
  one = await startTestServer({ hears: true })
  other = await startTestServer({ beside: one, hears: true })
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

test('those who ask at the same time wait for one load, and the next ones get what it answered', async () => {
  const cache = makeSharedCache()
  const load = vi.fn(async () => ({}))
  const [a, b] = await Promise.all([
    cache.get('content', 'telko', load),
    cache.get('content', 'telko', load),
  ])
  expect(a).toBe(b)
  expect(await cache.get('content', 'telko', load)).toBe(a)
  expect(load).toHaveBeenCalledTimes(1)
  await cache.get('content', 'bgv', load)
  await cache.get('catalogue', 'telko', load)
  expect(load).toHaveBeenCalledTimes(3)
})

test('a load that failed is tried again by the next who asks', async () => {
  const cache = makeSharedCache()
  await expect(
    cache.get('content', 'telko', () => Promise.reject(new Error('no'))),
  ).rejects.toThrow()
  expect(await cache.get('content', 'telko', async () => 'yes')).toBe('yes')
})

test('what was read before a change is not kept behind it, even when its load ends after it', async () => {
  const cache = makeSharedCache()
  const slow = Promise.withResolvers<string>()
  const before = cache.get('content', 'telko', () => slow.promise)
  cache.forget('content', 'telko')
  slow.resolve('old')
  expect(await before).toBe('old')
  expect(await cache.get('content', 'telko', async () => 'new')).toBe('new')
})

test('a change is known to every process within a second of its commit, and to no other tenant or topic', async () => {
  const servers = [one, other]
  const read = (
    server: TestServer,
    topic: 'content' | 'catalogue',
    tenant: string,
    value: string,
  ) => server.deps.cache.get(topic, tenant, async () => value)
  for (const server of servers) {
    for (const tenant of ['telko', 'bgv']) await read(server, 'content', tenant, 'old')
    await read(server, 'catalogue', 'telko', 'old')
  }
  await withTenant(one.db, 'telko', (tx) => changed(tx, 'content', 'telko'))
  await vi.waitFor(
    async () => {
      for (const server of servers)
        expect(await read(server, 'content', 'telko', 'new')).toBe('new')
    },
    { timeout: 1000, interval: 5 },
  )
  for (const server of servers) {
    expect(await read(server, 'content', 'bgv', 'new')).toBe('old')
    expect(await read(server, 'catalogue', 'telko', 'new')).toBe('old')
  }
})

test('a secret is kept encrypted, replaced by the next one, and opens for its own tenant and name only', async () => {
  const { db, deps, clock } = one
  const keep = (value: string) =>
    withTenant(db, 'telko', (tx) =>
      saveSecret(tx, deps.keys, 'telko', 'product-feed', value, clock.now()),
    )
  await keep('first')
  await keep('sesame')
  const found = (tenant: string, name: 'product-feed' | 'analytics') =>
    withTenant(db, tenant, (tx) => findSecret(tx, deps.keys, tenant, name))
  expect(await found('telko', 'product-feed')).toBe('sesame')
  expect(await found('telko', 'analytics')).toBeNull()
  expect(await found('bgv', 'product-feed')).toBeNull()
  const { rows } = await db.pool.query('select count(*)::int as seen from tenant_secrets')
  expect(rows).toEqual([{ seen: 0 }])
})

test('whatever is dropped of a tenant gives it another revision, and no other tenant', () => {
  const cache = makeSharedCache()
  const seen = new Set([cache.revision('telko')])
  const other = cache.revision('bgv')
  cache.hear('content|telko')
  seen.add(cache.revision('telko'))
  cache.forget('catalogue', 'telko')
  seen.add(cache.revision('telko'))
  expect(cache.revision('bgv')).toBe(other)
  cache.forget('content')
  seen.add(cache.revision('telko'))
  cache.hear('')
  seen.add(cache.revision('telko'))
  expect(seen.size).toBe(5)
  expect(cache.revision('bgv')).not.toBe(other)
})
