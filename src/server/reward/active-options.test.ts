import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'

let server: TestServer
let journey: Awaited<ReturnType<typeof makeJourney>>
beforeAll(async () => {
  server = await startTestServer()
  journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
})
afterAll(() => server.stop())

const option = 'gruenkorb'
const set = (row: { starts_on: string; ends_on: string | null; display_ends_on: string | null }) =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('reward_options')
      .set(row)
      .where('tenant', '=', 'standard')
      .where('option_id', '=', option)
      .execute(),
  )

/** Whether each call that lists options lists this one, at a moment of the programme's clock. */
async function listedAt(moment: string) {
  server.clock.set(Temporal.ZonedDateTime.from(`${moment}[Europe/Berlin]`).toInstant().toString())
  const get = async (path: string, token?: string) =>
    (await server.call('GET', `/standard${path}`, token ? { token } : {})).body
  const { referral, recipient } = journey
  const lists: Record<string, { Id: string }[]> = {
    options: await get('/praemie'),
    products: (await get('/produkt'))[0].Praemien,
    product: (await get('/produkt/101')).Praemien,
    referral: (await get(`/empfehlen/${referral.Empfehlungsnummer}`)).Praemien,
    recipient: await get(
      `/empfaenger/${recipient.Empfaengernummer}/praemie/`,
      journey.recipientToken,
    ),
    reward: (await get('/praemierung', journey.rewardToken)).Auswahl,
  }
  const picture = await server.call('GET', `/standard/praemie/${option}/grafik100`)
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, list.some(({ Id }) => Id === option)]),
    ),
    picture: picture.status === 200,
  }
}
const everywhere = (listed: boolean) => ({
  options: listed,
  products: listed,
  product: listed,
  referral: listed,
  recipient: listed,
  reward: listed,
  picture: listed,
})

test('an option is listed everywhere from the first moment of its first day to the last moment of its last', async () => {
  await set({ starts_on: '2026-11-18', ends_on: '2026-11-19', display_ends_on: '2026-11-30' })
  expect(await listedAt('2026-11-17T23:59:59')).toEqual(everywhere(false))
  expect(await listedAt('2026-11-18T00:00:00')).toEqual(everywhere(true))
  expect(await listedAt('2026-11-19T23:59:59')).toEqual(everywhere(true))
  expect(await listedAt('2026-11-20T00:00:00')).toEqual(everywhere(false))
})

test('without an end date the display end date is the last day; without both there is none', async () => {
  await set({ starts_on: '2026-11-01', ends_on: null, display_ends_on: '2026-11-22' })
  expect(await listedAt('2026-11-22T23:59:59')).toEqual(everywhere(true))
  expect(await listedAt('2026-11-23T00:00:00')).toEqual(everywhere(false))
  await set({ starts_on: '2026-11-01', ends_on: null, display_ends_on: null })
  expect(await listedAt('2026-11-24T12:00:00')).toEqual(everywhere(true))
})

test('an option that ended while its page was open cannot be chosen any more, and the reward waits', async () => {
  await set({ starts_on: '2026-11-01', ends_on: '2026-11-24', display_ends_on: null })
  server.clock.set('2026-11-24T23:30:00Z')
  const token = journey.rewardToken
  const chosen = await server.call('PUT', '/standard/praemierung', {
    token,
    body: { PraemieId: option },
  })
  expect([chosen.status, chosen.body.ErrorCode]).toEqual([404, 'PSOF0308'])
  const { body } = await server.call('GET', '/standard/praemierung', { token })
  expect(body.Status).toBe('Bereitgestellt')
})
