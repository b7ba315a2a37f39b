import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { countHit } from '../base/limit-store.ts'
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

const { person, logIn, invite, list, verify, register, confirm, accept } = invitationCalls(
  () => server,
)

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
    await stillLoggedIn(server, 'bgv')
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
  await stillLoggedIn(server, 'bgv')
  expect((await remind(mine.colleague.token)).status).toBe(404)
  expect((await remind(theirs.owner.token)).status).toBe(404)
  expect(await remind()).toMatchObject({ status: 200, body: { ErinnerungenUebrig: 1 } })
  expect((await remind()).status).toBe(429)
  server.clock.advance('PT25H')
  await stillLoggedIn(server, 'bgv')
  expect(await remind()).toMatchObject({ status: 200, body: { ErinnerungenUebrig: 0 } })
  server.clock.advance('PT25H')
  await stillLoggedIn(server, 'bgv')
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

test('one mailbox is invited twice by an agency, however its address is spelled', async () => {
  const mailbox = (tag: string) => person({ Email: `vielleicht${made}${tag}@post.example` })
  const answers = []
  for (const tag of ['', '+a', '+b', '+c']) {
    answers.push((await invite(mine.employee.token, mailbox(tag))).status)
    server.clock.advance('P1D')
    await stillLoggedIn(server, 'bgv')
  }
  expect(answers).toEqual([200, 200, 409, 409])
  expect((await invite(theirs.employee.token, mailbox('+d'))).status).toBe(200)
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
  await stillLoggedIn(server, 'bgv')
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
