import { XmlDocument } from 'libxml2-wasm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { drawRewardPicture } from './reward-picture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  server.call('GET', path, { headers })
const words = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text?.replace(/\u00a0/g, ' '))

test('the four pictures say the whole reward, both halves, and each half alone', async () => {
  const said = async (kind: string) =>
    words((await get(`/standard/praemie/geld/${kind}?produktId=101`)).body)
  expect(await said('grafik100')).toEqual(['Für dich', '50 €'])
  expect(await said('grafik50')).toEqual(['Für dich', '25 €', 'Für deinen Kontakt', '25 €'])
  expect(await said('grafik50empfehler')).toEqual(['Für dich', '25 €'])
  expect(await said('grafik50empfaenger')).toEqual(['Für deinen Kontakt', '25 €'])
})

test('without a product the picture shows the one that earns most; a cap on the contact holds', async () => {
  expect(words((await get('/standard/praemie/geld/grafik100')).body)).toEqual(['Für dich', '90 €'])
  const capped = words((await get('/bgv/praemie/ueberweisung/grafik50')).body)
  expect(capped.slice(2)).toEqual(['Für Ihren Kontakt', '15 €'])
})

test('the language is that of the query, else of the caller', async () => {
  const path = '/standard/praemie/geld/grafik100?produktId=101'
  expect(words((await get(path, { 'accept-language': 'en' })).body)).toEqual(['For you', '€50'])
  expect(words((await get(`${path}&sprache=de`, { 'accept-language': 'en' })).body)).toEqual([
    'Für dich',
    '50 €',
  ])
})

test('a browser keeps the picture and is told when it is still the same', async () => {
  const path = '/telko/praemie/cash/grafik50'
  const first = await get(path)
  expect(first.status).toBe(200)
  expect(first.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect(first.headers['cache-control']).toBe('public, max-age=3600')
  const again = await get(path, { 'if-none-match': String(first.headers.etag) })
  expect([again.status, again.body]).toEqual([304, ''])
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('an unknown option, product or picture is an error of the catalogue', async () => {
  for (const [path, status, code] of [
    ['/standard/praemie/nichts/grafik100', 404, 'PSOF0308'],
    ['/standard/praemie/cash/grafik100', 404, 'PSOF0308'],
    ['/standard/praemie/geld/grafik100?produktId=999', 404, 'PSOF0308'],
    ['/standard/praemie/geld/grafik70', 400, 'PSOF0101'],
  ] as const) {
    const answer = await get(path)
    expect([path, answer.status, answer.body.ErrorCode]).toEqual([path, status, code])
  }
})

test('each tenant has its own colours, and nothing in a name or a theme breaks out of the file', async () => {
  const pictures = ['standard', 'bgv', 'telko'].map(async (code) => {
    const tenant = await server.deps.tenants.get(code)
    const svg = drawRewardPicture(
      { ...tenant, name: `<b>"${tenant.name}" & Söhne</b>` },
      'grafik50',
      { all: 5001, half: { referrer: 2501, recipient: 2500 } },
      'de',
    )
    const document = XmlDocument.fromString(svg)
    expect(document.get('//*[local-name()="title"]')?.content).toContain('<b>')
    document.dispose()
    return svg
  })
  expect(new Set(await Promise.all(pictures)).size).toBe(3)
})
