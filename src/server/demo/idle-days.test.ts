import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { isAnythingDue } from '../run-sweeps.ts'
import { compareJumps, done, makeTwins } from './idle-days.test-helper.ts'

// Days of three tenants, each as a day of its own, are hundreds of transactions; a month of them is a long test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let servers: [TestServer, TestServer]
beforeAll(async () => {
  servers = await makeTwins()
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

test('a jump does on each day what a day at a time does, and passes over the days between', async () => {
  // Over the first of a month, on which invoices are made.
  const [swept, daily] = await compareJumps(servers, 'P15D')
  expect(daily).toBe(16)
  expect(swept).toBeLessThan(daily)
})

test('what was done is not due, and looking whether it is leaves nothing behind', async () => {
  const { deps } = servers[0]
  await compareJumps(servers, 'PT1H')
  const before = await done(servers[0])
  expect(await isAnythingDue(deps, deps.clock.now())).toBe(false)
  const later = deps.clock.now().add({ hours: 24 * 400 })
  expect(await isAnythingDue(deps, later)).toBe(true)
  expect(await done(servers[0])).toEqual(before)
})
