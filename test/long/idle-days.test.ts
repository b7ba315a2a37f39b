import { expect, test } from 'vitest'
import { compareJumps, makeTwins } from '../../src/server/demo/idle-days.test-helper.ts'

// A fortnight stands in src/server/demo/idle-days.test.ts.
test('a jump of a month does on each day what a day at a time does, and passes over the days between', async () => {
  const servers = await makeTwins()
  try {
    const [swept, daily] = await compareJumps(servers, 'P31D')
    expect(daily).toBe(32)
    expect(swept).toBeLessThan(daily)
  } finally {
    for (const server of servers) await server.stop()
  }
})
