import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agencyPassword, makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { sweepInvitations } from './invitation-jobs.ts'
import { invitationCalls } from './invitations.test-helper.ts'

let server: TestServer
type TestAgency = Awaited<ReturnType<typeof makeAgency>>
let mine: TestAgency
let theirs: TestAgency
let made = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  made += 1
  mine = await makeAgency(server, 'bgv', `AG-70${made}1`)
  theirs = await makeAgency(server, 'bgv', `AG-70${made}2`)
})

const {
  person,
  invite,
  list,
  verify,
  register,
  confirm,
  account,
  recommend,
  referral,
  count,
  consentsOf,
  accept,
} = invitationCalls(() => server)

const invitedNow = async () => {
  const { Art: _, ...body } = person()
  expect((await invite(mine.employee.token, { ...body, Art: 'VorOrt' })).status).toBe(200)
  const [mail] = await queuedMails(server, 'bgv', body.Email)
  return { body, link: mail!.token! }
}

test('the link of an invitation proves the mailbox that it came to: registered, confirmed and logged in with one press, once', async () => {
  const { body, link } = await invitedNow()
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(link, body)))
  const users = answers.flatMap((answer) => (answer.body?.Anmeldung ? [answer.body.Anmeldung] : []))
  expect(users).toHaveLength(1)
  expect(await account(body.Email)).toMatchObject({
    agency_id: mine.agencyId,
    agency_user_id: mine.employee.id,
    confirmed_at: expect.anything(),
  })
  expect((await recommend(body.Email, users[0].Token)).status).toBe(201)
  // No other mail, and no money by a link.
  expect((await queuedMails(server, 'bgv', body.Email)).map(({ template }) => template)).toEqual([
    'agencyInvitation',
  ])
  const money = await server.call('PUT', '/bgv/empfehler/bankdaten', {
    token: users[0].Token,
    body: { Kontoinhaber: 'Leopoldine Wintermoser', Iban: 'DE89370400440532013000' },
  })
  expect(money.body.Details).toEqual({ MissingPassword: true })
  expect((await accept(link, body)).body.ErrorCode).toBe('PSOF0205')
})

test('whom an invitation was forwarded to confirms the own address by mail, and gets nobody else’s', async () => {
  const { body, link } = await invitedNow()
  const own = person().Email
  const forwarded = await accept(link, { ...body, Email: own })
  expect([forwarded.status, forwarded.body]).toEqual([200, { Anmeldung: null }])
  expect(await account(own)).toBeUndefined()
  expect((await register({ ...body, Email: own, Einladung: link })).status).toBe(202)
  expect(await account(own)).toMatchObject({ confirmed_at: null, agency_id: null })
  expect((await confirm(own)).status).toBe(200)
  expect(await account(own)).toMatchObject({ agency_id: mine.agencyId })
  // It is used up with that, also for the mailbox that it came to.
  expect((await accept(link, body)).body.ErrorCode).toBe('PSOF0205')
})

test('an invitation does not log in to an account that its owner confirmed meanwhile', async () => {
  const { body, link } = await invitedNow()
  expect((await register({ ...body, Einladung: link })).status).toBe(202)
  await withTenant(server.db, 'bgv', (tx) =>
    tx
      .updateTable('accounts')
      .set({ confirmed_at: server.clock.now().toString() })
      .where('tenant', '=', 'bgv')
      .where('email', '=', body.Email)
      .execute(),
  )
  expect((await accept(link, body)).body).toEqual({ Anmeldung: null })
})

test('who is invited registers, confirms, and recommends for the employee who asked, whatever the whitelist says', async () => {
  const body = person()
  const consents = await count('consents')
  const invited = await invite(mine.employee.token, body)
  expect(invited).toMatchObject({ status: 200, body: { Status: 'offen' } })
  const [mail] = await queuedMails(server, 'bgv', body.Email)
  expect(mail).toMatchObject({
    template: 'agencyInvitation',
    data: { agencyName: mine.name, employeeName: `Emplo Lindenhain-${mine.number}`, reminder: 0 },
  })
  const link = mail!.token!
  expect((await verify(link)).body).toMatchObject({
    Status: 'offen',
    Agentur: mine.name,
    Vorname: 'Leopoldine',
    Email: body.Email,
  })
  // Nobody consented to anything yet, and a whitelist still refuses who comes by themselves.
  expect(await count('consents')).toBe(consents)
  const { Vorname, Nachname, Email } = body
  const alone = await register({ Vorname, Nachname, Email })
  expect(alone.body.ErrorCode).toBe('PSOF0303')
  expect((await register({ Vorname, Nachname, Email, Einladung: link })).status).toBe(202)
  expect(await account(Email)).toMatchObject({ agency_id: null, confirmed_at: null })
  const user = await confirm(Email)
  expect(user.status).toBe(200)
  const place = { agency_id: mine.agencyId, agency_user_id: mine.employee.id }
  expect(await account(Email)).toMatchObject(place)
  expect((await verify(link)).body).toMatchObject({ Status: 'angenommen', Email: null })
  const created = await recommend(Email, user.body.Token)
  expect(created.status).toBe(201)
  expect(await referral(created.body.Empfehlungsnummer)).toEqual(place)
  // No whitelist speaks for a customer, so that they say themselves that they are of age.
  expect(await consentsOf(created.body.Empfehlungsnummer)).toEqual(['eligibility', 'terms'])
  const figures = await server.call('GET', '/bgv/agentur-konto/kennzahlen', {
    token: mine.employee.token,
  })
  const one = { Eingeladen: 1, Registriert: 1, Empfehlungen: 1, Auftraege: 0 }
  expect(figures.body).toMatchObject({ ImMonat: one, Gesamt: one, Offen: 0 })
})

test('the welcome mail sent again still leads to the agency', async () => {
  const { Vorname, Nachname, Email } = person()
  await invite(mine.employee.token, person({ Email }))
  const link = await mailedToken(server, 'bgv', Email, 'agencyInvitation')
  await register({ Vorname, Nachname, Email, Einladung: link })
  await server.call('GET', `/bgv/account/resendWelcomeMail/${Email}`)
  expect((await confirm(Email)).status).toBe(200)
  expect(await account(Email)).toMatchObject({ agency_id: mine.agencyId })
})

test('of two people who register with one link the first to confirm belongs to the agency', async () => {
  const first = person()
  const second = person()
  await invite(mine.employee.token, first)
  const link = await mailedToken(server, 'bgv', first.Email, 'agencyInvitation')
  for (const { Vorname, Nachname, Email } of [first, second])
    expect((await register({ Vorname, Nachname, Email, Einladung: link })).status).toBe(202)
  expect((await confirm(second.Email)).status).toBe(200)
  expect((await confirm(first.Email)).status).toBe(200)
  expect(await account(second.Email)).toMatchObject({ agency_id: mine.agencyId })
  expect(await account(first.Email)).toMatchObject({ agency_id: null })
})

test('who registered in time may confirm after the last day', async () => {
  const { Vorname, Nachname, Email } = person()
  await invite(mine.employee.token, person({ Email }))
  const link = await mailedToken(server, 'bgv', Email, 'agencyInvitation')
  server.clock.advance('P14D')
  expect((await register({ Vorname, Nachname, Email, Einladung: link })).status).toBe(202)
  server.clock.advance('P2D')
  await sweepInvitations(server.deps, 'bgv')
  expect((await confirm(Email)).status).toBe(200)
  expect(await account(Email)).toMatchObject({ agency_id: mine.agencyId })
  expect((await verify(link)).body.Status).toBe('angenommen')
})

test('a card leads to its employee, and to the agency once they left; an agency that is closed has none', async () => {
  const { body: cards } = await server.call('GET', '/bgv/agentur-konto/karten', {
    token: mine.employee.token,
  })
  expect(cards.length).toBe(1)
  const code = /\/e\/([0-9A-F]{10})$/.exec(cards[0].Link)![1]!
  const card = () => server.call('GET', `/bgv/agentur-konto/karte/${code.toLowerCase()}`)
  expect((await card()).body).toEqual({
    Agentur: mine.name,
    Mitarbeiter: `Emplo Lindenhain-${mine.number}`,
  })
  const [first, second] = [person(), person()]
  const join = async ({ Vorname, Nachname, Email }: typeof first) => {
    expect((await register({ Vorname, Nachname, Email, Karte: code })).status).toBe(202)
    await confirm(Email)
    return account(Email)
  }
  expect(await join(first)).toMatchObject({
    agency_id: mine.agencyId,
    agency_user_id: mine.employee.id,
  })
  await server.call('DELETE', `/bgv/agentur-konto/mitarbeiter/${mine.employee.id}`, {
    token: mine.owner.token,
  })
  expect((await card()).body).toEqual({ Agentur: mine.name, Mitarbeiter: null })
  expect(await join(second)).toMatchObject({ agency_id: mine.agencyId, agency_user_id: null })
  await setAgencyState(server, 'bgv', mine.agencyId, 'closed')
  expect((await card()).body.ErrorCode).toBe('PSOF0205')
  const { Vorname, Nachname, Email } = person()
  const late = await register({ Vorname, Nachname, Email, Karte: code })
  expect(late.body.ErrorCode).toBe('PSOF0205')
})

test('a referral through an agent belongs to the agent’s agency, whoever brought the referrer', async () => {
  const body = person()
  await invite(mine.employee.token, body)
  const link = await mailedToken(server, 'bgv', body.Email, 'agencyInvitation')
  const { Vorname, Nachname, Email } = body
  await register({ Vorname, Nachname, Email, Einladung: link })
  const user = await confirm(Email)
  await withTenant(server.db, 'bgv', (tx) =>
    tx
      .updateTable('agents')
      .set({ agency_user_id: theirs.colleague.id })
      .where('tenant', '=', 'bgv')
      .where('agent_id', '=', 'A-1001')
      .execute(),
  )
  const created = await recommend(Email, user.body.Token, { AgentId: 'A-1001' })
  expect(created.status).toBe(201)
  expect(await referral(created.body.Empfehlungsnummer)).toEqual({
    agency_id: theirs.agencyId,
    agency_user_id: theirs.colleague.id,
  })
})

test('who deletes the account is gone from the invitations at once, and stays a number in them', async () => {
  const body = person()
  await invite(mine.employee.token, body)
  const link = await mailedToken(server, 'bgv', body.Email, 'agencyInvitation')
  const { Vorname, Nachname, Email } = body
  await register({ Vorname, Nachname, Email, Einladung: link })
  const user = await confirm(Email)
  const deleted = await server.call('DELETE', '/bgv/empfehler/delete', {
    token: user.body.Token,
    body: { Password: agencyPassword, PraemienVerfallen: true },
  })
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200)
  const shown = await list(mine.owner.token)
  expect(shown.body.Content).toMatchObject([
    { Status: 'angenommen', Vorname: '', Nachname: '', Email: '' },
  ])
  expect(JSON.stringify(shown.body)).not.toMatch(/leopoldine|wintermoser/i)
})

test('nobody becomes an agency’s referrer by what its people type with their address', async () => {
  const code = async (token: string) => {
    const { body } = await server.call('GET', '/bgv/agentur-konto/karten', { token })
    return /\/e\/([0-9A-F]{10})$/.exec(body[0].Link)![1]!
  }
  const [own, foreign] = [await code(mine.employee.token), await code(theirs.employee.token)]
  const { Vorname, Nachname, Email } = person()
  await register({ Vorname, Nachname, Email, Karte: own })
  const link = await mailedToken(server, 'bgv', Email, 'welcome')
  expect((await register({ Vorname, Nachname, Email, Karte: foreign })).status).toBe(202)
  const confirmed = await server.call('PUT', '/bgv/account/resetPassword', {
    body: { Token: link, Password: agencyPassword, PasswordConfirm: agencyPassword },
  })
  expect(confirmed.status).toBe(200)
  expect(await account(Email)).toMatchObject({ agency_id: mine.agencyId })
})

test('who confirms a registration by a card after its employee left belongs to the agency alone', async () => {
  const { body: cards } = await server.call('GET', '/bgv/agentur-konto/karten', {
    token: mine.employee.token,
  })
  const { Vorname, Nachname, Email } = person()
  await register({ Vorname, Nachname, Email, Karte: cards[0].Link.slice(-10) })
  await server.call('DELETE', `/bgv/agentur-konto/mitarbeiter/${mine.employee.id}`, {
    token: mine.owner.token,
  })
  expect((await confirm(Email)).status).toBe(200)
  expect(await account(Email)).toMatchObject({ agency_id: mine.agencyId, agency_user_id: null })
})
