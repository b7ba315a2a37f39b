import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { startSession } from '../access/start-session.ts'
import { agencyUser } from '../agency/agency-user.ts'
import { writeDocuments } from './write-documents.ts'
import { markInvoicePaid, takeBackPayment } from './mark-invoice.ts'

let server: TestServer
let agency: AgencyBench

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.set(testNow)
  agency = await makeAgencyBench(server, 'bgv')
})
afterAll(() => server.stop())

/** A session of now: one of two weeks is over when the month is. */
const log = async ({ userId }: AgencyBench) =>
  (
    await withTenant(server.db, 'bgv', (tx) =>
      startSession(tx, server.deps, 'bgv', agencyUser, userId),
    )
  ).token
const get = async (path: string, as = agency) =>
  server.call('GET', `/bgv/agentur-konto${path}`, { token: await log(as) })
const bill = async (day: string) => {
  server.clock.set(`${day}T11:00:00Z`)
  return writeDocuments(server.deps, await server.deps.tenants.get('bgv'), 'invoices', system)
}
const file = async (path: string) => {
  const answer = await server.app.inject({
    url: `/api/v1/bgv/agentur-konto${path}`,
    headers: { authorization: `Bearer ${await log(agency)}` },
  })
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers }
}

test('an agency without rewards has an empty list, and costs of nothing', async () => {
  expect((await get('/rechnungen')).body).toEqual({
    Content: [],
    HasNext: false,
    PageCount: 0,
    PraemienVersteuert: false,
    TotalCount: 0,
    GesamtCent: 0,
    OffenCent: 0,
    UeberfaelligAnzahl: 0,
    UeberfaelligCent: 0,
    AnschriftFehlt: false,
  })
  const { body } = await get('/kosten')
  expect(body).toMatchObject({
    WirdAbgerechnet: true,
    Monat: '2026-11',
    RechnungAm: '2026-12-01',
    GebuehrCent: 250,
    UstProzent: 19,
    Praemien: 0,
    Rechnung: { GesamtCent: 0 },
    Empfehler: [],
  })
})

test('the costs of a month are what its invoice says when it is over, by referrer', async () => {
  const account = await agency.makeAccount()
  await agency.makeReleased({ account })
  await agency.makeReleased({ account })
  await agency.makeReleased()
  const { body: costs } = await get('/kosten')
  expect(costs.Praemien).toBe(3)
  expect(costs.Rechnung).toEqual({
    PraemienCent: 16_000, // 50, 60 for the additional customer, 50
    GebuehrenCent: 750,
    UstCent: 143,
    GesamtCent: 16_893,
  })
  expect(costs.Empfehler).toEqual([
    { Name: 'Wera Werber', Praemien: 2, PraemienCent: 11_000, GebuehrenCent: 500 },
    { Name: 'Wera Werber', Praemien: 1, PraemienCent: 5000, GebuehrenCent: 250 },
  ])
  await bill('2026-12-01')
  const { body } = await get('/rechnungen')
  expect(body).toMatchObject({ TotalCount: 1, HasNext: false })
  expect(body.Content[0]).toMatchObject({
    Art: 'invoice',
    Nummer: `${agency.number}-2026-1`,
    Monat: '2026-11',
    Datum: '2026-12-01',
    FaelligAm: '2026-12-15',
    ...costs.Rechnung,
    Berichtigt: [],
  })
  expect((await get('/kosten')).body).toMatchObject({ Monat: '2026-12', Praemien: 0 })
})

test('costs name nobody for a referral that somebody else may have typed their address into', async () => {
  await agency.makeReleased({ owned: false })
  await agency.makeReleased()
  const { body } = await get('/kosten')
  expect(body.Empfehler.map(({ Name }: { Name: string | null }) => Name).toSorted()).toEqual([
    'Wera Werber',
    null,
  ])
})

test('what was cancelled shows in the costs, then as a credit that names its invoice', async () => {
  const { orderNumber } = await agency.makeReleased()
  await bill('2026-12-01')
  const tenant = await server.deps.tenants.get('bgv')
  await agency.run((tx) => cancelOrder(tx, server.deps, tenant, orderNumber, system))
  expect((await get('/kosten')).body).toMatchObject({
    Praemien: 0,
    Gutgeschrieben: 1,
    Gutschrift: { PraemienCent: 5000, GebuehrenCent: 250, UstCent: 48, GesamtCent: 5298 },
  })
  await bill('2027-01-01')
  const { body } = await get('/rechnungen')
  expect(body.Content[0]).toMatchObject({
    Art: 'credit',
    Nummer: `${agency.number}-2027-1`,
    Berichtigt: [`${agency.number}-2026-1`],
  })
  expect((await get('/rechnungen?page=2&pagesize=1')).body).toMatchObject({
    Content: [{ Art: 'invoice' }],
    HasNext: false,
    PageCount: 2,
    TotalCount: 2,
  })
})

test('a file is the same to the byte whenever it is fetched, and carries a name and its type', async () => {
  await agency.makeReleased()
  await bill('2026-12-01')
  const [{ Id: id }] = (await get('/rechnungen')).body.Content
  const files = await Promise.all([
    file(`/rechnungen/${id}/pdf`),
    file(`/rechnungen/${id}/pdf`),
    file(`/rechnungen/${id}/xml`),
  ])
  const [pdf, again, xml] = files
  expect(files.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(pdf!.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(pdf!.bytes)).toBe(hash(again!.bytes))
  expect(pdf!.headers['content-type']).toBe('application/pdf')
  expect(pdf!.headers['content-disposition']).toBe(
    `attachment; filename="Rechnung-${agency.number}-2026-1.pdf"`,
  )
  expect(pdf!.headers['cache-control']).toBe('no-store')
  expect(xml!.bytes.toString()).toContain('urn:cen.eu:en16931:2017')
})

test("another agency's invoice is not found, whichever way it is asked for", async () => {
  await agency.makeReleased()
  await bill('2026-12-01')
  const [{ Id: id }] = (await get('/rechnungen')).body.Content
  const other = await makeAgencyBench(server, 'bgv')
  for (const path of [`/rechnungen/${id}/pdf`, `/rechnungen/${id}/xml`])
    expect((await get(path, other)).status).toBe(404)
  expect((await get('/rechnungen', other)).body.TotalCount).toBe(0)
  for (const odd of ['x', '00000000-0000-7000-8000-000000000000'])
    expect((await get(`/rechnungen/${odd}/pdf`)).status).toBe(404)
})

test('an agency without a whole address is told that no invoice can be written', async () => {
  const homeless = await makeAgencyBench(server, 'bgv', { address: false })
  expect((await get('/rechnungen', homeless)).body.AnschriftFehlt).toBe(true)
})

test('each document is open, overdue or paid, the same on page and in file; marking it works once, can be taken back, and is logged', async () => {
  const { orderNumber: order } = await agency.makeReleased()
  await agency.makeReleased()
  await bill('2026-12-01')
  await agency.run((tx) => cancelOrder(tx, server.deps, agency.tenant, order, system))
  await bill('2027-01-01')
  const read = async (query = '') => (await get(`/rechnungen${query}`)).body
  const stateOf = async (number: string) =>
    (await read()).Content.find((one: { Nummer: string }) => one.Nummer === number)
  const [credit, invoice] = (await read()).Content
  expect([credit.Art, invoice.Art]).toEqual(['credit', 'invoice'])
  const owed = invoice.GesamtCent - credit.GesamtCent
  expect(await read()).toMatchObject({ OffenCent: owed, GesamtCent: owed })
  // The terms of payment say when it is late: not on the day itself. A credit never is.
  server.clock.set(`${invoice.FaelligAm}T11:00:00Z`)
  expect((await stateOf(invoice.Nummer)).Status).toBe('offen')
  server.clock.advance('P1D')
  expect((await stateOf(invoice.Nummer)).Status).toBe('ueberfaellig')
  server.clock.advance('P60D')
  expect((await stateOf(credit.Nummer)).Status).toBe('offen')
  const late = { UeberfaelligAnzahl: 1, UeberfaelligCent: invoice.GesamtCent, OffenCent: owed }
  expect(await read()).toMatchObject({ ...late, TotalCount: 2 })
  expect(await read('?status=offen')).toMatchObject({ ...late, TotalCount: 2, GesamtCent: owed })
  expect(await read('?status=ueberfaellig')).toMatchObject({ ...late, TotalCount: 1 })
  const csv = (await file('/rechnungen/csv')).bytes.toString()
  const totals = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) =>
      Math.round(Number(line.split(';')[7]!.replaceAll('"', '').replace(',', '.')) * 100),
    )
  expect(totals).toEqual([-credit.GesamtCent, invoice.GesamtCent])
  expect(csv).toContain('Überfällig')

  const paidOn = server.deps.clock.today()
  const mark = (number: string, day = paidOn) =>
    agency.run((tx) =>
      markInvoicePaid(
        tx,
        server.deps,
        'bgv',
        { number, paidOn: day, reference: 'KTO-1' },
        { kind: 'operator', id: 'jo' },
      ),
    )
  expect(await mark(invoice.Nummer, paidOn.add({ days: 1 }))).toMatchObject({ why: 'future' })
  const early = Temporal.PlainDate.from('2026-11-01')
  expect(await mark(invoice.Nummer, early)).toMatchObject({ why: 'before-issue' })
  expect(await mark('X-1')).toEqual({ kind: 'unknown' })
  const answers = await Promise.all([mark(invoice.Nummer), mark(invoice.Nummer)])
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['already', 'marked'])
  expect(await stateOf(invoice.Nummer)).toMatchObject({
    Status: 'bezahlt',
    BezahltAm: paidOn.toString(),
  })
  expect(await read()).toMatchObject({
    OffenCent: 0 - credit.GesamtCent,
    UeberfaelligAnzahl: 0,
    UeberfaelligCent: 0,
  })
  expect(await read('?status=bezahlt')).toMatchObject({ TotalCount: 1 })
  const back = () =>
    agency.run((tx) =>
      takeBackPayment(tx, server.deps, 'bgv', invoice.Nummer, { kind: 'operator', id: 'jo' }),
    )
  expect([(await back()).kind, (await back()).kind]).toEqual(['taken-back', 'unpaid'])
  expect(await read()).toMatchObject(late)
  const log = await agency.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('tenant', '=', 'bgv')
      .where('subject_id', '=', invoice.Id)
      .where('action', 'like', 'invoice-pa%')
      .orderBy('audit_id')
      .execute(),
  )
  expect(log).toEqual([
    { action: 'invoice-paid', actor_id: 'jo' },
    { action: 'invoice-payment-taken-back', actor_id: 'jo' },
  ])
  // Another agency's marks are nobody else's, and the document itself is as it was.
  const other = await makeAgencyBench(server, 'bgv')
  expect((await get('/rechnungen', other)).body).toMatchObject({ OffenCent: 0, TotalCount: 0 })
})

test('the list is searched by part of a number, which finds what corrects it too, sorted as asked, and the file and the sum have exactly what it shows', async () => {
  const { orderNumber: order } = await agency.makeReleased()
  await bill('2026-12-01')
  await agency.run((tx) => cancelOrder(tx, server.deps, agency.tenant, order, system))
  await agency.makeReleased()
  await agency.makeReleased()
  await bill('2027-01-01')
  const numbersOf = async (query: string) => {
    const { body } = await get(`/rechnungen?${query}`)
    const numbers = body.Content.map((one: { Nummer: string }) => one.Nummer)
    const [, ...lines] = (await file(`/rechnungen/csv?${query}`)).bytes
      .toString()
      .trim()
      .split('\r\n')
    const cells = lines.map((line) => line.replaceAll('"', '').split(';'))
    expect(cells.map(([number]) => number)).toEqual(numbers)
    const sum = cells.reduce(
      (all, line) => all + Math.round(Number(line[7]!.replace(',', '.')) * 100),
      0,
    )
    expect(sum).toBe(body.GesamtCent)
    expect(body.TotalCount).toBe(numbers.length)
    return numbers as string[]
  }
  const [first, second] = (await get('/rechnungen?OrderBy=Nummer')).body.Content
  const [one, two, three] = [1, 1, 2].map(
    (place, at) => `${agency.number}-${at === 0 ? 2026 : 2027}-${place}`,
  )
  expect([first.Nummer, second.Nummer]).toEqual([one, two])
  expect(await numbersOf('')).toEqual([three, two, one])
  expect(await numbersOf('OrderBy=Gesamt')).toEqual([three, one, two])
  expect(await numbersOf('OrderBy=Gesamt&Descending=true')).toEqual([two, one, three])
  // A credit is payable by no day, whichever way the days go.
  expect(await numbersOf('OrderBy=FaelligAm')).toEqual([one, two, three])
  expect(await numbersOf('OrderBy=FaelligAm&Descending=true')).toEqual([two, one, three])
  expect(await numbersOf(`Suche=${one!.toLowerCase()}`)).toEqual([three, one])
  expect(await numbersOf('Suche=-2027-&status=offen')).toEqual([two])
  expect(await numbersOf('Suche=-2027-&status=ausgeglichen')).toEqual([three])
  for (const odd of ['%25', '_', '%00', "'", '2028'])
    expect([odd, (await get(`/rechnungen?Suche=${odd}`)).body.TotalCount ?? 0]).toEqual([odd, 0])
  const rows = (await get('/rechnungen')).body.Content
  expect(rows.map((row: object) => row)).toMatchObject([
    { Art: 'credit', Berichtigt: [one], BerichtigtDurch: [] },
    { Art: 'invoice', Berichtigt: [], BerichtigtDurch: [] },
    { Art: 'invoice', Berichtigt: [], BerichtigtDurch: [three] },
  ])
  const other = await makeAgencyBench(server, 'bgv')
  expect((await get(`/rechnungen?Suche=${one}`, other)).body.TotalCount).toBe(0)
})

test('the record of a document tells what it bills, when it was paid and what corrects it; another agency’s is not found', async () => {
  const account = await agency.makeAccount()
  const { orderNumber } = await agency.makeReleased({ account })
  await agency.makeReleased({ owned: false })
  await bill('2026-12-01')
  const tenant = await server.deps.tenants.get('bgv')
  const [{ Id, Nummer }] = (await get('/rechnungen')).body.Content
  const operator = { kind: 'operator', id: 'jo' } as const
  const paidOn = Temporal.PlainDate.from('2026-12-01')
  const mark = { number: Nummer, paidOn, reference: 'Sammler 7' }
  await agency.run((tx) => markInvoicePaid(tx, server.deps, 'bgv', mark, operator))
  server.clock.advance('PT1H')
  await agency.run((tx) => takeBackPayment(tx, server.deps, 'bgv', Nummer, operator))
  await agency.run((tx) => cancelOrder(tx, server.deps, tenant, orderNumber, system))
  await bill('2027-01-01')
  const { status, body } = await get(`/rechnungen/${Id}`)
  expect(status).toBe(200)
  const [credit] = (await get('/rechnungen')).body.Content
  const listed = (await get('/rechnungen')).body.Content.find((one: any) => one.Id === Id)
  expect(body.Rechnung).toEqual(listed)
  expect(body.Positionen).toMatchObject([
    { Anlass: 'freigegeben', AuftragId: orderNumber, Empfehler: 'Wera Werber', PraemieCent: 5000 },
    { Anlass: 'freigegeben', Empfehler: null, PraemieCent: 5000, GebuehrCent: 250 },
  ])
  const sum = (name: string) =>
    body.Positionen.reduce((all: number, one: any) => all + one[name], 0)
  expect([sum('PraemieCent'), sum('GebuehrCent')]).toEqual([
    listed.PraemienCent,
    listed.GebuehrenCent,
  ])
  expect(
    body.Verlauf.map(({ Schritt, Nummer: of, BezahltAm, Von }: any) => [
      Schritt,
      of,
      BezahltAm,
      Von,
    ]),
  ).toEqual([
    ['berichtigt', credit.Nummer, null, null],
    ['zahlung-zurueckgenommen', null, '2026-12-01', 'Betreiber'],
    ['bezahlt', null, '2026-12-01', 'Betreiber'],
    ['erstellt', null, null, 'System'],
  ])
  expect(body.Verknuepft).toMatchObject([{ Id: credit.Id, Art: 'credit' }])
  const ofCredit = (await get(`/rechnungen/${credit.Id}`)).body
  expect(ofCredit.Positionen).toMatchObject([{ Anlass: 'storniert', AuftragId: orderNumber }])
  expect(ofCredit.Verknuepft).toMatchObject([{ Id, Nummer }])
  const stranger = await makeAgencyBench(server, 'bgv')
  for (const id of [Id, credit.Id])
    expect((await get(`/rechnungen/${id}`, stranger)).status).toBe(404)
  expect((await get('/rechnungen/keine')).status).toBe(404)
})

test('of two values of the filter a document has one, in list, count, sum and file', async () => {
  for (const month of ['2026-12', '2027-01', '2027-02']) {
    await agency.makeReleased()
    await bill(`${month}-01`)
  }
  server.clock.set('2027-02-02T11:00:00Z')
  const all = (await get('/rechnungen')).body.Content
  const operator = { kind: 'operator', id: 'jo' } as const
  const mark = {
    number: all.at(-1).Nummer,
    paidOn: Temporal.PlainDate.from('2027-01-10'),
    reference: null,
  }
  await agency.run((tx) => markInvoicePaid(tx, server.deps, 'bgv', mark, operator))
  const of = async (query: string) => {
    const { body } = await get(`/rechnungen?${query}`)
    const lines = (await get(`/rechnungen/csv?${query}`)).body.trim().split('\r\n')
    expect(lines).toHaveLength(body.TotalCount + 1)
    return [body.Content.map((one: any) => one.Status), body.TotalCount, body.GesamtCent]
  }
  const [first, second, third] = all.map((one: any) => one.GesamtCent)
  expect(await of('status=ueberfaellig&status=bezahlt')).toEqual([
    ['ueberfaellig', 'bezahlt'],
    2,
    second + third,
  ])
  expect(await of('status=bezahlt')).toEqual([['bezahlt'], 1, third])
  expect(await of('status=offen&status=bezahlt')).toEqual([
    ['offen', 'ueberfaellig', 'bezahlt'],
    3,
    first + second + third,
  ])
})
