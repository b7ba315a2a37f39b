import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { withTenant } from '../db/connection.ts'
import { demoTenants } from '../demo/demo-tenants.ts'
import { saveTenant } from '../tenant/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
startEachAfresh(() => server)
afterAll(() => server.stop())

type Entry = { Id: string; Gruppe: string; Titel: string; Content: string }
const read = async (tenant: string, path: string, language = 'de') => {
  const answer = await server.call('GET', `/${tenant}/content/${path}`, {
    headers: { 'accept-language': language },
  })
  return { status: answer.status, body: answer.body }
}
const addressed = (texts: string) => ({
  du: /\b(du|dir|dich|dein(e[nmrs]?)?)\b/i.test(texts),
  Sie: /\b(Ihnen|Ihre?[nmrs]?)\b/.test(texts),
})

test.each(demoTenants.map(({ tenant }) => tenant))(
  '$code answers what people ask, grouped, in both languages and in its own address',
  async ({ code, address }) => {
    const german: Entry[] = (await read(code, 'faq')).body
    const english: Entry[] = (await read(code, 'faq', 'en')).body
    expect(german.length).toBeGreaterThanOrEqual(10)
    expect(new Set(german.map(({ Id }) => Id)).size).toBe(german.length)
    expect(english.map(({ Id }) => Id)).toEqual(german.map(({ Id }) => Id))
    for (const entries of [german, english]) {
      // Entries of a group stand together, so that the page shows each group once.
      const changes = entries.filter(({ Gruppe }, index) => Gruppe !== entries[index - 1]?.Gruppe)
      expect(changes.length).toBe(new Set(entries.map(({ Gruppe }) => Gruppe)).size)
      for (const { Titel, Content } of entries) {
        expect(Titel).toMatch(/\?$/)
        expect(Content.length).toBeGreaterThan(60)
      }
    }
    const said = addressed(german.map(({ Titel, Content }) => `${Titel} ${Content}`).join('\n'))
    expect(said).toEqual({ du: address === 'du', Sie: address === 'Sie' })
    const texts = german.map(({ Content }) => Content).join('\n')
    for (const fact of [/60 Tage/, /4 bis 10 Wochen/, /24 Stunden/, /12 Wochen/, /Kontaktformular/])
      expect(texts).toMatch(fact)
  },
)

test.each(demoTenants.map(({ tenant }) => tenant))(
  '$code declares how accessible it is: standard, state, limits, feedback and authority',
  async ({ code, address, contact, legalName }) => {
    const { text } = { text: (await read(code, 'page/accessibility')).body.Text as string }
    for (const part of [
      /§ 14 Barrierefreiheitsstärkungsgesetz/,
      /EN 301 549/,
      /WCAG\) 2\.2/,
      /weitgehend vereinbar/,
      /Marktüberwachungsstelle der Länder/,
      /November 2026/,
    ])
      expect(text).toMatch(part)
    for (const fact of [contact.email, contact.phone, legalName]) expect(text).toContain(fact)
    expect(addressed(text)).toEqual({ du: address === 'du', Sie: address === 'Sie' })
    const english = (await read(code, 'page/accessibility', 'en')).body.Text as string
    expect(english).toMatch(/Report a barrier/)
    expect(english).toMatch(/\[de: Marktüberwachungsstelle der Länder [^\]]+\]\n/)
    expect(`${text}${english}`).not.toMatch(/\{\{/)
    expect(english.match(/^## /gm)).toHaveLength(text.match(/^## /gm)!.length)
  },
)

test('a tenant that wrote neither has no questions, and the declaration that the product can make', async () => {
  const { content: _, ...older } = demoTenants[0]!.tenant
  await withTenant(server.db, 'standard', (tx) => saveTenant(tx, older, server.clock.now()))
  server.deps.tenants.forget()
  expect(await read('standard', 'faq')).toEqual({ status: 200, body: [] })
  const { status, body } = await read('standard', 'page/accessibility')
  expect(status).toBe(200)
  for (const fact of [older.contact.email, older.contact.phone, older.legalName, 'BFSG'])
    expect(body.Text).toContain(fact)
  expect(body.Text).not.toMatch(/\{\{/)
  expect(addressed(body.Text)).toEqual({ du: false, Sie: false })
})
