import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { deletePlan, lockPlans } from '../catalogue/bonus-plan-store.ts'
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
    await lockPlans(tx, agency.code, agency.agencyId)
    const { agencyId, userId } = agency
    return deletePlan(tx, agency.code, { agencyId, planId, userId, at: server.clock.now() })
  })

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

  test('the plan that the referral keeps prices, whatever the product, and the reward keeps its name and id', async () => {
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

  test('neither a newer plan nor a deleted one changes what a referral keeps, its stages included', async () => {
    const planId = await agency.addPlan()
    const account = await agency.makeAccount()
    const [first, second] = [
      await agency.makeOrder({ account }),
      await agency.makeOrder({ account }),
    ]
    await agency.addPlan({ name: 'Winter', fixedCents: 100, stages: [] })
    expect(await remove(planId)).toBe(true)
    expect(await remove(planId)).toBe(false)
    expect(await priced(first)).toMatchObject({ cents: 7000, rule: { plan: 'Herbst', planId } })
    expect(await priced(second)).toMatchObject({
      cents: 8000,
      rule: { plan: 'Herbst', planId, rule: 'stage;2;8000' },
    })
    const third = await priced(await agency.makeOrder({ account }))
    expect(third).toMatchObject({ cents: 100, rule: { plan: 'Winter', rule: 'fixed' } })
  })

  test('a released reward keeps its price when its plan is deleted or a newer one made', async () => {
    const planId = await agency.addPlan()
    const released = await agency.makeReleased()
    const [before] = released.rewards
    expect(before!.cents).toBe(7000)
    await remove(planId)
    await agency.addPlan({ fixedCents: 100 })
    expect(await agency.readReward(before!.reward_id)).toEqual(before)
    expect((await priced(await agency.makeOrder())).cents).toBe(100)
  })
})
