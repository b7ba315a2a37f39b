import type { TestServer } from '../../../test/helpers/server.ts'
import type { Bench } from '../reward/reward.test-helper.ts'

/** An order whose contract is older than the acceptance, so that its reward is held. */
export async function makeHeldReward(
  server: Pick<TestServer, 'deps'>,
  bench: Bench,
  more: { account?: { accountId: string; email: string } } = {},
) {
  const referral = await bench.makeReferral({ share: 100, ...more })
  const recipient = await bench.makeRecipient(referral)
  const day = server.deps.clock.today().subtract({ days: 3 }).toString()
  const order = await bench.makeOrder(referral, recipient, { contractOn: day })
  await bench.release(order)
  const [reward] = await bench.readRewards(order)
  return { referral, recipient, order, id: reward!.reward_id, cents: reward!.cents }
}
