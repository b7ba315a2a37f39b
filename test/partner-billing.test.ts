import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pagePath } from '../src/contract/paths.ts'
import { makePartner } from './helpers/sales-partner.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let server: TestServer
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer()
  app = (await buildWholeApp(server)).app
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

test('a credit note names the day by which it is paid until that day is over, and no day that has passed afterwards', async () => {
  const { token: first, noteNumber, session } = await makePartner(server, 'telko', 'VP-FAELLIG')
  const { routes } = await server.deps.tenants.get('telko')
  const { body } = await server.call('PUT', '/telko/verkaufspartner/abrechnungen', {
    token: first,
    body: {},
  })
  const due = Temporal.PlainDate.from(body.Content[0].AuszahlungBis)
  const said = async (language: 'de' | 'en', at: string) => {
    server.clock.set(at)
    const token = await session()
    const answer = await app.inject({
      url: pagePath(routes, language, 'SalesPartnerBilling'),
      headers: { host: 'telko.localhost:3000', cookie: `zs_partner=${token}` },
    })
    expect(answer.statusCode).toBe(200)
    const text = answer.body.replaceAll(/<[^>]+>|\s+/g, ' ')
    expect(text).toContain(noteNumber)
    return text
  }
  const german = `wird bis ${due.toLocaleString('de-DE', { dateStyle: 'medium' })} ausgezahlt`
  // Days are those of Berlin: the last second of the day, and the first one after it.
  const [last, after] = [due, due.add({ days: 1 })].map((day) =>
    day.toZonedDateTime('Europe/Berlin').toInstant(),
  )
  const moments = {
    before: last!.toString(),
    lastSecond: after!.subtract({ seconds: 1 }).toString(),
    over: after!.toString(),
    longOver: after!.add({ hours: 24 * 40 }).toString(),
  }
  expect(await said('de', moments.before)).toContain(german)
  expect(await said('de', moments.lastSecond)).toContain(german)
  for (const at of [moments.over, moments.longOver])
    for (const language of ['de', 'en'] as const) {
      const text = await said(language, at)
      expect(text).toMatch(/kommt mit der nächsten Auszahlung|comes with the next payment/i)
      const today = server.clock.today()
      const days = [...text.matchAll(/\b(bis|by|until) (\d\d)\.(\d\d)\.(\d{4})/g)]
      for (const [promise, , day, month, year] of days)
        expect([promise, `${year}-${month}-${day}` >= today.toString()]).toEqual([promise, true])
    }
})
