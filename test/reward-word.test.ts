import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pages, type PageName } from '../src/contract/pages.ts'
import { pagePath } from '../src/contract/paths.ts'
import { demoTenants } from '../src/server/demo/demo-tenants.ts'
import type { StoredTenant } from '../src/server/tenant/read-tenant.ts'
import { cookieNames } from '../src/server/kinds.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { asOwner } from './helpers/as-owner.ts'
import { startPages } from './helpers/pages.ts'

// One word per tenant for the reward (decision 316), on every page as it comes from the server.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const { tenant: standard } = demoTenants.find(({ tenant }) => tenant.code === 'standard')!
const salesPartners = demoTenants.find(({ tenant }) => tenant.code === 'telko')!.tenant
  .salesPartners

let site: Awaited<ReturnType<typeof startPages>>
let actors: Actors
beforeAll(async () => {
  site = await startPages()
  actors = await makeActors(site.server)
  // Its own content is in its own word, which is not what is tried here.
  await asOwner(site.server, 'standard', (tx) => sql`delete from campaigns`.execute(tx))
})
afterAll(() => site.stop())

const quiet = JSON.parse(
  JSON.stringify(standard).replaceAll(/(Prämien?)(?![^"]*":)/g, 'Gabe'),
) as StoredTenant

const cookie = () =>
  Object.entries({ ...actors.tokens, 'sales-partner': actors.tokens.salesPartner })
    .flatMap(([kind, token]) =>
      kind in cookieNames ? [`${cookieNames[kind as keyof typeof cookieNames]}=${token}`] : [],
    )
    .join('; ')

const addressOf = (name: PageName) => {
  const paths = Object.entries(pages).map(([page, { path }]) => [page, path])
  return pagePath(Object.fromEntries(paths), 'de', name, {
    produktId: '101',
    empfehlungsnummer: actors.params.number!,
    praemieid: 'geld',
    kategorie: 'solar',
    nummer: actors.own.deactivateEmployee!.id!,
  })
}

/** What is read of a page: its words, its title, what is read aloud, and what machines show of it elsewhere. */
function readable(html: string): string {
  const open = html.replace(
    /<style\b[\s\S]*?<\/style>|<script(?![^>]*ld\+json)\b[\s\S]*?<\/script>/g,
    ' ',
  )
  const named = open.match(/\b(content|alt|title|aria-label|placeholder)="[^"]*"/g) ?? []
  return [open.replace(/<[^>]+>/g, ' '), ...named].join('\n')
}

test.each([
  ['Bonus', /prämi/i, /Bonus/],
  ['Prämie', /\bbon(us|i)/i, /Prämie/],
] as const)(
  'where the reward is called %s, no page has the other word',
  { tags: 'long' },
  async (rewardWord, other, own) => {
    await site.configure({}, { ...quiet, rewardWord, agencies: true, salesPartners })
    const [shown, naming, wrong] = [new Set<PageName>(), new Set<PageName>(), [] as string[]]
    for (const name of Object.keys(pages) as PageName[]) {
      if (/Logout|^Admin$|^Click$/.test(name)) continue
      for (const visitor of ['', cookie()]) {
        const { status, html } = await site.open(addressOf(name), { cookie: visitor })
        if (status >= 300) continue
        shown.add(name)
        const text = readable(html)
        if (own.test(readable(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''))) naming.add(name)
        const at = text.search(other)
        if (at >= 0) wrong.push(`${name}: ${text.slice(Math.max(0, at - 60), at + 40)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(shown.size).toBeGreaterThan(50)
    expect([...naming]).toEqual(
      expect.arrayContaining(['Homepage', 'Dashboard', 'Reward', 'AgencyHome', 'AgencyStatistics']),
    )
  },
)
