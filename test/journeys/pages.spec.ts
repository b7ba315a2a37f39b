import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { pages, type PageName } from '../../src/contract/pages.ts'
import { pageModules } from '../../src/web/pages.ts'
import { startApp, type TestApp } from '../helpers/app.ts'

let app: TestApp
test.beforeAll(async () => {
  app = await startApp()
})
test.afterAll(() => app.stop())

type Manifest = Record<string, { file: string }>
const manifest = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../dist/client/.vite/manifest.json'), 'utf8'),
) as Manifest
const chunkOf = (name: PageName) =>
  manifest[`src/web/${pageModules[name]?.source}`]?.file ?? `no chunk of ${name}`

test('every page is a chunk of its own', () => {
  const names = Object.keys(pageModules) as PageName[]
  const chunks = names.map(chunkOf)
  expect(chunks.filter((chunk) => chunk.startsWith('no chunk'))).toEqual([])
  const sources = new Set(names.map((name) => pageModules[name]?.source))
  expect(new Set(chunks).size).toBe(sources.size)
})

test('every open page comes rendered, in both languages of every tenant, with its own chunk and no other', async ({
  request,
}) => {
  const open = (Object.entries(pages) as [PageName, { path: string; access: string }][]).filter(
    ([name, { path, access }]) =>
      access === 'open' && !path.includes(':') && pageModules[name] !== undefined,
  )
  expect(open.length).toBeGreaterThan(10)
  for (const host of ['localhost', 'bgv.localhost', 'telko.localhost']) {
    const address = new URL(app.origin)
    address.hostname = host
    for (const language of ['de', 'en']) {
      const seen = new Set<string>()
      for (const [name, { path }] of open) {
        // Only browsers know every name below localhost; the server goes by the Host header.
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
        expect(html, where).toContain(chunkOf(name))
        for (const [other] of open) {
          if (chunkOf(other) !== chunkOf(name))
            expect(html, `${where}: ${other}`).not.toContain(chunkOf(other))
        }
      }
      expect(seen.size, `${host} ${language}`).toBeGreaterThan(2)
    }
  }
})
