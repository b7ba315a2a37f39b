import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { bankData, ibanOf, makeBench, makeDesk } from '../reward/reward.test-helper.ts'
import { createBatch } from './create-batch.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('what is at the bank is expected on the day on which the bank executes it, and on no day once that has passed', async () => {
  const bench = await makeBench(server, 'standard')
  const desk = await makeDesk(server, bench)
  server.clock.set('2026-11-16T10:00:00Z')
  const { token, referral } = await desk.reward()
  await desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(1)) })
  const own = await bench.token('user-session', referral.accountId)
  const said = async () => {
    const { body } = await server.call('GET', '/standard/empfehler/empfehlungen', { token: own })
    const expected = (await desk.show(token)).body.VoraussichtlichAm
    expect(body[0].Praemierungen[0].VoraussichtlichAm).toBe(expected)
    expect(body[0].Empfaenger[0].NaechsterTermin).toBe(expected)
    return expected
  }
  expect(await said()).toBe('2026-12-15')
  // Due on a Monday; the operator runs it on the Friday after, so it is executed on the next Monday.
  server.clock.set('2026-12-18T10:00:00Z')
  expect(await createBatch(server.deps, 'standard', system)).toMatchObject({ transfers: 1 })
  expect(await said()).toBe('2026-12-21')
  server.clock.set('2026-12-21T10:00:00Z')
  expect(await said()).toBe('2026-12-21')
  server.clock.set('2026-12-22T10:00:00Z')
  expect(await said()).toBeUndefined()
})
