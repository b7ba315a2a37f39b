import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { recordReport } from '../reports/rows-store.ts'
import { applyDecisions } from '../reward/apply-decisions.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { makeBench, makeDesk } from '../reward/reward.test-helper.ts'
import { makeAgencyOrder } from './agency-order.test-helper.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makeBench>>
let agency: Awaited<ReturnType<typeof makeAgency>>
let other: Awaited<ReturnType<typeof makeAgency>>
beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgency(server, 'standard', 'AG-7101')
  other = await makeAgency(server, 'standard', 'AG-7102')
  bench = await makeBench(server, 'standard')
})
// As an hour passes in one of them.
beforeEach(() => stillLoggedIn(server, 'standard'))
afterAll(() => server.stop())

const read = (token: string, list: string, id: string) =>
  server.call('GET', `/standard/agentur-konto/akten/${list}/${id}`, { token })

type Event = { Schritt: string; Liste: string; Von: unknown; WertCent: number | null }
const told = (body: { Verlauf: Event[] }) =>
  body.Verlauf.map(({ Liste, Schritt, Von }) => [Liste, Schritt, Von])

const decide = (token: string, Aktion: string, number: string) => {
  const why = Aktion === 'ablehnen' ? { Grund: 'doppelt' } : {}
  return server.call('PUT', '/standard/agentur-konto/auftraege', {
    token,
    body: { Aktion, Auftraege: [number], ...why },
  })
}
const pass = async () => {
  server.clock.advance('PT10S')
  await applyDecisions(server.deps, bench.tenant)
}

describe('the record of a row', () => {
  test('an order tells each state with its time and who did it, newest first, to the payment of its rewards', async () => {
    const desk = await makeDesk(server, bench)
    const { number, referral, recipient } = await makeAgencyOrder(bench, {
      agencyId: agency.agencyId,
      userId: agency.employee.id,
    })
    server.clock.advance('PT1H')
    await stillLoggedIn(server, 'standard')
    await decide(agency.employee.token, 'ablehnen', number)
    server.clock.advance('PT2S')
    await decide(agency.employee.token, 'zuruecknehmen', number)
    server.clock.advance('PT1S')
    await decide(agency.employee.token, 'freigeben', number)
    await pass()
    await provideRewards(server.deps, bench.tenant, { orderNumber: number })
    const [reward] = await bench.readRewards(number)
    server.clock.advance('PT1H')
    await stillLoggedIn(server, 'standard')
    await desk.collect(await bench.token('reward', reward!.reward_id), { PraemieId: desk.voucher })
    const { status, body } = await read(agency.owner.token, 'auftraege', number)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.Zeile).toMatchObject({
      Id: number,
      Status: 'Freigegeben',
      WertCent: reward!.cents,
    })
    const emplo = { Art: 'Mitarbeiter', Name: 'Emplo Lindenhain-AG-7101' }
    const system = { Art: 'System', Name: null }
    const paidBy = { Art: 'Empfehler', Name: null }
    const steps = told(body).filter(([list]) => list === 'auftraege' || list === 'praemien')
    expect(steps.toReversed()).toEqual([
      ['auftraege', 'bestaetigt', system],
      ['auftraege', 'ablehnung-vorgemerkt', emplo],
      ['auftraege', 'zurueckgenommen', emplo],
      ['praemien', 'erstellt', null],
      ['auftraege', 'freigegeben', emplo],
      ['praemien', 'bereitgestellt', system],
      ['praemien', 'abgeholt', null],
      ['praemien', 'ausgezahlt', paidBy],
    ])
    const times = body.Verlauf.map(({ Am }: { Am: string }) => Date.parse(Am))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
    const related = Object.fromEntries(
      body.Verknuepft.map((one: { Liste: string; Content: { Id: string }[] }) => [
        one.Liste,
        one.Content.map(({ Id }) => Id),
      ]),
    )
    expect(related).toEqual({
      empfehlungen: [referral.number],
      leads: [recipient.number],
      empfehler: [referral.accountId],
      praemien: [reward!.reward_id],
    })
    // The same story from each of the others, and of people no more than the lists show.
    for (const [list, id] of [
      ['praemien', reward!.reward_id],
      ['empfehlungen', referral.number.toLowerCase()],
      ['leads', recipient.number],
      ['empfehler', referral.accountId],
    ] as const) {
      const one = await read(agency.owner.token, list, id)
      expect(one.status, list).toBe(200)
      expect(told(one.body)).toEqual(expect.arrayContaining([['auftraege', 'freigegeben', emplo]]))
      expect(JSON.stringify(one.body)).not.toMatch(/@|Konny|Kontakt/)
    }
  })

  test('a refusal stands in it with its reason', async () => {
    const { number } = await makeAgencyOrder(bench, { agencyId: agency.agencyId, userId: null })
    await decide(agency.owner.token, 'ablehnen', number)
    await pass()
    const { body } = await read(agency.owner.token, 'auftraege', number)
    expect(body.Verlauf[0]).toMatchObject({
      Schritt: 'abgelehnt',
      Von: { Art: 'Mitarbeiter', Name: 'Owine Lindenhain-AG-7101' },
      Grund: 'Dieser Vertrag wurde schon berücksichtigt.',
    })
    expect(told(body).flat()).not.toContain('ablehnung-vorgemerkt')
  })

  test('is another agency’s, a colleague’s or nobody’s: not found', async () => {
    const made = await makeAgencyOrder(bench, {
      agencyId: agency.agencyId,
      userId: agency.colleague.id,
    })
    const ids = [
      ['auftraege', made.number],
      ['empfehlungen', made.referral.number],
      ['leads', made.recipient.number],
      ['empfehler', made.referral.accountId],
    ] as const
    for (const [list, id] of ids) {
      expect((await read(agency.colleague.token, list, id)).status, list).toBe(200)
      for (const { token } of [other.owner, other.employee, agency.employee])
        expect((await read(token, list, id)).status, list).toBe(404)
    }
    for (const [list, id] of [
      ['auftraege', made.recipient.number],
      ['empfehler', made.number],
      ['praemien', 'nichts'],
      ['auftraege', "' or true --"],
    ] as const)
      expect((await read(agency.owner.token, list, encodeURIComponent(id))).status).toBe(404)
    expect((await read(agency.owner.token, 'mitarbeiter', made.number)).status).toBe(400)
  })

  test('of a referral that is nobody’s yet leads to no person, and the person’s does not lead to it', async () => {
    const { number, referral } = await makeAgencyOrder(bench, {
      agencyId: agency.agencyId,
      userId: null,
    })
    await bench.run(async (tx) => {
      await tx
        .updateTable('referrals')
        .set({ owned_at: null })
        .where('tenant', '=', 'standard')
        .where('number', '=', referral.number)
        .execute()
      await recordReport(tx, 'standard', 'referrals', [referral.number])
      await recordReport(tx, 'standard', 'orders', [number])
    })
    const order = await read(agency.owner.token, 'auftraege', number)
    expect(JSON.stringify(order.body)).not.toContain(referral.accountId)
    const person = await read(agency.owner.token, 'empfehler', referral.accountId)
    expect(JSON.stringify(person.body)).not.toContain(number)
    expect(JSON.stringify(person.body)).not.toContain(referral.number)
  })
})
