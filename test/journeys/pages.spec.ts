import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, type APIRequestContext } from '@playwright/test'
import { consolePages } from '../../src/contract/console-pages.ts'
import { pages, type PageName } from '../../src/contract/pages.ts'
import { agencyPages } from '../../src/web/agency/agency-pages.ts'
import { consolePages as builtConsole } from '../../src/web/console/console-pages.ts'
import { customerPages } from '../../src/web/pages.ts'
import { salesPartnerPages } from '../../src/web/sales-partner/sales-partner-pages.ts'
import { lena } from './demo-accounts.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()

type Manifest = Record<string, { file: string }>
const manifest = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../dist/client/.vite/manifest.json'), 'utf8'),
) as Manifest
const chunkOf = (name: PageName, showsCategories = false) => {
  const flags = {
    code: 'standard',
    autoLogin: false,
    agentReferral: false,
    agencies: true,
    salesPartners: true,
  }
  const entry = customerPages[name]
  const { source } = entry?.instead?.({ ...flags, showsCategories }) ?? entry ?? {}
  return manifest[`src/web/${source}`]?.file ?? `no chunk of ${name}`
}

test('every page of the route list is a chunk of its own', () => {
  const built = { ...customerPages, ...agencyPages, ...salesPartnerPages, ...builtConsole }
  expect(Object.keys(built).toSorted()).toEqual(
    Object.keys({ ...pages, ...consolePages }).toSorted(),
  )
  const sources = new Set(Object.values(built).map(({ source }) => source))
  const chunks = [...sources].map((source) => manifest[`src/web/${source}`]?.file ?? `no ${source}`)
  expect(chunks.filter((chunk) => chunk.startsWith('no '))).toEqual([])
  expect(new Set(chunks).size).toBe(sources.size)
})

test('every open page comes rendered, in both languages of every tenant, with its own chunk and no other', async ({
  request,
}) => {
  const open = (Object.entries(pages) as [PageName, { path: string; access: string }][]).filter(
    ([name, { path, access }]) =>
      access === 'open' && !path.includes(':') && customerPages[name] !== undefined,
  )
  expect(open.length).toBeGreaterThan(10)
  for (const host of ['localhost', 'bgv.localhost', 'telko.localhost']) {
    const address = new URL(app.origin)
    address.hostname = host
    const chunk = (name: PageName) => chunkOf(name, host.startsWith('telko'))
    for (const language of ['de', 'en']) {
      const seen = new Set<string>()
      for (const [name, { path }] of open) {
        // Only browsers resolve every name below localhost; the server reads the Host header.
        const answer = await request.get(`${app.origin}/${language}${path}`, {
          headers: { host: address.host },
          maxRedirects: 0,
        })
        const html = await answer.text()
        const where = `${host}/${language}${path}`
        expect(answer.status(), where).toBeLessThan(500)
        if (answer.status() >= 300 && answer.status() < 400) continue
        expect(html, where).toMatch(/<h1[^>]*>(?:<[^>]+>)*[^<\s]/)
        expect(html, where).toContain(`<html lang="${language}"`)
        if (answer.status() !== 200) continue
        seen.add(name)
        expect(html.includes(chunk(name)), where).toBe(true)
        for (const [other] of open) {
          if (chunk(other) !== chunk(name))
            expect(html.includes(chunk(other)), `${where}: ${other}`).toBe(false)
        }
      }
      expect(seen.size, `${host} ${language}`).toBeGreaterThan(2)
    }
  }
})

test('an unknown language, and an unknown page, get the page for what is not there', async ({
  request,
}) => {
  for (const path of ['/fr', '/fr/agb', '/de/gibt-es-nicht', '/xx/empfaengerdaten/ABC']) {
    const answer = await request.get(`${app.origin}${path}`, { maxRedirects: 0 })
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.text()).toMatch(/<h1[^>]*>[^<]*(nicht|not)/i)
  }
})

test('imprint, privacy and terms say who answers for what', async ({ request }) => {
  for (const [path, ...words] of [
    [
      '/de/impressum',
      'Sonnseite',
      'Vertreten|Geschäftsführ',
      'Registergericht|Handelsregister|HRB',
    ],
    ['/de/datenschutz', 'Verantwortlich', 'Widerspruch|widersprechen', 'Löschung|gelöscht'],
    ['/de/agb', '18 Jahre', 'Prämie'],
    ['/en/impressum', 'Sonnseite'],
    ['/en/agb', '18 years', 'reward'],
  ] as const) {
    const text = await (await request.get(`${app.origin}${path}`)).text()
    for (const word of words) expect(text, path).toMatch(new RegExp(word))
  }
})

const formOf = async (request: APIRequestContext, path: string) => {
  const html = await (await request.get(`${app.origin}${path}`)).text()
  return /name="_form" value="([^"]+)"/.exec(html)?.[1] ?? ''
}
const { email, password } = lena

test('a login leaves one cookie that no script can read and no other page can send', async ({
  request,
}) => {
  const form = { email, password, _form: await formOf(request, '/de/login') }
  const answer = await request.post(`${app.origin}/de/login`, {
    form,
    headers: { origin: app.origin },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
  const cookies = answer
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value }) => value)
  const session = cookies.filter((cookie) => cookie.startsWith('zs_user='))
  expect(session).toHaveLength(1)
  expect(session[0]).toMatch(/; HttpOnly/i)
  expect(session[0]).toMatch(/; SameSite=Lax/i)
  expect(session[0]).toMatch(/; Path=\//i)
})

test('a form that another site sends, or that has no token of ours, logs nobody in', async ({
  request,
}) => {
  const token = await formOf(request, '/de/login')
  const send = (form: Record<string, string>, headers: Record<string, string>) =>
    request.post(`${app.origin}/de/login`, { form, headers, maxRedirects: 0 })
  const foreign = await send({ email, password, _form: token }, { origin: 'https://evil.example' })
  expect(foreign.status()).toBe(403)
  const nowhere = await send({ email, password, _form: token }, { origin: 'null' })
  expect(nowhere.status()).toBe(403)
  const without = await send({ email, password }, { origin: app.origin })
  expect(without.status()).toBe(303)
  for (const answer of [foreign, nowhere, without])
    expect(answer.headers()['set-cookie'] ?? '').not.toContain('zs_user=')
})
