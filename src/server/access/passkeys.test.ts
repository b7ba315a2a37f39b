import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeTenant, makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { Authenticator } from '../../../test/helpers/authenticator.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { goodPassword, stranger } from '../account/people.test-helper.ts'
import { openSession } from '../account/session.ts'
import { changeEmailCalls } from '../reward/change-email.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { listTokens } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { telko } from '../demo/demo-tenants.ts'
import { kinds } from '../kinds.ts'
import { exportPerson } from '../operator/export-person.ts'
import { freshMinutes } from './own-passkeys.ts'
import { listPasskeys } from './passkey-store.ts'
import { make, paths, type Name, type Somebody } from './somebody.test-helper.ts'

// Passkeys of every kind of person who logs in with a password.

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

const names = Object.keys(kinds) as Name[]
const places = {
  standard: { origin: 'http://localhost:3000', rpId: 'localhost' },
  telko: { origin: 'http://telko.localhost:3000', rpId: 'telko.localhost' },
}
type Place = keyof typeof places
const newPassword = 'Kranich-2026-Sued'

/** Calls about passkeys of a kind at a tenant. */
const callsOf = (name: Name, tenant: Place = 'standard') => {
  const base = `/${tenant}${paths[name].access}`
  const post = (path: string, body: object, token?: string, cookie?: string) =>
    server.call('POST', base + path, { body, token, cookie, ip: stranger().ip })
  const begin = (body = {}) => post('/passkeys/anmeldung/beginn', body)
  const calls = {
    post,
    begin,
    list: async (token: string) =>
      (await server.call('GET', `${base}/passkeys`, { token })).body as {
        Passkeys: { Id: string; Name: string; ZuletztBenutzt: string | null }[]
        Nachweis: string
        Pflicht: boolean
      },
    options: (token: string, body = {}) => post('/passkeys/beginn', body, token),
    add: (token: string, Antwort: object, Name = 'Telefon') =>
      post('/passkeys', { Name, Antwort }, token),
    end: (token: string, id: string, body = {}) => post(`/passkeys/${id}/entfernen`, body, token),
    password: (Email: string, Password = goodPassword) => post('/login', { Email, Password }),
    answer: (Antwort: object, body = {}) => post('/passkeys/anmeldung', { Antwort, ...body }),
    /** Makes a passkey with this session. */
    async make(token: string) {
      const device = new Authenticator()
      const { body } = await calls.options(token)
      const added = await calls.add(token, device.make(body.Optionen, places[tenant]))
      expect([added.status, added.body]).toEqual([200, {}])
      return device
    },
    /** Logs in with a device alone. */
    async logIn(device: Authenticator, place: object = {}) {
      const { body } = await begin()
      return calls.answer(device.sign(body.Optionen, { ...places[tenant], ...place }))
    },
    /** Logs in with a password, and gives what waits for the passkey. */
    async pending(email: string, password?: string) {
      const refused = await calls.password(email, password)
      expect(refused.body.ErrorCode).toBe('PSOF0214')
      return { NachPasswort: true, Vorgang: refused.body.Details.Vorgang as string }
    },
  }
  return calls
}

describe.each(names)('%s', (name) => {
  const kind = kinds[name]
  const { me } = paths[name]
  const somebody = (tenant = 'standard') => make[name](server, tenant)
  const calls = callsOf(name)
  const status = async (path: string, token: string) =>
    (await server.call('GET', `/standard${path}`, { token })).status
  const withPasskey = async (): Promise<Somebody & { device: Authenticator }> => {
    const who = await somebody()
    return { ...who, device: await calls.make(who.token) }
  }

  test('a passkey logs in alone, and its session is as one by password', async () => {
    const { token, email, device } = await withPasskey()
    const [listed] = (await calls.list(token)).Passkeys
    expect(listed).toMatchObject({ Name: 'Telefon', ZuletztBenutzt: null })
    const { status: code, body } = await calls.logIn(device)
    expect([code, body.Email ?? email]).toEqual([200, email])
    expect(body.Token).toHaveLength(43)
    expect(await status(me, body.Token)).toBe(200)
    expect((await calls.list(body.Token)).Passkeys[0]!.ZuletztBenutzt).not.toBeNull()
    const told = await queuedMails(server, 'standard', email)
    expect(told.filter(({ template }) => template === 'passkeyChanged')).toHaveLength(1)
  })

  test('the password alone begins no session of whoever has a passkey, and the passkey after it one', async () => {
    const { email, device } = await withPasskey()
    expect((await calls.password(email, 'Falsches-Passwort-1')).body.ErrorCode).toBe('PSOF0201')
    const pending = await calls.pending(email)
    expect(await status(me, pending.Vorgang)).toBe(401)
    const { body } = await calls.begin(pending)
    expect(body.Optionen.allowCredentials).toHaveLength(1)
    const signed = device.sign(body.Optionen, places.standard)
    // The challenge is of this step alone.
    expect((await calls.answer(signed)).body.ErrorCode).toBe('PSOF0701')
    const done = await calls.answer(signed, pending)
    expect([done.status, await status(me, done.body.Token)]).toEqual([200, 200])
    expect((await calls.answer(signed, pending)).body.ErrorCode).toBe('PSOF0206')
    expect((await calls.begin(pending)).body.ErrorCode).toBe('PSOF0206')
  })

  test('what waits for a passkey is of this browser, kind and tenant, for ten minutes and this password', async () => {
    const { email, device } = await withPasskey()
    const pending = await calls.pending(email)
    expect((await calls.begin({ NachPasswort: true })).body.ErrorCode).toBe('PSOF0205')
    const cookie = `zs_second=${pending.Vorgang}`
    const path = '/passkeys/anmeldung/beginn'
    const own = await calls.post(path, { NachPasswort: true }, undefined, cookie)
    expect(own.status).toBe(200)
    for (const other of names.filter((one) => one !== name))
      expect((await callsOf(other).begin(pending)).body.ErrorCode).toBe('PSOF0205')
    expect((await callsOf(name, 'telko').begin(pending)).body.ErrorCode).toBe('PSOF0205')
    // Somebody else's passkey is not the one that is waited for.
    const stolen = (await withPasskey()).device
    const { body } = await calls.begin(pending)
    const wrong = stolen.sign(body.Optionen, places.standard)
    expect((await calls.answer(wrong, pending)).body.ErrorCode).toBe('PSOF0701')
    const [method, asked, sent] = paths[name].ask(email)
    await server.call(method, `/standard${asked}`, { body: sent, ip: stranger().ip })
    const Token = await mailedToken(server, 'standard', email, 'setPassword')
    const set = name === 'user' ? '/account/resetPassword' : `${paths[name].access}/passwort`
    const link = { body: { Token, Password: newPassword } }
    const reset = await server.call('PUT', `/standard${set}`, link)
    // The mailbox is no second factor.
    expect(reset.body.ErrorCode).toBe('PSOF0214')
    expect((await calls.begin(pending)).body.ErrorCode).toBe('PSOF0205')
    const after = { NachPasswort: true, Vorgang: reset.body.Details.Vorgang }
    const options = (await calls.begin(after)).body.Optionen
    const done = await calls.answer(device.sign(options, places.standard), after)
    expect(done.status).toBe(200)
    const late = await calls.pending(email, newPassword)
    server.clock.advance('PT10M')
    expect((await calls.begin(late)).body.ErrorCode).toBe('PSOF0205')
  })

  test('an answer counts once, for its challenge, host and verified owner, and a counter never goes back', async () => {
    const { id, device } = await withPasskey()
    const sessions = () =>
      withTenant(server.db, 'standard', async (tx) => {
        const now = server.deps.clock.realNow()
        return (await listTokens(tx, 'standard', kind.session, id, now)).length
      })
    const { Optionen } = (await calls.begin()).body
    const signed = device.sign(Optionen, { ...places.standard, counter: 10 })
    const before = await sessions()
    const both = await Promise.all([calls.answer(signed), calls.answer(signed)])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 400])
    expect(await sessions()).toBe(before + 1)
    for (const place of [
      places.telko,
      { origin: 'http://evil.example' },
      { isVerified: false },
      { counter: 10 },
      { counter: 3 },
    ])
      expect([place, (await calls.logIn(device, place)).body.ErrorCode]).toEqual([
        place,
        'PSOF0701',
      ])
    expect((await calls.logIn(device, { counter: 11 })).status).toBe(200)
    const late = (await calls.begin()).body.Optionen
    server.clock.advance('PT5M')
    const tooLate = device.sign(late, { ...places.standard, counter: 12 })
    expect((await calls.answer(tooLate)).body.ErrorCode).toBe('PSOF0701')
  })

  test('a passkey opens nothing of another kind, another tenant or another account', async () => {
    const { device } = await withPasskey()
    for (const other of names.filter((one) => one !== name))
      expect((await callsOf(other).logIn(device)).body.ErrorCode).toBe('PSOF0701')
    const elsewhere = callsOf(name, 'telko')
    expect((await elsewhere.logIn(device)).body.ErrorCode).toBe('PSOF0701')
    // A challenge of one kind is none of another.
    const foreign = (await callsOf(names.find((one) => one !== name)!).begin()).body.Optionen
    const signed = device.sign(foreign, places.standard)
    expect((await calls.answer(signed)).body.ErrorCode).toBe('PSOF0701')
    // The id of somebody else's passkey, signed with the own key.
    const own = await withPasskey()
    const { Optionen } = (await calls.begin()).body
    const id = Buffer.from(device.id).toString('base64url')
    const forged = { ...own.device.sign(Optionen, places.standard), id, rawId: id }
    expect((await calls.answer(forged)).body.ErrorCode).toBe('PSOF0701')
    // It is not kept twice, nor removed by another account.
    const again = (await calls.options(own.token)).body.Optionen
    const copied = await calls.add(own.token, device.make(again, places.standard))
    expect(copied.body.ErrorCode).toBe('PSOF0701')
    expect((await calls.end(own.token, id)).status).toBe(404)
    expect((await calls.logIn(device)).status).toBe(200)
  })

  test('a new passkey is made for the session that asked, soon after its log-in or with the password', async () => {
    const [who, other] = [await somebody(), await somebody()]
    const device = new Authenticator()
    const options = (await calls.options(who.token)).body.Optionen
    const made = device.make(options, places.standard)
    expect((await calls.add(other.token, made)).body.ErrorCode).toBe('PSOF0701')
    const adding = await Promise.all([calls.add(who.token, made), calls.add(who.token, made)])
    expect(adding.map((one) => one.body.ErrorCode ?? one.status).toSorted()).toEqual([
      200,
      'PSOF0701',
    ])
    expect((await calls.list(who.token)).Passkeys).toHaveLength(1)
    expect((await calls.add(who.token, made)).body.ErrorCode).toBe('PSOF0701')
    expect((await calls.list(who.token)).Nachweis).toBe('nichts')
    server.clock.advance(`PT${freshMinutes}M`)
    expect(await calls.list(who.token)).toMatchObject({ Nachweis: 'passwort', Pflicht: false })
    expect((await calls.options(who.token)).body.Details).toEqual({ MissingPassword: true })
    const { Id } = (await calls.list(who.token)).Passkeys[0]!
    const wrong = { Password: 'Falsches-Passwort-1' }
    expect((await calls.options(who.token, wrong)).body.ErrorCode).toBe('PSOF0201')
    expect((await calls.end(who.token, Id)).body.Details).toEqual({ MissingPassword: true })
    expect((await calls.end(who.token, Id, wrong)).body.ErrorCode).toBe('PSOF0201')
    const right = { Password: goodPassword }
    expect((await calls.options(who.token, right)).status).toBe(200)
    const twice = await Promise.all([
      calls.end(who.token, Id, right),
      calls.end(who.token, Id, right),
    ])
    expect(twice.map((one) => one.status).toSorted()).toEqual([200, 404])
    expect((await calls.logIn(device)).body.ErrorCode).toBe('PSOF0701')
    expect((await calls.password(who.email)).status).toBe(200)
    const told = await queuedMails(server, 'standard', who.email)
    expect(told.filter(({ template }) => template === 'passkeyChanged')).toHaveLength(2)
  })

  test('somebody’s file by letter names their passkeys', async () => {
    const { email } = await withPasskey()
    const tenant = await server.deps.tenants.get('standard')
    const file = await withTenant(server.db, 'standard', (tx) =>
      exportPerson(tx, server.deps, tenant, email, system),
    )
    expect(file?.['Passkeys']).toMatchObject([{ Name: 'Telefon', ZuletztBenutztAm: null }])
  })

  test('whoever is let in no more is not by passkey, and an account that ended has none', async () => {
    const { id, device, end } = await withPasskey()
    await end()
    const refused = await calls.logIn(device)
    expect(refused.body.ErrorCode).toBe(name === 'user' ? 'PSOF0210' : 'PSOF0701')
    const left = await withTenant(server.db, 'standard', (tx) =>
      listPasskeys(tx, 'standard', kind, id),
    )
    expect(left).toHaveLength(name === 'user' ? 1 : 0)
  })
})

const changed: Partial<Record<Name, object>> = {
  agency: { passkeyForAgencyOwners: true },
  'sales-partner': { passkeyForSalesPartners: true },
}
test.each(['agency', 'sales-partner'] as const)(
  'where the tenant wants a passkey, a log-in by password opens nothing but making one (%s)',
  async (name) => {
    const calls = callsOf(name, 'telko')
    const before =
      name === 'agency'
        ? (await makeAgency(server, 'telko', 'AG-6002')).owner
        : await make[name](server, 'telko')
    const reset = Object.fromEntries(Object.keys(changed[name]!).map((key) => [key, false]))
    await changeTenant(server, 'telko', changed[name]!)
    const { Token } = (await calls.password(before.email)).body
    const status = async (path: string) =>
      (await server.call('GET', `/telko${paths[name].access}${path}`, { token: Token })).body
        .ErrorCode as string | undefined
    const me = paths[name].me.slice(paths[name].access.length)
    expect([await status(me), await status('/anmeldungen')]).toEqual(['PSOF0215', 'PSOF0215'])
    expect(await calls.list(Token)).toMatchObject({ Passkeys: [], Pflicht: true })
    let device = await calls.make(Token)
    expect([await status(me), await status('/anmeldungen')]).toEqual([undefined, undefined])
    const { Id } = (await calls.list(Token)).Passkeys[0]!
    expect((await calls.end(Token, Id)).body.ErrorCode).toBe('PSOF0703')
    expect((await calls.logIn(device)).status).toBe(200)
    // Of two removed at once one stays.
    for (let round = 0; round < 5; round++) {
      const second = await calls.make(Token)
      const ids = (await calls.list(Token)).Passkeys.map((one) => one.Id)
      const ended = await Promise.all(ids.map((id) => calls.end(Token, id)))
      expect(ended.map((one) => one.body.ErrorCode ?? one.status).toSorted()).toEqual([
        200,
        'PSOF0703',
      ])
      const [left] = (await calls.list(Token)).Passkeys
      if (left!.Id === Buffer.from(second.id).toString('base64url')) device = second
    }
    expect((await calls.logIn(device)).status).toBe(200)
    // Employees are asked for none, and no longer anybody once the tenant wants it no more.
    await changeTenant(server, 'telko', reset)
    const last = (await calls.list(Token)).Passkeys[0]!.Id
    expect((await calls.end(Token, last)).status).toBe(200)
    const again = (await calls.password(before.email)).body.Token as string
    const own = await server.call('GET', `/telko${paths[name].me}`, { token: again })
    expect(own.status).toBe(200)
  },
)

// An intruder may have added it, and is asked for nothing else.
test('where a password ends because somebody else knew it, so do the passkeys', async () => {
  const change = changeEmailCalls(server)
  const user = callsOf('user')
  for (const act of ['objects', 'confirms what somebody else asked for'] as const) {
    const one = await make.user(server, 'standard')
    const device = await user.make(one.token)
    const { NachPasswort, Vorgang } = await user.pending(one.email)
    const { email, ip } = stranger()
    expect((await change.ask({ ...one, ip }, email)).status).toBe(202)
    const link =
      act === 'objects'
        ? await change.linkOf(one.email, 'oldEmail')
        : await change.linkOf(email, 'newEmail')
    expect([act, (await change.press(link)).status]).toEqual([act, 200])
    expect([act, (await user.logIn(device)).body.ErrorCode]).toEqual([act, 'PSOF0701'])
    const waiting = await user.begin({ NachPasswort, Vorgang })
    expect([act, waiting.status]).toEqual([act, 410])
  }

  const agency = callsOf('agency')
  const { owner, employee } = await makeAgency(server, 'standard', 'AG-6003')
  const device = await agency.make(employee.token)
  const reset = await server.call(
    'POST',
    `/standard/agentur-konto/mitarbeiter/${employee.id}/passwort`,
    { token: owner.token, body: {} },
  )
  expect(reset.status).toBe(200)
  expect((await agency.logIn(device)).body.ErrorCode).toBe('PSOF0701')
  const Token = await mailedToken(server, 'standard', employee.email, 'setPassword')
  const chosen = await server.call('PUT', '/standard/agentur-konto/passwort', {
    body: { Token, Password: newPassword, PasswordConfirm: newPassword },
  })
  // Nor is the intruder's asked for after the new password.
  expect(chosen.status).toBe(200)
})

test('a closed agency’s people get in by no passkey', async () => {
  const calls = callsOf('agency')
  const { owner, agencyId } = await makeAgency(server, 'standard', 'AG-6001')
  const device = await calls.make(owner.token)
  await setAgencyState(server, 'standard', agencyId, 'closed')
  expect((await calls.logIn(device)).body.ErrorCode).toBe('PSOF0210')
})

test('a session by mailed link moves no money either after the password of whoever has a passkey', async () => {
  const calls = callsOf('user')
  const { id, token } = await make.user(server, 'standard')
  await calls.make(token)
  const byLink = await withTenant(server.db, 'standard', (tx) =>
    openSession(tx, server.deps, 'standard', id, { byLink: true }),
  )
  const change = (OldPassword: string, Password: string) =>
    server.call('PUT', '/standard/account/resetPasswordWithoutToken', {
      token: byLink.token,
      body: { OldPassword, Password },
    })
  expect((await change(goodPassword, newPassword)).status).toBe(200)
  const asked = await calls.options(byLink.token, { Password: newPassword })
  expect(asked.body.Details).toEqual({ MissingPassword: true })
})

test('a deleted account’s passkeys are deleted with it', async () => {
  const calls = callsOf('user')
  const { id, token } = await make.user(server, 'standard')
  const device = await calls.make(token)
  const gone = await server.call('DELETE', '/standard/empfehler/delete', { token })
  expect(gone.status).toBe(200)
  expect((await calls.logIn(device)).body.ErrorCode).toBe('PSOF0701')
  const left = await withTenant(server.db, 'standard', (tx) =>
    listPasskeys(tx, 'standard', kinds.user, id),
  )
  expect(left).toEqual([])
})
