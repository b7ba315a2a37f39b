import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { confirmRecipientData } from '../referral/confirm-recipient-data.ts'
import { cancelOrder } from './cancel-order.ts'
import { decideReview } from './decide-review.ts'
import { expireRewards } from './expire-rewards.ts'
import { runRewardSweeps } from './jobs.ts'
import { provideRewards } from './provide-rewards.ts'
import { ibanOf, makeBench, type Bench } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench

beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'bgv')
})
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

test(
  'all operations at once on the same few orders: no deadlock, and the ledger balances',
  { tags: 'long' },
  async () => {
    const { deps } = server
    const account = await bench.makeAccount()
    const people = ['eins@post.example', 'zwei@post.example', 'drei@post.example']
    const orders = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => {
        const referral = await bench.makeReferral({ account, share: 50 })
        const recipient = await bench.makeRecipient(referral, {
          state: 'accepted',
          email: people[index % 3]!,
        })
        const line = bench.line(referral, { recipientNumber: recipient.number })
        const result = await bench.feed(line)
        if (!('number' in result)) throw new Error(JSON.stringify(result))
        return { number: result.number, referral, recipient, line }
      }),
    )
    const collect = async (number: string, seed: number) => {
      for (const { reward_id } of await bench.readRewards(number)) {
        const token = await bench.token('reward', reward_id)
        const body =
          seed % 2 === 0
            ? { PraemieId: 'gipfelglueck' }
            : {
                PraemieId: 'ueberweisung',
                Bankdaten: { Kontoinhaber: 'Wera Werber', Iban: ibanOf(1 + (seed % 3)) },
              }
        const answer = await server.call('PUT', '/bgv/praemierung', { token, body })
        expect([200, 403, 409]).toContain(answer.status)
      }
    }
    const decide = async (number: string, seed: number) => {
      for (const { reward_id } of await bench.readRewards(number)) {
        const refusal = { reason: 'duplicate', note: null } as const
        const decision = seed % 2 === 0 ? 'approve' : refusal
        await bench.run((tx) => decideReview(tx, deps, bench.tenant, reward_id, decision, system))
      }
    }
    const steps = Array.from({ length: 240 }, (_, seed) => async () => {
      const { number, recipient, line, referral } = orders[(seed * 7) % orders.length]!
      switch (seed % 10) {
        case 0:
        case 1:
          return bench.release(number)
        case 2:
          return provideRewards(deps, bench.tenant, { orderNumber: number })
        case 3:
        case 4:
          return collect(number, seed)
        case 5:
          return decide(number, seed)
        case 6:
          return bench.feed(seed > 150 ? { ...line, status: 'storniert' } : line)
        case 7:
          return bench.run((tx) =>
            confirmRecipientData(tx, 'bgv', recipient.number, {
              actor: system,
              now: deps.clock.now(),
            }),
          )
        case 8:
          return seed > 150
            ? bench.run((tx) => cancelOrder(tx, deps, bench.tenant, number, system))
            : runRewardSweeps(deps, 'bgv')
        default: {
          const twin = await bench.makeRecipient(referral, {
            state: 'accepted',
            email: recipient.email,
          })
          await bench.feed(bench.line(referral, { recipientNumber: twin.number }))
          return expireRewards(deps, bench.tenant)
        }
      }
    })
    const settled = await Promise.allSettled(steps.map((step) => step()))
    const failures = settled.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    )
    expect(failures).toEqual([])
  },
)
