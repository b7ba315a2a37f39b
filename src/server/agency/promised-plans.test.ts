import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeTenant, makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { registered } from '../account/people.test-helper.ts'
import { saveAgent } from '../catalogue/agent-store.ts'
import { bgv } from '../demo/demo-tenants.ts'
import { accepted, postReferral, readReferral, wish } from '../referral/journey.test-helper.ts'
import { lockStoredTenant } from '../tenant/store.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'

const bgvAgents = bgv.agents.rows.map(({ agent }) => agent)

// What an agency's plan promises, from the product page to the ledger, at a tenant that has a plan of its own (50, 60 from the second).
// 201 earns 50 euros there, 202 earns 110.

let server: TestServer
let bench: Bench
let agency: Awaited<ReturnType<typeof makeAgency>>
let mara: Awaited<ReturnType<typeof registered>>
let made = 0

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.set(testNow)
  agency = await makeAgency(server, 'telko', `AG-73${String(++made).padStart(2, '0')}`)
  bench = await makeBench(server, 'telko')
  mara = await registered(server, 'telko')
  await join(mara.email, agency)
})
afterAll(() => server.stop())

const join = (email: string, { agencyId, employee }: typeof agency) =>
  bench.run((tx) =>
    tx
      .updateTable('accounts')
      .set({ agency_id: agencyId, agency_user_id: employee.id })
      .where('tenant', '=', 'telko')
      .where('email', '=', email)
      .execute(),
  )

const addPlan = async (FestbetragCent: number, more: object = {}) => {
  const { body } = await server.call('POST', '/telko/agentur-konto/praemienplaene', {
    token: agency.owner.token,
    body: {
      Name: `Plan ${FestbetragCent}`,
      FestbetragCent,
      Stufen: [{ AbKunde: 2, WertCent: FestbetragCent + 1000 }],
      ZeitraumMonate: 6,
      GueltigAb: server.clock.today().toString(),
      ...more,
    },
  })
  return body.Id as string
}

const get = async (path: string, token?: string) =>
  (await server.call('GET', `/telko${path}`, token ? { token } : {})).body

const turnOnAgents = async () => {
  const stored = await bench.run((tx) => lockStoredTenant(tx, 'telko'))
  const flags = { ...stored?.flags, ModuleAgentRecommendation: true }
  if (stored) await changeTenant(server, 'telko', { flags })
}

/** Every amount that somebody is shown before there is a referral. */
async function shownBefore(token?: string) {
  const [product, external, list, highest, options, category, categories] = await Promise.all([
    get('/produkt/202', token),
    get('/produkt/extern/FN-GF-1000', token),
    get('/produkt', token),
    get('/produkt/maxpraemiewert', token),
    get('/praemie', token),
    get('/produktkategorie/glasfaser', token),
    get('/produktkategorie', token),
  ])
  const offer = category.Angebote.find(({ Id }: { Id: string }) => Id === '202')
  return {
    product: product.PraemieCent,
    offerOfProduct: product.Angebot.PraemieCent,
    cash: product.Praemien.find(({ Art }: { Art: string }) => Art === 'cash')?.WertCent,
    external: external.PraemieCent,
    listed: list.find(({ Id }: { Id: string }) => Id === '202').PraemieCent,
    highest: highest.WertCent,
    options: options[0].WertCent,
    offer: offer.PraemieCent,
    category: categories.find(({ Id }: { Id: string }) => Id === 'glasfaser').MaxPraemieCent,
    further: product.WeitereKunden,
  }
}

const everywhere = (cents: number) => ({
  product: cents,
  offerOfProduct: cents,
  cash: cents,
  external: cents,
  listed: cents,
  highest: cents,
  options: cents,
  offer: cents,
  category: cents,
})

async function recommend(product = '202', token?: string, email = mara.email) {
  const { status, body } = await postReferral(
    server,
    wish(email, { product, share: 50 }),
    token ? { token } : {},
    'telko',
  )
  expect(status).toBe(201)
  return body as { Empfehlungsnummer: string; Hex: string }
}

/** Every amount that referrer and contact are shown of a referral: each gets half. */
async function shownOf({ Empfehlungsnummer: number, Hex }: Awaited<ReturnType<typeof recommend>>) {
  const contact = await accepted(server, number, undefined, 'telko')
  const [open, own, options, list] = await Promise.all([
    get(`/empfehlen/${number}`),
    get(`/empfehlen/${number}/${Hex}`, mara.token),
    get(`/empfaenger/${number}/praemie`, contact.Token),
    get('/empfehler/empfehlungen', mara.token),
  ])
  const line = list.find(
    ({ Empfehlungsnummer: one }: { Empfehlungsnummer: string }) => one === number,
  )
  return {
    contact,
    cents: [
      open.EmpfaengerWertCent,
      own.EmpfehlerWertCent,
      options[0].WertCent,
      line.Praemie.WertCent,
    ],
  }
}

async function order(
  number: string,
  contact: Awaited<ReturnType<typeof accepted>>,
  product: string,
) {
  await server.call('PUT', '/telko/empfaenger/bestaetigung', {
    body: { Token: contact.confirmToken },
  })
  const { email } = contact
  const referral = { number, accountId: '', email, product }
  return bench.makeOrder(referral, { number: contact.Empfaengernummer })
}

const expected = async (number: string) => {
  const list = await get('/empfehler/empfehlungen', mara.token)
  return list.find(({ Empfehlungsnummer: one }: { Empfehlungsnummer: string }) => one === number)
    .ErwartetCent
}

const paid = async (orderNumber: string) => {
  await bench.release(orderNumber)
  const rewards = await bench.readRewards(orderNumber)
  return rewards.map(({ cents }) => cents)
}

describe("what an agency's referrers are promised", () => {
  test('is shown by every call before they recommend, to them alone', async () => {
    const nobody = await shownBefore()
    expect(nobody).toEqual({ ...nobody, product: 11000, highest: nobody.highest })
    expect(nobody.further).toBeUndefined()
    await addPlan(7000)
    expect(await shownBefore(mara.token)).toEqual({
      ...everywhere(7000),
      further: { Stufen: [{ AbKunde: 2, WertCent: 8000 }], ZeitraumMonate: 6 },
    })
    const stranger = await registered(server, 'telko')
    expect(await shownBefore(stranger.token)).toEqual(nobody)
    expect(await shownBefore()).toEqual(nobody)
    const other = await makeAgency(server, 'telko', `AG-74${String(made).padStart(2, '0')}`)
    await join(stranger.email, other)
    expect(await shownBefore(stranger.token)).toMatchObject(everywhere(5000))
  })

  test('is the plan in force that day: one that begins later does not count yet', async () => {
    await addPlan(7000)
    await addPlan(9000, { GueltigAb: '2026-11-20' })
    expect(await shownBefore(mara.token)).toMatchObject(everywhere(7000))
    server.clock.set('2026-11-20T11:00:00Z')
    await stillLoggedIn(server, 'telko')
    expect(await shownBefore(mara.token)).toMatchObject(everywhere(9000))
  })

  test('people of the agency see the same in their overview, and no customer does there', async () => {
    await addPlan(7000)
    const overview = '/agentur-konto/praemienuebersicht'
    const products = await get(overview, agency.employee.token)
    expect(products.length).toBeGreaterThan(1)
    for (const { PraemieCent, WeitereKunden } of products) {
      expect(PraemieCent).toBe(7000)
      expect(WeitereKunden.Stufen).toEqual([{ AbKunde: 2, WertCent: 8000 }])
    }
    expect((await server.call('GET', `/telko${overview}`, { token: mara.token })).status).toBe(401)
  })

  test.each([
    ['their own session', () => mara.token],
    ['their address alone', () => undefined],
  ])(
    'is kept with a referral made with %s, and shown, kept and paid are one amount for both sides',
    async (_, token) => {
      const planId = await addPlan(7000)
      const referral = await recommend('202', token())
      const { Empfehlungsnummer: number } = referral
      if (!token())
        await bench.run((tx) =>
          tx
            .updateTable('referrals')
            .set({ owned_at: server.clock.now().toString() })
            .where('tenant', '=', 'telko')
            .where('number', '=', number)
            .execute(),
        )
      expect(await readReferral(server, number, 'telko')).toMatchObject({
        agency_id: agency.agencyId,
        agency_user_id: agency.employee.id,
        plan: 'Plan 7000',
        commission_cents: 7000,
        agency_plan: { planId, fixedCents: 7000, stages: [{ from: 2, cents: 8000 }] },
      })
      const { contact, cents } = await shownOf(referral)
      expect(cents).toEqual([3500, 3500, 3500, 3500])
      const orderNumber = await order(number, contact, '202')
      expect(await expected(number)).toBe(3500)
      expect(await paid(orderNumber)).toEqual([3500, 3500])
      await bench.expectLedger()
    },
  )

  test('is not changed by a newer plan or the deletion of theirs, and new referrals follow it', async () => {
    const planId = await addPlan(7000)
    const first = await recommend('202', mara.token)
    const second = await recommend('201', mara.token)
    await addPlan(3000, { Stufen: [] })
    await server.call('DELETE', `/telko/agentur-konto/praemienplaene/${planId}`, {
      token: agency.owner.token,
    })
    const third = await recommend('202', mara.token)
    const [one, two, three] = [await shownOf(first), await shownOf(second), await shownOf(third)]
    expect(one.cents).toEqual([3500, 3500, 3500, 3500])
    expect(two.cents).toEqual([3500, 3500, 3500, 3500])
    expect(three.cents).toEqual([1500, 1500, 1500, 1500])
    // The second customer earns the stage of the plan that was promised, the third what the newer plan says.
    expect(await paid(await order(first.Empfehlungsnummer, one.contact, '202'))).toEqual([
      3500, 3500,
    ])
    expect(await paid(await order(second.Empfehlungsnummer, two.contact, '201'))).toEqual([
      4000, 4000,
    ])
    expect(await paid(await order(third.Empfehlungsnummer, three.contact, '202'))).toEqual([
      1500, 1500,
    ])
    await bench.expectLedger()
  })

  test('is what a contract of any other product earns as well, before and after it is released', async () => {
    await addPlan(7000)
    const referral = await recommend('202', mara.token)
    const { contact } = await shownOf(referral)
    const orderNumber = await order(referral.Empfehlungsnummer, contact, '201')
    expect(await expected(referral.Empfehlungsnummer)).toBe(3500)
    expect(await paid(orderNumber)).toEqual([3500, 3500])
  })

  test('without a plan of the agency is 50 euros, and 60 for an additional customer, not what the tenant or the product says', async () => {
    const [first, second] = [await recommend('202', mara.token), await recommend('202', mara.token)]
    expect(await shownBefore(mara.token)).toEqual({
      ...everywhere(5000),
      further: { Stufen: [{ AbKunde: 2, WertCent: 6000 }], ZeitraumMonate: 6 },
    })
    const [one, two] = [await shownOf(first), await shownOf(second)]
    expect(one.cents).toEqual([2500, 2500, 2500, 2500])
    expect(await paid(await order(first.Empfehlungsnummer, one.contact, '202'))).toEqual([
      2500, 2500,
    ])
    expect(await paid(await order(second.Empfehlungsnummer, two.contact, '202'))).toEqual([
      3000, 3000,
    ])
  })

  test('who joins an agency later keeps what earlier referrals promised, and so does who leaves it', async () => {
    const paul = await registered(server, 'telko')
    const before = await recommend('202', paul.token, paul.email)
    await addPlan(7000)
    await join(paul.email, agency)
    const during = await recommend('202', paul.token, paul.email)
    await bench.run((tx) =>
      tx
        .updateTable('accounts')
        .set({ agency_id: null, agency_user_id: null })
        .where('tenant', '=', 'telko')
        .where('email', '=', paul.email)
        .execute(),
    )
    const after = await recommend('202', paul.token, paul.email)
    const kept = await Promise.all(
      [before, during, after].map(({ Empfehlungsnummer }) =>
        readReferral(server, Empfehlungsnummer, 'telko'),
      ),
    )
    expect(kept.map(({ commission_cents }) => commission_cents)).toEqual([11000, 7000, 11000])
    expect(kept.map(({ agency_plan }) => agency_plan !== null)).toEqual([false, true, false])
  })

  test('is that of an active agency: while it is stopped, referrals belong to no agency and earn the usual', async () => {
    await addPlan(7000)
    await setAgencyState(server, 'telko', agency.agencyId, 'inactive')
    expect((await shownBefore(mara.token)).product).toBe(11000)
    const { Empfehlungsnummer: number } = await recommend('202', mara.token)
    expect(await readReferral(server, number, 'telko')).toMatchObject({
      agency_id: null,
      agency_plan: null,
      commission_cents: 11000,
    })
    await setAgencyState(server, 'telko', agency.agencyId, 'active')
    expect((await shownBefore(mara.token)).product).toBe(7000)
  })

  test('counts the customers of that agency alone: whoever changes to another begins anew', async () => {
    const first = await recommend('202', mara.token)
    const one = await shownOf(first)
    await paid(await order(first.Empfehlungsnummer, one.contact, '202'))
    await join(
      mara.email,
      await makeAgency(server, 'telko', `AG-74${String(made).padStart(2, '0')}`),
    )
    const second = await recommend('202', mara.token)
    const two = await shownOf(second)
    expect(await paid(await order(second.Empfehlungsnummer, two.contact, '202'))).toEqual([
      2500, 2500,
    ])
  })

  test('through an agent is the plan of the agent’s agency, whoever brought the referrer: shown, kept and paid', async () => {
    const other = await makeAgency(server, 'telko', `AG-75${String(made).padStart(2, '0')}`)
    await turnOnAgents()
    await bench.run(async (tx) => {
      await saveAgent(tx, 'telko', { ...bgvAgents[0]!, agent_id: 'A-1001' })
      await saveAgent(tx, 'telko', { ...bgvAgents[1]!, agent_id: 'A-1002' })
      await tx
        .updateTable('agents')
        .set({ agency_user_id: other.employee.id })
        .where('tenant', '=', 'telko')
        .where('agent_id', '=', 'A-1001')
        .execute()
    })
    await addPlan(7000)
    const shown = await Promise.all([
      get('/produkt/202?agentId=A-1001', mara.token),
      get('/produkt/202?agentId=A-1001'),
      get('/produkt/202?agentId=A-1002', mara.token),
      get('/produkt/202?agentId=nobody', mara.token),
    ])
    expect(shown.map(({ PraemieCent }) => PraemieCent)).toEqual([5000, 5000, 7000, 7000])
    const one = wish(mara.email, { product: '202', share: 50 })
    const { status, body } = await postReferral(
      server,
      { ...one, Empfehlung: { ...one.Empfehlung, AgentId: 'A-1001' } },
      { token: mara.token },
      'telko',
    )
    expect(status).toBe(201)
    expect(await readReferral(server, body.Empfehlungsnummer, 'telko')).toMatchObject({
      agency_id: other.agencyId,
      agency_user_id: other.employee.id,
      commission_cents: 5000,
      agency_plan: { planId: null, fixedCents: 5000 },
    })
    const { contact, cents } = await shownOf(body)
    expect(cents).toEqual([2500, 2500, 2500, 2500])
    const orderNumber = await order(body.Empfehlungsnummer, contact, '202')
    expect(await paid(orderNumber)).toEqual([2500, 2500])
    await bench.expectLedger()
  })

  test('a picture of a reward draws it, and is kept in no cache that others share', async () => {
    const path = '/telko/praemie/cash/grafik100?produktId=202'
    const nobody = await server.call('GET', path)
    await addPlan(7000)
    const theirs = await server.call('GET', path, { token: mara.token })
    expect([nobody.body.includes('110'), theirs.body.includes('70')]).toEqual([true, true])
    expect(theirs.body).not.toContain('110 €')
    expect(theirs.headers['cache-control']).toBe('private, no-cache')
  })
})

test('where a tenant has no agencies, nothing is asked and nothing changes', async () => {
  await addPlan(7000)
  await changeTenant(server, 'telko', { agencies: false })
  expect((await shownBefore(mara.token)).product).toBe(11000)
  const { Empfehlungsnummer: number } = await recommend('202', mara.token)
  expect(await readReferral(server, number, 'telko')).toMatchObject({
    agency_id: null,
    agency_plan: null,
    commission_cents: 11000,
  })
})
