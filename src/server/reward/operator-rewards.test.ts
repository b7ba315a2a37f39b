import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { AppError } from '../errors.ts'
import { cancelOrder } from './cancel-order.ts'
import { grantGoodwill } from './grant-goodwill.ts'
import { importVouchers } from './import-vouchers.ts'
import { checkLedger } from './check-ledger-store.ts'
import { post } from './ledger-store.ts'
import { listClaims } from './list-claims.ts'
import { provideRewards } from './provide-rewards.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench

beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

describe('what operators do', () => {
  test('goodwill is a reward without an order, granted once for one id', async () => {
    const account = await bench.makeAccount()
    const grant = (more: object = {}) =>
      bench.run((tx) =>
        grantGoodwill(
          tx,
          server.deps,
          bench.tenant,
          { email: account.email.toUpperCase(), cents: 1500, reason: 'Lange Wartezeit', ...more },
          system,
        ),
      )
    const { rewardId } = await grant()
    expect(await grant({ rewardId })).toEqual({ rewardId, granted: false })
    await provideRewards(server.deps, bench.tenant, { rewardId })
    const token = await bench.token('reward', rewardId)
    const { body } = await server.call('GET', '/standard/praemierung', { token })
    expect(body).toMatchObject({
      Status: 'Bereitgestellt',
      WertCent: 1500,
      Beguenstigter: 'Empfehler',
    })
    expect(body.Produkt).toBe(undefined)
    for (const [more, name] of [
      [{ email: 'niemand@post.example' }, 'email-not-registered'],
      [{ cents: 0 }, 'validation'],
      [{ cents: 12.5 }, 'validation'],
    ] as const) {
      const error = await grant(more).catch((thrown: unknown) => thrown)
      expect((error as AppError).failure.name).toBe(name)
    }
  })

  test('a voucher file imported twice adds nothing, and wrong rows are told by line', async () => {
    const rows = [
      { line: 2, code: 'AAAA-1111', cents: 2000 },
      { line: 3, code: 'AAAA-1111', cents: 2000 },
      { line: 4, code: ' ', cents: 2000 },
      { line: 5, code: 'BBBB-2222', cents: -1 },
      { line: 6, code: 'CCCC-3333', cents: 5000 },
    ]
    const option = await bench.run((tx) =>
      tx
        .selectFrom('reward_options')
        .select('option_id')
        .where('tenant', '=', 'standard')
        .where('kind', '=', 'voucher')
        .executeTakeFirstOrThrow(),
    )
    const run = (id = option.option_id) =>
      bench.run((tx) => importVouchers(tx, server.deps, bench.tenant, id, rows, system))
    const [first, second] = await Promise.all([run(), run()])
    expect(first.imported + second.imported).toBe(2)
    expect([first, second].find(({ imported }) => imported === 2)?.refused).toEqual([
      { line: 3, reason: 'known' },
      { line: 4, reason: 'code' },
      { line: 5, reason: 'amount' },
    ])
    expect((await run()).imported).toBe(0)
    await expect(run('geld')).rejects.toThrow('not-found')
  })

  test('a paid reward of a cancelled order is a claim, never silently gone', async () => {
    const { orderNumber, rewards } = await bench.makeReward()
    const id = rewards[0]!.reward_id
    const token = await bench.token('reward', id)
    const { body } = await server.call('GET', '/standard/praemierung', { token })
    const voucher = body.Auswahl.find(({ Art }: { Art: string }) => Art === 'voucher').Id
    await server.call('PUT', '/standard/praemierung', { token, body: { PraemieId: voucher } })
    await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, orderNumber, system))
    const claims = await bench.run((tx) => listClaims(tx, bench.tenant))
    expect(claims.filter(({ rewardId }) => rewardId === id)).toMatchObject([
      { status: 'claim', takenAs: 'voucher', orderNumber },
    ])
  })

  test('the check of the books sees what does not add up', async () => {
    const { rewards } = await bench.makeReward()
    const { reward_id: rewardId, cents } = rewards[0]!
    await bench
      .run(async (tx) => {
        await post(tx, 'standard', { rewardId, cents }, 'settled', 'wrong', server.clock.now())
        const problems = await checkLedger(tx, 'standard')
        expect(problems.join()).toContain(rewardId)
        throw new Error('undo')
      })
      .catch((error: Error) => expect(error.message).toBe('undo'))
  })
})
