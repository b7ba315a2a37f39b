import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { deletePlan, lockPlans } from '../reward/bonus-plan-store.ts'
import { system } from '../base/audit-store.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { makeAgencyBench, type AgencyBench } from './billing.test-helper.ts'

let server: TestServer
let agency: AgencyBench

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.set(testNow)
  agency = await makeAgencyBench(server, 'telko')
})
afterEach(() => agency.expectLedger())
afterAll(() => server.stop())

const remove = (planId: string) =>
  agency.run(async (tx) => {
    await lockPlans(tx, agency.code, agency.agencyId, 'changing')
    const { agencyId, userId } = agency
    return deletePlan(tx, agency.code, { agencyId, planId, userId, at: server.clock.now() })
  })

/** Statements of this database that wait for a lock. */
const countWaiting = async (tx: Tx) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
  return rows[0]!.count
}

const priced = async (orderNumber: string) => {
  await agency.release(orderNumber)
  const [reward] = await agency.readRewards(orderNumber)
  return { cents: reward!.cents, rule: reward!.rule as Record<string, unknown> }
}

describe("what an order of an agency's referral earns", () => {
  test('50 euros, and 60 for an additional customer, where the agency made no plan', async () => {
    const account = await agency.makeAccount()
    const first = await priced(await agency.makeOrder({ account }))
    expect(first).toMatchObject({ cents: 5000, rule: { plan: 'Standard', planId: null } })
    const second = await priced(await agency.makeOrder({ account }))
    expect(second).toMatchObject({ cents: 6000, rule: { rule: 'stage;2;6000', planId: null } })
  })

  test('the plan of the contract date prices, whatever the product, and the reward keeps its name and id', async () => {
    const today = server.clock.today()
    const planId = await agency.addPlan({ validFrom: today.toString() })
    await agency.addPlan({ name: 'Später', fixedCents: 9000, validFrom: '2027-01-01' })
    for (const { product_id: product } of agency.products.slice(0, 3)) {
      const { cents, rule } = await priced(await agency.makeOrder({ product }))
      expect({ cents, rule }).toMatchObject({
        cents: 7000,
        rule: { plan: 'Herbst', planId, rule: 'fixed', totalCents: 7000 },
      })
    }
    const before = await agency.makeOrder({}, today.subtract({ days: 1 }).toString())
    expect((await priced(before)).rule).toMatchObject({ planId: null })
  })

  test("other agencies' plans and referrals without an agency are left alone", async () => {
    const planId = await agency.addPlan({ fixedCents: 9900, stages: [] })
    const other = await makeAgencyBench(server, 'telko')
    const theirs = await other.makeOrder()
    await other.release(theirs)
    expect((await other.readRewards(theirs))[0]!.rule).toMatchObject({ planId: null })
    const plain = await agency.makeReward()
    expect(plain.rewards[0]!.rule).not.toHaveProperty('planId')
    expect((await priced(await agency.makeOrder())).rule).toMatchObject({ planId })
  })

  test('a released reward keeps its price when its plan is deleted or a newer one made', async () => {
    const planId = await agency.addPlan()
    const released = await agency.makeReleased()
    const [before] = released.rewards
    expect(before!.cents).toBe(7000)
    expect(await remove(planId)).toBe(true)
    expect(await remove(planId)).toBe(false)
    await agency.addPlan({ fixedCents: 100 })
    expect(await agency.readReward(before!.reward_id)).toEqual(before)
    expect((await priced(await agency.makeOrder())).cents).toBe(100)
  })

  test('while an order is released its plan is not deleted: the deletion waits and prices nothing new', async () => {
    const planId = await agency.addPlan()
    const number = await agency.makeOrder()
    const finish = Promise.withResolvers<void>()
    const isReleased = Promise.withResolvers<void>()
    const releasing = withTenant(server.db, agency.code, async (tx) => {
      await releaseOrder(tx, server.deps, agency.tenant, number, system)
      isReleased.resolve()
      await finish.promise
    })
    await isReleased.promise
    const deleting = remove(planId)
    await expect
      .poll(() => agency.run((tx) => countWaiting(tx)), { timeout: 10_000 })
      .toBeGreaterThan(0)
    finish.resolve()
    await releasing
    expect(await deleting).toBe(true)
    expect((await agency.readRewards(number))[0]).toMatchObject({ cents: 7000, rule: { planId } })
    expect((await priced(await agency.makeOrder())).rule).toMatchObject({ planId: null })
  })

  test('releases and a deletion at once leave every order at one of the two prices, and none after it at the old', async () => {
    const planId = await agency.addPlan({ stages: [] })
    const numbers = await Promise.all(Array.from({ length: 8 }, () => agency.makeOrder()))
    await Promise.all([
      ...numbers.slice(0, 4).map((number) => agency.release(number)),
      remove(planId),
      ...numbers.slice(4).map((number) => agency.release(number)),
    ])
    const rewards = (await Promise.all(numbers.map((number) => agency.readRewards(number)))).flat()
    expect(rewards).toHaveLength(8)
    for (const { cents, rule } of rewards) {
      expect([cents, (rule as { planId: string | null }).planId]).toBeOneOf([
        [7000, planId],
        [5000, null],
      ])
    }
    expect((await priced(await agency.makeOrder())).cents).toBe(5000)
  })
})
