import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from './cancel-order.ts'
import { provideRewards } from './provide-rewards.ts'
import { bankData, ibanOf, makeBench, makeDesk, type Bench } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench

beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

const line = async (token: string) =>
  (await server.call('GET', '/standard/empfehler/empfehlungen', { token })).body[0]
const cancel = (number: string) =>
  bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system))

async function twoContracts() {
  const referral = await bench.makeReferral({ share: 50 })
  const recipient = await bench.makeRecipient(referral)
  const token = await bench.token('user-session', referral.accountId)
  const first = await bench.makeOrder(referral, recipient)
  await bench.release(first)
  await provideRewards(server.deps, bench.tenant, { orderNumber: first })
  server.clock.advance('PT1M')
  const second = await bench.makeOrder(referral, recipient, { productExternalId: 'SON-GAS' })
  return { referral, recipient, token, first, second }
}

test('one contact with two contracts: each goes its own way, the newest first', async () => {
  const { token, second } = await twoContracts()
  const { Empfaenger } = await line(token)
  // The contact stands there once, as far as the newest contract is.
  expect(Empfaenger).toMatchObject([{ Kuerzel: 'K. K.', WartetAuf: 'complaint-period' }])
  expect(Empfaenger[0].Vertraege).toMatchObject([
    { Produkt: 'Gas mit Biogasanteil', WartetAuf: 'complaint-period' },
    { Produkt: 'Ökostrom', WartetAuf: 'choose-reward', NaechsterTermin: '2027-11-17' },
  ])
  await bench.release(second)
  const [gas, power] = (await line(token)).Empfaenger[0].Vertraege
  // Released, and its mail is still to come: there is nothing to choose yet.
  expect(gas).toMatchObject({ Schritt: 'reward-received', WartetAuf: 'prepare-reward' })
  expect(power.WartetAuf).toBe('choose-reward')
})

test('a cancelled contract says what was cancelled and when, beside the one that goes on', async () => {
  const { token, first, second } = await twoContracts()
  await cancel(first)
  const [gas, power] = (await line(token)).Empfaenger[0].Vertraege
  expect(gas.Storno).toBeUndefined()
  expect(power).toMatchObject({
    Produkt: 'Ökostrom',
    Vertragsdatum: '2026-11-17',
    WartetAuf: 'cancelled',
    Storno: { StorniertAm: '2026-11-17', Praemie: 'entfallen' },
  })
  await cancel(second)
  const contact = (await line(token)).Empfaenger[0]
  expect(contact.WartetAuf).toBe('conclude-contract')
  expect(contact.Vertraege.map((one: { Storno: object }) => one.Storno)).toEqual([
    { StorniertAm: '2026-11-17', Praemie: 'keine' },
    { StorniertAm: '2026-11-17', Praemie: 'entfallen' },
  ])
})

test('a paid reward of a cancelled contract is claimed back: told by mail once, in the area and behind its link', async () => {
  const desk = await makeDesk(server, bench)
  const { orderNumber, id, token, referral } = await desk.reward()
  const chosen = await desk.collect(token, { PraemieId: desk.voucher })
  expect(chosen.status).toBe(200)
  const own = await bench.token('user-session', referral.accountId)
  expect((await line(own)).Praemie).toMatchObject({ Status: 'Ausgezahlt' })
  await cancel(orderNumber)
  await cancel(orderNumber)
  const to = ({ to_address }: { to_address: string }) => to_address === referral.email
  expect((await bench.mails('rewardClaimedBack')).filter(to)).toMatchObject([
    { data: { beneficiary: 'referrer', amount: expect.stringMatching(/€/) } },
  ])
  // That there is no reward for it would be wrong: it was paid.
  expect((await bench.mails('orderCancelled')).filter(to)).toEqual([])
  expect(await line(own)).toMatchObject({
    Praemie: { PraemierungId: id, Status: 'Ausgezahlt', Zurueckgefordert: true },
    Praemierungen: [{ Id: id, Zurueckgefordert: true }],
    Empfaenger: [{ Vertraege: [{ Storno: { Praemie: 'zurueckgefordert' } }] }],
  })
  expect((await desk.show(token)).body).toMatchObject({
    Status: 'Ausgezahlt',
    Zurueckgefordert: true,
  })
})

test('of one contract, the side that was paid hears of the claim and the other that there is no reward', async () => {
  const referral = await bench.makeReferral({ share: 50 })
  const recipient = await bench.makeRecipient(referral)
  const number = await bench.makeOrder(referral, recipient)
  await bench.release(number)
  await provideRewards(server.deps, bench.tenant, { orderNumber: number })
  const [mine] = await bench.readRewards(number)
  const desk = await makeDesk(server, bench)
  const token = await bench.token('reward', mine!.reward_id)
  const options = (await desk.show(token)).body.Auswahl
  const voucher = options.find((one: { Art: string }) => one.Art === 'voucher').Id
  expect((await desk.collect(token, { PraemieId: voucher })).status).toBe(200)
  await cancel(number)
  const told = async (email: string) =>
    (await bench.mails())
      .filter(({ to_address }) => to_address === email)
      .map(({ template }) => template)
      .filter((template) => ['orderCancelled', 'rewardClaimedBack'].includes(template))
  expect(await told(referral.email)).toEqual(['rewardClaimedBack'])
  expect(await told(recipient.email)).toEqual(['orderCancelled'])
})

test('money is promised for a day on which banks work, before and after it is collected', async () => {
  const desk = await makeDesk(server, bench)
  // Four weeks later it is a Friday: the batch of that day is executed on the Monday after it.
  server.clock.set('2026-11-20T10:00:00Z')
  const { token, referral } = await desk.reward()
  expect((await desk.show(token)).body).toMatchObject({ VoraussichtlichAm: '2026-12-21' })
  await desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(900)) })
  expect((await desk.show(token)).body).toMatchObject({
    FaelligAm: '2026-12-18',
    VoraussichtlichAm: '2026-12-21',
  })
  const own = await bench.token('user-session', referral.accountId)
  expect((await line(own)).Empfaenger[0]).toMatchObject({ NaechsterTermin: '2026-12-21' })
  const [mail] = (await bench.mails('rewardCollected')).filter(
    ({ to_address }) => to_address === referral.email,
  )
  expect(mail).toMatchObject({ data: { expectedOn: '2026-12-21' } })
  // Nobody has built a batch since: it cannot be in the account before the next banking day.
  server.clock.set('2026-12-23T10:00:00Z')
  expect((await desk.show(token)).body).toMatchObject({ VoraussichtlichAm: '2026-12-24' })
})
