import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { invitationCalls } from '../agency/invitations.test-helper.ts'
import { withTenant } from '../db/connection.ts'

const Grund = 'Brief vom 24.11.'
let server: TestServer
let agency: Awaited<ReturnType<typeof makeAgency>>
let support: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgency(server, 'bgv', 'AG-EINL-1')
  support = await makeOperator(server, 'hilfe@post.example', ['support'], 'bgv')
})
afterAll(() => server.stop())

const calls = invitationCalls(() => server)
const invite = async (own: Record<string, unknown>): Promise<string> =>
  (await calls.invite(agency.owner.token, calls.person(own))).body.Id
const call = (method: string, path: string, token = support.token, body?: object) =>
  server.call(method, `/bgv/betrieb/${path}`, { token, ...(body ? { body } : {}) })
const find = async (Suche: string, token = support.token) =>
  (await call('PUT', 'suche', token, { Suche })).body.Treffer
const logged = (subject: string) =>
  withTenant(server.db, 'bgv', (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'subject_kind', 'reason'])
      .where('tenant', '=', 'bgv')
      .where('subject_id', '=', subject)
      .where('actor_kind', '=', 'operator')
      .orderBy('number')
      .execute(),
  )

test('whom an agency invited is found, and the page says who gave the address', async () => {
  const Email = 'gundula.fremdling@post.example'
  const id = await invite({ Vorname: 'Gundula', Nachname: 'Fremdling', Email, Art: 'Telefon' })
  for (const term of [Email, 'gundula.f', 'Fremdling', 'Fremdlinck', 'Gundula Fremling'])
    expect([term, await find(term)]).toEqual([
      term,
      [
        expect.objectContaining({
          Art: 'person',
          Id: id,
          Person: id,
          Titel: 'Gundula Fremdling',
          Zeile: expect.stringMatching(/^g\*+@post\.example$/),
          Wer: expect.stringMatching(/^\S.+, AG-EINL-1$/),
          Status: 'Eingeladen',
        }),
      ],
    ])
  const { status, body } = await call('GET', `personen/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    Id: id,
    Konto: null,
    Kontakte: [],
    Name: 'Gundula Fremdling',
    Eigener: false,
    Einladungen: [
      {
        Id: id,
        Agenturnummer: 'AG-EINL-1',
        Berater: expect.stringMatching(/\w+ \w+/),
        Gespraech: 'Telefon',
        Status: 'offen',
        GueltigBis: server.deps.clock.today().add({ days: 14 }).toString(),
      },
    ],
  })
  expect(JSON.stringify(body)).not.toContain(Email)
  expect((await call('PUT', `personen/${id}/zeigen`)).body).toMatchObject({ Email })
  expect(await logged(id)).toMatchObject(
    ['person-viewed', 'person-revealed'].map((action) => ({
      action,
      actor_id: support.id,
      subject_kind: 'invitation',
    })),
  )
})

test('whoever may not see people finds nobody who was invited, nor their page', async () => {
  const id = await invite({ Nachname: 'Verborgen', Email: 'verborgen@post.example' })
  const payer = await makeOperator(server, 'zahlt@post.example', ['payout-approver'], 'bgv')
  for (const term of ['Verborgen', 'verborgen@post.example'])
    expect(await find(term, payer.token)).toEqual([])
  expect((await call('GET', `personen/${id}`, payer.token)).status).toBe(403)
  const far = await makeOperator(server, 'fern@post.example', ['support'])
  expect(
    (await server.call('GET', `/standard/betrieb/personen/${id}`, { token: far.token })).status,
  ).toBe(404)
})

test('information and erasure go by the invited person’s page, nothing else does', async () => {
  const Email = 'alles.loeschen@post.example'
  const id = await invite({ Vorname: 'Lea', Nachname: 'Loeschmich', Email })
  const link = await mailedToken(server, 'bgv', Email, 'agencyInvitation')
  const path = `personen/${id}`
  const version = { Version: 0, Grund }
  for (const [method, what, body] of [
    ['PUT', 'name', { ...version, Vorname: 'Lia' }],
    ['PUT', 'email', { ...version, Email: 'anders@post.example' }],
    ['POST', 'notizen', { Text: 'Hat angerufen' }],
    ['PUT', 'sperre', { ...version, Gesperrt: true }],
    ['POST', 'mail', { Mail: 'access', Grund }],
    ['POST', 'bereich', { Grund }],
  ] as const)
    expect([what, (await call(method, `${path}/${what}`, support.token, body)).status]).toEqual([
      what,
      404,
    ])
  expect((await call('POST', `${path}/auskunft`)).status).toBe(200)
  const file = (await call('GET', `${path}/auskunft?Anlass=brief`)).body
  expect(file).toMatchObject({
    Adresse: Email,
    Empfehler: null,
    Einladungen: [
      { Agenturnummer: 'AG-EINL-1', EingeladenVon: expect.any(String), Nachname: 'Loeschmich' },
    ],
  })
  const erased = await call('POST', `${path}/loeschung`, support.token, {
    PraemienVerfallen: false,
    Grund,
  })
  expect([erased.status, erased.body]).toEqual([200, { Ergebnis: 'geloescht', NochOffen: 0 }])
  expect(await find('Loeschmich')).toEqual([])
  expect((await call('GET', path)).status).toBe(404)
  expect((await call('GET', `${path}/geloescht`)).body).toMatchObject({
    Wer: 'operator',
    Rolle: 'support',
  })
  expect((await calls.verify(link)).body).toMatchObject({ Status: 'zurueckgezogen', Email: null })
  // Neither a mail that waits nor one that was sent names them.
  expect(await queuedMails(server, 'bgv', Email)).toEqual([])
  const left = await withTenant(server.db, 'bgv', (tx) =>
    sql`select from mails where tenant = 'bgv' and data::text like '%Lea%'`.execute(tx),
  )
  expect(left.rows).toEqual([])
  expect(await logged(id)).toMatchObject([
    { action: 'person-exported', reason: 'brief' },
    { action: 'person-erased', reason: Grund },
  ])
})

test('an invitation is the own case of whoever it is for, and of whoever is in the agency', async () => {
  const mine = await makeOperator(server, 'ich.selbst@gmail.com', ['support'], 'bgv')
  const id = await invite({ Nachname: 'Selbstlos', Email: 'ichselbst+neu@googlemail.com' })
  const agent = await makeOperator(server, agency.owner.email, ['support'], 'bgv')
  for (const { token } of [mine, agent]) {
    expect((await call('GET', `personen/${id}`, token)).body.Eigener).toBe(true)
    for (const answer of [
      await call('POST', `personen/${id}/auskunft`, token),
      await call('GET', `personen/${id}/auskunft?Anlass=brief`, token),
      await call('POST', `personen/${id}/loeschung`, token, { PraemienVerfallen: true, Grund }),
    ])
      expect(answer.body.ErrorCode).toBe('PSOF0706')
  }
})

test('who accepted is their account, whose page still says who invited; who is forgotten is not found', async () => {
  const Email = 'nimmt.an@post.example'
  const names = { Vorname: 'Nina', Nachname: 'Nimmtan', Email }
  const id = await invite(names)
  const token = await mailedToken(server, 'bgv', Email, 'agencyInvitation')
  expect((await calls.accept(token, names)).status).toBe(200)
  const [hit, ...more] = await find('Nimmtan')
  expect(more).toEqual([])
  expect(hit).toMatchObject({ Art: 'person', Status: 'Aktiv', Wer: null })
  expect(hit.Id).not.toBe(id)
  const { body } = await call('GET', `personen/${id}`)
  expect(body).toMatchObject({
    Id: hit.Id,
    Einladungen: [{ Id: id, Status: 'angenommen', Agenturnummer: 'AG-EINL-1' }],
  })

  const old = await invite({ Nachname: 'Vergangen', Email: 'vergangen@post.example' })
  server.clock.advance('P15D')
  await withTenant(server.db, 'bgv', (tx) =>
    sql`update invitations set state = 'expired', ended_at = now() where tenant = 'bgv' and invitation_id = ${old}`.execute(
      tx,
    ),
  )
  const later = await makeOperator(server, 'spaeter@post.example', ['support'], 'bgv')
  expect(await find('Vergangen', later.token)).toMatchObject([{ Id: old }])
  expect((await call('GET', `personen/${old}`, later.token)).body.Einladungen).toMatchObject([
    { Status: 'abgelaufen' },
  ])
  await withTenant(server.db, 'bgv', (tx) =>
    sql`update invitations set first_name = '', last_name = '', email = '' where tenant = 'bgv' and invitation_id = ${old}`.execute(
      tx,
    ),
  )
  expect(await find('Vergangen', later.token)).toEqual([])
  expect((await call('GET', `personen/${old}`, later.token)).status).toBe(404)
})
