import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { system } from '../base/audit-store.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { bankData, ibanOf, makeBench, makeDesk } from '../reward/reward.test-helper.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { applyBankFile } from './apply-status.ts'
import { payDue } from './play-both.ts'
import { makeFixtures, notice, operator } from './payout.test-helper.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('what is at the bank is expected on the day on which the bank executes it, and on no day once that has passed', async () => {
  const bench = await makeBench(server, 'standard')
  const desk = await makeDesk(server, bench)
  server.clock.set('2026-11-16T10:00:00Z')
  const { token, referral } = await desk.reward()
  await desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(1)) })
  const own = await bench.token('user-session', referral.accountId)
  const said = async () => {
    await stillLoggedIn(server, 'standard')
    const { body } = await server.call('GET', '/standard/empfehler/empfehlungen', { token: own })
    const expected = (await desk.show(token)).body.VoraussichtlichAm
    expect(body[0].Praemierungen[0].VoraussichtlichAm).toBe(expected)
    expect(body[0].Empfaenger[0].NaechsterTermin).toBe(expected)
    return expected
  }
  expect(await said()).toBe('2026-12-15')
  // Due on a Monday; the operator runs it on the Friday after, so it is executed on the next Monday.
  server.clock.set('2026-12-18T10:00:00Z')
  expect(await payDue(server.deps, 'standard', system)).toMatchObject({ transfers: 1 })
  expect(await said()).toBe('2026-12-21')
  server.clock.set('2026-12-21T10:00:00Z')
  expect(await said()).toBe('2026-12-21')
  server.clock.set('2026-12-22T10:00:00Z')
  expect(await said()).toBeUndefined()
})

test.each(['rejected', 'returned'] as const)(
  'a payment that is %s after its contract was cancelled leaves nothing to pay back, and says so once',
  async (outcome) => {
    const bench = await makeBench(server, 'standard')
    const desk = await makeDesk(server, bench)
    const fixtures = makeFixtures(server)
    const { token, referral, id, orderNumber } = await desk.reward()
    const iban = ibanOf(outcome === 'returned' ? 2 : 3)
    await desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(iban) })
    server.clock.advance('P30D')
    await payDue(server.deps, 'standard', system)
    const [payout] = await fixtures.payouts(id)
    const apply = (file: Uint8Array) => applyBankFile(server.deps, 'standard', file, operator)
    const booked = { id: payout!.end_to_end_id, cents: payout!.cents }
    if (outcome === 'returned') await apply(notice(booked))
    await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, orderNumber, system))
    expect((await desk.show(token)).body).toMatchObject({ Zurueckgefordert: true })
    const own = await bench.token('user-session', referral.accountId)
    const again = await server.call('GET', `/standard/empfehler/praemierungmail/${id}`, {
      token: own,
    })
    // A mail that money is on its way would be the opposite of the one before.
    expect(again.status).toBe(404)

    for (let times = 0; times < 2; times++)
      await apply(notice({ ...booked, direction: 'CRDT', reason: 'AC04' }))
    const told = (await bench.mails('claimSettled')).filter(
      ({ to_address }) => to_address === referral.email,
    )
    expect(told).toHaveLength(1)
    const shown = (await desk.show(token)).body
    expect([shown.Status, shown.Zurueckgefordert]).toEqual(['Storniert', undefined])
    const { body } = await server.call('GET', '/standard/empfehler/empfehlungen', { token: own })
    expect(body[0].Praemierungen).toMatchObject([{ Status: 'Storniert' }])
    expect(body[0].Praemierungen[0].Zurueckgefordert).toBeUndefined()
    expect(body[0].Empfaenger[0].Vertraege[0].Storno.Praemie).toBe('entfallen')
    await bench.expectLedger()
  },
)

test('money that is held for review is promised for no day', async () => {
  const bench = await makeBench(server, 'standard')
  const desk = await makeDesk(server, bench)
  const referral = await bench.makeReferral({ share: 50 })
  const recipient = await bench.makeRecipient(referral)
  const number = await bench.makeOrder(referral, recipient)
  await bench.release(number)
  await provideRewards(server.deps, bench.tenant, { orderNumber: number })
  const tokens = await Promise.all(
    (await bench.readRewards(number)).map(({ reward_id }) => bench.token('reward', reward_id)),
  )
  const body = { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(4)) }
  for (const token of tokens) expect((await desk.collect(token, body)).status).toBe(200)
  for (const token of tokens)
    expect((await desk.show(token)).body.VoraussichtlichAm).toBeUndefined()
  // The second one to name that account is the one that is held.
  const [told] = (await bench.mails('rewardCollected')).filter(
    ({ to_address }) => to_address === recipient.email,
  )
  expect(told).toMatchObject({ data: { expectedOn: null } })
})
