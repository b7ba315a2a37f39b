import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { tellOperators } from '../operator/tell-operators.test-helper.ts'

// An API key ends after a year, and is warned of before.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const settings = '/telko/betrieb/einstellungen/telko'
const Grund = 'Neues Portal'
let made = 0
const admin = async () =>
  (
    await makeOperator(
      server,
      `schluessel${++made}@post.example`,
      ['tenant-admin', 'payout-preparer'],
      'telko',
    )
  ).token

const at = (days: number, more = 'PT0S') =>
  server.clock.set(
    Temporal.Instant.from(testNow)
      .add({ hours: 24 * days })
      .add(more)
      .toString(),
  )
const make = async (Name: string) =>
  server.call('POST', `${settings}/schluessel`, { token: await admin(), body: { Name, Grund } })
const keys = async () =>
  (await server.call('GET', settings, { token: await admin() })).body.Schluessel as {
    Name: string
    GiltBis: string
    ZuletztBenutzt: string | null
  }[]
const send = async (token: string) =>
  (await server.call('POST', '/telko/auftraege', { token, body: [] })).status
const due = async () => {
  const { body } = await server.call('PUT', '/telko/betrieb/heute', {
    token: await admin(),
    body: {},
  })
  const task = body.Aufgaben.find(({ Art }: { Art: string }) => Art === 'ending-keys')
  return { count: task.OhneFrist, until: task.Bis }
}
const mailed = async () => {
  await tellOperators(server.deps, 'telko')
  const rows = await withTenant(server.db, 'telko', (tx) =>
    tx
      .selectFrom('mails')
      .select('data')
      .where('tenant', '=', 'telko')
      .where('template', '=', 'operatorDaily')
      .execute(),
  )
  return rows.filter(({ data }) => (data as { endingKeys?: number }).endingKeys === 1).length
}

test('a key works for a year, says when it ends and was used last, is warned of for thirty days, and leaves its name free', async () => {
  const { Schluessel } = (await make('Portal')).body
  expect(await keys()).toMatchObject([{ Name: 'Portal', ZuletztBenutzt: null }])
  expect((await make('Portal')).status).toBe(400)
  const [first] = await keys()
  expect(first!.GiltBis).toBe('2027-11-17T11:00:00Z')

  const works = await send(Schluessel)
  expect(works).not.toBe(403)
  expect((await keys())[0]!.ZuletztBenutzt).toBe(testNow)
  // Not at every call: a feed calls often.
  at(0, 'PT59M')
  await send(Schluessel)
  expect((await keys())[0]!.ZuletztBenutzt).toBe(testNow)
  at(0, 'PT61M')
  await send(Schluessel)
  expect((await keys())[0]!.ZuletztBenutzt).toBe('2026-11-17T12:01:00Z')

  at(334)
  expect([await due(), await mailed()]).toEqual([{ count: 0, until: null }, 0])
  at(335, 'PT1H')
  expect(await due()).toEqual({ count: 1, until: '2027-11-17' })
  expect(await mailed()).toBeGreaterThan(0)

  at(364, 'PT23H59M')
  expect(await send(Schluessel)).toBe(works)
  at(365)
  expect(await send(Schluessel)).toBe(403)
  expect([await keys(), (await due()).count]).toEqual([[], 0])
  expect((await make('Portal')).status).toBe(200)
})
