import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { applyDecisions } from '../reward/apply-decisions.ts'
import { makeBench } from '../reward/reward.test-helper.ts'
import { makeAgencyOrder } from './agency-order.test-helper.ts'
import { rebuildReports } from '../reports/rebuild-reports.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makeBench>>
let agency: Awaited<ReturnType<typeof makeAgency>>
let other: Awaited<ReturnType<typeof makeAgency>>
beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgency(server, 'standard', 'AG-7011')
  other = await makeAgency(server, 'standard', 'AG-7012')
  bench = await makeBench(server, 'standard')
})
afterAll(() => server.stop())

const makeOrder = (whose: typeof agency, userId: string | null, firstName = 'Wera') =>
  makeAgencyOrder(bench, { agencyId: whose.agencyId, userId }, { firstName })

const list = (token: string, name: string, body: unknown = {}) =>
  server.call('PUT', `/standard/agentur/${name}`, { token, body })

test('two releases of an order at once make one, with who and when in the audit log, and its row says so', async () => {
  const { number } = await makeOrder(agency, agency.employee.id)
  const release = () =>
    server.call('PUT', `/standard/agentur/auftragfreigeben/AG-7011/${number}`, {
      token: agency.employee.token,
    })
  const answers = await Promise.all([release(), release(), release()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ body }) => body.Ergebnis).toSorted()).toEqual([
    'freigegeben',
    'unveraendert',
    'unveraendert',
  ])
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_kind', 'actor_id', 'at'])
      .where('tenant', '=', 'standard')
      .where('action', '=', 'order-released')
      .where('subject_id', '=', number)
      .execute(),
  )
  expect(log).toMatchObject([{ actor_kind: 'agency-user', actor_id: agency.employee.id }])
  const { body } = await list(agency.owner.token, 'auftraege/alle', { Filter: { Suche: number } })
  const [reward] = await bench.readRewards(number)
  expect(body.Content).toMatchObject([
    { Status: 'Freigegeben', WertCent: reward!.cents, Freigebbar: false },
  ])
  expect(body.Summen).toEqual({ WertCent: reward!.cents })
  const rewards = await list(agency.owner.token, 'praemien', { Filter: { Suche: number } })
  expect(rewards.body.Content).toMatchObject([
    { Beguenstigter: 'Empfehler', WertCent: reward!.cents },
  ])
})

test('an order that is foreign, unknown, a colleague’s or not confirmed is not released, and says so', async () => {
  const { number, recipient } = await makeOrder(agency, agency.colleague.id)
  const release = (token: string, order: string, of = 'AG-7011') =>
    server.call('PUT', `/standard/agentur/auftragfreigeben/${of}/${order}`, { token })
  expect((await release(agency.employee.token, number)).status).toBe(404)
  expect((await release(other.owner.token, number, 'AG-7012')).status).toBe(404)
  expect((await release(agency.owner.token, number, 'AG-7012')).status).toBe(404)
  expect((await release(agency.owner.token, 'GIBTSNICHT')).status).toBe(404)
  await asOwner(server, 'standard', (tx) =>
    tx
      .updateTable('orders')
      .set({ state: 'reported', external_number: null })
      .where('tenant', '=', 'standard')
      .where('number', '=', number)
      .execute(),
  )
  const early = await release(agency.owner.token, number)
  expect(early.status, recipient.number).toBe(400)
  expect(early.body).toMatchObject({ ErrorCode: 'PSOF0101', Details: { Status: 'Gemeldet' } })
})

test('the owner of a stopped agency reads the orders and decides none; the operator does, and so does the owner again', async () => {
  const { number } = await makeOrder(other, null)
  const { token } = other.owner
  const release = () =>
    server.call('PUT', `/standard/agentur/auftragfreigeben/AG-7012/${number}`, { token })
  const refuse = () =>
    server.call('PUT', '/standard/agentur-konto/auftraege', {
      token,
      body: { Aktion: 'ablehnen', Auftraege: [number], Grund: 'doppelt' },
    })
  await setAgencyState(server, 'standard', other.agencyId, 'inactive')
  try {
    for (const answer of [await release(), await refuse()])
      expect([answer.status, answer.body.ErrorCode]).toEqual([403, 'PSOF0203'])
    const { body } = await list(token, 'auftraege/alle', { Filter: { Suche: number } })
    expect(body.Content).toMatchObject([{ Status: 'Bestaetigt' }])
  } finally {
    await setAgencyState(server, 'standard', other.agencyId, 'active')
  }
  expect((await release()).status).toBe(200)
})

test('many orders are released or refused in one call, each with its own result', async () => {
  const orders = await Promise.all([1, 2, 3].map(() => makeOrder(agency, agency.employee.id)))
  const [one, two, three] = orders.map(({ number }) => number) as [string, string, string]
  const foreign = (await makeOrder(other, null)).number
  const decide = (token: string, Aktion: string, Auftraege: string[]) => {
    const why = Aktion === 'ablehnen' ? { Grund: 'doppelt' } : {}
    const body = { Aktion, Auftraege, ...why }
    return server.call('PUT', '/standard/agentur-konto/auftraege', { token, body })
  }
  const pass = async () => {
    server.clock.advance('PT10S')
    await applyDecisions(server.deps, bench.tenant)
  }
  const released = await decide(agency.owner.token, 'freigeben', [one, foreign, two, one, 'NIE'])
  expect(released.body.Ergebnisse).toEqual([
    { Auftragsnummer: one, Ergebnis: 'vorgemerkt', Status: 'Bestaetigt' },
    { Auftragsnummer: foreign, Ergebnis: 'nicht-gefunden', Status: null },
    { Auftragsnummer: two, Ergebnis: 'vorgemerkt', Status: 'Bestaetigt' },
    { Auftragsnummer: 'NIE', Ergebnis: 'nicht-gefunden', Status: null },
  ])
  await pass()
  const refused = await decide(agency.owner.token, 'ablehnen', [one, three, three])
  expect(refused.body.Ergebnisse).toEqual([
    { Auftragsnummer: one, Ergebnis: 'nicht-moeglich', Status: 'Freigegeben' },
    { Auftragsnummer: three, Ergebnis: 'vorgemerkt', Status: 'Bestaetigt' },
  ])
  await pass()
  const again = await decide(agency.owner.token, 'freigeben', [three])
  expect(again.body.Ergebnisse).toMatchObject([{ Ergebnis: 'nicht-moeglich', Status: 'Storniert' }])
  const many = Array.from({ length: 501 }, (_, i) => `N${i}`)
  expect((await decide(agency.owner.token, 'freigeben', many)).status).toBe(400)
  expect(await rebuildReports(server.deps, 'standard')).toMatchObject({ wrongSums: 0 })
})

test('how many orders wait for a release is counted for the owner, for each employee their own, and for no other agency', async () => {
  const waiting = async (token: string) =>
    (await server.call('GET', '/standard/agentur-konto/kennzahlen', { token })).body.Freizugeben
  const all = () =>
    Promise.all(
      [agency.owner, agency.employee, agency.colleague, other.owner].map(({ token }) =>
        waiting(token),
      ),
    )
  const [owners, employees, colleagues, others] = await all()
  const { number } = await makeOrder(agency, agency.employee.id)
  expect(await all()).toEqual([owners + 1, employees + 1, colleagues, others])
  await bench.release(number)
  expect(await all()).toEqual([owners, employees, colleagues, others])
})
