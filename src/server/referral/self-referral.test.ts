import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { registered, stranger } from '../account/people.test-helper.ts'
import { demoTenants } from '../demo/demo-tenants.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { makeBench } from '../reward/reward.test-helper.ts'
import { acceptance, postReferral, readRecipients, wish } from './journey.test-helper.ts'

// AllowSelfRecommendation (spec sections 3 and 5).

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const { flags, eligibility } = demoTenants.find(({ tenant }) => tenant.code === 'standard')!.tenant
const allow = (AllowSelfRecommendation: boolean, held: 'hold' | 'allow' = 'hold') =>
  changeTenant(server, 'standard', {
    flags: { ...flags, AllowSelfRecommendation },
    eligibility: { ...eligibility, sameEmail: held, sameHousehold: held },
  })

const accept = (number: string, email: string, token?: string) =>
  server.call('POST', `/standard/empfaenger/create/${number}`, {
    ip: stranger().ip,
    body: acceptance(email),
    ...(token ? { token } : {}),
  })

/** What becomes of each way to recommend to oneself, and how many entries come of it. */
async function recommendToOneself() {
  const me = await registered(server)
  const create = (Empfaenger?: object) =>
    postReferral(
      server,
      { ...wish(me.email), ...(Empfaenger ? { Empfaenger } : {}) },
      { token: me.token },
    )
  const { body: made } = await create()
  const number = made.Empfehlungsnummer as string
  const answers = {
    'named at creation': await create({ Email: me.email.toUpperCase() }),
    'own session': await accept(number, stranger().email, me.token),
    'own address': await accept(number, me.email.toUpperCase()),
  }
  return {
    email: me.email,
    number,
    entries: (await readRecipients(server, number)).length,
    said: Object.fromEntries(
      Object.entries(answers).map(([way, { status, body }]) => [way, body.ErrorCode ?? status]),
    ),
  }
}

test('recommending to oneself is refused in every way, unless the tenant allows it: then each of them is accepted', async () => {
  await allow(false)
  expect(await recommendToOneself()).toMatchObject({
    said: { 'named at creation': 'PSOF0305', 'own session': 'PSOF0310', 'own address': 'PSOF0305' },
    entries: 0,
  })
  await allow(true)
  expect(await recommendToOneself()).toMatchObject({
    said: { 'named at creation': 201, 'own session': 201, 'own address': 201 },
    entries: 2,
  })
  expect((await server.call('GET', '/mandant/standard')).body.Flags.AllowSelfRecommendation).toBe(
    true,
  )
})

test('of an allowed one both rewards come, unless a rule of the tenant’s own holds what has the same address on both sides', async () => {
  for (const held of ['allow', 'hold'] as const) {
    await allow(true, held)
    const bench = await makeBench(server, 'standard')
    const { number, email } = await recommendToOneself()
    const own = (await readRecipients(server, number)).find((one) => one.email === email)!
    const product = (await server.call('GET', '/standard/produkt/101')).body.ExterneId as string
    const order = await bench.feed({
      externalNumber: `V-self-${held}`,
      productExternalId: product,
      contractOn: server.clock.today().toString(),
      status: 'abgeschlossen',
      recipientNumber: own.number,
    })
    if (order.kind !== 'new') throw new Error(JSON.stringify(order))
    await bench.release(order.number)
    await provideRewards(server.deps, bench.tenant, { orderNumber: order.number })
    const rewards = await bench.readRewards(order.number)
    const become = held === 'hold' ? ['open', ['same-email']] : ['provided', []]
    expect(rewards.map(({ state, review_reasons }) => [state, review_reasons])).toEqual([
      become,
      become,
    ])
    await bench.expectLedger()
  }
})
