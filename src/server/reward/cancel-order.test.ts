import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from './cancel-order.ts'
import { provideRewards } from './provide-rewards.ts'
import { bankData, ibanOf, type Bench, type Desk, useRewards } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => {
  ;({ server, bench, desk } = made)
})

const cancel = (number: string) =>
  bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system))

describe('cancelling', () => {
  test('cancel against collect: whoever is second sees what the first did', async () => {
    const { reward, collect, cash } = desk
    for (let round = 0; round < 12; round++) {
      const { id, token, orderNumber } = await reward()
      const [answer, cancelled] = await Promise.all([
        collect(token, { PraemieId: cash, Bankdaten: bankData(ibanOf(300 + round)) }),
        cancel(orderNumber),
      ])
      expect([200, 403]).toContain(answer.status)
      expect(cancelled).toMatchObject({
        kind: 'cancelled',
        lostCents: (await bench.readReward(id)).cents,
      })
      expect((await bench.readReward(id)).state).toBe('cancelled')
    }
  })

  test('cancel against a voucher: paid and claimed, or cancelled and the code free', async () => {
    const { reward, collect, show, voucher } = desk
    const other = (await show((await reward()).token)).body.Auswahl.find(
      ({ Art, Id }: { Art: string; Id: string }) => Art === 'voucher' && Id !== voucher,
    ).Id
    for (let round = 0; round < 8; round++) {
      const { id, token, orderNumber } = await reward()
      const [answer, cancelled] = await Promise.all([
        collect(token, { PraemieId: other }),
        cancel(orderNumber),
      ])
      const row = await bench.readReward(id)
      expect(cancelled).toMatchObject({ lostCents: row.cents })
      expect([row.state, row.claimed_back_at !== null]).toEqual(
        answer.status === 200 ? ['paid', true] : ['cancelled', false],
      )
    }
  })

  test('is done once in any state, tells the referrer once, and steps the referral back', async () => {
    const { reward } = desk
    const { orderNumber, referral, id } = await reward()
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(orderNumber)))
    expect(answers.filter(({ kind }) => kind === 'cancelled')).toHaveLength(1)
    expect((await bench.readReward(id)).state).toBe('cancelled')
    expect(await bench.stateOf('referrals', referral.number)).toBe('accepted')
    const mails = (await bench.mails('orderCancelled')).filter(
      ({ to_address }) => to_address === referral.email,
    )
    expect(mails).toHaveLength(1)
    expect((await cancel('nothing')).kind).toBe('unknown')
  })

  test('a reward at the bank waits for its answer, marked as claimed back', async () => {
    const { reward, collect, cash } = desk
    const { orderNumber, id, token } = await reward()
    await collect(token, { PraemieId: cash, Bankdaten: bankData(ibanOf(400)) })
    const { post } = await import('./ledger-store.ts')
    const { uuidv7 } = await import('../base/uuid.ts')
    await bench.run(async (tx) => {
      await tx
        .updateTable('rewards')
        .set({ payout_id: uuidv7() })
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', id)
        .execute()
      await post(
        tx,
        'standard',
        { rewardId: id, cents: (await bench.readReward(id)).cents },
        'claimed-for-payout',
        'test',
        server.clock.now(),
      )
    })
    const answer = await cancel(orderNumber)
    expect(answer).toMatchObject({
      kind: 'cancelled',
      rewards: { cancelled: [], claimed: [], waiting: [id] },
    })
    const row = await bench.readReward(id)
    expect([row.state, row.claimed_back_at !== null]).toEqual(['collected', true])
  })
})

test('a recipient hears that a promised reward is withdrawn, and of one that nobody promised hears nothing', async () => {
  const told = async (side: string) =>
    (await bench.mails('orderCancelled')).filter(
      ({ data }) => (data as { beneficiary: string }).beneficiary === side,
    ).length
  const cancelled = async (provided: boolean) => {
    const before = [await told('referrer'), await told('recipient')] as const
    const referral = await bench.makeReferral({ share: 50 })
    const recipient = await bench.makeRecipient(referral)
    const order = bench.line(referral, { recipientNumber: recipient.number })
    const { number } = (await bench.feed(order)) as { number: string }
    await bench.release(number)
    if (provided) await provideRewards(server.deps, bench.tenant, { orderNumber: number })
    await cancel(number)
    await cancel(number)
    return {
      referrer: (await told('referrer')) - before[0],
      recipient: (await told('recipient')) - before[1],
    }
  }
  expect(await cancelled(true)).toEqual({ referrer: 1, recipient: 1 })
  expect(await cancelled(false)).toEqual({ referrer: 1, recipient: 0 })
})
