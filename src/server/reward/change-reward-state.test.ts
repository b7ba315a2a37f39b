import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { changeRewardState } from './change-reward-state.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
afterAll(() => server.stop())

test('of twenty changes out of one state one is done, also by callers who locked nothing', async () => {
  const { rewards } = await bench.makeReward()
  const rewardId = rewards[0]!.reward_id
  const collect = () =>
    bench.run((tx) =>
      changeRewardState(tx, bench.code, {
        rewardId,
        from: 'provided',
        to: 'collected',
        event: null,
        eventKey: 'collected',
        action: 'reward-collected',
        actor: system,
        at: server.deps.clock.now(),
        set: { taken_as: 'cash' },
      }),
    )
  const done = await Promise.all(Array.from({ length: 20 }, collect))
  expect(done.filter(Boolean)).toHaveLength(1)
  const audited = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select('audit_id')
      .where('tenant', '=', bench.code)
      .where('subject_id', '=', rewardId)
      .where('action', '=', 'reward-collected')
      .execute(),
  )
  expect(audited).toHaveLength(1)
  await bench.expectLedger()
})
