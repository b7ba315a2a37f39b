import { expect } from 'vitest'
import type { Answering, OutsideServer } from '../../../test/helpers/outside-server.ts'
import type { ServerResponse } from 'node:http'
import { saveTenant } from '../tenant/store.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { findFeed } from './feed-store.ts'
import { queueFeed } from './queue-feed.ts'
import { leaseFeed, refreshFeed } from './refresh-feed.ts'

export const fixedLine = (id: string, more: Record<string, unknown> = {}) => ({
  Id: id,
  Kategorie: 'DP',
  Name: `Leitung ${id}`,
  Young: false,
  Hybrid: false,
  Gruppe: 'Internet',
  Klasse: 'M',
  MonatspreisCent: 3995,
  EinmalpreisCent: 0,
  Anzeigename: `Leitung ${id}`,
  Provision: 'standard;5000',
  AnbieterProduktId: `FEED-${id}`,
  ...more,
})

export const mobileOffer = (id: string, more: Record<string, unknown> = {}) => ({
  Id: id,
  AnbieterProduktId: `FEED-${id}`,
  Klasse: 'M',
  Tarifname: `Tarif ${id}`,
  GeraetepreisCent: 0,
  TarifpreisCent: 1995,
  TarifId: 't1',
  Position: 1,
  Aktion: false,
  Provision: 'standard;5000',
  ...more,
})

export const rowsOf = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => fixedLine(`f${from + index}`))

export const json = (response: ServerResponse, content: unknown, headers = {}) =>
  response
    .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
    .end(typeof content === 'string' ? content : JSON.stringify(content))

export async function makeFeedTenant(
  server: TestServer,
  code: string,
  route: string,
  type = 'http',
) {
  const { demoTenants } = await import('../demo/demo-tenants.ts')
  const like = demoTenants.find(({ tenant }) => tenant.code === 'telko')!.tenant
  const hosts = [`${code}.example`]
  const tenant = { ...like, code, hosts, productApi: { type, route } }
  await withTenant(server.db, code, (tx) => saveTenant(tx, tenant, server.clock.now()))
  server.deps.tenants.forget()
  return server.deps.tenants.get(code)
}

/** Refreshes the feed as the job does, or as an operator. */
export async function refresh(server: TestServer, code: string, force = false) {
  const tenant = await server.deps.tenants.get(code)
  const lease = await withTenant(server.db, code, (tx) =>
    leaseFeed(tx, server.deps, tenant, { onlyDue: false }),
  )
  if (!lease) return { kind: 'busy' as const }
  const outcome = await refreshFeed(server.deps, tenant, { lease, force, actor: system })
  server.deps.cache.forget()
  return outcome
}

export const stateOf = (server: TestServer, code: string) =>
  withTenant(server.db, code, (tx) => findFeed(tx, code))

/** Runs a sweep; returns the lease of the queued job, null if none. */
export async function sweep(server: TestServer, code: string): Promise<string | null> {
  const lease = () =>
    withTenant(server.db, code, (tx) =>
      tx
        .selectFrom('product_feeds')
        .select('lease_id')
        .where('tenant', '=', code)
        .executeTakeFirst(),
    )
  const before = await lease()
  await queueFeed(server.deps, await server.deps.tenants.get(code))
  const after = await lease()
  return after?.lease_id === before?.lease_id ? null : (after?.lease_id ?? null)
}

export function makeFeedBench(server: TestServer, feed: OutsideServer) {
  let tenants = 0
  /** A new tenant with ten products from its feed. */
  async function filled(count = 10): Promise<string> {
    const code = `feed-${(tenants += 1)}`
    await makeFeedTenant(server, code, `${feed.origin}/katalog.json`)
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(count) }))
    expect(await refresh(server, code)).toMatchObject({ kind: 'taken', rows: count })
    return code
  }

  const productsOf = async (code: string) =>
    withTenant(server.db, code, (tx) =>
      tx
        .selectFrom('products')
        .select(['product_id', 'title', 'commission_cents', 'active'])
        .where('tenant', '=', code)
        .orderBy('product_id')
        .execute(),
    )
  const activeIds = async (code: string) =>
    (await productsOf(code)).filter(({ active }) => active).map(({ product_id }) => product_id)

  /** On such a feed answer the catalogue stays unchanged, pages keep working, and an operator reads why. */
  async function refuses(code: string, how: Answering, problem: RegExp) {
    const before = await productsOf(code)
    feed.answer(how)
    const outcome = await refresh(server, code)
    expect(outcome).toMatchObject({ kind: 'failed', problems: expect.any(Array) })
    expect(outcome.kind === 'failed' && outcome.problems[0]).toMatch(problem)
    expect(await productsOf(code)).toEqual(before)
    expect((await stateOf(server, code))?.last_error).toMatch(problem)
    expect((await server.call('GET', `/${code}/produkt/f1`)).status).toBe(200)
  }

  return { filled, productsOf, activeIds, refuses }
}
