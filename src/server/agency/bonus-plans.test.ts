import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'

let server: TestServer
let agency: Awaited<ReturnType<typeof makeAgency>>
let made = 0

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.set(testNow)
  agency = await makeAgency(server, 'bgv', `AG-71${String(++made).padStart(2, '0')}`)
})
afterAll(() => server.stop())

const plan = {
  Name: 'Winteraktion',
  FestbetragCent: 7500,
  Stufen: [{ AbKunde: 2, WertCent: 9000 }],
  ZeitraumMonate: 6,
  GueltigAb: '2026-11-17',
}
const path = '/bgv/agentur-konto/praemienplaene'
const list = async (token = agency.owner.token) => (await server.call('GET', path, { token })).body
const add = (body: unknown = plan, more: object = {}) =>
  server.call('POST', path, { token: agency.owner.token, body, ...more })
const remove = (id: string, token = agency.owner.token) =>
  server.call('DELETE', `${path}/${id}`, { token })

describe('the bonus plans of an agency', () => {
  test('without a plan of its own the default holds: 50 euros, 60 for an additional customer', async () => {
    expect(await list()).toEqual({
      Plaene: [],
      Standard: {
        Name: 'Standard',
        FestbetragCent: 5000,
        Stufen: [{ AbKunde: 2, WertCent: 6000 }],
        ZeitraumMonate: 6,
        InKraft: true,
      },
    })
  })

  test('the newest plan that is valid today is in force, one that begins later is not', async () => {
    const now = await add()
    expect(now.status).toBe(201)
    const later = await add({ ...plan, Name: 'Frühling', GueltigAb: '2026-11-20' })
    const { Plaene, Standard } = await list()
    expect(Plaene).toEqual([
      { ...plan, Name: 'Frühling', GueltigAb: '2026-11-20', Id: later.body.Id, InKraft: false },
      { ...plan, Id: now.body.Id, InKraft: true },
    ])
    expect(Standard.InKraft).toBe(false)
    server.clock.set('2026-11-20T11:00:00Z')
    await stillLoggedIn(server, 'bgv')
    expect((await list()).Plaene[0].InKraft).toBe(true)
  })

  test('deleting one brings back what held before it, and doing it twice is doing it once', async () => {
    const { body } = await add()
    expect((await remove(body.Id)).status).toBe(200)
    expect((await remove(body.Id)).status).toBe(200)
    expect(await list()).toMatchObject({ Plaene: [], Standard: { InKraft: true } })
  })

  test("every wrong field is named in the caller's language, and nothing is kept of it", async () => {
    const wrong = {
      Name: ' ',
      FestbetragCent: -1,
      Stufen: [{ AbKunde: 1, WertCent: 1 }],
      ZeitraumMonate: 0,
      GueltigAb: '2026-11-16',
    }
    const answer = await add(wrong)
    expect([answer.status, answer.body.ErrorCode]).toEqual([400, 'PSOF0101'])
    expect(answer.body.Fields.map(({ Field }: { Field: string }) => Field)).toEqual([
      'Name',
      'FestbetragCent',
      'Stufen',
      'ZeitraumMonate',
      'GueltigAb',
    ])
    const english = await add(wrong, { headers: { 'accept-language': 'en' } })
    expect(english.body.Fields[4].Message).toBe('A plan cannot begin in the past.')
    expect((await list()).Plaene).toEqual([])
  })

  test('a call that is sent twice with its key makes one plan', async () => {
    const headers = { 'idempotency-key': 'plan-1' }
    const both = [await add(plan, { headers }), await add(plan, { headers })]
    expect(both[0]!.body.Id).toBe(both[1]!.body.Id)
    expect((await list()).Plaene).toHaveLength(1)
  })

  test('an employee reads them and changes none; an inactive owner may still change them', async () => {
    const { body } = await add()
    const { token } = agency.employee
    expect((await list(token)).Plaene).toHaveLength(1)
    expect((await add(plan, { token })).body.ErrorCode).toBe('PSOF0203')
    expect((await remove(body.Id, token)).body.ErrorCode).toBe('PSOF0203')
    await setAgencyState(server, 'bgv', agency.agencyId, 'inactive')
    expect((await remove(body.Id)).status).toBe(200)
  })

  test('another agency sees none of them and finds none to delete', async () => {
    const { body } = await add()
    const other = await makeAgency(server, 'bgv', `AG-72${String(made).padStart(2, '0')}`)
    expect((await list(other.owner.token)).Plaene).toEqual([])
    expect((await remove(body.Id, other.owner.token)).status).toBe(404)
    expect((await remove('nonsense')).status).toBe(404)
    expect((await list()).Plaene).toHaveLength(1)
  })
})
