import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { Authenticator } from '../../../test/helpers/authenticator.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import {
  clientId,
  startSignOn,
  type SignOnAnswer,
  type TestSignOn,
} from '../../../test/helpers/sign-on.ts'
import { platformCode } from '../../domain/platform.ts'
import { tokenText } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { limitOutgoing } from '../gateways/http/where-to-ask.ts'
import type { SignOnPerson } from '../demo/sign-on/make-provider.ts'

const account = (id: string, email: string, more: Partial<SignOnPerson> = {}): SignOnPerson => ({
  id,
  email,
  firstName: 'Jule',
  lastName: 'Wattmann',
  agency: '',
  employee: '',
  ...more,
})
const people = [
  account('jule', 'Jule@post.example'),
  // The provider gave her another account later.
  account('jule-neu', 'jule@post.example'),
  account('malte', 'malte@post.example'),
  account('getippt', 'enno@post.example', { isUnverified: true }),
  account('enno', 'enno@post.example'),
  account('niemand', 'niemand@post.example'),
  account('fenja', 'fenja@post.example'),
  account('hauke', 'hauke@post.example'),
  account('ilka', 'ilka@post.example'),
  account('swantje', 'swantje@post.example'),
  account('wiebke', 'wiebke@post.example'),
  account('tjark', 'tjark@post.example'),
]

let server: TestServer
let provider: TestSignOn
let admin: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  provider = await startSignOn(people, ['http://betrieb.localhost:3000/de/anmelden'])
})
beforeEach(async () => {
  const { issuer } = provider
  const company = { name: 'Werk', issuer, clientId, scopes: ['email'], secret: null, acr: null }
  server.deps.operatorSignOn = company
  admin = await makeOperator(server, 'verwaltung@post.example', ['tenant-admin'])
})
afterEach(() => provider.mend())
afterAll(async () => {
  await provider.stop()
  await server.stop()
})

const own = (method: string, path: string, token?: string, body?: unknown) =>
  server.call(method, `/betrieb/betrieb${path}`, {
    ...(token ? { token } : {}),
    ...(body === undefined ? {} : { body }),
  })
const team = (method: string, path: string, token: string, body?: unknown) =>
  server.call(method, `/standard/betrieb/team${path}`, { token, ...(body ? { body } : {}) })

type Begun = { Url: string; Verifier: string }
const begin = async (body: object = {}): Promise<Begun> =>
  (await own('POST', '/anmeldung/anbieter', undefined, body)).body
const wire = (verifier: string, { code, state, issuer }: SignOnAnswer) => ({
  Code: code,
  Verifier: verifier,
  State: state,
  Iss: issuer,
})
const finish = (verifier: string, answer: SignOnAnswer) =>
  own('PUT', '/anmeldung/anbieter', undefined, wire(verifier, answer))
/** A whole sign-in with an account of the provider. */
async function signIn(id: string) {
  const { Url, Verifier } = await begin()
  return finish(Verifier, await provider.logIn(Url, id))
}
const refused = ({ status, body }: Awaited<ReturnType<typeof finish>>) => [
  status,
  body.ErrorCode,
  body.Details,
]
const nobody = [403, 'PSOF0203', { Grund: 'unbekannt' }]
const isIn = async (token: string) => (await own('GET', '/ich', token)).status === 200

test('a provider in a private network is asked for operators, and for no tenant that names the same one', async () => {
  await accept(await invite('wiebke@post.example'), 'wiebke')
  limitOutgoing({ listed: ['elsewhere.example'] })
  try {
    expect((await signIn('wiebke')).status).toBe(200)
    await changeTenant(server, 'bgv', {
      sso: {
        issuer: provider.issuer,
        clientId,
        scopes: ['email'],
        claim: { agency: 'agentur', employee: 'mitarbeiter', email: 'email' },
        create: false,
      },
    })
    const start = () => server.call('POST', '/bgv/agentur/sso', { body: {} })
    expect((await start()).body.ErrorCode).toBe('PSOF0002')
    limitOutgoing(null)
    expect((await start()).status).toBe(200)
  } finally {
    limitOutgoing(null)
  }
})

test('where a way of logging in at the provider is wanted, an account without it is not let in', async () => {
  await accept(await invite('tjark@post.example'), 'tjark')
  expect((await signIn('tjark')).status).toBe(200)
  server.deps.operatorSignOn!.acr = ['mfa']
  const { Url } = await begin()
  expect(new URL(Url).searchParams.get('acr_values')).toBe('mfa')
  expect((await signIn('tjark')).body.ErrorCode).toBe('PSOF0203')
})

const ask = { Email: 'gast@post.example', Name: 'Gesa Gast', Rolle: 'analyst', Grund: 'Neu' }
async function invite(email: string, role = 'support'): Promise<string> {
  const { body } = await team('POST', '', admin.token, { ...ask, Email: email, Rolle: role })
  expect(body).toEqual({ Ergebnis: 'eingeladen' })
  return newestLink(email)
}
const newestLink = (email: string) =>
  withTenant(server.db, 'standard', async (tx) => {
    const { data } = await tx
      .selectFrom('mails')
      .select('data')
      .where('to_address', '=', email)
      .where('template', '=', 'operatorInvitation')
      .orderBy('mail_id', 'desc')
      .executeTakeFirstOrThrow()
    const { id } = (data as { link: { link: { token: { id: string } } } }).link.link.token
    return (await tokenText(tx, server.deps.keys, 'standard', id)) ?? ''
  })
const invitation = (path: string, body: object) =>
  server.call('POST', `/standard/betrieb/einladung/${path}`, { body })
/** Accepts an invitation with an account of the provider. */
async function accept(link: string, id: string, name = 'Jule Wattmann') {
  const { body } = await invitation('anbieter', { Token: link, Name: name })
  return finish(body.Verifier, await provider.logIn(body.Url, id))
}
const memberOf = async (email: string) =>
  (await team('GET', '', admin.token)).body.Mitglieder.find(
    ({ Email }: { Email: string }) => Email === email,
  )

test('an invitation is accepted with the company’s account instead of a passkey, and that account signs in from then on', async () => {
  const link = await invite('jule@post.example')
  expect((await invitation('pruefen', { Token: link })).body).toMatchObject({ Anbieter: 'Werk' })
  const joined = await accept(link, 'jule', 'Jule W.')
  expect(joined.status).toBe(200)
  expect((await own('GET', '/ich', joined.body.Token)).body).toMatchObject({
    Name: 'Jule W.',
    Orte: [{ Mandant: 'standard', Rollen: ['support'] }],
  })
  const again = await invitation('anbieter', { Token: link, Name: 'Jule W.' })
  expect(again.body.ErrorCode).toBe('PSOF0206')
  expect((await signIn('jule')).status).toBe(200)
  expect(await memberOf('jule@post.example')).toMatchObject({ Firmenkonto: true, Passkeys: 0 })
  expect((await own('GET', '/zugang', joined.body.Token)).body.Anbieter).toEqual({
    Name: 'Werk',
    Verbunden: true,
  })
  const { details } = await withTenant(server.db, platformCode, (tx) =>
    tx
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'log-in')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow(),
  )
  expect(details).toEqual({ by: 'single-sign-on' })
})

test('it makes nobody: not who is unknown, not who is only invited, not by an address that is not verified', async () => {
  expect(refused(await signIn('niemand'))).toEqual(nobody)
  const link = await invite('enno@post.example')
  expect(refused(await signIn('enno'))).toEqual(nobody)
  for (const other of ['getippt', 'niemand', 'malte'])
    expect([other, refused(await accept(link, other))]).toEqual([other, nobody])
  // None of that used the invitation up.
  expect((await accept(link, 'enno')).status).toBe(200)
  expect(refused(await signIn('getippt'))).toEqual(nobody)
})

test('who has a passkey is linked at the first sign-in by their verified address, once: a second account of that address is refused', async () => {
  const malte = await makeOperator(server, 'malte@post.example', ['auditor'])
  const both = await Promise.all([signIn('malte'), signIn('malte')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await own('GET', '/ich', both[0].body.Token)).body.Id).toBe(malte.id)
  expect(refused(await signIn('jule-neu'))).toEqual(nobody)
  // Of two accounts with one address at the same moment, one is linked.
  await makeOperator(server, 'swantje@post.example', ['auditor'])
  people.push(account('swantje-zwei', 'swantje@post.example'))
  const raced = await Promise.all([signIn('swantje'), signIn('swantje-zwei')])
  expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

test('who has no right left is not linked, and sees no tenant where they were', async () => {
  const fenja = await makeOperator(server, 'fenja@post.example', ['auditor'])
  const end = { Rolle: 'auditor', Grund: 'Ausgeschieden' }
  await team('POST', `/${fenja.id}/ende`, admin.token, end)
  expect(refused(await signIn('fenja'))).toEqual(nobody)
  const hauke = await makeOperator(server, 'hauke@post.example', ['auditor'])
  const { body } = await signIn('hauke')
  const see = (token: string) => team('GET', '', token)
  expect((await see(body.Token)).status).toBe(200)
  await team('POST', `/${hauke.id}/ende`, admin.token, end)
  expect((await see(body.Token)).status).toBe(403)
  expect((await own('GET', '/ich', (await signIn('hauke')).body.Token)).body.Orte).toEqual([])
})

test('who is invited anew has no way in until they accept: the account is unlinked, and old sessions and other invitations are over', async () => {
  const ilka = await makeOperator(server, 'ilka@post.example', ['auditor'])
  const { body } = await signIn('ilka')
  expect(await isIn(body.Token)).toBe(true)
  await team('POST', `/${ilka.id}/neu`, admin.token, { Grund: 'Konto übernommen' })
  expect(await isIn(body.Token)).toBe(false)
  expect(refused(await signIn('ilka'))).toEqual(nobody)
  expect(await memberOf('ilka@post.example')).toMatchObject({ Dabei: false, Firmenkonto: false })
  expect((await accept(await newestLink('ilka@post.example'), 'ilka')).status).toBe(200)
  expect((await signIn('ilka')).body.Token).toBeTypeOf('string')
})

test('an answer counts once, in the browser that began, for its purpose, state and issuer', async () => {
  await makeOperator(server, 'malte@post.example', ['auditor'])
  const first = await begin({ Ziel: '//evil.example' })
  const answer = await provider.logIn(first.Url, 'malte')
  const twice = await Promise.all([finish(first.Verifier, answer), finish(first.Verifier, answer)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const mine = await begin()
  const theirs = await begin()
  const stolen = await provider.logIn(theirs.Url, 'malte')
  // A foreign code in this browser, a foreign state, a foreign issuer, nobody's verifier.
  expect((await finish(mine.Verifier, stolen)).status).toBe(403)
  expect((await finish('a'.repeat(43), stolen)).status).toBe(410)
  const other = { ...stolen, issuer: 'https://evil.example' }
  expect((await finish(theirs.Verifier, other)).status).toBe(403)
  const late = await begin()
  const good = await provider.logIn(late.Url, 'malte')
  server.clock.advance('PT11M')
  expect((await finish(late.Verifier, good)).status).toBe(410)
  // Begun before another provider was configured.
  const before = await begin()
  const known = await provider.logIn(before.Url, 'malte')
  server.deps.operatorSignOn!.issuer = 'http://127.0.0.1:9'
  expect((await finish(before.Verifier, known)).status).toBe(403)
})

test('what grants rights wants a login at the provider that is at most five minutes old, by the same person, in the same session', async () => {
  await makeOperator(server, 'malte@post.example', ['tenant-admin'])
  const { body } = await signIn('malte')
  const token: string = body.Token
  // A login there may be hours old, so it proves nothing.
  expect((await team('POST', '', token, ask)).body.ErrorCode).toBe('PSOF0702')
  const beginProof = async (of = token): Promise<Begun> =>
    (await own('POST', '/bestaetigung/anbieter', of)).body
  const prove = async (id: string, ageSeconds = 0, change = (url: URL) => url) => {
    const { Url, Verifier } = await beginProof()
    const answer = await provider.logIn(change(new URL(Url)).href, id, ageSeconds)
    return own('PUT', '/bestaetigung/anbieter', token, wire(Verifier, answer))
  }
  const { searchParams } = new URL((await beginProof()).Url)
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '300'])
  expect((await prove('jule')).status).toBe(403)
  // The owner of the browser leaves out what asks for a new login.
  const silently = (url: URL) => {
    for (const name of ['prompt', 'max_age']) url.searchParams.delete(name)
    return url
  }
  for (const age of [0, 3_600])
    expect([age, (await prove('malte', age, silently)).status]).toEqual([age, 403])
  // A proof signs nobody in, a sign-in proves nothing, and another session is not proved.
  const proof = await beginProof()
  expect((await finish(proof.Verifier, await provider.logIn(proof.Url, 'malte'))).status).toBe(403)
  const signOn = await begin()
  const signed = wire(signOn.Verifier, await provider.logIn(signOn.Url, 'malte'))
  expect((await own('PUT', '/bestaetigung/anbieter', token, signed)).status).toBe(403)
  const second = (await signIn('malte')).body.Token
  const foreign = await beginProof(second)
  const crossed = wire(foreign.Verifier, await provider.logIn(foreign.Url, 'malte'))
  expect((await own('PUT', '/bestaetigung/anbieter', token, crossed)).status).toBe(403)
  expect((await team('POST', '', token, ask)).status).toBe(403)

  expect((await prove('malte', 120)).status).toBe(200)
  expect((await team('POST', '', token, ask)).status).toBe(200)
  // Five minutes count from the login there.
  server.clock.advance('PT3M1S')
  const editor = { ...ask, Rolle: 'editor' }
  expect((await team('POST', '', token, editor)).body.ErrorCode).toBe('PSOF0702')
  const open = await beginProof()
  const answer = wire(open.Verifier, await provider.logIn(open.Url, 'malte'))
  await own('POST', '/abmeldung', token)
  expect((await own('PUT', '/bestaetigung/anbieter', token, answer)).status).toBe(401)
})

test('who has the company’s account may end the last passkey, and needs it again once the provider is gone', async () => {
  const malte = await makeOperator(server, 'malte@post.example', ['tenant-admin'])
  const device = new Authenticator()
  const { body } = await own('POST', '/zugang/passkeys/beginn', malte.token)
  const made = { Name: 'Notebook', Antwort: device.make(body.Optionen) }
  expect((await own('POST', '/zugang/passkeys', malte.token, made)).status).toBe(200)
  const end = async () => {
    const [one] = (await own('GET', '/zugang', malte.token)).body.Passkeys
    return own('DELETE', `/zugang/passkeys/${one.Id}`, malte.token)
  }
  const configured = server.deps.operatorSignOn
  server.deps.operatorSignOn = null
  expect((await end()).body.ErrorCode).toBe('PSOF0703')
  server.deps.operatorSignOn = configured
  expect((await end()).status).toBe(200)
})

test('without a provider there is no such sign-in; one that is away is said to be, and passkeys still work', async () => {
  provider.trouble.down = true
  const { Url, Verifier } = await begin()
  expect([Url, Verifier]).toEqual([expect.any(String), expect.any(String)])
  const away = await finish(Verifier, {
    code: 'x',
    state: new URL(Url).searchParams.get('state') ?? '',
    issuer: provider.issuer,
  })
  expect([away.status, away.headers['retry-after']]).toEqual([503, '30'])
  expect((await own('POST', '/anmeldung/beginn')).status).toBe(200)
  server.deps.operatorSignOn = null
  expect((await own('GET', '/anmeldung')).body).toEqual({ Anbieter: null })
  expect((await own('POST', '/anmeldung/anbieter', undefined, {})).status).toBe(404)
})
