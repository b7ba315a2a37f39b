import { afterAll, beforeAll, expect, test } from 'vitest'
import { agencyPassword, makeAgency } from '../../../test/helpers/agency.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'

let server: TestServer
type TestAgency = Awaited<ReturnType<typeof makeAgency>>
let mine: TestAgency
let theirs: TestAgency
beforeAll(async () => {
  server = await startTestServer()
  mine = await makeAgency(server, 'bgv', 'AG-6001')
  theirs = await makeAgency(server, 'bgv', 'AG-6002')
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const call = (method: string, path: string, token: string, body?: unknown) =>
  server.call(method, `/bgv/agentur-konto/mitarbeiter${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  })
const person = (own: Record<string, unknown> = {}) => ({
  Vorname: 'Emmerich',
  Nachname: 'Haubentaler',
  Email: 'emmerich@agentur.example',
  Mitarbeiternummer: 'M-60',
  ...own,
})
const numbers = async (agency: TestAgency) =>
  (await call('GET', '', agency.owner.token)).body.map(
    (one: Record<string, string>) => `${one.Mitarbeiternummer} ${one.Status}`,
  ) as string[]
const setPassword = (token: string) =>
  server.call('PUT', '/bgv/agentur-konto/passwort', {
    body: { Token: token, Password: agencyPassword, PasswordConfirm: agencyPassword },
  })

test('somebody is added, chooses a password, leaves, and can be taken back with a new one', async () => {
  const added = await call('POST', '', mine.owner.token, person())
  expect(added.status).toBe(201)
  expect(await numbers(mine)).toContain('M-60 eingeladen')
  const first = await mailedToken(server, 'bgv', 'emmerich@agentur.example', 'agencyEmployee')
  const { body: session } = await setPassword(first)
  expect(session).toMatchObject({ Rolle: 'employee', Agenturnummer: 'AG-6001' })
  expect(await numbers(mine)).toContain('M-60 aktiv')
  const gone = () => call('DELETE', `/${added.body.Id}`, mine.owner.token)
  expect([(await gone()).status, (await gone()).status]).toEqual([200, 200])
  expect(await numbers(mine)).toContain('M-60 ausgeschieden')
  const me = (token: string) => server.call('GET', '/bgv/agentur-konto/benutzer', { token })
  expect((await me(session.Token)).status).toBe(401)
  const back = await call('POST', '', mine.owner.token, person({ Mitarbeiternummer: 'M-61' }))
  expect([back.status, back.body.Id]).toEqual([201, added.body.Id])
  // The old session stays ended, and the old password is none any more.
  expect((await me(session.Token)).status).toBe(401)
  expect(await numbers(mine)).toContain('M-61 eingeladen')
})

test('an address or a number that is taken is refused, also at the same moment', async () => {
  const number = await call(
    'POST',
    '',
    mine.owner.token,
    person({ Email: 'neu@agentur.example', Mitarbeiternummer: 'M-2' }),
  )
  expect([number.status, number.body.Fields[0].Field]).toEqual([400, 'Mitarbeiternummer'])
  const there = await call(
    'POST',
    '',
    mine.owner.token,
    person({ Email: mine.employee.email, Mitarbeiternummer: 'M-99' }),
  )
  expect(there.body.ErrorCode).toBe('PSOF0302')
  const elsewhere = await call(
    'POST',
    '',
    theirs.owner.token,
    person({ Email: mine.employee.email, Mitarbeiternummer: 'M-99' }),
  )
  expect(elsewhere.body.ErrorCode).toBe('PSOF0302')
  const twice = await Promise.all(
    ['M-70', 'M-71'].map((Mitarbeiternummer) =>
      call(
        'POST',
        '',
        mine.owner.token,
        person({ Email: 'eile@agentur.example', Mitarbeiternummer }),
      ),
    ),
  )
  expect(twice.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('people of another agency and the own owner can be neither removed nor reset', async () => {
  for (const [id, token] of [
    [mine.employee.id, theirs.owner.token],
    [mine.owner.id, mine.owner.token],
    ['00000000-0000-7000-8000-000000000000', mine.owner.token],
  ] as const) {
    expect((await call('DELETE', `/${id}`, token)).status).toBe(404)
    expect((await call('POST', `/${id}/passwort`, token)).status).toBe(404)
  }
  expect((await call('GET', '', mine.employee.token)).body.ErrorCode).toBe('PSOF0203')
})

test('a reset ends the password and all sessions, and mails a link', async () => {
  const { id, email, token } = mine.colleague
  expect((await call('POST', `/${id}/passwort`, mine.owner.token)).status).toBe(200)
  expect((await server.call('GET', '/bgv/agentur-konto/benutzer', { token })).status).toBe(401)
  const login = await server.call('POST', '/bgv/agentur-konto/login', {
    body: { Email: email, Password: agencyPassword },
  })
  expect(login.body.ErrorCode).toBe('PSOF0201')
  expect((await setPassword(await mailedToken(server, 'bgv', email, 'setPassword'))).status).toBe(
    200,
  )
})

test('a file: a dry run tells what the run then does, good lines whatever the others are', async () => {
  const lines = [
    'Nachname,Vorname,E-Mail,Mitarbeiternummer,Anrede',
    'Montebianco,Chiara,chiara@agentur.example,M-80,Frau',
    'Oltmannsen,Mareike,keine-adresse,M-81,Frau',
    'Fichtelmann,Lorenz,lorenz@agentur.example,M-80,Herr',
    ',Leer,leer@agentur.example,M-82,',
    `Kollo,Dabei,${mine.employee.email},M-2,`,
    `Fremd,Schon,${theirs.employee.email},M-83,`,
    'Zielonkiewicz,Bogdan,bogdan@agentur.example,M-84,Herr',
  ].join('\n')
  const run = (dryRun: boolean) =>
    call('PUT', '/import', mine.owner.token, { Csv: lines, Probelauf: dryRun })
  const outcomes = (answer: { body: { Zeilen: Record<string, unknown>[] } }) =>
    answer.body.Zeilen.map(({ Zeile, Ergebnis }) => `${Zeile} ${Ergebnis}`)
  const wanted = ['2 neu', '3 fehler', '4 fehler', '5 fehler', '6 vorhanden', '7 fehler', '8 neu']
  const before = await numbers(mine)
  const dry = await run(true)
  expect([outcomes(dry), dry.body.Angelegt, dry.body.Abgelehnt]).toEqual([wanted, 2, 4])
  expect(await numbers(mine)).toEqual(before)
  expect(await queuedMails(server, 'bgv', 'chiara@agentur.example')).toEqual([])
  expect(outcomes(await run(false))).toEqual(wanted)
  expect(await numbers(mine)).toEqual(
    expect.arrayContaining(['M-80 eingeladen', 'M-84 eingeladen']),
  )
  // Once more it is as if it had been done once.
  expect((await run(false)).body.Angelegt).toBe(0)
  expect(await queuedMails(server, 'bgv', 'chiara@agentur.example')).toHaveLength(1)
  const useless = await call('PUT', '/import', mine.owner.token, {
    Csv: 'a;b\n1;2',
    Probelauf: true,
  })
  expect(useless.body.FehlendeSpalten).toContain('Vorname')
})

test('somebody gets five links to a password a day at most, however often they are reset or taken in again', async () => {
  const { id } = mine.employee
  const resets = []
  for (let time = 0; time < 7; time += 1)
    resets.push((await call('POST', `/${id}/passwort`, mine.owner.token)).status)
  expect(resets).toEqual([200, 200, 200, 200, 200, 429, 429])
  const added = []
  for (let time = 0; time < 6; time += 1) {
    // Tags of one mailbox are one person.
    const agency = time % 2 === 0 ? mine : theirs
    const body = person({
      Email: `stoer+${time}@agentur.example`,
      Mitarbeiternummer: `M-9${time}`,
    })
    const answer = await call('POST', '', agency.owner.token, body)
    added.push(answer.status)
    if (answer.status === 201) await call('DELETE', `/${answer.body.Id}`, agency.owner.token)
  }
  expect(added).toEqual([201, 201, 201, 201, 201, 429])
  const { body } = await call('PUT', '/import', mine.owner.token, {
    Csv: 'Vorname;Nachname;E-Mail;Mitarbeiternummer\nAn;Na;stoer@agentur.example;M-97',
    Probelauf: false,
  })
  expect(body).toMatchObject({ Angelegt: 0, Zeilen: [{ Ergebnis: 'fehler' }] })
})

test('dry runs reveal whether an address is taken for a limited number of addresses a day', async () => {
  const row = (one: number) => `A;B;probe${one}@agentur.example;P-${one}`
  const Csv = ['Vorname;Nachname;E-Mail;Mitarbeiternummer']
    .concat(Array.from({ length: 250 }, (_, one) => row(one)))
    .join('\n')
  const statuses = []
  for (let time = 0; time < 7; time += 1)
    statuses.push(
      (await call('PUT', '/import', theirs.owner.token, { Csv, Probelauf: true })).status,
    )
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
}, 60_000)
