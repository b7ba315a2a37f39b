import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { uuidv7 } from '../base/uuid.ts'
import { makeBench } from '../reward/reward.test-helper.ts'
import { makeAgencyOrder } from './agency-order.test-helper.ts'
import { readLines, takePlace } from './show-report-file.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makeBench>>
let agency: Awaited<ReturnType<typeof makeAgency>>
let other: Awaited<ReturnType<typeof makeAgency>>
beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgency(server, 'standard', 'AG-7001')
  other = await makeAgency(server, 'standard', 'AG-7002')
  bench = await makeBench(server, 'standard')
})
afterAll(() => server.stop())

const makeOrder = (whose: typeof agency, userId: string | null, firstName = 'Wera') =>
  makeAgencyOrder(bench, { agencyId: whose.agencyId, userId }, { firstName })

const list = (token: string, name: string, body: unknown = {}) =>
  server.call('PUT', `/standard/agentur/${name}`, { token, body })

const tokenIdOf = (subject: string) =>
  bench.run(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select token_id as id from tokens where kind = 'agency-session' and subject = ${subject}`.execute(
      tx,
    )
    return rows[0]!.id
  })

test('the file holds the whole list, and no cell of it is a formula', async () => {
  await makeOrder(agency, agency.colleague.id, 'Kollo')
  const { number } = await makeOrder(
    agency,
    agency.employee.id,
    '=HYPERLINK("http://boese.example";"hier")',
  )
  const file = (token: string, name: string) =>
    server.call('GET', `/standard/agentur-konto/berichte/${name}`, { token })
  const { status, body, headers } = await file(
    agency.owner.token,
    'auftraege/csv?OrderBy=Empfehler',
  )
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const { body: all } = await list(agency.owner.token, 'auftraege/alle')
  const lines = (body as string).trim().split('\r\n')
  expect(lines.length).toBe(all.TotalCount + 1)
  expect(headers['x-total-count']).toBe(String(all.TotalCount))
  expect(lines[0]).toBe(
    '\ufeffDatum;Kennung;Nummer;Empfehler;Produkt;Status;Grund;Prämie in Euro;Entfallen in Euro;Erwartet in Euro;Gebühr netto in Euro;Mitarbeiter'.trim(),
  )
  const line = lines.find((one) => one.includes(number))
  expect(line).toContain(`"'=HYPERLINK(""http://boese.example"";""hier"") Werber"`)
  const own = await file(agency.employee.token, 'auftraege/csv?Status=Bestaetigt')
  expect(own.body).not.toContain('Kollo')
  // What an order is expected to earn and cost before its release, as in the list.
  const shown = await list(agency.owner.token, 'auftraege/alle', { Filter: { Suche: number } })
  const [waiting] = shown.body.Content
  expect(waiting.ErwartetCent).toBeGreaterThan(0)
  const cells = line!.split(';')
  const euros = (waiting.ErwartetCent / 100).toFixed(2).replace('.', ',')
  expect([cells.slice(-3, -1), waiting.GebuehrCent]).toEqual([[`"${euros}"`, ''], null])
  // The word of the page, not the name of the wire.
  expect(own.body).toContain(';Bestätigt;')
  expect(own.body).not.toContain('Bestaetigt')
  expect((await file(other.owner.token, 'auftraege/csv')).body).not.toContain(number)
})

test('who leaves while their file is read gets no more of it, and none of the orders that were still to be decided', async () => {
  const firm = await makeAgency(server, 'standard', 'AG-7003')
  const { owner, employee } = firm
  const leave = () =>
    server.call('DELETE', `/standard/agentur-konto/mitarbeiter/${employee.id}`, {
      token: owner.token,
    })
  const orders = [1, 2, 3].map(() => makeOrder(firm, employee.id))
  // Of contracts of one day the lowest number is decided first.
  const [one, two, three] = (await Promise.all(orders)).map(({ number }) => number).toSorted()
  const waiting = () =>
    bench.run(async (tx) => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      )
      return rows.length
    })
  const caller = {
    kind: 'agency',
    userId: employee.id,
    agencyId: firm.agencyId,
    role: 'employee',
    tokenId: await tokenIdOf(employee.id),
    bearer: null,
    expiresAt: server.clock.realNow().add({ hours: 1 }),
  } as const
  const lines = readLines(
    { ...server, tenant: bench.tenant, locale: 'de', caller, today: server.clock.today() },
    'auftraege',
    { kind: 'orders', agencyId: firm.agencyId, employee: employee.id },
    { sort: 'day', descending: false, limit: 1, filter: {} },
  )
  expect((await lines.next()).value).toContain('Datum;')
  expect((await lines.next()).value).toMatch(/Wera/)
  const deciding = await bench.run(async (tx) => {
    await sql`select from orders where tenant = 'standard' and number = ${two} for update`.execute(
      tx,
    )
    const started = server.call('PUT', '/standard/agentur-konto/auftraege', {
      token: employee.token,
      body: { Aktion: 'freigeben', Auftraege: [one, two, three] },
    })
    await expect.poll(waiting).toBeGreaterThan(0)
    expect((await leave()).status).toBe(200)
    return { started }
  })
  expect((await deciding.started).status).toBe(401)
  const { body } = await list(owner.token, 'auftraege/alle', { Filter: { Status: 'Bestaetigt' } })
  const untouched = (body.Content as { Id: string; Vorgemerkt: unknown }[]).filter(
    ({ Vorgemerkt }) => Vorgemerkt === null,
  )
  expect(untouched.map(({ Id }) => Id)).toEqual([three])
  await expect(lines.next()).rejects.toMatchObject({ failure: { name: 'session-missing' } })
})

test('one person reads a few files at a time, and a place is free again however a file ended', async () => {
  const someone = uuidv7()
  const places = [1, 2, 3].map(() => takePlace(someone))
  expect(() => takePlace(someone)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ name: 'too-many-requests' }) }),
  )
  takePlace(agency.owner.id)()
  for (const leave of places) leave()
  for (let time = 0; time < 10; time += 1)
    expect(
      (
        await server.call('GET', '/standard/agentur-konto/berichte/leads/csv', {
          token: agency.owner.token,
        })
      ).status,
    ).toBe(200)
})
