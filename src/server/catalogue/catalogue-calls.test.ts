import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('x', async () => {
  const { body, status } = await server.call('GET', '/telko/produktkategorie')
  console.log(status, JSON.stringify(body, null, 1))
  for (const one of body) {
    const t = performance.now()
    const { body: page, status } = await server.call('GET', `/telko/produktkategorie/${one.Id}`)
    console.log(
      one.Id,
      status,
      page.Angebote.length,
      page.Hersteller,
      page.Klassen,
      page.Geraetetypen,
      page.Fussnoten.map((f: any) => f.Identifier).join(),
      (performance.now() - t).toFixed(1),
    )
    console.log(JSON.stringify(page.Angebote[0]))
    const named = new Set(page.Angebote.flatMap((o: any) => o.Fussnoten))
    expect(page.Fussnoten.length).toBe(named.size)
  }
  console.log(
    (await server.call('GET', '/telko/produkt')).body.map((p: any) => [
      p.Id,
      p.Titel,
      p.Beschreibung,
    ]),
  )
  for (let i = 0; i < 3; i++) {
    const t = performance.now()
    await server.call('GET', `/telko/produktkategorie/handys`)
    console.log(performance.now() - t)
  }
})
