import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a tenant shows its public configuration under the wire names, at both spellings of the path', async () => {
  for (const path of ['/mandant/telko', '/Mandant/telko/']) {
    const { status, body } = await server.call('GET', path)
    expect(status).toBe(200)
    expect(body.Mandant).toBe('telko')
    expect(body.Flags.ModuleAuftragsdatumMindestalterTage).toBe(30)
    expect(body.Channels.length).toBeGreaterThan(2)
  }
})

test('nothing secret is public: no whitelist, no account, no block list', async () => {
  const { body } = await server.call('GET', '/mandant/bgv')
  expect(JSON.stringify(body)).not.toMatch(/\*@|"Iban|DE\d{20}|blocked/i)
})

test('an unknown tenant is a 404 with its code', async () => {
  for (const path of ['/mandant/nobody', '/nobody/route/default', '/..%2f/route/default']) {
    const { status, body } = await server.call('GET', path)
    expect([status, body.ErrorCode]).toEqual([404, 'PSOF0604'])
  }
})

test('routes come per tenant, defaults filled in', async () => {
  const standard = (await server.call('GET', '/standard/route/default')).body
  const bgv = (await server.call('GET', '/bgv/route/default')).body
  const path = (routes: { RouteName: string; Route: string }[], name: string) =>
    routes.find((route) => route.RouteName === name)?.Route
  expect(standard).toMatchObject({ DefaultLanguage: 'de', Languages: ['de', 'en'] })
  expect(path(standard.Routes, 'Dashboard')).toBe('/persoenlicherbereich')
  expect(path(bgv.Routes, 'Dashboard')).not.toBe('/persoenlicherbereich')
})

test('another method on a known path is 405 with the catalogue, a text page comes in the language asked for', async () => {
  const wrong = await server.call('POST', '/standard/route/default', { body: {} })
  expect([wrong.status, wrong.body.ErrorCode]).toEqual([405, 'PSOF0102'])
  const de = await server.call('GET', '/standard/content/page/terms')
  const en = await server.call('GET', '/standard/content/page/terms', {
    headers: { 'accept-language': 'en' },
  })
  expect(de.body.Text).not.toBe(en.body.Text)
})
