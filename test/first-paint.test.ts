import { globSync, readFileSync, statSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { transform } from 'lightningcss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pagePath } from '../src/contract/paths.ts'
import type { TenantPage } from '../src/contract/pages.ts'
import { hostOf } from './helpers/beside-answers.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

// What a stranger's phone waits for before it can paint (decisions 1003 and 1004).

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let server: TestServer
let actors: Actors
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  actors = await makeActors(server)
  ;({ app } = await buildWholeApp(server))
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const ask = async (page: TenantPage, tenant: string, encoding?: string) => {
  const { routes } = await server.deps.tenants.get(tenant)
  const url = pagePath(routes as Record<string, string>, 'de', page, {
    produktId: '101',
    empfehlungsnummer: actors.params['number'] ?? '',
    kategorie: 'handys',
  })
  return app.inject({
    url,
    headers: { host: hostOf(tenant), ...(encoding ? { 'accept-encoding': encoding } : {}) },
  })
}

// With the time stamps that most servers send.
const packet = 1_448

test.each([
  ['Homepage', 10],
  ['Faq', 11],
  ['RecipientData', 12],
] as const)('%s comes in at most %d packets, its head among them', async (page, packets) => {
  const { statusCode, headers, rawPayload } = await ask(page, 'standard', 'br, zstd')
  expect(statusCode).toBe(200)
  const head = Object.entries(headers).reduce((sum, line) => sum + line.join(': ').length + 2, 80)
  expect(rawPayload.length + head).toBeLessThanOrEqual(packets * packet)
})

test('every class of a stranger’s page has all of its rules there', async () => {
  const [file = ''] = globSync('dist/client/assets/style-*.css')
  const whole = classesOf(readFileSync(file, 'utf8'))
  const pages: TenantPage[] = [
    'Homepage',
    'Categories',
    'Category',
    'Comparison',
    'Code',
    'RecipientData',
    'Recommendation',
    'ExpiredRecommendation',
    'Thanks',
    'Faq',
    'Contact',
    'TOS',
    'Privacy',
    'Imprint',
    'CookieSettings',
    'FileNotFound',
  ]
  let seen = 0
  for (const tenant of ['standard', 'bgv', 'telko'])
    for (const page of pages) {
      const { body } = await ask(page, tenant)
      const styles = [...body.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css = '']) => css)
      const there = classesOf(styles.join(''))
      const used = [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
        names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/),
      )
      expect([tenant, page, used.filter((name) => whole.has(name) && !there.has(name))]).toEqual([
        tenant,
        page,
        [],
      ])
      if (there.size < whole.size) seen += 1
    }
  expect(seen).toBeGreaterThan(30)
})

function classesOf(css: string): Set<string> {
  const names = new Set<string>()
  transform({
    filename: 'page.css',
    code: Buffer.from(css),
    visitor: {
      Selector(selector) {
        for (const part of selector) if (part.type === 'class') names.add(part.name)
      },
    },
  })
  return names
}

test.each([
  ['nunito-sans', 18_500],
  ['outfit', 22_000],
])('of %s a page waits for %d bytes at most', (family, most) => {
  const [file = ''] = globSync(`dist/client/assets/${family}-latin-wght-letters-*.woff2`)
  expect(statSync(file).size).toBeLessThanOrEqual(most)
})

test.each(['sonnseite', 'funkelnetz'])('no letter of %s is without a file', (look) => {
  const ranges = [
    ...readFileSync(`src/web/ui/fonts/${look}.css`, 'utf8').matchAll(
      /'@letters\/[\w-]+-(\w+)\.woff2'[^;]*;\s*unicode-range:([^;]*);/g,
    ),
  ]
  // The later of two rules for a letter counts.
  expect(ranges.map(([, part]) => part)).toEqual(['others', 'letters'])
  const source = readFileSync('src/web/ui/fonts/source-sans-3.css', 'utf8')
  const [, latin] = /-latin-wght-normal[^;]*;\s*unicode-range:([^;]*);/.exec(source) ?? []
  expect(ranges[0]?.[2]).toBe(latin)
})
