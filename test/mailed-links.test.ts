import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PageName } from '../src/contract/pages.ts'
import { makeApiKey, makeJourney } from './helpers/actors.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'

// Mailed links that open a page (`?t=`), over the built pages.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
let number: string
let tokens: { recipient: string; reward: string; ofRecipient: string }
beforeAll(async () => {
  site = await startPages()
  const { server } = site
  const journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
  number = journey.referral.Empfehlungsnummer
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

/** What a page answers to a cookie that opens it no more. */
const closed = [410, 'Diese Seite ist wieder geschlossen']

async function press(address: string, html: string) {
  return site.open(address, { form: { _form: formTokenOf(html), intent: 'open-link' } })
}

test.each(links)(
  'whoever fetches the link to %s of %s begins nothing; its one button opens the page, without the token in the address',
  async (name, kind, cookie) => {
    const address = pathOf(name, { t: tokens[kind] })
    const asked = await site.open(address)
    expect([asked.status, asked.heading]).toEqual([200, 'Weiter zu deiner Seite bei Sonnseite'])
    expect(asked.cookies).toEqual([])
    expect(asked.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    const main = /<main.*<\/main>/s.exec(asked.html)![0]
    expect(main.match(/<button/g)).toHaveLength(1)
    const opened = await press(address, asked.html)
    const named: Record<string, string> = kind === 'recipient' ? { empfehlung: number } : {}
    expect([opened.status, opened.to]).toEqual([302, pathOf(name, named)])
    expect(opened.headers['referrer-policy']).toBe('no-referrer')
    const kept = opened.cookies.find((one) => one.name === cookie)
    expect(kept).toMatchObject({ value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true })
    const page = await site.open(pathOf(name), { cookie: `${cookie}=${kept!.value}` })
    expect(page.status).toBe(200)
    expect(page.heading).not.toBe(asked.heading)
    // The browser has a session, and the link opens nothing in its place.
    expect(opened.cookies.map(({ value }) => value)).not.toContain(tokens[kind])
    const link = await site.open(pathOf(name), { cookie: `${cookie}=${tokens[kind]}` })
    expect([link.status, link.heading]).toEqual(closed)
  },
)

const sessionsOf = (cookies: { name: string; value: string }[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
/** The cookies after a press, in a browser that had these. */
async function openIn(name: PageName, token: string, cookie = ''): Promise<string> {
  const address = pathOf(name, { t: token })
  const { html } = await site.open(address, { cookie })
  const form = { _form: formTokenOf(html), intent: 'open-link' }
  return sessionsOf((await site.open(address, { cookie, form })).cookies)
}

test.each(links)(
  'the page %s of %s says that its session is over after two hours, and the link opens it again',
  async (name, kind, _cookie) => {
    const cookie = await openIn(name, tokens[kind])
    site.server.clock.advance('PT2H')
    const over = await site.open(pathOf(name), { cookie })
    expect([over.status, over.heading]).toEqual(closed)
    expect(over.html).toContain('nach zwei Stunden ohne Nutzung')
    const again = await site.open(pathOf(name), { cookie: await openIn(name, tokens[kind]) })
    expect(again.status).toBe(200)
  },
)

test('a log-out ends what links opened in this browser, for whoever copied its cookies too, and nothing elsewhere', async () => {
  const mine = [
    await openIn('RecipientArea', tokens.recipient),
    await openIn('Reward', tokens.reward),
  ].join('; ')
  const elsewhere = await openIn('RecipientArea', tokens.recipient)
  const area = pathOf('RecipientArea')
  const { html } = await site.open(area, { cookie: mine })
  const left = await site.open(area, {
    cookie: mine,
    form: { _form: formTokenOf(html), intent: 'leave' },
  })
  expect(
    left.cookies.map(({ name, value }) => [name.replace(/_[0-9A-Z]{16}$/, '_…'), value]),
  ).toEqual([
    ['zs_recipient', ''],
    ['zs_recipient_…', ''],
    ['zs_reward', ''],
  ])
  for (const name of ['RecipientArea', 'Reward'] as const) {
    const replayed = await site.open(pathOf(name), { cookie: mine })
    expect([replayed.status, replayed.heading]).toEqual(closed)
  }
  const call = await site.server.call('GET', '/standard/empfaenger/export', { cookie: mine })
  expect(call.body.ErrorCode).toBe('PSOF0212')
  expect((await site.open(area, { cookie: elsewhere })).status).toBe(200)
})

test('the next press in a browser ends the session that it had', async () => {
  const first = await openIn('Reward', tokens.reward)
  const second = await openIn('Reward', tokens.ofRecipient, first)
  expect((await site.open(pathOf('Reward'), { cookie: first })).status).toBe(410)
  expect((await site.open(pathOf('Reward'), { cookie: second })).status).toBe(200)
})

test('a damaged link has no button, and a made-up one opens nothing', async () => {
  for (const [name] of links) {
    const damaged = await site.open(pathOf(name, { t: 'kaputt' }))
    expect([damaged.status, damaged.cookies]).toEqual([410, []])
    expect(damaged.html).not.toContain('value="open-link"')
  }
  const address = pathOf('RecipientArea', { t: 'x'.repeat(43) })
  const own = await press(address, (await site.open(address)).html)
  expect([own.status, own.heading]).toEqual([410, 'Dieser Link gilt nicht mehr'])
  expect(own.cookies).toEqual([])
  // Nor does it take away what is open.
  const cookie = await openIn('Reward', tokens.reward)
  expect(await openIn('Reward', 'x'.repeat(43), cookie)).toBe('')
  expect((await site.open(pathOf('Reward'), { cookie })).status).toBe(200)
})
