import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { system } from '../src/server/base/audit-store.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { importContent } from '../src/server/content/import-content.ts'
import { lockStoredTenant, saveTenant } from '../src/server/tenant/store.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

// Pages keep what they were told of the catalogue, and words that they found, for as long as nothing changes (pages/kept-answers.ts).

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: TestServer
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer({ hears: true })
  ;({ app } = await buildWholeApp(server))
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

async function open(path: string, host = 'telko.localhost'): Promise<string> {
  const answer = await app.inject({ url: path, headers: { host } })
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.body
}
const titles = (html: string) =>
  [...html.matchAll(/<h3 class="deal-title">(.*?)<\/h3>/g)].map(([, title]) => title)
const all = '/de/tarife/handys?anzahl=alle'

test('a category opened again is the same page, and each language and choice its own', async () => {
  const first = titles(await open(all))
  expect(first.length).toBeGreaterThanOrEqual(120)
  expect(titles(await open(all))).toEqual(first)
  const english = titles(await open('/en/tarife/handys?anzahl=alle'))
  expect(english).toHaveLength(first.length)
  expect(english[0]).not.toBe(first[0])
  const cheapest = titles(await open(`${all}&sortierung=preis`))
  expect(cheapest).not.toEqual(first)
  expect(cheapest.toSorted()).toEqual(first.toSorted())
  expect(titles(await open(all))).toEqual(first)
})

test('marks count the footnotes in the order in which each page shows them', async () => {
  const marks = (html: string) => [
    ...new Set(
      [...html.matchAll(/ href="#note-(\d+)" aria-label/g)].map(([, mark]) => Number(mark)),
    ),
  ]
  for (const path of [all, `${all}&sortierung=bonus`, all, '/de/tarife/tv']) {
    const shown = marks(await open(path))
    expect(shown.length, path).toBeGreaterThan(0)
    expect(shown, path).toEqual(shown.map((_, index) => index + 1))
  }
})

test('a product that is taken out is gone from the next page', async () => {
  const before = titles(await open(all))
  const save = (excludedProducts: string[]) =>
    withTenant(server.db, 'telko', async (tx) => {
      const stored = await lockStoredTenant(tx, 'telko')
      await saveTenant(tx, { ...stored!, excludedProducts }, server.clock.now())
      return stored!.excludedProducts ?? []
    })
  const usual = await save(['1001'])
  server.deps.tenants.forget()
  expect(titles(await open(all))).toHaveLength(before.length - 1)
  await save(usual)
  server.deps.tenants.forget()
  expect(titles(await open(all))).toEqual(before)
})

test('a word of a tenant’s own is on the next page, and on nobody else’s', async () => {
  const login = async (host: string) => /<h1[^>]*>(.*?)</s.exec(await open('/de/login', host))?.[1]
  const [before, others] = [await login('telko.localhost'), await login('localhost:3000')]
  const tenant = await server.deps.tenants.get('telko')
  await withTenant(server.db, 'telko', (tx) =>
    importContent(
      tx,
      tenant,
      { text: [{ Id: 'account.login.title', Text: { de: 'Herein', en: 'Come in' } }] },
      { actor: system, now: server.clock.now(), dryRun: false },
    ),
  )
  expect(before).not.toBe('Herein')
  await expect.poll(() => login('telko.localhost'), { timeout: 5000, interval: 20 }).toBe('Herein')
  expect(await login('localhost:3000')).toBe(others)
})
