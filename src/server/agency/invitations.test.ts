import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agencyPassword, makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { countHit } from '../base/limit-store.ts'
import { withTenant } from '../db/connection.ts'
import { sweepInvitations } from './invitation-jobs.ts'
import { openAgencySession } from './session.ts'

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

let people = 0
const person = (own: Record<string, unknown> = {}) => {
  people += 1
  return {
    Vorname: 'Leopoldine',
    Nachname: 'Wintermoser',
    Email: `leopoldine${people}@post.example`,
    Art: 'VorOrt',
    ...own,
  }
}
/** A session of two weeks later. */
const logIn = async (userId: string) =>
  (await withTenant(server.db, 'bgv', (tx) => openAgencySession(tx, server.deps, 'bgv', userId)))
    .token
const invite = (token: string, body: unknown) =>
  server.call('PUT', '/bgv/Einladung', { token, body })
const list = (token: string, body: unknown = {}, agency = 'alle') =>
  server.call('PUT', `/bgv/agentur/einladungen/${agency}/`, { token, body })
const verify = (token: string) => server.call('GET', `/bgv/token/verifyAgenturToken?t=${token}`)
const register = (body: Record<string, unknown>) =>
  server.call('POST', '/bgv/account/createEmpfehler', { body })
const confirm = async (email: string) =>
  server.call('PUT', '/bgv/account/resetPassword', {
    body: {
      Token: await mailedToken(server, 'bgv', email, 'welcome'),
      Password: agencyPassword,
      PasswordConfirm: agencyPassword,
    },
  })
const account = (email: string) =>
  withTenant(server.db, 'bgv', (tx) =>
    tx
      .selectFrom('accounts')
      .select(['agency_id', 'agency_user_id', 'confirmed_at'])
      .where('tenant', '=', 'bgv')
      .where('email', '=', email)
      .executeTakeFirst(),
  )
const recommend = (email: string, token: string, own: Record<string, unknown> = {}) =>
  server.call('POST', '/bgv/empfehlen/create', {
    token,
    body: {
      Empfehlung: { ProductId: '301', ...own },
      Empfehler: { Vorname: 'Leopoldine', Nachname: 'Wintermoser', Email: email, Agb: true },
    },
  })
const referral = (number: string) =>
  withTenant(server.db, 'bgv', (tx) =>
    tx
      .selectFrom('referrals')
      .select(['agency_id', 'agency_user_id'])
      .where('tenant', '=', 'bgv')
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  )
const count = async (table: 'mails' | 'invitations' | 'consents') =>
  withTenant(server.db, 'bgv', async (tx) => {
    const row = await tx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('many'))
      .where('tenant', '=', 'bgv')
      .executeTakeFirstOrThrow()
    return row.many
  })

const consentsOf = async (number: string) =>
  (
    await withTenant(server.db, 'bgv', (tx) =>
      tx
        .selectFrom('consents')
        .select('kind')
        .where('tenant', '=', 'bgv')
        .where('subject_id', '=', number)
        .orderBy('kind')
        .execute(),
    )
  ).map(({ kind }) => kind)

const accept = (token: string, body: Record<string, unknown>) =>
  server.call('PUT', '/bgv/Einladung/annehmen', { body: { Token: token, ...body } })
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

test('an address is invited once at a time, also at the same moment, and nobody who recommends already', async () => {
  const body = person()
  const answers = await Promise.all([1, 2, 3].map(() => invite(mine.employee.token, body)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await queuedMails(server, 'bgv', body.Email)).length).toBe(1)
  const again = await invite(mine.owner.token, body)
  expect(again.body).toMatchObject({ ErrorCode: 'PSOF0302', Fields: [{ Field: 'Email' }] })
  // Another agency knows nothing of it.
  expect((await invite(theirs.owner.token, body)).status).toBe(200)
  const { Vorname, Nachname, Email } = body
  const link = await mailedToken(server, 'bgv', Email, 'agencyInvitation')
  await register({ Vorname, Nachname, Email, Einladung: link })
  await confirm(Email)
  const known = await invite(theirs.employee.token, body)
  expect(known.body.ErrorCode).toBe('PSOF0302')
})

test('the same key is the same invitation', async () => {
  const body = person()
  const once = () =>
    server.call('PUT', '/bgv/Einladung', {
      token: mine.employee.token,
      body,
      headers: { 'idempotency-key': `invite-${body.Email}` },
    })
  const [first, second] = [await once(), await once()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.Id).toBe(first.body.Id)
  expect((await queuedMails(server, 'bgv', body.Email)).length).toBe(1)
})

test('a person gets two mails of invitations a day at most, from all agencies together', async () => {
  const body = person()
  const other = await makeAgency(server, 'bgv', `AG-70${made}3`)
  const answers = []
  for (const agency of [mine, theirs, other]) answers.push(await invite(agency.owner.token, body))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
})

test('after twenty invitations in an hour a captcha is due, and fifty a day are the end', async () => {
  const { token } = mine.employee
  const asked = () => server.call('PUT', '/bgv/Einladung', { token, body: null })
  const left = async () =>
    (await server.call('GET', '/bgv/Einladung/daten', { token })).body.HeuteNoch
  expect((await asked()).body).toEqual({ CaptchaRequired: false })
  for (let sent = 0; sent < 20; sent += 1) expect((await invite(token, person())).status).toBe(200)
  expect((await asked()).body).toMatchObject({ CaptchaRequired: true })
  expect((await invite(token, person())).body.ErrorCode).toBe('PSOF0501')
  expect(await left()).toBe(30)
  // What was refused sent nothing and counts as nothing.
  for (let hours = 1; hours < 3; hours += 1) {
    server.clock.advance('PT61M')
    for (let sent = 0; sent < 15; sent += 1) await invite(token, person())
  }
  expect(await left()).toBe(0)
  expect((await invite(token, person())).status).toBe(429)
})

test('all people of an agency together send five hundred invitations a day, however many there are of them', async () => {
  const bucket = `invite|agency|${mine.agencyId}`
  await withTenant(server.db, 'bgv', (tx) =>
    countHit(tx, 'bgv', bucket, server.clock.realNow(), 86_400, 499),
  )
  const left = await server.call('GET', '/bgv/Einladung/daten', { token: mine.colleague.token })
  expect(left.body.HeuteNoch).toBe(1)
  expect((await invite(mine.employee.token, person())).status).toBe(200)
  expect((await invite(mine.colleague.token, person())).status).toBe(429)
  expect((await invite(theirs.colleague.token, person())).status).toBe(200)
})

test('an open invitation is reminded of, once a day and twice at most, by its own link', async () => {
  const body = person()
  const { body: invited } = await invite(mine.employee.token, body)
  const remind = (token = mine.employee.token) =>
    server.call('POST', `/bgv/agentur-konto/einladungen/${invited.Id}/erinnern`, { token })
  expect((await remind()).status).toBe(429)
  server.clock.advance('PT25H')
  expect((await remind(mine.colleague.token)).status).toBe(404)
  expect((await remind(theirs.owner.token)).status).toBe(404)
  expect(await remind()).toMatchObject({ status: 200, body: { ErinnerungenUebrig: 1 } })
  expect((await remind()).status).toBe(429)
  server.clock.advance('PT25H')
  expect(await remind()).toMatchObject({ status: 200, body: { ErinnerungenUebrig: 0 } })
  server.clock.advance('PT25H')
  expect((await remind()).status).toBe(410)
  const mails = await queuedMails(server, 'bgv', body.Email)
  expect(mails.map(({ data }) => data.reminder)).toEqual([2, 1, 0])
  expect(new Set(mails.map(({ token }) => token)).size).toBe(1)
})

test('withdrawn is over at once, expired after its last day, and a link that was never one is none', async () => {
  const [withdrawn, expired] = [person(), person()]
  const { body: one } = await invite(mine.employee.token, withdrawn)
  const { body: two } = await invite(mine.employee.token, expired)
  const path = `/bgv/agentur-konto/einladungen/${one.Id}`
  const end = (token: string) => server.call('DELETE', path, { token })
  expect((await end(mine.colleague.token)).status).toBe(404)
  expect((await end(mine.owner.token)).body.Status).toBe('zurueckgezogen')
  expect((await end(mine.owner.token)).status).toBe(200)
  const link = await mailedToken(server, 'bgv', withdrawn.Email, 'agencyInvitation')
  const late = await mailedToken(server, 'bgv', expired.Email, 'agencyInvitation')
  expect((await verify(link)).body).toMatchObject({ Status: 'zurueckgezogen', Email: null })
  const { Vorname, Nachname, Email } = withdrawn
  const tried = await register({ Vorname, Nachname, Email, Einladung: link })
  expect(tried.body.ErrorCode).toBe('PSOF0205')
  server.clock.advance('P15D')
  expect((await verify(late)).body.Status).toBe('abgelaufen')
  expect((await verify('x'.repeat(43))).body.ErrorCode).toBe('PSOF0205')
  await sweepInvitations(server.deps, 'bgv')
  const token = await logIn(mine.owner.id)
  const { body: states } = await list(token, { OrderBy: 'Status' })
  expect(states.Content.map((row: { Status: string }) => row.Status)).toEqual([
    'abgelaufen',
    'zurueckgezogen',
  ])
  const open = (await invite(token, person())).body.Id as string
  // Of two values of the filter a row has one, in list, count and file.
  for (const [asked, meant] of [
    [
      ['zurueckgezogen', 'abgelaufen'],
      [one.Id, two.Id],
    ],
    [
      ['abgelaufen', 'offen'],
      [two.Id, open],
    ],
  ] as const) {
    const { body: both } = await list(token, { Filter: { Status: asked } })
    expect(both.TotalCount).toBe(2)
    expect(both.Content.map((row: { Id: string }) => row.Id).toSorted()).toEqual(
      [...meant].toSorted(),
    )
    const query = asked.map((status) => `Status=${status}`).join('&')
    const file = await server.call('GET', `/bgv/agentur-konto/einladungen/csv?${query}`, { token })
    expect(file.body.trim().split('\r\n')).toHaveLength(3)
  }
  const shown = await server.call('GET', `/bgv/agentur-konto/einladungen/${two.Id}`, { token })
  expect(shown.body.Status).toBe('abgelaufen')
})

test('thirty days after an invitation ended its names and address are forgotten, and it still counts', async () => {
  const body = person()
  await invite(mine.employee.token, body)
  server.clock.advance('P15D')
  await sweepInvitations(server.deps, 'bgv')
  server.clock.advance('P29D')
  await sweepInvitations(server.deps, 'bgv')
  const shown = async () => (await list(await logIn(mine.employee.id))).body
  expect((await shown()).Content[0]).toMatchObject({ Email: body.Email })
  server.clock.advance('P3D')
  await sweepInvitations(server.deps, 'bgv')
  const after = await shown()
  expect(after.Content[0]).toMatchObject({ Vorname: '', Nachname: '', Email: '' })
  expect(after.TotalCount).toBe(1)
})

test('the list pages, sorts and filters, and shows an employee their own alone', async () => {
  for (const Nachname of ['Zirbel', 'Ahorn', 'Eibe'])
    await invite(mine.employee.token, person({ Nachname }))
  await invite(mine.colleague.token, person({ Nachname: 'Buche' }))
  await invite(theirs.owner.token, person({ Nachname: 'Fremd' }))
  const names = async (token: string, body: unknown, agency?: string) => {
    const answer = await list(token, body, agency)
    return (answer.body.Content ?? []).map((row: { Nachname: string }) => row.Nachname)
  }
  const byName = { OrderBy: 'Nachname' }
  expect(await names(mine.owner.token, byName)).toEqual(['Ahorn', 'Buche', 'Eibe', 'Zirbel'])
  expect(await names(mine.owner.token, { ...byName, Descending: true }, mine.number)).toEqual([
    'Zirbel',
    'Eibe',
    'Buche',
    'Ahorn',
  ])
  expect(await names(mine.employee.token, byName)).toEqual(['Ahorn', 'Eibe', 'Zirbel'])
  const filter = { Mitarbeiternummer: 'M-3' }
  expect(await names(mine.owner.token, { Filter: filter })).toEqual(['Buche'])
  expect(await names(mine.employee.token, { Filter: filter })).toEqual([])
  expect(await names(mine.owner.token, { Filter: { Status: 'abgelaufen' } })).toEqual([])
  const page = await list(mine.owner.token, { ...byName, Pagesize: 3, Pagenumber: 2 })
  expect(page.body).toMatchObject({ HasNext: false, PageCount: 2, TotalCount: 4 })
  expect(page.body.Content.length).toBe(1)
  expect((await list(mine.owner.token, {}, theirs.number)).status).toBe(404)
})

test('an owner invites for anybody at work, an employee for themselves alone, an inactive owner for nobody', async () => {
  const forColleague = person({ Mitarbeiternummer: 'M-3' })
  expect((await invite(mine.employee.token, forColleague)).body.Fields[0].Field).toBe(
    'Mitarbeiternummer',
  )
  expect((await invite(mine.owner.token, forColleague)).status).toBe(200)
  const { body } = await list(mine.colleague.token)
  expect(body.Content[0].Mitarbeiternummer).toBe('M-3')
  await setAgencyState(server, 'bgv', mine.agencyId, 'inactive')
  expect((await invite(mine.owner.token, person())).body.ErrorCode).toBe('PSOF0203')
  const link = await mailedToken(server, 'bgv', forColleague.Email, 'agencyInvitation')
  expect((await verify(link)).body.Status).toBe('zurueckgezogen')
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

test('one mailbox is invited twice by an agency, however its address is spelled', async () => {
  const mailbox = (tag: string) => person({ Email: `vielleicht${made}${tag}@post.example` })
  const answers = []
  for (const tag of ['', '+a', '+b', '+c']) {
    answers.push((await invite(mine.employee.token, mailbox(tag))).status)
    server.clock.advance('P1D')
  }
  expect(answers).toEqual([200, 200, 409, 409])
  expect((await invite(theirs.employee.token, mailbox('+d'))).status).toBe(200)
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

test('invitations are found by parts of names and addresses in any case, and the file has what the list shows, in its words', async () => {
  const { token } = mine.owner
  const stamp = `fund${made}`
  for (const [first, last, local] of [
    ['Änne', 'Mühlbauer', 'anna.x'],
    ['Bert', 'Straßner', 'BERT.y'],
  ])
    await invite(
      token,
      person({ Vorname: first, Nachname: last, Email: `${local}@${stamp}.example` }),
    )
  await invite(theirs.owner.token, person({ Nachname: 'Mühlbauer', Email: `z@${stamp}.example` }))
  const found = async (search: string) =>
    (await list(token, { Filter: { Suche: search } })).body.Content.map(
      ({ Nachname }: { Nachname: string }) => Nachname,
    )
  expect(await found('HLBAU')).toEqual(['Mühlbauer'])
  expect(await found('muehlb')).toEqual(['Mühlbauer'])
  expect(await found('strass')).toEqual(['Straßner'])
  expect(await found(`ert.Y@${stamp.toUpperCase()}`)).toEqual(['Straßner'])
  expect(await found('änne mühl')).toEqual(['Mühlbauer'])
  expect(await found('änne straß')).toEqual([])
  expect((await found(stamp)).toSorted()).toEqual(['Mühlbauer', 'Straßner'])
  expect(await found("%' or true --")).toEqual([])
  const answer = await server.call(
    'GET',
    `/bgv/agentur-konto/einladungen/csv?OrderBy=Nachname&Descending=false&Suche=${stamp}&Status=offen`,
    { token },
  )
  const lines = (answer.body as unknown as string).trim().split('\r\n')
  expect(lines[0]).toContain('Vorname;Nachname;E-Mail;Status')
  expect(lines.slice(1).map((line) => line.split(';').slice(0, 4).join(' '))).toEqual([
    `Änne Mühlbauer anna.x@${stamp}.example Offen`,
    `Bert Straßner bert.y@${stamp}.example Offen`,
  ])
})

test('the record of an invitation tells what happened to it, when and by whom, and leads to the referrer; another agency’s or a colleague’s is not found', async () => {
  const body = person()
  expect((await invite(mine.employee.token, body)).status).toBe(200)
  const { Id: id } = (await list(mine.employee.token)).body.Content[0]
  const record = (token: string, of = id) =>
    server.call('GET', `/bgv/agentur-konto/einladungen/${of}/akte`, { token })
  const told = async (token: string) => {
    const { body: found } = await record(token)
    type Event = { Am: string; Schritt: string; Erinnerung: number | null; Von: { Name: string } }
    const events = found.Verlauf as Event[]
    const times = events.map(({ Am }) => Date.parse(Am))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    return events
      .map(({ Schritt, Von, Erinnerung }) => [Schritt, Von.Name, Erinnerung])
      .toReversed()
  }
  const emplo = `Emplo Lindenhain-AG-70${made}1`
  expect(await told(mine.employee.token)).toEqual([['eingeladen', emplo, null]])
  const mailed = (reminder: number, state: 'sent' | 'failed') =>
    withTenant(server.db, 'bgv', (tx) =>
      tx
        .updateTable('mails')
        .set({ state, sent_at: state === 'sent' ? server.clock.now().toString() : null })
        .where('tenant', '=', 'bgv')
        .where('dedupe_key', '=', `invitation|${id}|${reminder}`)
        .execute(),
    )
  await mailed(0, 'sent')
  server.clock.advance('P8D')
  const [owner, employee] = [await logIn(mine.owner.id), await logIn(mine.employee.id)]
  const path = `/bgv/agentur-konto/einladungen/${id}/erinnern`
  expect((await server.call('POST', path, { token: owner })).status).toBe(200)
  await mailed(1, 'failed')
  expect((await record(employee)).body).toMatchObject({
    Einladung: { Id: id, Email: body.Email, Art: 'VorOrt', Status: 'offen' },
    EmpfehlerId: null,
  })
  server.clock.advance('PT1H')
  const token = await mailedToken(server, 'bgv', body.Email, 'agencyInvitation')
  const { Art: _, ...data } = body
  expect((await accept(token, data)).status).toBe(200)
  const story = [
    ['eingeladen', emplo, null],
    ['gesendet', null, 0],
    ['nicht-zugestellt', null, 1],
    ['erinnert', `Owine Lindenhain-AG-70${made}1`, null],
    ['angenommen', null, null],
  ]
  expect((await told(owner)).toSorted()).toEqual(story.toSorted())
  // The referrer's own record is the caller's to open.
  const { EmpfehlerId: referrer } = (await record(employee)).body
  const open = (as: string) =>
    server.call('GET', `/bgv/agentur-konto/akten/empfehler/${referrer}`, { token: as })
  expect([(await open(employee)).status, (await open(owner)).status]).toEqual([200, 200])
  const [stranger, owns] = [await logIn(theirs.owner.id), await invite(owner, person())]
  expect(owns.status).toBe(200)
  expect((await record(stranger)).status).toBe(404)
  const byOwner = (await list(owner)).body.Content.find((one: { Id: string }) => one.Id !== id).Id
  expect([(await record(employee, byOwner)).status, (await record(owner, byOwner)).status]).toEqual(
    [404, 200],
  )
  for (const odd of ['x', '00000000-0000-7000-8000-000000000000', id.replaceAll('-', '')])
    expect((await record(owner, odd)).status).toBe(404)
})
