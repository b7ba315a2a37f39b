import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { Authenticator } from '../../../test/helpers/authenticator.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { parseCsv } from '../../domain/csv.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { compareSellers } from './seller-figures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let made = 0
const operator = (roles: readonly OperatorRole[] = ['reviewer'], tenant = 'bgv') =>
  makeOperator(server, `vertrieb${++made}@betrieb.example`, roles, tenant)
const Grund = 'Angaben geprüft'

/** A registration at `bgv`, whose owner has proved the address unless told otherwise. */
async function register(more: { confirmed?: boolean; name?: string; email?: string } = {}) {
  const number = `AG-${9000 + ++made}`
  const email = more.email ?? `neu${made}@wiesengrund${made}.example`
  const { status } = await server.call('POST', '/bgv/agentur-konto/registrieren', {
    ip: `198.51.100.${made}`,
    body: {
      Agenturnummer: number,
      Agentur: more.name ?? `Agentur Wiesengrund ${made}`,
      Vorname: 'Darius',
      Nachname: 'Wiesengrund',
      Email: email,
      Agb: true,
    },
  })
  expect(status).toBe(202)
  if (more.confirmed !== false)
    await server.call('PUT', '/bgv/agentur-konto/passwort', {
      ip: `198.51.100.${made}`,
      body: {
        Token: await mailedToken(server, 'bgv', email, 'agencyConfirm'),
        Password: 'Zugvogel-2026-Nord',
        PasswordConfirm: 'Zugvogel-2026-Nord',
      },
    })
  const { id } = await withTenant(server.db, 'bgv', (tx) =>
    tx
      .selectFrom('agencies')
      .select('agency_id as id')
      .where('tenant', '=', 'bgv')
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  )
  return { id, number, email }
}

const show = async (id: string, token: string, path = 'bgv/betrieb/agenturen') =>
  server.call('GET', `/${path}/${id}`, { token })
const decide = (
  id: string,
  token: string,
  body: { Version: number; Entscheidung: string; Anlass?: string; Grund?: string },
  path = 'bgv/betrieb/agenturen',
) => server.call('PUT', `/${path}/${id}/entscheidung`, { token, body: { Grund, ...body } })
const list = async (token: string, body: object = {}, path = 'bgv/betrieb/agenturen') =>
  (await server.call('PUT', `/${path}`, { token, body })).body
const templates = async (to: string, tenant = 'bgv') =>
  (await queuedMails(server, tenant, to)).map(({ template }) => template)
const logOf = (tenant: string, id: string) =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'reason', 'details'])
      .where('tenant', '=', tenant)
      .where('subject_id', '=', id)
      .where('actor_kind', '=', 'operator')
      .orderBy('number')
      .execute(),
  )

test('a registration that waits is at the top with what it lacks, and works once somebody activates it', async () => {
  const { token } = await operator()
  const { id, number, email } = await register()
  const rows = (await list(token)).Content
  expect(rows[0].Stand).toBe('wartet')
  expect((await list(token, { Filter: { Suche: number } })).Content).toMatchObject([
    { Id: id, Nummer: number, Stand: 'wartet', EmailBestaetigt: true },
  ])
  const { body } = await show(id, token)
  expect(body.Pruefliste).toEqual(
    expect.arrayContaining([
      { Pruefung: 'email', Ergebnis: 'ok', Angabe: null },
      { Pruefung: 'address', Ergebnis: 'missing', Angabe: null },
    ]),
  )
  const asked = { Version: body.Version, Entscheidung: 'aktivieren' }
  expect((await decide(id, token, asked)).status).toBe(200)
  expect(await templates(email)).toContain('agencyActivated')
  const after = (await show(id, token)).body
  expect(after).toMatchObject({ Stand: 'aktiv', Pruefliste: [] })
  expect(after.Verlauf[0]).toMatchObject({ Titel: 'Agentur freigeschaltet', Grund })
  expect(await logOf('bgv', id)).toEqual([
    {
      action: 'agency-active',
      reason: Grund,
      details: { before: { state: 'registered' }, after: { state: 'active' } },
    },
  ])
})

test('lists have who waits at the top and then names, page by page, and the file has the same order', async () => {
  const { token } = await operator(['auditor'])
  for (const name of ['Zwiebelturm', 'Ährenfeld', 'birkenhof']) await register({ name })
  for (const [OrderBy, Descending] of [
    ['Stand', false],
    ['Name', true],
    ['Seit', true],
    ['Nummer', false],
  ] as const) {
    const all: any[] = []
    for (let Pagenumber = 1; ; Pagenumber++) {
      const page = await list(token, { OrderBy, Descending, Pagesize: 3, Pagenumber })
      all.push(...page.Content)
      if (!page.HasNext) {
        expect(page.TotalCount).toBe(all.length)
        break
      }
    }
    expect(new Set(all.map(({ Id }) => Id)).size).toBe(all.length)
    if (OrderBy === 'Stand') {
      const waiting = all.filter(({ Stand }) => Stand === 'wartet')
      expect(all.slice(0, waiting.length)).toEqual(waiting)
      expect(waiting.map(({ Seit }) => Seit)).toEqual(waiting.map(({ Seit }) => Seit).toSorted())
    }
    if (OrderBy === 'Name') {
      const names = all.map(({ Name }) => Name)
      const at = ['Zwiebelturm', 'birkenhof', 'Ährenfeld'].map((name) => names.indexOf(name))
      expect(at).toEqual(at.toSorted((one, other) => one - other))
    }
    const path = `/bgv/betrieb/agenturen/csv?OrderBy=${OrderBy}&Descending=${Descending}`
    const { body } = await server.call('GET', path, { token })
    const rows = [...parseCsv(String(body), { separator: ';' })].map(({ cells }) => cells)
    expect(rows.slice(1).map(([name]) => name)).toEqual(all.map(({ Name }) => Name))
  }
})

test('of eight who decide at once one wins, and the others are told and change nothing', async () => {
  const { id, email } = await register()
  const people = await Promise.all(Array.from({ length: 8 }, () => operator()))
  const { Version } = (await show(id, people[0]!.token)).body
  const answers = await Promise.all(
    people.map(({ token }, at) =>
      decide(
        id,
        token,
        at % 2
          ? { Version, Entscheidung: 'aktivieren' }
          : { Version, Entscheidung: 'ablehnen', Anlass: 'unknown' },
      ),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 409)!.body.ErrorCode).toBe('PSOF0707')
  expect(await logOf('bgv', id)).toHaveLength(1)
  const told = (await templates(email)).filter((name) => /Activated|Refused/.test(name))
  expect(told).toHaveLength(1)
})

test('a refused applicant reads the reason and is let in no longer; who never proved the address is not written to', async () => {
  const { token } = await operator()
  const refuse = async (one: { id: string }, Anlass?: string) => {
    const { Version } = (await show(one.id, token)).body
    return decide(one.id, token, {
      Version,
      Entscheidung: 'ablehnen',
      ...(Anlass ? { Anlass } : {}),
    })
  }
  const proven = await register()
  expect((await refuse(proven)).status).toBe(400)
  expect((await refuse(proven, 'duplicate')).status).toBe(200)
  const [mail] = (await queuedMails(server, 'bgv', proven.email)).filter(
    ({ template }) => template === 'agencyRefused',
  )
  expect(JSON.stringify(mail)).toContain('besteht schon ein Zugang')
  expect((await show(proven.id, token)).body.Stand).toBe('geschlossen')
  const logIn = await server.call('POST', '/bgv/agentur-konto/login', {
    body: { Email: proven.email, Password: 'Zugvogel-2026-Nord' },
  })
  expect(logIn.status).toBe(403)

  const unproven = await register({ confirmed: false })
  const { Version } = (await show(unproven.id, token)).body
  expect(
    (await decide(unproven.id, token, { Version, Entscheidung: 'aktivieren' })).body.Fields,
  ).toMatchObject([{ Field: 'Entscheidung' }])
  expect((await refuse(unproven, 'unknown')).status).toBe(200)
  expect(await templates(unproven.email)).toEqual(['agencyConfirm'])
})

test('a stopped agency’s employees are out with the next call, a closed one’s owner as well', async () => {
  const { token } = await operator()
  const { agencyId: id, owner, employee } = await makeAgency(server, 'bgv', `AG-${9500 + ++made}`)
  const isIn = async (person: { token: string }) =>
    (await server.call('GET', '/bgv/agentur-konto/benutzer', { token: person.token })).status
  const turn = async (Entscheidung: string) =>
    decide(id, token, { Version: (await show(id, token)).body.Version, Entscheidung })
  expect((await turn('deaktivieren')).status).toBe(200)
  expect([await isIn(owner), await isIn(employee)]).toEqual([200, 401])
  // Nothing waits that could be refused, and it is stopped already.
  for (const word of ['ablehnen', 'deaktivieren'])
    expect([word, (await turn(word)).status]).toEqual([word, word === 'ablehnen' ? 400 : 409])
  expect((await turn('schliessen')).status).toBe(200)
  expect(await isIn(owner)).toBe(401)
})

test('duplicates are found by VAT id, name, address and IBAN, of agencies, partners and people', async () => {
  const { id } = await register({ name: 'Kontor Müller & Söhne' })
  await register({ name: 'KONTOR Mueller und Sohn' })
  await register({ name: 'kontor  Mueller, Söhne' })
  const { token } = await operator()
  expect((await show(id, token)).body.Aehnlich).toMatchObject([{ Art: 'agency', Wodurch: 'name' }])

  const partner = await makePartnerBench(server, 'telko', { state: 'registered' })
  await makePartnerBench(server, 'telko', { vat_id: 'DE136695976' })
  await makePartnerBench(server, 'telko')
  const reviewer = await operator(['reviewer'], 'telko')
  const { body } = await show(partner.partnerId, reviewer.token, 'telko/betrieb/verkaufspartner')
  expect(body.Aehnlich.map(({ Wodurch }: { Wodurch: string }) => Wodurch)).toEqual(
    expect.arrayContaining(['iban', 'vat', 'address']),
  )
  expect(JSON.stringify(body)).not.toContain('DE89370400440532013000')
  expect(body.IbanEnde).toBe('3000')
})

test('a sales partner is activated once proven, stopped and closed, with a mail and the log', async () => {
  const path = 'telko/betrieb/verkaufspartner'
  const { token } = await operator(['reviewer'], 'telko')
  const { partnerId: id, email } = await makePartnerBench(server, 'telko', { state: 'registered' })
  const turn = async (Entscheidung: string) =>
    decide(id, token, { Version: (await show(id, token, path)).body.Version, Entscheidung }, path)
  for (const word of ['aktivieren', 'deaktivieren', 'schliessen'])
    expect([word, (await turn(word)).status]).toEqual([word, 200])
  expect(await templates(email, 'telko')).toContain('salesPartnerActivated')
  expect((await logOf('telko', id)).map(({ action }) => action)).toEqual([
    'sales-partner-active',
    'sales-partner-inactive',
    'sales-partner-closed',
  ])
})

test('nobody decides about the own agency', async () => {
  const self = await operator()
  const { id } = await register({ email: self.email.replace('@', '+agentur@') })
  const { body } = await show(id, self.token)
  expect(body.Eigener).toBe(true)
  const asked = { Version: body.Version, Entscheidung: 'aktivieren' }
  const refused = await decide(id, self.token, asked)
  expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0706'])
  expect((await show(id, self.token)).body.Stand).toBe('wartet')
})

test('without the right, a reason, the tenant or the thing itself nothing happens', async () => {
  const { id } = await register()
  const reviewer = await operator()
  const { Version } = (await show(id, reviewer.token)).body
  const asked = { Version, Entscheidung: 'aktivieren' }
  for (const role of ['support', 'auditor', 'tenant-admin', 'payout-approver'] as const)
    expect((await decide(id, (await operator([role])).token, asked)).status).toBe(403)
  expect((await decide(id, reviewer.token, { ...asked, Grund: ' ' })).status).toBe(400)
  expect((await decide(crypto.randomUUID(), reviewer.token, asked)).status).toBe(404)
  expect((await decide('x', reviewer.token, asked)).status).toBe(404)
  const elsewhere = await operator(tenantRoles, 'telko')
  expect((await decide(id, elsewhere.token, asked)).status).toBe(403)
  const partners = 'bgv/betrieb/verkaufspartner'
  expect((await decide(id, reviewer.token, asked, partners)).status).toBe(404)
  await server.call('POST', '/betrieb/betrieb/abmeldung', { token: reviewer.token })
  expect((await decide(id, reviewer.token, asked)).status).toBe(401)
  expect((await show(id, (await operator()).token)).body.Stand).toBe('wartet')
})

test('support mails somebody of an agency the way in again and ends their sessions; who looked is in the log', async () => {
  const { agencyId, employee, owner } = await makeAgency(server, 'bgv', `AG-${9700 + ++made}`)
  const { token } = await operator(['support'])
  const path = `/bgv/betrieb/agenturen/${agencyId}/personen/${employee.id}`
  const seen = await server.call('GET', path, { token })
  expect(seen.body).toMatchObject({ Email: employee.email, Sitzungen: 1, HatZugang: true })
  const act = (Was: string, at = path) =>
    server.call('POST', `${at}/zugang`, { token, body: { Was, Grund: 'Am Telefon erbeten' } })
  expect((await act('mail')).body).toEqual({ Erledigt: true })
  expect(await templates(employee.email)).toEqual(['setPassword'])
  expect((await act('sitzungen')).body).toEqual({ Erledigt: true })
  expect((await act('sitzungen')).body).toEqual({ Erledigt: false })
  const me = await server.call('GET', '/bgv/agentur-konto/benutzer', { token: employee.token })
  expect(me.status).toBe(401)
  const log = await logOf('bgv', employee.id)
  expect(log.map(({ action }) => action)).toEqual([
    'agency-user-viewed',
    'send-access-mail',
    'end-sessions',
  ])
  expect(log[1]!.reason).toBe('Am Telefon erbeten')
  // Of another agency they are nobody.
  const other = await makeAgency(server, 'bgv', `AG-${9800 + ++made}`)
  const wrong = `/bgv/betrieb/agenturen/${other.agencyId}/personen/${owner.id}`
  expect((await server.call('GET', wrong, { token })).status).toBe(404)
  expect((await act('mail', wrong)).status).toBe(404)
})

test('support removes the passkeys that somebody of an agency or a sales partner lost, who is told and logged out', async () => {
  const agency = await makeAgency(server, 'bgv', `AG-${9900 + ++made}`)
  const partner = await makePartnerBench(server, 'telko')
  const people = [
    {
      path: `bgv/betrieb/agenturen/${agency.agencyId}/personen/${agency.employee.id}`,
      base: '/bgv/agentur-konto',
      ...agency.employee,
    },
    {
      path: `telko/betrieb/verkaufspartner/${partner.partnerId}`,
      base: '/telko/verkaufspartner',
      email: partner.email,
      token: partner.token,
      id: partner.partnerId,
    },
  ]
  for (const { path, base, email, token: own, id } of people) {
    const code = path.split('/')[0]!
    const place = { origin: `http://${code}.localhost:3000`, rpId: `${code}.localhost` }
    const begun = await server.call('POST', `${base}/passkeys/beginn`, { token: own, body: {} })
    const Antwort = new Authenticator().make(begun.body.Optionen, place)
    const added = { token: own, body: { Name: 'Telefon', Antwort } }
    expect((await server.call('POST', `${base}/passkeys`, added)).status).toBe(200)
    const { token } = await operator(['support'], code)
    const act = () =>
      server.call('POST', `/${path}/zugang`, {
        token,
        body: { Was: 'passkeys', Grund: 'Telefon verloren, zurückgerufen' },
      })
    expect([(await act()).body, (await act()).body]).toEqual([
      { Erledigt: true },
      { Erledigt: false },
    ])
    expect((await server.call('GET', `${base}/passkeys`, { token: own })).status).toBe(401)
    const mails = await queuedMails(server, code, email)
    expect(mails.filter(({ template }) => template === 'passkeyChanged')).toHaveLength(2)
    const removed = (await logOf(code, id)).filter(({ action }) => action === 'end-passkey')
    expect(removed.map(({ reason }) => reason)).toEqual(['Telefon verloren, zurückgerufen'])
  }
})

/** Contracts of the last months, copied from one that was really made. */
async function sell(
  agency: AgencyBench,
  contracts: { released: number; cancelled: number; day?: string },
) {
  const made = await agency.makeOrder()
  const { released, cancelled, day = '2026-10-05' } = contracts
  for (const [state, count] of [
    ['released', released],
    ['cancelled', cancelled],
  ] as const)
    await asOwner(server, 'bgv', (tx) =>
      sql`insert into orders (tenant, number, external_number, referral_number, recipient_number, product_id, contract_on, state, source,
          channel, reported_at, confirmed_at, releasable_on)
        select tenant, number || ${`-${state}-`} || n, external_number || ${`-${state}-`} || n, referral_number, recipient_number,
          product_id, ${day}::date, ${state}, source, channel, reported_at, confirmed_at, releasable_on
        from orders, generate_series(1, ${count}::int) n where tenant = 'bgv' and number = ${made}`.execute(
        tx,
      ),
    )
}

test('whoever stands out is said with the comparison, in list, filter, file and record, and nobody on few contracts', async () => {
  const { token } = await operator(['auditor'])
  const before = await server.call('GET', `/bgv/betrieb/agenturen/${(await register()).id}`, {
    token,
  })
  expect(before.body.Vergleich).toBeNull()
  for (let at = 0; at < 5; at++)
    await sell(await makeAgencyBench(server, 'bgv'), { released: 17, cancelled: 2 })
  const [many, few, old] = [
    await makeAgencyBench(server, 'bgv'),
    await makeAgencyBench(server, 'bgv'),
    await makeAgencyBench(server, 'bgv'),
  ]
  await sell(many, { released: 10, cancelled: 13 })
  await sell(few, { released: 0, cancelled: 18 })
  await sell(old, { released: 0, cancelled: 40, day: '2026-05-31' })
  await compareSellers(server.deps, 'bgv')
  // The day's comparison stays as it is.
  await sell(few, { released: 0, cancelled: 30 })
  await compareSellers(server.deps, 'bgv')

  const found = await list(token, { Filter: { Auffaellig: 'ja' } })
  expect(found.Content).toMatchObject([{ Id: many.agencyId, Auffaellig: ['freigabe', 'storno'] }])
  expect(found.TotalCount).toBe(1)
  const { Vergleich } = (await show(many.agencyId, token)).body
  expect(Vergleich).toMatchObject({ Von: '2026-06-01', Vertraege: 24 })
  const valueOf = (rows: any, what: string) => rows.Werte.find(({ Was }: any) => Was === what)
  expect(valueOf(Vergleich, 'storno')).toEqual({
    Was: 'storno',
    Anzahl: 13,
    Gesamt: 24,
    Prozent: 54,
    Mittel: 10,
    Mindestens: 20,
    Vergleichbar: true,
    Auffaellig: 'hoch',
  })
  for (const one of [few, old]) {
    const { body } = await show(one.agencyId, token)
    expect(body.Auffaellig).toEqual([])
    expect(valueOf(body.Vergleich, 'storno')).toMatchObject({
      Vergleichbar: false,
      Auffaellig: null,
    })
  }
  const { body } = await server.call('GET', '/bgv/betrieb/agenturen/csv?Auffaellig=ja&Sprache=de', {
    token,
  })
  const rows = [...parseCsv(String(body), { separator: ';' })].map(({ cells }) => cells)
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain('Freigaben, Stornos')
})

test('a partner whose account somebody else has is said to stand out, however few their contracts are', async () => {
  const { token } = await operator(['auditor'], 'telko')
  const [one, other] = [
    await makePartnerBench(server, 'telko'),
    await makePartnerBench(server, 'telko'),
  ]
  await compareSellers(server.deps, 'telko')
  const { body } = await show(one.partnerId, token, 'telko/betrieb/verkaufspartner')
  expect(body.Auffaellig).toEqual(['iban'])
  const account = body.Vergleich.Werte.find(({ Was }: any) => Was === 'iban')
  expect(account.Anzahl).toBeGreaterThan(0)
  const listed = await list(
    token,
    { Filter: { Auffaellig: 'ja' } },
    'telko/betrieb/verkaufspartner',
  )
  expect(listed.Content.map(({ Id }: any) => Id)).toEqual(
    expect.arrayContaining([one.partnerId, other.partnerId]),
  )
})
