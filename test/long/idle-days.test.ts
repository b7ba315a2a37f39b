import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareJumps, done, makeTwins } from '../../src/server/demo/idle-days.test-helper.ts'
import { isDue } from '../../src/server/run-sweeps.ts'
import type { TestServer } from '../helpers/server.ts'

// Days of three tenants, each as a day of its own, are hundreds of transactions.

let servers: [TestServer, TestServer]
beforeAll(async () => {
  servers = await makeTwins()
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

test('a jump of a month does on each day what a day at a time does, and passes over the days between', async () => {
  const [swept, daily] = await compareJumps(servers, 'P31D')
  expect(daily).toBe(32)
  expect(swept).toBeLessThan(daily)
})

test('what was done is not due, and looking whether it is leaves nothing behind', async () => {
  const { deps } = servers[0]
  await compareJumps(servers, 'PT1H')
  const before = await done(servers[0])
  const dueAt = async (at: Temporal.Instant) => {
    const codes = await deps.tenants.codes()
    const due = await Promise.all(codes.map((code) => isDue(deps, code, at)))
    return codes.filter((_, place) => due[place])
  }
  expect(await dueAt(deps.clock.now())).toEqual([])
  expect(await dueAt(deps.clock.now().add({ hours: 24 * 400 }))).not.toEqual([])
  expect(await done(servers[0])).toEqual(before)
})
