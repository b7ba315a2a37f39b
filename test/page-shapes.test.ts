import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withTenant } from '../src/server/db/connection.ts'
import { stranger } from '../src/server/account/people.test-helper.ts'
import { hostOf } from './helpers/beside-answers.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

// The page that a recommgenerous person opens is drawn once for all who have the same before them, but for whose and which it is.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let server: TestServer
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  server.clock.advance('PT7S') // drawn for one alone, a page has the second
  ;({ app } = await buildWholeApp(server))
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

async function recommgenerousBy(firstName: string, share = 50): Promise<string> {
  const { email, ip } = stranger()
  const made = await server.call('POST', '/standard/empfehlen/create', {
    ip,
    body: {
      Empfehlung: { ProductId: '101', Anteil: share },
      Empfehler: { Vorname: 'Mara', Nachname: 'Lindenau', Email: email, Agb: true },
    },
  })
  const number: string = made.body.Empfehlungsnummer
  await withTenant(server.db, 'standard', async (tx) => {
    await tx
      .updateTable('referrals')
      .set({ first_name: firstName })
      .where('tenant', '=', 'standard')
      .where('number', '=', number)
      .execute()
    await tx
      .updateTable('accounts')
      .set({ first_name: firstName })
      .where('tenant', '=', 'standard')
      .where('email', '=', email)
      .execute()
  })
  return number
}

let campaigns = 0
const newCampaign = () => `Aktion-${(campaigns += 1)}`

async function open(number: string, locale: string, campaign: string) {
  const url = `/${locale}/empfaengerdaten/${number}?channel=wa&mtm_campaign=${campaign}`
  const answer = await app.inject({ url, headers: { host: hostOf('standard') } })
  expect(answer.statusCode).toBe(200)
  const [, key = ''] = /name="_key" value="([^"]+)"/.exec(answer.body) ?? []
  const [, now = ''] = /"now":"([^"]+)"/.exec(answer.body) ?? []
  return {
    key,
    isFilled: now.endsWith(':00Z'),
    html: answer.body
      .replaceAll(campaign, 'Aktion')
      .replaceAll(key, 'key')
      .replace(/"now":"[^"]+"/, ''),
  }
}

const names = [
  'Mara',
  'Andreas',
  'Max',
  'Ö',
  `O'Neil & <b>"Söhne"`,
  '</script><script>',
  '%41 $& $1 😀',
  '\u2028',
]

test.each(['de', 'en'])('filled in, a page is the one drawn for it alone: %s', async (locale) => {
  const numbers: [string, string][] = []
  for (const name of names) numbers.push([name, await recommgenerousBy(name)])
  const shared = newCampaign()
  for (let i = 0; i < 2; i++) await open(numbers[0]![1], locale, shared)
  const keys = new Set<string>()
  for (const [name, number] of numbers) {
    const drawn = await open(number, locale, newCampaign())
    const filled = await open(number, locale, shared)
    expect([name, drawn.isFilled, filled.isFilled]).toEqual([name, false, true])
    expect(filled.html).toBe(drawn.html)
    for (const [other, another] of numbers) {
      if (another !== number) expect(filled.html).not.toContain(another)
      if (other.length > 4 && other !== name) expect(filled.html).not.toContain(other)
    }
    keys.add(filled.key)
  }
  expect(keys.size).toBe(names.length)
})

test('what is drawn differs where anything else does', async () => {
  const shared = newCampaign()
  const [one, generous] = [await recommgenerousBy('Mara'), await recommgenerousBy('Mara', 100)]
  for (let i = 0; i < 3; i++) await open(one, 'de', shared)
  const other = await open(generous, 'de', shared)
  expect(other.isFilled).toBe(false)
  expect(other.html).toBe((await open(generous, 'de', newCampaign())).html)
  expect(other.html).not.toBe((await open(one, 'de', shared)).html.replaceAll(one, generous))
})
