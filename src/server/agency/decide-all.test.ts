import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { applyDecisions } from '../reward/apply-decisions.ts'
import { makeBench } from '../reward/reward.test-helper.ts'
import { makeAgencyOrder } from './agency-order.test-helper.ts'
import { recordReport } from '../reports/rows-store.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makeBench>>
let agency: Awaited<ReturnType<typeof makeAgency>>
let made = 0
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
afterAll(() => server.stop())
beforeEach(async () => {
  agency = await makeAgency(server, 'standard', `AG-72${++made}`)
})

const order = async (userId: string | null = null, firstName = 'Wera') =>
  (await makeAgencyOrder(bench, { agencyId: agency.agencyId, userId }, { firstName })).number

const put = (path: string, body: unknown, token = agency.owner.token) =>
  server.call('PUT', `/standard/agentur-konto/auftraege${path}`, { token, body })
const seen = async (Filter = {}, token = agency.owner.token) => {
  const { status, body } = await put('/freigebbar', { Filter }, token)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { Anzahl: number; ErwartetCent: number; GebuehrCent: number; InZeilenCent: number }
}
const decide = async (seenOf: object, Aktion = 'freigeben', token = agency.owner.token) => {
  const { InZeilenCent: _, ...Alle } = seenOf as { InZeilenCent?: number }
  const why = Aktion === 'ablehnen' ? { Grund: 'doppelt' } : {}
  const { status, body } = await put('', { Aktion, Alle, ...why }, token)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const numbersOf = (body: { Ergebnisse: { Auftragsnummer: string }[] }) =>
  body.Ergebnisse.map(({ Auftragsnummer }) => Auftragsnummer).toSorted()

test('all that match are decided over all pages, and exactly those: not what the filter leaves out, a colleague’s or another agency’s', async () => {
  const other = await order(agency.colleague.id, 'Zita')
  const own = [await order(agency.employee.id), await order(agency.employee.id)].toSorted()
  const list = await server.call('PUT', '/standard/agentur/auftraege/alle', {
    token: agency.owner.token,
    body: { Filter: { Suche: 'Wera' } },
  })
  const shown = list.body.Content as { ErwartetCent: number }[]
  const what = await seen({ Suche: 'Wera' })
  const inRows = shown.reduce((sum, { ErwartetCent }) => sum + ErwartetCent, 0)
  expect(what).toEqual({
    Anzahl: 2,
    ErwartetCent: inRows,
    GebuehrCent: 0,
    InZeilenCent: inRows,
  })
  expect((await seen({}, agency.employee.token)).Anzahl).toBe(2)
  expect((await seen({ Status: 'Gemeldet' })).Anzahl).toBe(0)
  const answer = await decide({ Filter: { Suche: 'Wera' }, ...what })
  expect(answer.Veraendert).toBeNull()
  expect(numbersOf(answer)).toEqual(own)
  // What is noted waits no more, and can be taken back for ten seconds.
  expect(await seen()).toMatchObject({ Anzahl: 1 })
  const back = await put('', { Aktion: 'zuruecknehmen', Auftraege: [own[0]] })
  expect(back.body.Ergebnisse).toMatchObject([{ Ergebnis: 'zurueckgenommen' }])
  server.clock.advance('PT10S')
  await applyDecisions(server.deps, bench.tenant)
  expect((await bench.readRewards(own[1]!)).length).toBeGreaterThan(0)
  expect(await bench.readRewards(own[0]!)).toEqual([])
  expect(await bench.readRewards(other)).toEqual([])
})

test('a list that is not what was seen any more decides nothing, and is answered with what it is now', async () => {
  await order()
  const before = await seen()
  await order()
  const now = await seen()
  expect(now.Anzahl).toBe(2)
  for (const action of ['freigeben', 'ablehnen']) {
    const answer = await decide({ Filter: {}, ...before }, action)
    expect(answer).toMatchObject({ Ergebnisse: [], Bis: null, Veraendert: now })
  }
  // As many of them, but worth something else.
  const answer = await decide({ Filter: {}, ...now, ErwartetCent: now.ErwartetCent + 1 })
  expect(answer).toMatchObject({ Ergebnisse: [], Veraendert: now })
  expect(await seen()).toEqual(now)
  expect(await decide({ Filter: {}, ...now }, 'zuruecknehmen')).toMatchObject({ Ergebnisse: [] })
  expect(numbersOf(await decide({ Filter: {}, ...now }, 'ablehnen'))).toHaveLength(2)
})

test('naming neither orders nor all, or both, is refused, and so is a stranger', async () => {
  expect((await put('', { Aktion: 'freigeben' })).status).toBe(400)
  const number = await order()
  const { InZeilenCent: _, ...what } = await seen()
  const both = { Auftraege: [number], Alle: { Filter: {}, ...what } }
  expect((await put('', { Aktion: 'freigeben', ...both })).body.Fields).toEqual([
    { Field: 'Auftraege', Message: 'Bitte entweder Aufträge nennen oder alle eines Filters.' },
  ])
  expect(await seen()).toMatchObject({ Anzahl: 1 })
  expect((await put('/freigebbar', {}, 'nobody')).status).toBe(401)
})

test('a filter with two values selects the same rows in the list, its sums and a decision', async () => {
  const { employee, colleague, owner } = agency
  const theirs = [await order(employee.id), await order(colleague.id)].toSorted()
  await order(null)
  const people = [employee, colleague].map(({ employeeNumber }) => employeeNumber)
  const Filter = { Mitarbeiter: people, Status: ['Bestaetigt', 'Storniert'] }
  const list = await server.call('PUT', '/standard/agentur/auftraege/alle', {
    token: owner.token,
    body: { Filter },
  })
  const shown = list.body.Content as { Id: string; ErwartetCent: number }[]
  expect(shown.map(({ Id }) => Id).toSorted()).toEqual(theirs)
  const what = await seen(Filter)
  expect(what).toMatchObject({
    Anzahl: 2,
    ErwartetCent: shown.reduce((sum, { ErwartetCent }) => sum + ErwartetCent, 0),
  })
  expect((await seen({ Status: ['Gemeldet', 'Storniert'] })).Anzahl).toBe(0)
  expect((await seen({ Status: ['Quatsch', 'Unfug'] })).Anzahl).toBe(0)
  expect(numbersOf(await decide({ Filter, ...what }))).toEqual(theirs)
})

test('days that do not exist are refused by sums and decisions as by the list, and mean no row', async () => {
  await order()
  const whole = await seen()
  const { InZeilenCent: _, ...what } = whole
  const Filter = { Von: '2026-02-31' }
  for (const [path, body] of [
    ['/freigebbar', { Filter }],
    ['', { Aktion: 'freigeben', Alle: { Filter, ...what } }],
  ] as const)
    expect(await put(path, body)).toMatchObject({
      status: 400,
      body: { Fields: [{ Message: 'Dieses Datum gibt es nicht.' }] },
    })
  expect(await seen()).toEqual(whole)
})

test(
  'more rows than a page has are summed, and more than 200 decided in one go, chosen one by one or all that match',
  { tags: 'long', timeout: 120_000 },
  async () => {
    const numbers: string[] = []
    for (let made = 0; made < 201; made++) numbers.push(await order())
    const one = await put('/freigebbar', { Auftraege: numbers.slice(0, 1) })
    expect(one.body.ErwartetCent).toBeGreaterThan(0)
    const ErwartetCent = 201 * one.body.ErwartetCent
    const all = { Anzahl: 201, ErwartetCent, GebuehrCent: 0, InZeilenCent: ErwartetCent }
    // What other pages have is no part of the one that is shown.
    expect((await put('/freigebbar', { Auftraege: numbers })).body).toEqual(all)
    expect(await seen()).toEqual(all)
    const chosen = await put('', { Aktion: 'freigeben', Auftraege: numbers })
    expect(chosen.status).toBe(200)
    expect(numbersOf(chosen.body)).toEqual(numbers.toSorted())
    expect((await put('', { Aktion: 'zuruecknehmen', Auftraege: numbers })).status).toBe(200)
    const answer = await decide({ Filter: {}, ...all })
    expect(numbersOf(answer)).toEqual(numbers.toSorted())
    expect(await seen()).toMatchObject({ Anzahl: 0 })
    // Or the next test's jobs would work through them.
    await put('', { Aktion: 'zuruecknehmen', Auftraege: numbers })
  },
)

/** Orders of one referrer under a plan that pays 50 €, and 60 € from the second customer on; so many days ago each. */
async function orderByPlan(daysAgo: readonly number[], users: readonly (string | null)[] = []) {
  const account = await bench.makeAccount()
  const plan = { planId: null, name: 'Standard', fixedCents: 5000, periodMonths: 6 }
  const kept = JSON.stringify({ ...plan, stages: [{ from: 2, cents: 6000 }] })
  const today = server.clock.today()
  const numbers: string[] = []
  for (const [at, days] of daysAgo.entries()) {
    const referral = await bench.makeReferral({ account, share: 100 })
    // What a referral keeps of its plan is the owner's of the tables alone to change.
    await asOwner(server, 'standard', async (tx) => {
      await tx
        .updateTable('referrals')
        .set({
          agency_id: agency.agencyId,
          agency_user_id: users[at] ?? null,
          plan: 'Standard',
          commission_cents: 5000,
          agency_plan: kept,
        })
        .where('tenant', '=', 'standard')
        .where('number', '=', referral.number)
        .execute()
      await recordReport(tx, 'standard', 'referrals', [referral.number])
    })
    const contractOn = today.subtract({ days }).toString()
    const recipient = await bench.makeRecipient(referral, { acceptedOn: contractOn })
    numbers.push(await bench.makeOrder(referral, recipient, { contractOn }))
  }
  return numbers
}
const rowsOf = async (token = agency.owner.token, path = 'agentur/auftraege/alle') => {
  const { body } = await server.call('PUT', `/standard/${path}`, { token, body: {} })
  return Object.fromEntries(
    body.Content.map((row: { Id: string; ErwartetCent: number }) => [row.Id, row.ErwartetCent]),
  ) as Record<string, number>
}
const add = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0)
const chosenOf = async (...Auftraege: string[]) => (await put('/freigebbar', { Auftraege })).body

test('the amounts beside waiting orders add up to their total, and that is what is earned, whatever the list’s order', async () => {
  const numbers = await orderByPlan([1, 3, 2])
  const rows = await rowsOf()
  expect(numbers.map((number) => rows[number])).toEqual([6000, 5000, 6000])
  const what = await seen()
  const cents = add(Object.values(rows))
  expect(what).toMatchObject({ Anzahl: 3, ErwartetCent: cents, InZeilenCent: cents })
  const number = numbers[2]!
  const token = agency.owner.token
  const record = await server.call('GET', `/standard/agentur-konto/akten/auftraege/${number}`, {
    token,
  })
  expect(record.body.Zeile.ErwartetCent).toBe(6000)
  const file = await server.call('GET', '/standard/agentur-konto/berichte/auftraege/csv', { token })
  expect((file.body as string).match(/(50|60),00/g)?.toSorted()).toEqual([
    '50,00',
    '60,00',
    '60,00',
  ])
  // The newest stands first in the list, and in what its form sends.
  await put('', { Aktion: 'freigeben', Auftraege: [numbers[0], numbers[2], numbers[1]] })
  server.clock.advance('PT10S')
  await applyDecisions(server.deps, bench.tenant)
  const earned = await Promise.all(numbers.map((one) => bench.readRewards(one)))
  expect(earned.map((rewards) => add(rewards.map((one) => one.cents)))).toEqual([6000, 5000, 6000])
})

test('a selection shows what it alone earns, beside the sum of its rows', async () => {
  const [third, first, second] = (await orderByPlan([1, 3, 2])) as [string, string, string]
  // Without the first, the second is the first.
  expect(await chosenOf(third, second)).toMatchObject({
    ErwartetCent: 5000 + 6000,
    InZeilenCent: 6000 + 6000,
  })
  expect(await chosenOf(third)).toMatchObject({ ErwartetCent: 5000, InZeilenCent: 6000 })
  expect(await chosenOf(first, third)).toMatchObject({ ErwartetCent: 11000, InZeilenCent: 11000 })
  // What is being released comes before all that waits; what is being refused makes nothing dearer.
  await decide({ Filter: { Suche: third }, ...(await chosenOf(third)) })
  expect(await rowsOf()).toEqual({ [third]: 5000, [first]: 5000, [second]: 6000 })
  expect(await seen()).toMatchObject({ ErwartetCent: 11000, InZeilenCent: 11000 })
  await put('', { Aktion: 'zuruecknehmen', Auftraege: [third] })
  await put('', { Aktion: 'ablehnen', Auftraege: [first], Grund: 'doppelt' })
  expect(await rowsOf()).toMatchObject({ [second]: 5000, [third]: 6000 })
  expect(await seen()).toMatchObject({ ErwartetCent: 11000, InZeilenCent: 11000 })
  await put('', { Aktion: 'zuruecknehmen', Auftraege: [first] })
})

test('an employee’s amounts count only their own orders, not those of colleagues or other agencies', async () => {
  const { employee, colleague } = agency
  const [own, before] = (await orderByPlan([1, 2], [employee.id, colleague.id])) as [string, string]
  expect(await rowsOf(employee.token)).toEqual({ [own]: 5000 })
  expect(await seen({}, employee.token)).toMatchObject({ ErwartetCent: 5000, InZeilenCent: 5000 })
  expect(await rowsOf()).toEqual({ [own]: 6000, [before]: 5000 })
})
