import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { changeTenant, makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { Authenticator } from '../../../test/helpers/authenticator.ts'
import { impatiently } from '../../../test/helpers/impatient.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import {
  clientId,
  startSignOn,
  type SignOnAnswer,
  type TestSignOn,
} from '../../../test/helpers/sign-on.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { startSession } from '../access/start-session.ts'
import { goodPassword } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import type { SignOnPerson } from '../demo/sign-on/make-provider.ts'
import { agencyUser } from './agency-user.ts'
import { findPerson } from './find-person.ts'

const redirectUri = 'http://bgv.localhost:3000/de/agentur/anmelden'
const person = (id: string, agency: string, employee: string, email?: string): SignOnPerson => ({
  id,
  firstName: 'Quirin',
  lastName: 'Sonnleithner',
  email: email ?? `${id}@konto.example`,
  agency,
  employee,
})
const people = [
  person('owner', 'AG-9001', 'M-1'),
  person('employee', 'AG-9001', 'M-2'),
  // Another account that claims to be the same employee.
  person('double', 'AG-9001', 'M-2'),
  person('by-mail', 'AG-9001', 'M-77', 'kollo.ag-9001@agentur.example'),
  person('new', 'AG-9001', 'M-50'),
  person('new-too', 'AG-9001', 'M-51'),
  person('unknown', 'AG-9999', 'M-1'),
  // Knows the address of somebody of another agency.
  person('crossing', 'AG-9002', 'M-99', 'owine.ag-9001@agentur.example'),
]

let server: TestServer
let provider: TestSignOn
let agency: Awaited<ReturnType<typeof makeAgency>>
beforeAll(async () => {
  server = await startTestServer()
  provider = await startSignOn(people, [redirectUri])
  agency = await makeAgency(server, 'bgv', 'AG-9001')
  await makeAgency(server, 'bgv', 'AG-9002')
  await settings({})
})
startEachAfresh(() => server)
afterEach(() => provider.mend())
afterAll(async () => {
  await provider.stop()
  await server.stop()
})

const settings = (own: object) =>
  changeTenant(server, 'bgv', {
    sso: {
      issuer: provider.issuer,
      clientId,
      scopes: ['email', 'profile', 'agentur'],
      claim: { agency: 'agentur', employee: 'mitarbeiter', email: 'email' },
      create: false,
      ...own,
    },
  })

const start = async () => {
  const { status, body } = await server.call('POST', '/bgv/agentur/sso', { body: {} })
  expect(status).toBe(200)
  return body as { Url: string; Verifier: string }
}
const finish = (
  verifier: string,
  answer: Partial<SignOnAnswer>,
  more: Record<string, unknown> = {},
) =>
  server.call('PUT', '/bgv/agentur/sso', {
    body: {
      Code: answer.code ?? 'nonsense',
      Verifier: verifier,
      ...(answer.state === undefined ? {} : { State: answer.state }),
      ...(answer.issuer === undefined ? {} : { Iss: answer.issuer }),
      ...more,
    },
  })
/** A whole sign-on of somebody. */
const signOn = async (id: string) => {
  const { Url, Verifier } = await start()
  return finish(Verifier, await provider.logIn(Url, id))
}
const me = (token: string) => server.call('GET', '/bgv/agentur-konto/benutzer', { token })

test('a good sign-on logs in whom the claims name, with a session that works', async () => {
  const { status, body } = await signOn('employee')
  expect([status, body.Benutzer]).toMatchObject([
    200,
    { Email: agency.employee.email, Rolle: 'employee' },
  ])
  expect((await me(body.Benutzer.Token)).status).toBe(200)
  // And without state and issuer, as a client that keeps its verifier may call it.
  const again = await start()
  const { code } = await provider.logIn(again.Url, 'employee')
  expect((await finish(again.Verifier, { code })).status).toBe(200)
})

test('a code works once, also at the same moment, and no other code with the same verifier', async () => {
  const { Url, Verifier } = await start()
  const answer = await provider.logIn(Url, 'owner')
  const both = await Promise.all([finish(Verifier, answer), finish(Verifier, answer)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect((await finish(Verifier, answer)).body.ErrorCode).toBe('PSOF0206')
  // The replayed code of somebody else's sign-on is refused by the provider, and bound to another challenge.
  const other = await start()
  expect((await finish(other.Verifier, { code: answer.code })).body.ErrorCode).toBe('PSOF0203')
})

test('a wrong state, a wrong verifier and an unknown one let nobody in', async () => {
  const first = await start()
  const answer = await provider.logIn(first.Url, 'owner')
  const wrongState = await finish(first.Verifier, { ...answer, state: 'x'.repeat(32) })
  expect(wrongState.body.ErrorCode).toBe('PSOF0203')
  // It is used up by that: whoever tries again has to begin again.
  expect((await finish(first.Verifier, answer)).body.ErrorCode).toBe('PSOF0206')
  const [mine, theirs] = [await start(), await start()]
  const { code } = await provider.logIn(theirs.Url, 'owner')
  expect((await finish(mine.Verifier, { code })).body.ErrorCode).toBe('PSOF0203')
  expect((await finish('a'.repeat(43), { code })).body.ErrorCode).toBe('PSOF0205')
})

test('a sign-on that was begun more than ten minutes ago is over', async () => {
  const { Url, Verifier } = await start()
  const answer = await provider.logIn(Url, 'owner')
  server.clock.advance('PT11M')
  expect((await finish(Verifier, answer)).body.ErrorCode).toBe('PSOF0205')
})

test('an id token with another nonce, or with a claim that was changed on its way, is refused', async () => {
  const { Url, Verifier } = await start()
  const url = new URL(Url)
  url.searchParams.set('nonce', 'somebody-elses')
  expect((await finish(Verifier, await provider.logIn(url.href, 'owner'))).status).toBe(403)
  provider.trouble.token = (body) => {
    const [head, claims = '', signature] = String(body.id_token).split('.')
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...said, sub: 'employee' })).toString('base64url')
    return { ...body, id_token: [head, changed, signature].join('.') }
  }
  expect((await signOn('owner')).body.ErrorCode).toBe('PSOF0203')
  provider.trouble.token = (body) => ({ ...body, id_token: undefined })
  expect((await signOn('owner')).body.ErrorCode).toBe('PSOF0203')
})

test('an answer of another issuer is refused, and one that was begun before the settings changed', async () => {
  const { Url, Verifier } = await start()
  const answer = await provider.logIn(Url, 'owner')
  const mixed = await finish(Verifier, { ...answer, issuer: 'https://evil.example' })
  expect(mixed.body.ErrorCode).toBe('PSOF0203')
  const begun = await start()
  const good = await provider.logIn(begun.Url, 'owner')
  await settings({ issuer: 'http://127.0.0.1:9' })
  expect((await finish(begun.Verifier, { code: good.code })).body.ErrorCode).toBe('PSOF0203')
  await settings({})
})

test('who is unknown is told so; the provider’s name of a person belongs to one of ours, of one agency', async () => {
  const unknown = await signOn('unknown')
  expect([unknown.status, unknown.body.Details]).toEqual([403, { Grund: 'unbekannt' }])
  expect((await signOn('employee')).status).toBe(200)
  for (const id of ['double', 'crossing', 'new'])
    expect([id, (await signOn(id)).status]).toEqual([id, 403])
  expect((await signOn('by-mail')).body.Benutzer.Email).toBe(agency.colleague.email)
})

test('an address that the provider does not call confirmed is nobody’s, and makes nobody', async () => {
  const email = agency.owner.email
  const named = (verified: unknown, claims: object = { email }) =>
    withTenant(server.db, 'bgv', (tx) =>
      findPerson(
        tx,
        'bgv',
        { claim: { agency: 'agentur', employee: 'mitarbeiter', email: 'email' }, create: true },
        {
          iss: provider.issuer,
          sub: `typed-${String(verified)}`,
          agentur: 'AG-9001',
          ...claims,
          ...(verified === undefined ? {} : { email_verified: verified }),
        },
        { now: server.clock.now(), language: 'de' },
      ),
    )
  const fresh = { email: 'wer.anders@konto.example', mitarbeiter: 'M-60' }
  for (const verified of [undefined, null, false, 'false', 0, 1, ''])
    for (const claims of [{ email }, fresh])
      expect([verified, await named(verified, claims)]).toEqual([verified, null])
  // The words are taken, and then belong to whom the provider named before.
  expect(await named('true', { email: agency.colleague.email, sub: 'by-mail' })).toBe(
    agency.colleague.id,
  )
})

test('with the setting, somebody new of a known agency becomes its employee, once; of a closed one nobody', async () => {
  await settings({ create: true })
  const first = await signOn('new')
  expect(first.body.Benutzer).toMatchObject({
    Rolle: 'employee',
    Mitarbeiternummer: 'M-50',
    Vorname: 'Quirin',
  })
  expect((await signOn('new')).status).toBe(200)
  const list = await server.call('GET', '/bgv/agentur-konto/mitarbeiter', {
    token: agency.owner.token,
  })
  const numbers = list.body.map(
    ({ Mitarbeiternummer }: Record<string, string>) => Mitarbeiternummer,
  )
  expect(numbers.filter((number: string) => number === 'M-50')).toHaveLength(1)
  await setAgencyState(server, 'bgv', agency.agencyId, 'inactive')
  expect((await signOn('new')).body.ErrorCode).toBe('PSOF0210')
  expect((await signOn('new-too')).status).toBe(403)
  await setAgencyState(server, 'bgv', agency.agencyId, 'active')
  await settings({ create: false })
})

test('where the tenant wants the provider alone, whoever it knows gets in by no password, link or passkey', async () => {
  const { email } = agency.owner
  await signOn('owner')
  const base = '/bgv/agentur-konto'
  const logIn = (Email: string, ip: string) =>
    server.call('POST', `${base}/login`, { ip, body: { Email, Password: goodPassword } })
  const begun = await logIn(email, '198.51.100.7')
  expect(begun.status).toBe(200)
  const token = begun.body.Token as string
  const place = { origin: 'http://bgv.localhost:3000', rpId: 'bgv.localhost' }
  const device = new Authenticator()
  const options = await server.call('POST', `${base}/passkeys/beginn`, { token, body: {} })
  const Antwort = device.make(options.body.Optionen, place)
  await server.call('POST', `${base}/passkeys`, { token, body: { Name: 'Telefon', Antwort } })
  await settings({ alone: true })
  expect((await logIn(email, '198.51.100.8')).body.ErrorCode).toBe('PSOF0216')
  const asked = await server.call('POST', `${base}/passkeys/anmeldung/beginn`, { body: {} })
  const signed = { Antwort: device.sign(asked.body.Optionen, place) }
  const byPasskey = await server.call('POST', `${base}/passkeys/anmeldung`, { body: signed })
  expect(byPasskey.body.ErrorCode).toBe('PSOF0216')
  const before = (await queuedMails(server, 'bgv', email)).length
  await server.call('POST', `${base}/passwort`, { ip: '198.51.100.9', body: { Email: email } })
  expect(await queuedMails(server, 'bgv', email)).toHaveLength(before)
  // Whom the provider does not know keeps the password, and its log-in works.
  expect((await logIn(agency.colleague.email, '198.51.100.10')).status).toBe(200)
  expect((await signOn('owner')).status).toBe(200)
  await settings({})
})

test('a session by sign-on ends twelve hours after the login at the provider, which is asked anew after that', async () => {
  const { searchParams } = new URL((await start()).Url)
  expect([searchParams.get('max_age'), searchParams.get('prompt')]).toEqual(['43200', null])
  const spent = 11 * 3600
  const { token, expiresAt } = await withTenant(server.db, 'bgv', (tx) =>
    startSession(tx, server.deps, 'bgv', agencyUser, agency.owner.id, { spentSeconds: spent }),
  )
  const end = server.clock.now().add({ hours: 1 })
  expect(expiresAt.toString()).toBe(end.toString())
  expect((await me(token)).status).toBe(200)
  const left = (await signOn('owner')).body.Benutzer.TokenGueltigBis as string
  const most = server.clock.now().add({ hours: 12 })
  expect(Temporal.Instant.compare(Temporal.Instant.from(left), most)).toBeLessThan(1)
})

test('an employee who left gets in by no sign-on either', async () => {
  await server.call('DELETE', `/bgv/agentur-konto/mitarbeiter/${agency.employee.id}`, {
    token: agency.owner.token,
  })
  expect((await signOn('employee')).body.ErrorCode).toBe('PSOF0210')
})

test('a provider that is down or too slow is said to be away, in seconds, and the password still works', async () => {
  const { Url, Verifier } = await start()
  const answer = await provider.logIn(Url, 'owner')
  provider.trouble.down = true
  const down = await finish(Verifier, answer)
  expect([down.status, down.body.ErrorCode, down.headers['retry-after']]).toEqual([
    503,
    'PSOF0002',
    '30',
  ])
  provider.mend()
  const slow = await start()
  const late = await provider.logIn(slow.Url, 'owner')
  provider.trouble.delayMs = 20_000
  const began = performance.now()
  expect((await impatiently(() => finish(slow.Verifier, late))).status).toBe(503)
  expect(performance.now() - began).toBeLessThan(9_000)
  const login = await server.call('POST', '/bgv/agentur-konto/login', {
    body: { Email: agency.owner.email, Password: 'Zugvogel-2026-Nord' },
  })
  expect(login.status).toBe(200)
}, 30_000)

test('a tenant without a provider has no sign-on', async () => {
  const { status } = await server.call('POST', '/standard/agentur/sso', { body: {} })
  expect(status).toBe(404)
})
