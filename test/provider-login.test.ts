import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withTenant } from '../src/server/db/connection.ts'
import { issueToken } from '../src/server/base/token-store.ts'
import { postReferral, readReferral, wish } from '../src/server/referral/journey.test-helper.ts'
import { iban, makeApiKey } from './helpers/actors.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'

// Where the provider logs people in (IsAutologin).

let site: Awaited<ReturnType<typeof startPages>>
let key: string
const login = 'https://www.sonnseite.example/login?zurueck={ziel}'
beforeAll(async () => {
  site = await startPages()
  const { server } = site
  key = await withTenant(server.db, 'standard', async (tx) => {
    const { text } = await issueToken(tx, server.deps.keys, 'standard', {
      kind: 'api-key',
      subject: 'login',
      now: server.clock.now(),
      expiresAt: server.clock.now().add({ hours: 24 * 365 }),
      uses: null,
      details: { login: true },
    })
    return text
  })
})
beforeEach(() => site.configure({ IsAutologin: true }, { providerLogin: login }))
afterAll(() => site.stop())

const person = (Email: string, more: object = {}) => ({
  Vorname: 'Mara',
  Nachname: 'Lindenau',
  Email,
  ...more,
})
const issue = (body: object, token = key) =>
  site.server.call('POST', '/standard/account/autologin', { body, token })
/** What the page's button sends, at once where there is script. */
async function press(link: string, cookie = '') {
  const asked = await site.open(link, { cookie })
  expect([asked.status, asked.cookies]).toEqual([302, []])
  expect(asked.headers['referrer-policy']).toBe('no-referrer')
  const page = await site.open(asked.to ?? '', { cookie })
  expect([page.status, page.heading, page.cookies]).toEqual([200, 'Angemeldet weiter', []])
  return site.open(asked.to ?? '', { cookie, form: { _form: formTokenOf(page.html) } })
}
const swap = (link: string, headers: Record<string, string> = {}) =>
  site.server.call(
    'GET',
    `/standard/account/login?token=${new URL(link).searchParams.get('token')}`,
    { headers },
  )

test('a link of the provider’s login opens the owner’s session by a press, once, and money may be touched', async () => {
  const { status, body } = await issue(
    person('neu@post.example', { Ziel: '/de/meinedaten?edit=bank' }),
  )
  expect(status).toBe(201)
  expect(body.Link).toMatch(
    /^http:\/\/localhost:3000\/de\/meinedaten\?edit=bank&anmelden=1&token=[\w-]{43}$/,
  )
  const first = await press(body.Link)
  expect([first.status, first.to]).toEqual([302, '/de/meinedaten?edit=bank'])
  expect(first.headers['referrer-policy']).toBe('no-referrer')
  const session = first.cookies.find(({ name }) => name === 'zs_user')!.value
  const user = await site.server.call('GET', '/standard/account/user', { token: session })
  expect([user.body.Email, user.body.SupportZugriff]).toEqual(['neu@post.example', false])
  const saved = await site.server.call('PUT', '/standard/empfehler/bankdaten', {
    body: { Kontoinhaber: 'Mara Lindenau', Iban: iban },
    token: session,
  })
  expect(saved.status).toBe(200)
  expect((await swap(body.Link)).body.ErrorCode).toBe('PSOF0206')
})

test('no other site, nor another host of the provider’s, has a visitor’s browser use a link up', async () => {
  const { body } = await issue(person('gelockt@post.example'))
  for (const from of ['cross-site', 'same-site']) {
    const lured = await swap(body.Link, { 'sec-fetch-site': from })
    expect(lured.body.ErrorCode).toBe('PSOF0203')
  }
  expect((await swap(body.Link, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('of many who use one link at once one gets in, and after five minutes nobody', async () => {
  const { body } = await issue(person('eilig@post.example'))
  const answers = await Promise.all(Array.from({ length: 6 }, () => swap(body.Link)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const late = await issue(person('eilig@post.example'))
  site.server.clock.advance('PT5M')
  expect((await swap(late.body.Link)).body.ErrorCode).toBe('PSOF0205')
})

test('the provider’s word about who is there takes the place of whoever was logged in; a made-up token changes nothing', async () => {
  const sessionBy = async (link: string, cookie = '') => {
    const { cookies } = await press(link, cookie)
    return cookies.find(({ name }) => name === 'zs_user')!.value
  }
  const userOf = async (token: string) =>
    (await site.server.call('GET', '/standard/account/user', { token })).body.Email
  const first = await sessionBy((await issue(person('erste@post.example'))).body.Link)
  const wrong = await press(`/de?anmelden=1&token=${'x'.repeat(43)}`, `zs_user=${first}`)
  expect(wrong.to).toBe('/de')
  expect(wrong.cookies).toEqual([])
  expect(await userOf(first)).toBe('erste@post.example')
  const { body } = await issue(person('zweite@post.example'))
  const second = await sessionBy(body.Link, `zs_user=${first}`)
  expect([await userOf(first), await userOf(second)]).toEqual([undefined, 'zweite@post.example'])
})

test('what was recommended with the address belongs to its owner with the provider’s login', async () => {
  const email = 'vorher@post.example'
  const made = (await postReferral(site.server, wish(email))).body
  expect((await readReferral(site.server, made.Empfehlungsnummer)).owned_at).toBeNull()
  await issue(person(email))
  expect((await readReferral(site.server, made.Empfehlungsnummer)).owned_at).not.toBeNull()
})

test('only a key that may log in issues links, and only where the provider logs people in', async () => {
  const feed = await makeApiKey(site.server, 'standard')
  for (const token of [feed, site.session, 'x'.repeat(43)])
    expect((await issue(person('fremd@post.example'), token)).body.ErrorCode).toBe('PSOF0213')
  const elsewhere = await site.server.call('POST', '/telko/account/autologin', {
    body: person('fremd@post.example'),
    token: key,
  })
  expect(elsewhere.body.ErrorCode).toBe('PSOF0213')
  const { body } = await issue(person('vorbei@post.example'))
  await site.configure({})
  expect((await issue(person('fremd@post.example'))).body.ErrorCode).toBe('PSOF0203')
  expect((await swap(body.Link)).body.ErrorCode).toBe('PSOF0205')
})

test('a link leads to pages of the programme alone', async () => {
  for (const Ziel of [
    '//evil.example',
    'https://evil.example/de',
    '/de\\@evil.example',
    '/api/v1',
  ]) {
    const { status, body } = await issue(person('ziel@post.example', { Ziel }))
    expect([status, body.Fields?.[0]?.Field], Ziel).toEqual([400, 'Ziel'])
  }
})

test('a blocked account is let in by no provider', async () => {
  await site.configure(
    { IsAutologin: true },
    {
      blockedEmails: { single: ['gesperrt@post.example'], wildcard: [] },
    },
  )
  const { body } = await issue(person('gesperrt@post.example'))
  expect(body.ErrorCode).toBe('PSOF0210')
})

test('where login is needed the provider’s login is led to, with the page that was wanted', async () => {
  const { to } = await site.open(pathOf('Settings'))
  const page = await site.open(to ?? '')
  expect(page.heading).toBe('Anmeldung über Sonnseite')
  expect(page.html).toContain(
    'href="https://www.sonnseite.example/login?zurueck=%2Fde%2Fmeinedaten"',
  )
  // What came from elsewhere is no page to lead back to.
  const evil = await site.open(`${pathOf('Login')}?redirect=//evil.example`)
  expect(evil.html).toContain('zurueck=%2Fde%2Fpersoenlicherbereich"')
})
