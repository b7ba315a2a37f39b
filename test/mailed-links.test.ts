import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PageName } from '../src/contract/pages.ts'
import { makeApiKey, makeJourney } from './helpers/actors.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'

// Mailed links that open a page (`?t=`), over the built pages.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
let number: string
let tokens: { recipient: string; reward: string; ofRecipient: string }
let ids: { reward: string; ofRecipient: string }
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
  const idOf = async (token: string) =>
    (await server.call('GET', '/standard/praemierung', { token })).body.Id as string
  ids = { reward: await idOf(tokens.reward), ofRecipient: await idOf(tokens.ofRecipient) }
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
    const named: Record<string, string> =
      kind === 'recipient' ? { empfehlung: number } : { praemierung: ids[kind] }
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
    left.cookies.map(({ name, value }) => [
      name.replace(/_([0-9A-Z]{16}|[0-9a-f-]{36})$/, '_…'),
      value,
    ]),
  ).toEqual([
    ['zs_recipient', ''],
    ['zs_recipient_…', ''],
    ['zs_reward', ''],
    ['zs_reward_…', ''],
  ])
  for (const name of ['RecipientArea', 'Reward'] as const) {
    const replayed = await site.open(pathOf(name), { cookie: mine })
    expect([replayed.status, replayed.heading]).toEqual(closed)
  }
  const call = await site.server.call('GET', '/standard/empfaenger/export', { cookie: mine })
  expect(call.body.ErrorCode).toBe('PSOF0212')
  expect((await site.open(area, { cookie: elsewhere })).status).toBe(200)
})

test('the next press of a link in a browser ends the session that it had', async () => {
  const first = await openIn('Reward', tokens.reward)
  const second = await openIn('Reward', tokens.reward, first)
  expect((await site.open(pathOf('Reward'), { cookie: first })).status).toBe(410)
  expect((await site.open(pathOf('Reward'), { cookie: second })).status).toBe(200)
})

/** Cookies after more were set. */
const both = (...sets: string[]) =>
  Object.entries(
    Object.fromEntries(sets.flatMap((set) => set.split('; ').map((one) => one.split('=')))),
  )
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

test('two rewards in one browser each have their page, forms and calls; without a name it is the one opened last', async () => {
  const first = await openIn('Reward', tokens.reward)
  const cookie = both(first, await openIn('Reward', tokens.ofRecipient, first))
  const shown = async (query: Record<string, string>) => {
    const page = await site.open(pathOf('RewardDetails', query), { cookie })
    return {
      status: page.status,
      hasForm: /<form[^>]* id="reward-cash"|<form[^>]* id="address-send"/.exec(page.html) !== null,
      place: /<form[^>]* action="([^"]*)"/.exec(page.html.slice(page.html.indexOf('<main')))?.[1],
    }
  }
  for (const [query, id] of [
    [{ praemierung: ids.reward }, ids.reward],
    [{ praemierung: ids.ofRecipient }, ids.ofRecipient],
    [{}, ids.ofRecipient],
  ] as const)
    expect(await shown(query as Record<string, string>)).toEqual({
      status: 200,
      hasForm: true,
      place: expect.stringContaining(`praemierung=${id}`),
    })
  const call = async (query: string, own = cookie) => {
    const { body } = await site.server.call('GET', `/standard/praemierung${query}`, { cookie: own })
    return body.Id ?? body.ErrorCode
  }
  expect(await call(`?praemierung=${ids.reward}`)).toBe(ids.reward)
  expect(await call(`?praemierung=${ids.ofRecipient}`)).toBe(ids.ofRecipient)
  expect(await call('')).toBe(ids.ofRecipient)
  // A browser from before the names has the last one alone, and reaches no other by it.
  const [last] = cookie.split('; ').filter((one) => one.startsWith('zs_reward='))
  expect(await call(`?praemierung=${ids.ofRecipient}`, last)).toBe(ids.ofRecipient)
  expect(await call(`?praemierung=${ids.reward}`, last)).toBe('PSOF0402')
  for (const wrong of ['x', 'x'.repeat(36), `${ids.reward}&praemierung=${ids.ofRecipient}`])
    expect(await call(`?praemierung=${wrong}`)).toBe('PSOF0402')
  // Nor does one reward's cookie under another's name.
  const swapped = cookie.replaceAll(ids.reward, 'x').replaceAll(ids.ofRecipient, ids.reward)
  expect(await call(`?praemierung=${ids.reward}`, swapped)).toBe('PSOF0402')
  const closedPage = await site.open(pathOf('Reward', { praemierung: ids.reward }), {
    cookie: last!,
  })
  expect([closedPage.status, closedPage.heading]).toEqual(closed)
})

test('a bearer opens its own reward alone, whichever is named', async () => {
  const ask = async (id: string) =>
    (
      await site.server.call('GET', `/standard/praemierung?praemierung=${id}`, {
        token: tokens.reward,
      })
    ).status
  expect([await ask(ids.reward), await ask(ids.ofRecipient)]).toEqual([200, 403])
})

test('a reward that is not open in this browser logs nobody out, and bank data stays each owner’s', async () => {
  const reward = await openIn('Reward', tokens.ofRecipient)
  const ask = (query: string) =>
    site.server.call('GET', `/standard/empfehler/bankdaten${query}`, {
      cookie: both(reward, site.loggedIn),
    })
  const other = await ask(`?praemierung=${ids.reward}`)
  expect([other.status, other.body.ErrorCode]).toEqual([403, 'PSOF0402'])
  // A contact's reward has no stored account, whoever is logged in beside it.
  expect((await ask(`?praemierung=${ids.ofRecipient}`)).body).toBeNull()
  expect((await ask('')).status).toBe(200)
})

test('a browser keeps ten open rewards; one more ends the oldest, for whoever copied its cookie too', async () => {
  const oldest = await openIn('Reward', tokens.ofRecipient)
  const made = Array.from(
    { length: 9 },
    (_, index) => `zs_reward_0000000${index}-0000-7000-8000-000000000000=${'a'.repeat(43)}`,
  )
  const full = [oldest.replace(/zs_reward=[^;]+; /, ''), ...made].join('; ')
  const address = pathOf('Reward', { t: tokens.reward })
  const { html } = await site.open(address, { cookie: full })
  const form = { _form: formTokenOf(html), intent: 'open-link' }
  const { cookies } = await site.open(address, { cookie: full, form })
  expect(cookies.map(({ name, value }) => [name, value !== '']).toSorted()).toEqual(
    [
      ['zs_reward', true],
      [`zs_reward_${ids.ofRecipient}`, false],
      [`zs_reward_${ids.reward}`, true],
    ].toSorted(),
  )
  expect((await site.open(pathOf('Reward'), { cookie: oldest })).status).toBe(410)
})

test('one link is pressed sixty times in a quarter of an hour; then the page says when it works again, and what is open stays', async () => {
  site.server.clock.advance('PT15M')
  const address = pathOf('Reward', { t: tokens.reward })
  const cookie = await openIn('Reward', tokens.reward)
  const { html } = await site.open(address)
  const form = { _form: formTokenOf(html), intent: 'open-link' }
  for (let times = 1; times < 60; times++)
    expect((await site.open(address, { form })).status).toBe(302)
  const busy = await site.open(address, { form, cookie })
  expect([busy.status, busy.heading, busy.cookies]).toEqual([
    429,
    'Bitte etwas später noch einmal',
    [],
  ])
  // No script presses again by itself.
  expect(busy.html).not.toContain('value="open-link"')
  expect((await site.open(pathOf('Reward'), { cookie })).status).toBe(200)
  await openIn('Reward', tokens.ofRecipient)
  site.server.clock.advance('PT15M')
  expect((await site.open(address, { form })).status).toBe(302)
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
