import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { accepted, recommended } from '../referral/journey.test-helper.ts'
import { sessionLifetimes } from '../../domain/session-lifetime.ts'
import { findToken, revokeToken, revokeTokens, tokenText } from '../base/token-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { endLinkSessions, linkSessions, startLinkSession, type LinkKind } from './link-session.ts'

// Short sessions that mailed links begin.

let server: TestServer
let apiKey: string
beforeAll(async () => {
  server = await startTestServer()
  apiKey = await makeApiKey(server, 'standard')
})
afterAll(() => server.stop())

const inTenant = <T>(work: (tx: Tx) => Promise<T>, tenant = 'standard') =>
  withTenant(server.db, tenant, work)

const start = async (kind: LinkKind, text: string, tenant = 'standard') =>
  (await inTenant((tx) => startLinkSession(tx, server.deps, tenant, kind, text), tenant))?.token ??
  null

const paths = { recipient: 'empfaenger/daten', reward: 'praemierung' }
const cookies = { recipient: 'zs_recipient', reward: 'zs_reward' }
const refusals = { recipient: 'PSOF0212', reward: 'PSOF0402' }

/** What a call answers to a session in its cookie, or a token as bearer. */
async function ask(kind: LinkKind, by: { cookie?: string; token?: string }, tenant = 'standard') {
  const { status, body } = await server.call('GET', `/${tenant}/${paths[kind]}`, {
    ...(by.cookie ? { cookie: `${cookies[kind]}=${by.cookie}` } : {}),
    ...(by.token ? { token: by.token } : {}),
  })
  return body.ErrorCode ?? status
}

/** Somebody's mailed links, to their page as a contact and to a reward. */
async function links() {
  const journey = await makeJourney(server, 'standard', apiKey)
  const mails = await queuedMails(server, 'standard', journey.recipientEmail)
  const { area } = mails.find(({ template }) => template === 'confirmRecipient')!
    .data as unknown as { area: { link: { token: { id: string } } } }
  const recipient = await inTenant((tx) =>
    tokenText(tx, server.deps.keys, 'standard', area.link.token.id),
  )
  return { ...journey, recipient: recipient!, reward: journey.rewardToken }
}

const kinds = ['recipient', 'reward'] as const
describe.each(kinds)('%s', (kind) => {
  const refused = refusals[kind]
  const { idleMinutes, hours } = sessionLifetimes[kind]
  const link = async () => (await links())[kind]
  const opened = async () => (await start(kind, await link()))!

  test('a link opens its page by bearer, its session by cookie, and neither in the other’s place', async () => {
    const text = await link()
    const session = (await start(kind, text))!
    expect(await ask(kind, { token: text })).toBe(200)
    expect(await ask(kind, { cookie: session })).toBe(200)
    expect(await ask(kind, { cookie: text })).toBe(refused)
    expect(await ask(kind, { token: session })).toBe(refused)
    // A session begins none.
    expect(await start(kind, session)).toBeNull()
  })

  test('each press begins a session of its own, of random bytes, kept as a hash', async () => {
    const text = await link()
    const begun = await Promise.all(Array.from({ length: 5 }, () => start(kind, text)))
    expect(new Set([text, ...begun]).size).toBe(6)
    for (const session of begun) {
      expect(session).toMatch(/^[\w-]{43}$/)
      expect(await ask(kind, { cookie: session! })).toBe(200)
      const row = await inTenant((tx) => findToken(tx, 'standard', linkSessions[kind], session!))
      const derived = await inTenant((tx) =>
        tokenText(tx, server.deps.keys, 'standard', row!.token_id),
      )
      expect([row!.uses_left, derived === session]).toEqual([null, false])
    }
    const [one, other] = begun
    await inTenant(async (tx) => {
      const row = await findToken(tx, 'standard', linkSessions[kind], one!)
      await revokeToken(tx, 'standard', row!.token_id, server.clock.realNow())
    })
    expect(await ask(kind, { cookie: one! })).toBe(refused)
    expect(await ask(kind, { cookie: other! })).toBe(200)
  })

  test('it ends when nobody uses it for two hours, and after a day at the latest; the link begins another', async () => {
    const text = await link()
    const [used, unused] = [(await start(kind, text))!, (await start(kind, text))!]
    for (let minutes = 0; minutes + 90 < hours * 60; minutes += 90) {
      server.clock.advance('PT90M')
      expect([minutes, await ask(kind, { cookie: used })]).toEqual([minutes, 200])
      if (minutes + 90 > idleMinutes) expect(await ask(kind, { cookie: unused })).toBe(refused)
    }
    server.clock.advance('PT89M')
    expect(await ask(kind, { cookie: used })).toBe(200)
    server.clock.advance('PT1M')
    expect(await ask(kind, { cookie: used })).toBe(refused)
    const again = (await start(kind, text))!
    server.clock.advance(`PT${idleMinutes - 1}M`)
    expect(await ask(kind, { cookie: again })).toBe(200)
    server.clock.advance(`PT${idleMinutes}M`)
    expect(await ask(kind, { cookie: again })).toBe(refused)
  })

  test('a session is of its kind and tenant', async () => {
    const other = kinds.find((one) => one !== kind)!
    const text = await link()
    const session = (await start(kind, text))!
    expect(await ask(other, { cookie: session })).toBe(refusals[other])
    expect(await start(other, text)).toBeNull()
    expect(await ask(kind, { cookie: session }, 'telko')).toBe(refused)
    expect(await start(kind, text, 'telko')).toBeNull()
    for (const name of ['zs_user', 'zs_agency', 'zs_partner'])
      expect(
        (await server.call('GET', '/standard/account/user', { cookie: `${name}=${session}` }))
          .status,
      ).toBe(401)
  })

  test('it ends with its link, however that ended', async () => {
    const text = await link()
    const session = (await start(kind, text))!
    const own = await inTenant((tx) => findToken(tx, 'standard', kind, text))
    const change = (set: object) =>
      inTenant((tx) =>
        tx
          .updateTable('tokens')
          .set(set)
          .where('tenant', '=', 'standard')
          .where('token_id', '=', own!.token_id)
          .execute(),
      )
    const now = server.clock.now().toString()
    for (const [over, back] of [
      [{ revoked_at: now }, { revoked_at: null }],
      [{ expires_at: now }, { expires_at: own!.expires_at!.toString() }],
    ] as const) {
      await change(over)
      expect(await ask(kind, { cookie: session })).toBe(refused)
      await change(back)
      expect(await ask(kind, { cookie: session })).toBe(200)
    }
    await inTenant((tx) => revokeTokens(tx, 'standard', kind, own!.subject, server.clock.realNow()))
    expect(await ask(kind, { cookie: session })).toBe(refused)
    expect(await start(kind, text)).toBeNull()
  })

  test('an operator ends it, and leaves the link', async () => {
    const { [kind]: text, recipient, userToken } = await links()
    const session = (await start(kind, text))!
    const contact = await inTenant((tx) => findToken(tx, 'standard', 'recipient', recipient))
    const account = await inTenant((tx) => findToken(tx, 'standard', 'user-session', userToken))
    const [mine, others] = [{ recipient: contact!.subject }, { account: account!.subject }]
    const end = (of: typeof mine | typeof others) =>
      inTenant((tx) => endLinkSessions(tx, 'standard', of, server.clock.realNow()))
    const [whose, not] = kind === 'recipient' ? [mine, others] : [others, mine]
    expect([await end(not), await ask(kind, { cookie: session })]).toEqual([0, 200])
    expect([await end(whose), await ask(kind, { cookie: session })]).toEqual([1, refused])
    expect(await end(whose)).toBe(0)
    expect(await ask(kind, { cookie: (await start(kind, text))! })).toBe(200)
  })

  test('an unusable text begins and opens nothing', async () => {
    const session = await opened()
    for (const text of ['', 'x', 'a'.repeat(43), 'x'.repeat(201), session.slice(1)]) {
      expect(await start(kind, text)).toBeNull()
      expect(await ask(kind, text ? { cookie: text } : {})).toBe(refused)
    }
  })
})

test('a reward that a customer’s session opened closes with that session, and its codes are as before', async () => {
  const { userToken, rewardToken } = await links()
  const { subject: id } = (await inTenant((tx) =>
    findToken(tx, 'standard', 'reward', rewardToken),
  ))!
  const own = await server.call('POST', `/standard/empfehler/praemierung/${id}`, {
    token: userToken,
  })
  expect(own.status).toBe(201)
  const session = (await start('reward', own.body.Token))!
  expect(await ask('reward', { cookie: session })).toBe(200)
  const proof = async (cookie: string) =>
    (await server.call('GET', '/standard/praemierung/adressnachweis', { cookie })).body.Bestaetigt
  // Who logged in with a password is asked for no code, who came by mail is.
  expect(await proof(`zs_reward=${session}`)).toBe(true)
  expect(await proof(`zs_reward=${await start('reward', rewardToken)}`)).toBe(false)
  await server.call('POST', '/standard/account/logout', { token: userToken })
  expect(await ask('reward', { cookie: session })).toBe(refusals.reward)
  expect(await start('reward', own.body.Token)).toBeNull()
})

test('a page that names its referral reaches that entry alone, whichever was opened last in this browser', async () => {
  const people = await Promise.all(
    [1, 2].map(async () => {
      const { Empfehlungsnummer: number } = await recommended(server)
      const { Token } = await accepted(server, number)
      return { number, session: (await start('recipient', Token))! }
    }),
  )
  const [first, last] = people as [(typeof people)[0], (typeof people)[0]]
  const show = async (cookie: string) =>
    (
      await server.call('GET', `/standard/empfaenger/daten?empfehlung=${first.number}`, {
        cookie: `zs_recipient=${last.session}; zs_recipient_${last.number}=${last.session}${cookie}`,
      })
    ).body
  const own = await show(`; zs_recipient_${first.number}=${first.session}`)
  expect(own.Empfehlungsnummer).toBe(first.number)
  expect((await show('')).ErrorCode).toBe(refusals.recipient)
})

test('a contact who withdraws closes the page in every browser', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const { Token } = await accepted(server, number)
  const [one, other] = [(await start('recipient', Token))!, (await start('recipient', Token))!]
  expect(await ask('recipient', { cookie: other })).toBe(200)
  const gone = await server.call('DELETE', `/standard/empfaenger/daten?empfehlung=${number}`, {
    cookie: `zs_recipient_${number}=${one}`,
  })
  expect([gone.status, gone.body.Geloescht]).toEqual([200, true])
  for (const cookie of [one, other])
    expect(await ask('recipient', { cookie })).toBe(refusals.recipient)
})
