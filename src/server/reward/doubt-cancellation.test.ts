import { expect, test } from 'vitest'
import { system } from '../base/audit-store.ts'
import { decideReview } from './decide-review.ts'
import { useRewards, type Bench } from './reward.test-helper.ts'
import type { TestServer } from '../../../test/helpers/server.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

/** A confirmed contract, and the provider's cancellation of it by another day. */
async function makeContract() {
  const referral = await bench.makeReferral({ share: 50 })
  const recipient = await bench.makeRecipient(referral)
  const line = bench.line(referral, { recipientNumber: recipient.number })
  const made = await bench.feed(line)
  if (made.kind !== 'new') throw new Error(made.kind)
  const wrong = { ...line, contractOn: '2026-10-01', status: 'storniert' as const }
  return { number: made.number, line, wrong }
}
const reviewsOf = async (number: string) =>
  (await bench.readRewards(number)).map(({ state, review, review_reasons }) => [
    state,
    review,
    review_reasons,
  ])
const orderOf = (number: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('orders')
      .select(['state', 'doubts', 'doubted_by'])
      .where('tenant', '=', 'standard')
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  )

test('a cancellation by another day cancels nothing, says so, and holds what was released and is not paid', async () => {
  const { number, wrong } = await makeContract()
  await bench.release(number)
  expect(await bench.feed(wrong)).toMatchObject({
    kind: 'failed',
    error: 'idempotency-mismatch',
    fields: ['Vertragsdatum'],
    uncancelled: number,
  })
  const rewards = await reviewsOf(number)
  expect(rewards).toHaveLength(2)
  for (const [, review, reasons] of rewards)
    expect([review, reasons]).toEqual(['held', ['by-hand']])
  expect(await orderOf(number)).toEqual({
    state: 'released',
    doubts: ['cancel-differs'],
    doubted_by: 'feed',
  })
})

test('rewards that come to be later are held as well, and the right cancellation still cancels all', async () => {
  const { number, line, wrong } = await makeContract()
  await bench.feed(wrong)
  await bench.release(number)
  for (const [, review] of await reviewsOf(number)) expect(review).toBe('held')
  expect((await bench.feed({ ...line, status: 'storniert' })).kind).toBe('cancelled')
  for (const [state] of await reviewsOf(number)) expect(state).toBe('cancelled')
  expect(await bench.feed(wrong)).not.toHaveProperty('uncancelled')
})

test('what somebody approved since is not held by the same line again', async () => {
  const { number, wrong } = await makeContract()
  await bench.release(number)
  await bench.feed(wrong)
  for (const { reward_id } of await bench.readRewards(number))
    await bench.run((tx) =>
      decideReview(tx, server.deps, bench.tenant, reward_id, 'approve', system),
    )
  await bench.feed(wrong)
  for (const [, review] of await reviewsOf(number)) expect(review).toBe('approved')
})

test('whoever attached a contract in spite of doubts stays the one who does not decide about it', async () => {
  const { number, wrong } = await makeContract()
  await bench.run((tx) =>
    tx
      .updateTable('orders')
      .set({ doubts: ['email'], doubted_by: 'somebody' })
      .where('tenant', '=', 'standard')
      .where('number', '=', number)
      .execute(),
  )
  await bench.feed(wrong)
  expect(await orderOf(number)).toMatchObject({
    doubts: ['email', 'cancel-differs'],
    doubted_by: 'somebody',
  })
})

test('a concluded line with another day is refused and holds nothing', async () => {
  const { number, line } = await makeContract()
  await bench.release(number)
  expect(await bench.feed({ ...line, contractOn: '2026-10-01' })).toMatchObject({ kind: 'failed' })
  for (const [, review] of await reviewsOf(number)) expect(review).toBe('none')
})
