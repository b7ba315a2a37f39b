import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agencyPassword, makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { agencyNumber } from '../../contract/agentur-konto.ts'
import { addressLine, companyName, name, namedCompany, remark } from '../../contract/fields.ts'
import { stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const call = (method: string, path: string, options: Parameters<TestServer['call']>[2] = {}) =>
  server.call(method, `/bgv${path}`, options)
const logIn = (email: string, password = agencyPassword, ip = '192.0.2.200') =>
  call('POST', '/agentur-konto/login', { body: { Email: email, Password: password }, ip })
const me = (token: string) => call('GET', '/agentur-konto/benutzer', { token })
const templates = async (to: string) =>
  (await queuedMails(server, 'bgv', to)).map(({ template }) => template)

let made = 7000
const registration = (own: Record<string, unknown> = {}) => {
  const { email, ip } = stranger()
  const body = {
    Agenturnummer: `AG-${made++}`,
    Agentur: 'Agentur Wiesengrund',
    Vorname: 'Darius',
    Nachname: 'Wiesengrund',
    Email: email,
    Agb: true,
    ...own,
  }
  return { email: body.Email as string, ip, body }
}
const register = ({ ip, body }: ReturnType<typeof registration>) =>
  call('POST', '/agentur-konto/registrieren', { body, ip })
const setPassword = (token: string, ip = '192.0.2.201') =>
  call('PUT', '/agentur-konto/passwort', {
    ip,
    body: { Token: token, Password: agencyPassword, PasswordConfirm: agencyPassword },
  })

test('a registration: its link confirms it once, logs the owner in as an inactive one, and tells the programme', async () => {
  const wanted = registration()
  expect((await register(wanted)).status).toBe(202)
  expect((await logIn(wanted.email)).body.ErrorCode).toBe('PSOF0201')
  const token = await mailedToken(server, 'bgv', wanted.email, 'agencyConfirm')
  const checked = await call('PUT', '/agentur-konto/passwort/pruefen', { body: { Token: token } })
  expect(checked.body).toMatchObject({ Email: wanted.email, Anlass: 'registration' })
  const done = await setPassword(token)
  expect([done.status, done.body]).toMatchObject([
    200,
    { Rolle: 'inactive-owner', Status: 'registered', Agenturnummer: wanted.body.Agenturnummer },
  ])
  expect((await setPassword(token)).body.ErrorCode).toBe('PSOF0206')
  expect((await me(done.body.Token)).body).toMatchObject({ Email: wanted.email })
  expect(await templates('empfehlung@bergvogel.example')).toContain('agencyRegistered')
  expect((await logIn(wanted.email)).status).toBe(200)
})

test('the answer to a registration does not reveal what exists already; the mail does', async () => {
  const first = registration()
  await register(first)
  await setPassword(await mailedToken(server, 'bgv', first.email, 'agencyConfirm'))
  const sameNumber = registration({ Agenturnummer: first.body.Agenturnummer })
  const sameEmail = registration({ Email: first.email })
  for (const again of [sameNumber, sameEmail]) {
    const answer = await register(again)
    expect([answer.status, answer.body]).toEqual([202, {}])
  }
  expect(await templates(sameNumber.email)).toEqual(['agencyNumberTaken'])
  expect(await templates(first.email)).toContain('setPassword')
})

test('a registration that nobody confirmed holds no number: the next one takes its place, and the old link ends', async () => {
  const first = registration()
  await register(first)
  const old = await mailedToken(server, 'bgv', first.email, 'agencyConfirm')
  const second = registration({ Agenturnummer: first.body.Agenturnummer })
  await register(second)
  expect((await setPassword(old)).body.ErrorCode).toBe('PSOF0205')
  const token = await mailedToken(server, 'bgv', second.email, 'agencyConfirm')
  expect((await setPassword(token)).body).toMatchObject({ Email: second.email })
})

test('registrations at the same moment leave no agency without an owner, so that each number is still to be had', async () => {
  for (const same of ['Email', 'Agenturnummer'] as const) {
    const first = registration()
    const all = [first, ...[1, 2, 3].map(() => registration({ [same]: first.body[same] }))]
    const answers = await Promise.all(all.map(register))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  }
  const orphans = await withTenant(server.db, 'bgv', async (tx) => {
    const { rows } = await sql<{ number: string }>`
      select number from agencies where not exists (
        select from agency_users where agency_users.agency_id = agencies.agency_id)`.execute(tx)
    return rows
  })
  expect(orphans).toEqual([])
})

test('a number that is none of the provider’s, missing terms, and a tenant without agencies are refused', async () => {
  const wrong = await register(registration({ Agenturnummer: 'XYZ' }))
  expect([wrong.status, wrong.body.Fields[0].Field]).toEqual([400, 'Agenturnummer'])
  expect((await register(registration({ Agb: false }))).body.ErrorCode).toBe('PSOF0306')
  const elsewhere = await server.call('POST', '/standard/agentur-konto/registrieren', {
    body: registration().body,
  })
  expect(elsewhere.status).toBe(404)
})

test('neither number nor name of an agency can be a link in the mail that a registration sends to whomever it names', () => {
  for (const link of [
    'boese.example/gewinn',
    'www.boese',
    'Jetzt boese.de',
    'http://boese.example',
  ])
    expect([link, agencyNumber.safeParse(link).success]).toEqual([link, false])
  for (const link of ['boese.example/gewinn', 'www.boese', 'https://boese.example'])
    expect([link, companyName.safeParse(link).success]).toEqual([link, false])
  for (const hidden of ['\u2028https://boese.example', '\u2029www.boese', '\u3164', '\u2800'])
    for (const field of [name, companyName, namedCompany, addressLine, remark])
      expect([hidden, field.safeParse(`Sparkasse${hidden}`).success]).toEqual([hidden, false])
  for (const link of ['boese.example', 'boese.рф', 'boese。com', 'boese．com', 'boese.comé'])
    for (const field of [name, namedCompany, remark])
      expect([link, field.safeParse(`Gesperrt ${link}`).success]).toEqual([link, false])
  for (const one of ['J. R. R. Brandt', 'Dr. Schäfer', 'Anna-Lena', 'O’Neill', '李 小龙', 'नेहा'])
    expect([one, name.safeParse(one).success]).toEqual([one, true])
  expect(
    remark.safeParse('Der Vertrag lief schon seit 12.03.2026. Bitte melden: 089/1234').success,
  ).toBe(true)
  for (const number of ['AG-1001', '12.345/6', 'Nord 7', 'A.1'])
    expect([number, agencyNumber.safeParse(number).success]).toEqual([number, true])
  expect(companyName.safeParse('Brandt & Partner / Reisen.de GmbH').success).toBe(true)
})

test('wrong password, unknown address and a guesser’s eleventh try are refused alike', async () => {
  const { email, ip } = stranger()
  const { owner } = await makeAgency(server, 'bgv', 'AG-8001')
  expect((await logIn(owner.email, 'Falsch-2026-Wort', ip)).body.ErrorCode).toBe('PSOF0201')
  expect((await logIn(email, 'Falsch-2026-Wort', ip)).body.ErrorCode).toBe('PSOF0201')
  for (let tries = 0; tries < 9; tries += 1) await logIn(owner.email, 'Falsch-2026-Wort', ip)
  expect((await logIn(owner.email, agencyPassword, ip)).status).toBe(429)
})

test('an employee who left, and everybody of a closed agency, is nobody at the very next call', async () => {
  const agency = await makeAgency(server, 'bgv', 'AG-8002')
  expect((await me(agency.employee.token)).status).toBe(200)
  const gone = await call('DELETE', `/agentur-konto/mitarbeiter/${agency.employee.id}`, {
    token: agency.owner.token,
  })
  expect(gone.status).toBe(200)
  expect((await me(agency.employee.token)).body.ErrorCode).toBe('PSOF0204')
  expect((await logIn(agency.employee.email)).body.ErrorCode).toBe('PSOF0210')
  await setAgencyState(server, 'bgv', agency.agencyId, 'inactive')
  expect((await me(agency.colleague.token)).status).toBe(401)
  expect((await me(agency.owner.token)).body.Rolle).toBe('inactive-owner')
  expect(
    (await call('GET', '/agentur-konto/mitarbeiter', { token: agency.owner.token })).status,
  ).toBe(403)
  await setAgencyState(server, 'bgv', agency.agencyId, 'closed')
  expect((await me(agency.owner.token)).status).toBe(401)
})

test('a session from the cookie never shows its token; a 401 takes both sessions’ cookies away', async () => {
  const { owner } = await makeAgency(server, 'bgv', 'AG-8003')
  const { body } = await call('GET', '/agentur-konto/benutzer', {
    cookie: `zs_agency=${owner.token}`,
  })
  expect(body).toMatchObject({ Email: owner.email, Token: null })
  await call('POST', '/agentur-konto/logout', { cookie: `zs_agency=${owner.token}` })
  const over = await call('GET', '/agentur-konto/benutzer', {
    cookie: `zs_agency=${owner.token}; zs_user=${'a'.repeat(43)}`,
  })
  expect(over.status).toBe(401)
  const cleared = [over.headers['set-cookie']].flat().join(' ')
  expect(cleared).toMatch(/zs_agency=;.*zs_user=;|zs_user=;.*zs_agency=;/)
})

test('a user’s token opens no agency call and an agency user’s none of a user, whatever the cookies say', async () => {
  const { owner } = await makeAgency(server, 'bgv', 'AG-8004')
  const cookie = `zs_agency=${owner.token}; zs_user=${owner.token}`
  expect((await call('GET', '/account/user', { cookie })).status).toBe(401)
  expect((await call('GET', '/account/user', { token: owner.token })).status).toBe(401)
  // A bearer stands for itself: the cookie beside it counts no more.
  expect(
    (await call('GET', '/agentur-konto/benutzer', { token: 'b'.repeat(43), cookie })).status,
  ).toBe(401)
})

test('a forgotten password: the same answer to everybody, a link that works once and ends all sessions', async () => {
  const { owner } = await makeAgency(server, 'bgv', 'AG-8005')
  for (const email of [owner.email, stranger().email]) {
    const answer = await call('POST', '/agentur-konto/passwort', {
      body: { Email: email },
      ip: stranger().ip,
    })
    expect([answer.status, answer.body]).toEqual([202, {}])
  }
  const token = await mailedToken(server, 'bgv', owner.email, 'setPassword')
  const done = await setPassword(token)
  expect(done.status).toBe(200)
  expect((await me(owner.token)).status).toBe(401)
  expect((await me(done.body.Token)).status).toBe(200)
  expect((await setPassword(token)).body.ErrorCode).toBe('PSOF0206')
  expect(await templates(owner.email)).toContain('passwordChanged')
})

test('master data: the owner changes them, an employee only reads, a logo is what its bytes say', async () => {
  const { owner, employee } = await makeAgency(server, 'bgv', 'AG-8006')
  const data = {
    Agentur: 'Agentur Neu & Söhne',
    Email: 'post@neu.example',
    Telefon: '+49 89 1234',
    Strasse: 'Am Anger',
    Hausnummer: '1 b',
    Plz: '81671',
    Ort: 'München',
    UstId: 'DE 123 456 789',
  }
  const put = (token: string, path: string, body: unknown) =>
    call('PUT', `/agentur-konto/${path}`, { token, body })
  expect((await put(employee.token, 'stammdaten', data)).body.ErrorCode).toBe('PSOF0203')
  expect((await put(owner.token, 'stammdaten', data)).status).toBe(200)
  const shown = await call('GET', '/agentur-konto/stammdaten', { token: employee.token })
  expect(shown.body).toMatchObject({ ...data, UstId: 'DE123456789', HatLogo: false })
  const png = await drawn(400, 200)
  const bad = {
    svg: Buffer.from('<svg onload="alert(1)"/>'),
    large: Buffer.concat([png, Buffer.alloc(300 * 1024)]),
    'head alone': Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5000)]),
    cut: png.subarray(0, png.length - 30),
    gif: await sharp(png).gif().toBuffer(),
    '65000 wide': await drawn(65_000, 1),
    '7500 by 7500': await drawn(7500, 7500),
  }
  for (const [name, bytes] of Object.entries(bad)) {
    const answer = await put(owner.token, 'logo', { Bild: bytes.toString('base64') })
    expect([name, answer.status, answer.body.Fields?.[0]?.Field]).toEqual([name, 400, 'Bild'])
  }
  expect((await put(owner.token, 'logo', { Bild: png.toString('base64') })).status).toBe(200)
  const logo = await call('GET', '/agentur-konto/logo', { token: employee.token })
  expect([logo.status, logo.headers['content-type']]).toEqual([200, 'image/png'])
  expect((await put(owner.token, 'logo', { Bild: null })).status).toBe(200)
  expect((await call('GET', '/agentur-konto/logo', { token: owner.token })).status).toBe(404)
})

test('a logo is decoded and written anew: nothing that was hung onto the file, or stood beside the picture in it, is kept', async () => {
  const { owner } = await makeAgency(server, 'bgv', 'AG-8016')
  const script = '<script>alert(document.domain)</script>'
  const png = await drawn(1600, 900)
  const jpeg = await sharp(png)
    .withExif({ IFD0: { Copyright: script } })
    .jpeg()
    .toBuffer()
  const webp = await sharp(png).webp().toBuffer()
  for (const bytes of [png, jpeg, webp]) {
    const sent = Buffer.concat([bytes, Buffer.from(script)])
    expect(sent.includes('<script>')).toBe(true)
    const saved = await call('PUT', '/agentur-konto/logo', {
      token: owner.token,
      body: { Bild: sent.toString('base64') },
    })
    expect(saved.status).toBe(200)
    const [row] = await withTenant(server.db, 'bgv', (tx) =>
      tx.selectFrom('agencies').select('logo').where('number', '=', 'AG-8016').execute(),
    )
    expect(row!.logo!.includes('script')).toBe(false)
    expect(await sharp(row!.logo!).metadata()).toMatchObject({
      format: 'png',
      width: 800,
      height: 450,
    })
  }
})

test('the additional routes are the pages of the agency area and the terms of participation, for tenants that have it', async () => {
  const { body } = await call('GET', '/route/additional')
  const names = body.map(({ RouteName }: { RouteName: string }) => RouteName)
  for (const name of ['AgencyRegistration', 'AgencyLogin', 'AgencyHome', 'AgencyCosts'])
    expect(names).toContain(name)
  expect(body).toContainEqual({
    RouteName: 'ParticipationTerms',
    Route: '/teilnahmebedingungen',
  })
  expect((await server.call('GET', '/standard/route/additional')).body).toEqual([])
  const usual = (await call('GET', '/route/default')).body.Routes
  expect(usual.map(({ RouteName }: { RouteName: string }) => RouteName)).not.toContain('AgencyHome')
})

const drawn = (width: number, height: number) =>
  sharp(Buffer.alloc(width * height), {
    raw: { width, height, channels: 1 },
    limitInputPixels: false,
  })
    .png()
    .toBuffer()
