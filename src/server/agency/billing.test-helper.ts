import { asOwner } from '../../../test/helpers/as-owner.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { uuidv7 } from '../base/uuid.ts'
import { insertPlan } from '../catalogue/bonus-plan-store.ts'
import { planOfReferral } from '../catalogue/plan-of-caller.ts'
import { makeBench } from '../reward/reward.test-helper.ts'

let made = 0

/** An agency with an owner and its own referrals, on top of its tenant's bench. */
export async function makeAgencyBench(
  server: TestServer,
  code: string,
  more: { number?: string; address?: boolean } = {},
) {
  const bench = await makeBench(server, code)
  const [agencyId, userId] = [uuidv7(), uuidv7()]
  const number = more.number ?? `80${String(++made).padStart(3, '0')}`
  const at = server.clock.now()
  await bench.run(async (tx) => {
    const place =
      more.address === false
        ? {}
        : { street: 'Almweg', house_number: '7', zip: '83471', city: 'Berchtesgaden' }
    await tx
      .insertInto('agencies')
      .values({
        tenant: code,
        agency_id: agencyId,
        number,
        name: `Agentur Steinbock & Söhne ${number}`,
        email: `agentur${number}@steinbock.example`,
        state: 'active',
        created_at: at.toString(),
        ...place,
      })
      .execute()
    await tx
      .insertInto('agency_users')
      .values({
        tenant: code,
        user_id: userId,
        agency_id: agencyId,
        role: 'owner',
        email: `inhaber${number}@steinbock.example`,
        first_name: 'Veit',
        last_name: 'Steinbock',
        employee_number: '1',
        language: 'de',
        created_at: at.toString(),
        confirmed_at: at.toString(),
      })
      .execute()
  })

  async function makeReferral(options: Parameters<typeof bench.makeReferral>[0] = {}) {
    const referral = await bench.makeReferral({ share: 100, ...options })
    await asOwner(server, code, async (tx) => {
      const plan = (await planOfReferral(tx, code, agencyId, server.clock.today()))!
      await tx
        .updateTable('referrals')
        .set({
          agency_id: agencyId,
          agency_user_id: userId,
          plan: plan.name,
          commission_cents: plan.fixedCents,
          agency_plan: JSON.stringify(plan),
        })
        .where('tenant', '=', code)
        .where('number', '=', referral.number)
        .execute()
    })
    return referral
  }

  /** A confirmed, unreleased order of a referral of this agency. */
  async function makeOrder(
    options: Parameters<typeof bench.makeReferral>[0] = {},
    contractOn?: string,
  ) {
    const referral = await makeReferral(options)
    const recipient = await bench.makeRecipient(
      referral,
      contractOn ? { acceptedOn: contractOn } : {},
    )
    return bench.makeOrder(referral, recipient, contractOn ? { contractOn } : {})
  }

  async function makeReleased(options: Parameters<typeof bench.makeReferral>[0] = {}) {
    const orderNumber = await makeOrder(options)
    await bench.release(orderNumber)
    return { orderNumber, rewards: await bench.readRewards(orderNumber) }
  }

  const addPlan = (plan: Partial<Parameters<typeof insertPlan>[2]> = {}) => {
    const planId = uuidv7()
    const whole = {
      planId,
      agencyId,
      userId,
      name: 'Herbst',
      fixedCents: 7000,
      stages: [{ from: 2, cents: 8000 }],
      periodMonths: 6,
      validFrom: server.clock.today().toString(),
      at: server.clock.now(),
      ...plan,
    }
    return bench.run((tx) => insertPlan(tx, code, whole)).then(() => whole.planId)
  }

  return { ...bench, agencyId, userId, number, makeReferral, makeOrder, makeReleased, addPlan }
}

export type AgencyBench = Awaited<ReturnType<typeof makeAgencyBench>>
