import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PageName } from '../src/contract/pages.ts'
import { makeApiKey, makeJourney } from './helpers/actors.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'

// Mailed links that open a page (`?t=`), over the built pages.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
let tokens: { recipient: string; reward: string; ofRecipient: string }
beforeAll(async () => {
  site = await startPages()
  const { server } = site
  const journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
  tokens = {
    recipient: journey.recipientToken,
    reward: journey.rewardToken,
    ofRecipient: journey.recipientRewardToken,
  }
})
afterAll(() => site.stop())

const links = [
  ['RecipientArea', 'recipient', 'zs_recipient'],
  ['RecipientTOSConsent', 'recipient', 'zs_recipient'],
  ['BankDetailsRecipient', 'recipient', 'zs_recipient'],
  ['Reward', 'reward', 'zs_reward'],
  ['Reward', 'ofRecipient', 'zs_reward'],
  ['HolderQuestion', 'reward', 'zs_reward'],
  ['BankDetailsRecommender', 'reward', 'zs_reward'],
] as const satisfies [PageName, string, string][]

async function press(address: string, html: string) {
  return site.open(address, { form: { _form: formTokenOf(html), intent: 'open-link' } })
}

test.each(links)(
  'whoever fetches the link to %s of %s begins nothing; its one button opens the page, without the token in the address',
  async (name, kind, cookie) => {
    const address = pathOf(name, { t: tokens[kind] })
    const asked = await site.open(address)
    expect([asked.status, asked.heading]).toEqual([200, 'Weiter zur persönlichen Seite'])
    expect(asked.cookies).toEqual([])
    expect(asked.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    const main = /<main.*<\/main>/s.exec(asked.html)![0]
    expect(main.match(/<button/g)).toHaveLength(1)
    const opened = await press(address, asked.html)
    expect([opened.status, opened.to]).toEqual([302, pathOf(name)])
    expect(opened.headers['referrer-policy']).toBe('no-referrer')
    const kept = opened.cookies.find((one) => one.name === cookie)
    expect(kept).toMatchObject({ value: tokens[kind], httpOnly: true })
    const page = await site.open(pathOf(name), { cookie: `${cookie}=${kept!.value}` })
    expect(page.status).toBe(200)
    expect(page.heading).not.toBe(asked.heading)
  },
)

test('a damaged link has no button, and a made-up one opens nothing', async () => {
  for (const [name] of links) {
    const damaged = await site.open(pathOf(name, { t: 'kaputt' }))
    expect([damaged.status, damaged.cookies]).toEqual([410, []])
    expect(damaged.html).not.toContain('value="open-link"')
  }
  const address = pathOf('RecipientArea', { t: 'x'.repeat(43) })
  const own = await press(address, (await site.open(address)).html)
  expect([own.status, own.heading]).toEqual([410, 'Dieser Link gilt nicht mehr'])
  expect(own.cookies.filter(({ value }) => value !== '')).toEqual([])
})
