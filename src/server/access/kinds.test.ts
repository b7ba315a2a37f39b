import { hash, parseOptions } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionLifetimes } from '../../domain/session-lifetime.ts'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { goodPassword, stranger } from '../account/people.test-helper.ts'
import { findToken, issueTokens } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { telko } from '../demo/demo-tenants.ts'
import { kinds } from '../kinds.ts'
import { argon2Options, hashPassword } from './password-hash.ts'
import { make, paths, type Name } from './somebody.test-helper.ts'
import { startSession } from './start-session.ts'

// What holds for every kind of person who logs in. Both tenants have all of them.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const tenant of ['standard', 'telko'])
    await changeTenant(server, tenant, {
      agencies: true,
      salesPartners: telko.tenant.salesPartners,
    })
})
afterAll(() => server.stop())

const wrongPassword = 'Falsches-Passwort-1'
const newPassword = 'Kranich-2026-Sued'
const setPath = (name: Name) =>
  name === 'user' ? '/account/resetPassword' : `${paths[name].access}/passwort`
const changePaths: Record<Name, string> = {
  user: '/account/resetPasswordWithoutToken',
  agency: '/agentur-konto/passwort/aendern',
  'sales-partner': '/verkaufspartner/passwort/aendern',
}
const checkPath = (name: Name) =>
  name === 'user' ? '/account/validateResetPassword' : `${setPath(name)}/pruefen`

const names = Object.keys(kinds) as Name[]

describe.each(names)('%s', (name) => {
  const kind = kinds[name]
  const { access, me, ask } = paths[name]
  const somebody = (tenant = 'standard') => make[name](server, tenant)
  const logIn = (email: string, Password = goodPassword, ip = stranger().ip, tenant = 'standard') =>
    server.call('POST', `/${tenant}${access}/login`, { ip, body: { Email: email, Password } })
  const status = async (path: string, token: string, tenant = 'standard') =>
    (await server.call('GET', `/${tenant}${path}`, { token })).status
  const link = async (email: string) => {
    const [method, path, body] = ask(email)
    const answer = await server.call(method, `/standard${path}`, { body, ip: stranger().ip })
    expect([answer.status, answer.body]).toEqual([202, {}])
    return mailedToken(server, 'standard', email, 'setPassword')
  }
  /** Further sessions of whoever has this one. */
  const addSessions = (
    token: string,
    sessions: { began: Temporal.Instant; seenAt?: Temporal.Instant }[],
  ) =>
    withTenant(server.db, 'standard', async (tx) => {
      const { subject, details } = (await findToken(tx, 'standard', kind.session, token))!
      const issued = sessions.map(({ began, seenAt }) => ({
        kind: kind.session,
        subject,
        now: began,
        expiresAt: server.clock.realNow().add({ hours: 1 }),
        uses: null,
        details: { ...(details as object), ...(seenAt ? { seenAt: seenAt.toString() } : {}) },
      }))
      return issueTokens(tx, server.deps.keys, 'standard', issued)
    })
  const set = (Token: string, of = name, tenant = 'standard') =>
    server.call('PUT', `/${tenant}${setPath(of)}`, { body: { Token, Password: newPassword } })

  test('an unknown address and a wrong password are the same answer, and guessing stops, also in parallel', async () => {
    const { email } = await somebody()
    const { ip } = stranger()
    const unknown = await logIn('niemand@post.example', wrongPassword)
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => logIn(email, wrongPassword, ip)),
    )
    const codes = tries.map(({ body }) => body.ErrorCode).toSorted()
    expect(codes).toEqual([...Array(10).fill('PSOF0201'), ...Array(4).fill('PSOF0605')])
    const wrong = tries.find(({ body }) => body.ErrorCode === 'PSOF0201')!
    expect({ ...unknown.body, RequestId: '' }).toEqual({ ...wrong.body, RequestId: '' })
    expect((await logIn(email, goodPassword, ip)).status).toBe(429)
    expect((await logIn(email)).status).toBe(200)
  })

  test('a session opens the calls of its kind and tenant alone, as a bearer and in any cookie', async () => {
    const { token } = await somebody()
    expect(await status(me, token)).toBe(200)
    expect(await status(me, token, 'telko')).toBe(401)
    for (const other of names.filter((one) => one !== name)) {
      expect(await status(paths[other].me, token)).toBe(401)
      for (const cookie of [kind.cookie, kinds[other].cookie]) {
        const options = { cookie: `${cookie}=${token}` }
        const answer = await server.call('GET', `/standard${paths[other].me}`, options)
        expect([other, cookie, answer.status]).toEqual([other, cookie, 401])
      }
    }
  })

  test('logging out ends that session, and only it', async () => {
    const { email, token } = await somebody()
    const second = (await logIn(email)).body.Token as string
    expect(second).not.toBe(token)
    const out = await server.call('POST', `/standard${access}/logout`, { token: second })
    expect([out.status, out.body]).toEqual([200, {}])
    expect([await status(me, second), await status(me, token)]).toEqual([401, 200])
  })

  test('a session ends when it is not used for its time, at its last hour however much it is used, and lives until then', async () => {
    const { idleMinutes, hours } = sessionLifetimes[kind.caller]
    const used = (await somebody()).token
    const left = (await somebody()).token
    const visits = Math.ceil((hours * 60) / (idleMinutes - 1)) - 1
    for (let visit = 1; visit <= visits; visit += 1) {
      server.clock.advance(`PT${idleMinutes - 1}M`)
      expect([visit, await status(me, used)]).toEqual([visit, 200])
    }
    expect(await status(me, left)).toBe(401)
    server.clock.advance(`PT${idleMinutes - 1}M`)
    expect(await status(me, used)).toBe(401)
  })

  test('a login ends the session that its browser came with, whosever it was, and no other', async () => {
    const [first, second] = [await somebody(), await somebody()]
    const elsewhere = (await logIn(first.email)).body.Token as string
    const body = { Email: second.email, Password: goodPassword }
    const came = { ip: stranger().ip, cookie: `${kind.cookie}=${first.token}`, body }
    const fails = { ...came, body: { ...body, Password: wrongPassword } }
    expect((await server.call('POST', `/standard${access}/login`, fails)).status).toBe(400)
    expect(await status(me, first.token)).toBe(200)
    expect((await server.call('POST', `/standard${access}/login`, came)).status).toBe(200)
    expect([await status(me, first.token), await status(me, elsewhere)]).toEqual([401, 200])
  })

  test('somebody sees their own sessions, ends one or all others, and nobody else’s', async () => {
    const [own, other] = [await somebody(), await somebody()]
    const second = await server.call('POST', `/standard${access}/login`, {
      ip: stranger().ip,
      headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Firefox/150.0' },
      body: { Email: own.email, Password: goodPassword },
    })
    const third = (await logIn(own.email)).body.Token as string
    const path = `/standard${access}/anmeldungen`
    const list = async (token: string) =>
      (await server.call('GET', path, { token })).body.Anmeldungen as {
        Id: string
        Geraet: string
        Diese: boolean
      }[]
    const end = (id: string, token: string) => server.call('DELETE', `${path}/${id}`, { token })
    const shown = await list(own.token)
    expect(shown).toHaveLength(3)
    expect(shown.filter(({ Diese }) => Diese)).toHaveLength(1)
    const phone = shown.find(({ Geraet }) => Geraet === 'Firefox, iPhone')!
    const [foreign] = await list(other.token)
    expect((await end(foreign!.Id, own.token)).body).toEqual({ Beendet: 0 })
    const twice = await Promise.all([end(phone.Id, own.token), end(phone.Id, own.token)])
    expect(twice.map(({ body }) => body.Beendet).toSorted()).toEqual([0, 1])
    expect(await status(me, second.body.Token)).toBe(401)
    expect((await end('andere', own.token)).body).toEqual({ Beendet: 1 })
    expect([await status(me, third), await status(me, own.token)]).toEqual([401, 200])
    expect(await list(own.token)).toHaveLength(1)
    expect(await status(me, other.token)).toBe(200)
    for (const asked of [path, `/telko${access}/anmeldungen`])
      expect((await server.call('GET', asked, { token: third })).status).toBe(401)
  })

  test('of many sessions fifty are listed, the one that asks first, and all others end at once', async () => {
    const own = await somebody()
    const path = `/standard${access}/anmeldungen`
    const list = async () => (await server.call('GET', path, { token: own.token })).body
    const since = (seconds: number) => ({ began: server.clock.realNow().add({ seconds }) })
    const later = await addSessions(
      own.token,
      Array.from({ length: 60 }, (_, at) => since(at + 1)),
    )
    const { Anmeldungen, Weitere } = await list()
    expect([Anmeldungen[0].Diese, Weitere]).toEqual([true, 11])
    const newest = later.map(({ id }) => id).toReversed()
    expect(Anmeldungen.slice(1).map(({ Id }: { Id: string }) => Id)).toEqual(newest.slice(0, 49))
    const ended = await server.call('DELETE', `${path}/andere`, { token: own.token })
    expect(ended.body).toEqual({ Beendet: 60 })
    const left = await list()
    expect([left.Anmeldungen.length, left.Weitere]).toEqual([1, 0])
  })

  test('a session is listed as long as it opens something, to the second', async () => {
    const own = await somebody()
    const { hours, idleMinutes } = sessionLifetimes[kind.caller]
    const now = server.clock.realNow()
    const whole = { hours, minutes: 0 }
    const idle = { hours: 0, minutes: idleMinutes }
    const ago = (time: typeof whole, seconds: number) => now.subtract(time).add({ seconds })
    const added = await addSessions(own.token, [
      ...[-1, 0, 1].map((seconds) => ({ began: ago(whole, seconds), seenAt: now })),
      ...[-1, 0, 1].map((seconds) => ({ began: ago(idle, seconds) })),
      ...[-1, 0, 1].map((seconds) => ({ began: ago(idle, -9), seenAt: ago(idle, seconds) })),
    ])
    const answer = await server.call('GET', `/standard${access}/anmeldungen`, { token: own.token })
    const listed = answer.body.Anmeldungen.map(({ Id }: { Id: string }) => Id)
    const opens = []
    for (const { text } of added) opens.push((await status(me, text)) === 200)
    expect(opens).toEqual(Array.from({ length: 3 }, () => [false, false, true]).flat())
    expect(added.map(({ id }) => listed.includes(id))).toEqual(opens)
  })

  test('whoever has SECRET_KEY and the tables has no session by them', async () => {
    const { token } = await somebody()
    const { rows } = await withTenant(server.db, 'standard', (tx) =>
      sql<{ token_id: string }>`select token_id from tokens
        where tenant = 'standard' and kind = ${kind.session}`.execute(tx),
    )
    const made = rows.map(({ token_id }) => server.deps.keys.token(token_id))
    expect(made.length).toBeGreaterThan(0)
    expect(made).not.toContain(token)
    expect(await Promise.all(made.map((text) => status(me, text)))).toEqual(made.map(() => 401))
  })

  test('a mailed link sets one password, of its kind and tenant, and ends every session and link of before', async () => {
    const { email, token } = await somebody()
    const first = await link(email)
    const second = await link(email)
    for (const other of names.filter((one) => one !== name)) {
      expect((await set(second, other)).body.ErrorCode).toBe('PSOF0205')
      const checked = await server.call('PUT', `/standard${checkPath(other)}`, {
        body: { Token: second },
      })
      expect(checked.body.ErrorCode).toBe('PSOF0205')
    }
    expect((await set(second, name, 'telko')).body.ErrorCode).toBe('PSOF0205')
    expect(await status(me, second)).toBe(401)
    const presses = await Promise.all(Array.from({ length: 4 }, () => set(second)))
    const done = presses.filter((answer) => answer.status === 200)
    expect(done).toHaveLength(1)
    expect((await set(second)).body.ErrorCode).toBe('PSOF0206')
    expect((await set(first)).body.ErrorCode).toBe('PSOF0205')
    expect([await status(me, token), await status(me, done[0]!.body.Token)]).toEqual([401, 200])
    expect((await logIn(email)).body.ErrorCode).toBe('PSOF0201')
    expect((await logIn(email, newPassword)).status).toBe(200)
    const told = await queuedMails(server, 'standard', email)
    expect(told.filter(({ template }) => template === 'passwordChanged')).toHaveLength(1)
  })

  test('the password is changed with the old one, ends every other session, and is told by mail', async () => {
    const { email, token } = await somebody()
    const other = (await logIn(email)).body.Token as string
    const change = (body: object, bearer = token) =>
      server.call('PUT', `/standard${changePaths[name]}`, { token: bearer, body })
    const wrong = { OldPassword: wrongPassword, Password: newPassword }
    expect((await change(wrong)).body.ErrorCode).toBe('PSOF0201')
    const own = { OldPassword: goodPassword, Password: 'Standard-2026' }
    expect((await change(own)).body.Fields[0].Field).toBe('Password')
    const good = { OldPassword: goodPassword, Password: newPassword }
    const both = await Promise.all([change(good), change(good, other)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = [await status(me, token), await status(me, other)].filter((one) => one === 200)
    expect(left).toHaveLength(1)
    expect((await logIn(email)).body.ErrorCode).toBe('PSOF0201')
    expect((await logIn(email, newPassword)).status).toBe(200)
    const told = await queuedMails(server, 'standard', email)
    expect(told.filter(({ template }) => template === 'passwordChanged')).toHaveLength(1)
  })

  test('a hash made with less than today’s parameters is made anew at the login, once', async () => {
    const { email, id } = await somebody()
    const hashOf = async () =>
      (await withTenant(server.db, 'standard', (tx) => kind.find(tx, 'standard', id)))!
        .password_hash!
    const older = await hash(goodPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await withTenant(server.db, 'standard', (tx) => kind.storePassword(tx, 'standard', id, older))
    expect((await logIn(email, wrongPassword)).body.ErrorCode).toBe('PSOF0201')
    expect(await hashOf()).toBe(older)
    const both = await Promise.all([logIn(email), logIn(email)])
    expect(both.some((answer) => answer.status === 200)).toBe(true)
    const renewed = await hashOf()
    expect(parseOptions(renewed)).toMatchObject(argon2Options)
    expect((await logIn(email)).status).toBe(200)
    expect(await hashOf()).toBe(renewed)
  })

  test('whoever is let in no more has no session, no login, and no link that works', async () => {
    const { email, token, end } = await somebody()
    const mailed = await link(email)
    await end()
    expect(await status(me, token)).toBe(401)
    expect((await logIn(email, wrongPassword)).body.ErrorCode).toBe('PSOF0201')
    expect((await logIn(email)).body.ErrorCode).toBe('PSOF0210')
    expect(['PSOF0205', 'PSOF0210']).toContain((await set(mailed)).body.ErrorCode)
    expect((await logIn(email, newPassword)).body.ErrorCode).toBe('PSOF0201')
  })

  test('a login that was under way while the password changed starts no session', async () => {
    const { id } = await somebody()
    const start = (passwordHash: string) =>
      withTenant(server.db, 'standard', (tx) =>
        startSession(tx, server.deps, 'standard', kind, id, { passwordHash }),
      )
    const before = await withTenant(server.db, 'standard', (tx) => kind.find(tx, 'standard', id))
    const hash = await hashPassword(newPassword)
    await withTenant(server.db, 'standard', (tx) => kind.storePassword(tx, 'standard', id, hash))
    await expect(start(before!.password_hash!)).rejects.toMatchObject({
      failure: { name: 'wrong-credentials' },
    })
    expect((await start(hash)).token).toHaveLength(43)
  })
})

test.each([
  ['agency', { agencies: false }],
  ['sales-partner', { salesPartners: null }],
] as const)(
  'a tenant that has no %s any more knows none of their sessions',
  async (name, change) => {
    const { token } = await make[name](server, 'telko')
    const me = () => server.call('GET', `/telko${paths[name].me}`, { token })
    expect((await me()).status).toBe(200)
    const { agencies: had, salesPartners } = await server.deps.tenants.get('telko')
    await changeTenant(server, 'telko', change)
    expect((await me()).status).toBe(401)
    await changeTenant(server, 'telko', { agencies: had, salesPartners })
  },
)
