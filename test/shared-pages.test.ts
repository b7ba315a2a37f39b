import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isAgencyPage, isSalesPartnerPage } from '../src/contract/page-kinds.ts'
import { pagePath } from '../src/contract/paths.ts'
import type { TenantPage } from '../src/contract/pages.ts'
import { chooseCategories, writeConsent } from '../src/domain/cookie-consent.ts'
import { cookieTextVersion } from '../src/server/consent/cookie-texts.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { sharedPages } from '../src/server/pages/shared-pages.ts'
import { readCounts } from '../src/server/tracking/tracking.test-helper.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { changeTenant } from './helpers/agency.ts'
import { cookieOf, hostOf } from './helpers/beside-answers.ts'
import { inBrowser } from './helpers/link-session.ts'
import { pageNames } from './helpers/routes-beside.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

// What many visitors get as it lies there holds nothing of any of them, and is as new as what it was made of.

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

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ask = (url: string, headers: Record<string, string> = {}, tenant = 'standard') =>
  app.inject({ url, headers: { host: hostOf(tenant), 'user-agent': firefox, ...headers } })

async function pathOf(page: TenantPage, language: string, tenant = 'standard') {
  const { routes } = await server.deps.tenants.get(tenant)
  return pagePath(routes as Record<string, string>, language, page, {
    produktId: '101',
    empfehlungsnummer: actors.params['number'] ?? '',
    kategorie: tenant === 'telko' ? 'handys' : 'strom',
    nummer: 'x',
    praemieid: 'geld',
  })
}

const consent = (
  given: readonly ('analytical' | 'marketing' | 'functional')[],
  id: string | null,
) =>
  `zs_consent=${writeConsent({ id, remembered: true, choices: chooseCategories(['functional', 'analytical', 'marketing'], given) }, cookieTextVersion)}`

test('a shared page is the same bytes for every stranger, before and after somebody logged in has seen it, who gets their own', async () => {
  const tokens = await inBrowser(server, 'standard', actors.tokens)
  const cookie = cookieOf(tokens, actors.params['number'])
  let shared = 0
  for (const tenant of ['standard', 'bgv', 'telko'])
    for (const [at, page] of [...sharedPages].entries()) {
      const url = await pathOf(page as TenantPage, at % 2 ? 'de' : 'en', tenant)
      const first = await ask(url, {}, tenant)
      if (first.statusCode !== 200) continue
      const own = await ask(url, { cookie }, tenant)
      const other = await ask(
        url,
        {
          'accept-language': 'en',
          referer: 'https://search.example/?q=mara',
          'user-agent': 'Mozilla/5.0 (iPhone)',
          cookie: 'zs_language=en; foreign=1',
          'x-forwarded-for': '203.0.113.1',
        },
        tenant,
      )
      expect([url, other.body === first.body]).toEqual([url, true])
      expect([url, first.headers.etag, first.headers['cache-control'], first.headers.vary]).toEqual(
        [
          url,
          expect.stringMatching(/^W\/"[\w-]{22}"$/),
          'private, no-cache',
          'Cookie, Accept-Encoding',
        ],
      )
      expect([url, own.headers['cache-control'], own.headers.etag]).toEqual([
        url,
        'no-store',
        undefined,
      ])
      for (const secret of [...actors.secrets, 'search.example', 'q=mara'])
        expect([url, first.body.includes(secret)]).toEqual([url, false])
      shared += 1
    }
  expect(shared).toBeGreaterThan(20)
})

test('any other page is made for its visitor alone', async () => {
  for (const page of pageNames.filter((name) => !sharedPages.has(name))) {
    const { headers } = await ask(await pathOf(page, 'de'))
    expect([page, headers.etag]).toEqual([page, undefined])
  }
})

test('what is stored in the visitor’s browser already is not sent again', async () => {
  const first = await ask('/de/faq')
  const again = await ask('/de/faq', { 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  const proxied = String(first.headers.etag).replace('W/', '')
  expect((await ask('/de/faq', { 'if-none-match': `"other", ${proxied}` })).statusCode).toBe(304)
  expect((await ask('/de/faq', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,GZIP;q=0.5', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['brx, xgzip', undefined],
])('who takes “%s” gets %s', async (accepted, encoding) => {
  const plain = await ask('/de/faq')
  const { headers, rawPayload } = await ask('/de/faq', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
  const open = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)] ?? String
  expect(open(rawPayload).toString()).toBe(plain.body)
})

/** What a browser would run or apply of what stands in a page. */
const inlineOf = (html: string) =>
  [...html.matchAll(/<(style|script)([^>]*)>([\s\S]*?)<\/\1>/g)].flatMap(
    ([, kind = '', attributes = '', text = '']) =>
      /\bsrc=|type="application\/(?:ld\+)?json"/.test(attributes)
        ? []
        : [{ kind, attributes, text }],
  )

test('the policy of every page names what stands in it by hash, and nothing by a nonce', async () => {
  const cookie = cookieOf(await inBrowser(server, 'standard', actors.tokens))
  for (const page of pageNames) {
    const { body, headers } = await ask(await pathOf(page, 'de'), { cookie })
    const policy = String(headers['content-security-policy'])
    expect([page, policy.includes('nonce-'), body.includes('nonce=')]).toEqual([page, false, false])
    if (!body.startsWith('<!doctype html>\n<html')) continue
    const inline = inlineOf(body)
    const isLinked = body.includes('<link rel="stylesheet"')
    expect([page, inline.length]).toEqual([page, isLinked ? 2 : 3])
    expect([page, isLinked]).toEqual([page, isAgencyPage(page) || isSalesPartnerPage(page)])
    for (const { kind, text } of inline) {
      const directive = new RegExp(`${kind}-src ([^;]*)`).exec(policy)?.[1]
      const hash = createHash('sha256').update(text).digest('base64')
      expect([page, kind, directive?.includes(`'sha256-${hash}'`)]).toEqual([page, kind, true])
    }
  }
})

test('a choice of cookies shows in the page, but nothing of whose choice it is', async () => {
  const id = 'abcdefghijklmnopqrstuv'
  const [undecided, all, none] = [
    await ask('/de'),
    await ask('/de', { cookie: consent(['marketing'], id) }),
    await ask('/de', { cookie: consent([], null) }),
  ]
  expect(new Set([undecided.body, all.body, none.body]).size).toBe(3)
  expect(all.body).not.toContain(id)
  const another = await ask('/de', {
    cookie: consent(['marketing'], 'vutsrqponmlkjihgfedcba'),
  })
  expect(another.body).toBe(all.body)
})

test('a campaign is kept for who agreed to marketing, as on any page', async () => {
  const agreed = consent(['marketing'], 'abcdefghijklmnopqrstuv')
  const answer = await ask('/de?channel=wa&mtm_campaign=Herbst', { cookie: agreed })
  const used = (await server.deps.tenants.get('standard')).cookieCategories.includes('marketing')
  expect(answer.headers['set-cookie'] !== undefined).toBe(used)
  expect((await ask('/de?channel=wa')).headers['set-cookie']).toBeUndefined()
})

test('every view of a shared page counts', async () => {
  const views = async () =>
    (await readCounts(server))
      .filter(({ page }) => page === 'Faq')
      .reduce((sum, { hits }) => sum + hits, 0)
  const before = await views()
  for (let view = 0; view < 3; view += 1) await ask('/de/faq')
  expect((await views()) - before).toBe(3)
})

test('a change of settings, catalogue and clock shows in the next answer', async () => {
  const name = 'Lichtblick Probe'
  const before = await ask('/de')
  expect(before.body).not.toContain(name)
  const { name: old } = await server.deps.tenants.get('standard')
  await changeTenant(server, 'standard', { name })
  expect((await ask('/de')).body).toContain(name)
  await changeTenant(server, 'standard', { name: old })

  expect((await ask('/de')).body).not.toContain('Probeware')
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('products')
      .set({ title: JSON.stringify({ de: 'Probeware', en: 'Sample' }) })
      .where('tenant', '=', 'standard')
      .execute(),
  )
  server.deps.cache.hear('catalogue|standard')
  expect((await ask('/de')).body).toContain('Probeware')

  const today = (await ask('/de')).body
  server.clock.advance('PT2M')
  expect((await ask('/de')).body === today).toBe(false)
})
