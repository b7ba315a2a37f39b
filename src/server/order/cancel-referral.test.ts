import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { recommended } from '../referral/journey.test-helper.ts'
import { cancelReferral } from './cancel-referral.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const cancel = (number: string) =>
  withTenant(server.db, 'standard', (tx) =>
    cancelReferral(tx, server.deps, 'standard', number, system),
  )

test('a cancelled referral says so, leads clicks to its own page, and nobody can accept it; cancelling again changes nothing', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  expect(await cancel(number)).toBe('cancelled')
  expect(await cancel(number)).toBe('already')
  expect((await server.call('GET', `/standard/empfehlen/${number}`)).body.Status).toBe('Storniert')
  const click = await server.call('GET', `/standard/empfehlen/click/${number}`)
  expect([click.status, click.headers.location]).toEqual([
    302,
    expect.stringContaining('grund=storniert'),
  ])
  const accept = await server.call('POST', `/standard/empfaenger/create/${number}`, {
    body: {
      Anrede: 'Frau',
      Vorname: 'Ida',
      Name: 'Sommer',
      Email: 'ida.sommer@post.example',
      Agb: true,
    },
  })
  expect(accept.status).toBeGreaterThanOrEqual(400)
})

test('a referral with a living order, or one that is nobody’s, is not cancelled', async () => {
  const journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
  expect(await cancel(journey.referral.Empfehlungsnummer)).toBe('has-orders')
  expect(await cancel('0000000000000000')).toBe('unknown')
})
