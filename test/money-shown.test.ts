import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { startPages } from './helpers/pages.ts'
import { pathAt } from './helpers/operator.ts'
import { inBrowser } from './helpers/link-session.ts'

// How money is held and shown (spec section 9): whole cents, and in German two decimals, a comma and the euro sign.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
let actors: Actors
beforeAll(async () => {
  site = await startPages()
  actors = await makeActors(site.server)
})
afterAll(() => site.stop())

const euros = {
  de: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }),
  en: new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }),
}

/** Every object in an answer. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

const tokenOf = (endpoint: Endpoint) =>
  ({
    anyone: undefined,
    referrer: actors.tokens.user,
    'referrer-or-reward': actors.tokens.user,
    recipient: actors.tokens.recipient,
    reward: actors.tokens.reward,
    'api-key': actors.tokens.apiKey,
    agency: actors.tokens.agency,
    'sales-partner': actors.tokens.salesPartner,
    operator: actors.tokens.operator,
  })[endpoint.caller]

test.each(['de', 'en'] as const)(
  'in every answer money is whole cents, and where it is written out beside them it is those cents, in %s',
  async (language) => {
    const [cents, written] = [new Set<string>(), new Set<string>()]
    for (const endpoint of Object.values(endpoints) as unknown as Endpoint[]) {
      if (endpoint.method !== 'GET' || !endpoint.answer) continue
      for (const tenant of ['standard', 'telko', 'bgv']) {
        const path = endpoint.path.replace(
          /:([A-Za-z]+)/g,
          (_, name: string) => actors.own[endpoint.name]?.[name] ?? actors.params[name] ?? 'x',
        )
        const url = pathAt(endpoint, tenant, path)
        const token = tokenOf(endpoint)
        const { status, body } = await site.server.call('GET', url, {
          ...(token ? { token } : {}),
          headers: { 'accept-language': language },
        })
        if (status !== 200) continue
        for (const object of objectsIn(body))
          for (const [name, value] of Object.entries(object)) {
            if (!name.endsWith('Cent') || value === null) continue
            expect([endpoint.name, name, Number.isSafeInteger(value)]).toEqual([
              endpoint.name,
              name,
              true,
            ])
            cents.add(name)
            const text = object[name.slice(0, -'Cent'.length)]
            if (typeof text !== 'string') continue
            written.add(name)
            expect([endpoint.name, name, text]).toEqual([
              endpoint.name,
              name,
              euros[language].format((value as number) / 100),
            ])
          }
      }
    }
    expect(cents.size).toBeGreaterThan(10)
    expect([...written]).toEqual(expect.arrayContaining(['WertCent', 'EmpfaengerWertCent']))
  },
)

const textOf = (html: string) =>
  html
    .replace(/<head>[\s\S]*?<\/head>|<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', '\u00a0')

// An amount without cents may be written without them (decision 313), as offers do. No line ends between a figure and its sign.
test.each([
  ['de', /-?\d{1,3}(\.\d{3})*(,\d{2})?\u00a0€/g],
  ['en', /-?€\d{1,3}(,\d{3})*(\.\d{2})?/g],
] as const)('on a page no amount is written in any other form, in %s', async (language, form) => {
  const { number } = actors.params
  const { user, reward } = await inBrowser(site.server, 'standard', actors.tokens)
  const visited = [
    ['localhost', ['', '/empfehlen/101', `/empfaengerdaten/${number}`, '/persoenlicherbereich']],
    ['localhost', ['/praemie', '/aktuellepraemienuebersicht']],
    ['telko.localhost', ['', '/tarife', '/tarife/internet', '/tarife/handys']],
  ] as const
  for (const [host, paths] of visited)
    for (const path of paths) {
      const { html, status } = await site.open(`/${language}${path}`, {
        headers: { host: `${host}:3000` },
        cookie: `zs_user=${user}; zs_reward=${reward}`,
      })
      const text = textOf(html)
      expect([path, status, (text.match(form) ?? []).length > 0]).toEqual([path, 200, true])
      const rest = text.replaceAll(form, '')
      const others = rest.match(/.{0,20}(\d\s*€|€[\u00a0 ]?\d|\bEUR\b).{0,10}/g)
      expect([host, path, others]).toEqual([host, path, null])
    }
})
