import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pathOf, startPages } from './helpers/pages.ts'

// Navigation and help stand in the same place on every page (WCAG 3.2.3, 3.2.4, 3.2.6), and lead everywhere (2.4.5).

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
beforeAll(async () => {
  site = await startPages()
})
afterAll(() => site.stop())

const names = [
  'Homepage',
  'Recommendation',
  'Code',
  'ForgotPassword',
  'Faq',
  'Contact',
  'RewardOverview',
  'Imprint',
  'Privacy',
  'TOS',
  'CookieSettings',
  'Accessibility',
  'SetPassword',
  'FileNotFound',
] as const

const linksIn = (html: string, part: RegExp) =>
  [...(part.exec(html)?.[0] ?? '').matchAll(/<a [^>]*?href="([^"?]*)[^>]*>(.*?)<\/a>/gs)].map(
    ([, path = '', name = '']) => ({ path, name: name.replaceAll(/<[^>]*>/g, '').trim() }),
  )
const header = /<header[^>]*site-header.*?<\/header>/s
const footer = /<footer[^>]*site-footer.*?<\/footer>/s

test('menu and footer have the same links by the same names in the same order on every page, help among them', async () => {
  const seen = new Map<string, string[]>()
  for (const name of names) {
    const { html } = await site.open(pathOf(name))
    // Only the other language’s page is another one.
    const links = [...linksIn(html, header), ...linksIn(html, footer)].filter(
      ({ path }) => !path.startsWith('/en'),
    )
    const key = links.map((link) => `${link.name} ${link.path}`).join('\n')
    seen.set(key, [...(seen.get(key) ?? []), name])
  }
  expect([...seen.values()]).toEqual([[...names]])
  const [all = ''] = seen.keys()
  expect(all).toContain(pathOf('Contact'))
  expect(all).toContain(pathOf('Faq'))
  expect(all).toMatch(/mailto:/)
})

test('every page that is no step of a way is linked from the homepage', async () => {
  const { html } = await site.open(pathOf('Homepage'))
  const linked = new Set(linksIn(html, /<body.*/s).map(({ path }) => path))
  const steps = ['Homepage', 'ForgotPassword', 'SetPassword', 'FileNotFound']
  const missing = names.filter((name) => !steps.includes(name) && !linked.has(pathOf(name)))
  expect(missing).toEqual([])
})
