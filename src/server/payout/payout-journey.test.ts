import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { iban, makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { checkLedger } from '../reward/check-ledger-store.ts'
import { readBalances } from '../reward/ledger-store.ts'
import { listClaims } from '../reward/list-claims.ts'
import { applyBankFile } from './apply-status.ts'
import { payDue } from './play-both.ts'
import { showBatch } from './list-batches.ts'
import { notice, operator } from './payout.test-helper.ts'

let server: TestServer
let apiKey: string

beforeAll(async () => {
  server = await startTestServer()
  apiKey = await makeApiKey(server, 'standard')
})
afterEach(async () => {
  expect(await withTenant(server.db, 'standard', (tx) => checkLedger(tx, 'standard'))).toEqual([])
})
afterAll(() => server.stop())

const collect = (token: string, account: string = iban) =>
  server.call('PUT', '/standard/praemierung', {
    token,
    body: { PraemieId: 'geld', Bankdaten: { Kontoinhaber: 'Vera Vogel', Iban: account } },
  })

const stateOf = async (number: string) =>
  (
    await withTenant(server.db, 'standard', (tx) =>
      tx
        .selectFrom('referrals')
        .select('state')
        .where('tenant', '=', 'standard')
        .where('number', '=', number)
        .executeTakeFirstOrThrow(),
    )
  ).state

async function batch() {
  server.clock.advance('P28D')
  const made = await payDue(server.deps, 'standard', operator)
  if (!made) throw new Error('nothing was due')
  const { payouts } = await showBatch(server.deps, 'standard', made.batchId)
  return payouts
}

const settle = (payouts: { end_to_end_id: string; cents: number }[]) =>
  applyBankFile(
    server.deps,
    'standard',
    notice(...payouts.map(({ end_to_end_id: id, cents }) => ({ id, cents }))),
    operator,
  )

test('a referral is paid when both sides are, and no longer when the bank returns one of them', async () => {
  const journey = await makeJourney(server, 'standard', apiKey, 50)
  const number = journey.referral.Empfehlungsnummer
  expect((await collect(journey.rewardToken)).status).toBe(200)
  expect((await collect(journey.recipientRewardToken, 'DE44500105175407324931')).status).toBe(200)
  const [first, second, ...more] = await batch()
  if (!first || !second) throw new Error('two payouts were due')
  expect(more).toEqual([])
  await settle([first])
  expect(await stateOf(number)).toBe('released')
  await settle([second])
  expect(await stateOf(number)).toBe('paid')
  const back = notice({
    id: second.end_to_end_id,
    cents: second.cents,
    direction: 'CRDT',
    reason: 'AC04',
  })
  expect(await applyBankFile(server.deps, 'standard', back, operator)).toMatchObject({
    returned: 1,
  })
  expect(await stateOf(number)).toBe('released')
})

test('the whole way: collected, rejected, collected anew through the mailed link, paid, returned', async () => {
  const journey = await makeJourney(server, 'standard', apiKey, 100)
  expect((await collect(journey.rewardToken)).status).toBe(200)
  const [first] = await batch()
  const rejection = notice({
    id: first?.end_to_end_id ?? '',
    cents: first?.cents ?? 0,
    direction: 'CRDT',
    reason: 'AC04',
  })
  expect(await applyBankFile(server.deps, 'standard', rejection, operator)).toMatchObject({
    rejected: 1,
  })

  expect((await collect(journey.rewardToken)).body.ErrorCode).toBe('PSOF0402')
  const fresh = await mailedToken(server, 'standard', journey.referrerEmail, 'bankDataNeeded')
  const shown = await server.call('GET', '/standard/praemierung', { token: fresh })
  expect(shown.body).toMatchObject({
    Status: 'Bereitgestellt',
    Rueckweisungsgrund: 'Das angegebene Konto ist geschlossen.',
  })
  expect(shown.body.Bankdaten).toBeUndefined()
  expect((await collect(fresh, 'DE44500105175407324931')).body.Status).toBe('Abgeholt')

  const second = await batch()
  expect(second).toHaveLength(1)
  expect(await settle(second)).toMatchObject({ settled: 1 })
  expect(await stateOf(journey.referral.Empfehlungsnummer)).toBe('paid')
  const back = notice({
    id: second[0]?.end_to_end_id ?? '',
    cents: second[0]?.cents ?? 0,
    direction: 'CRDT',
    reason: 'AC01',
  })
  expect(await applyBankFile(server.deps, 'standard', back, operator)).toMatchObject({
    returned: 1,
  })
  expect(await stateOf(journey.referral.Empfehlungsnummer)).toBe('released')
})

test('an order cancelled while the money is at the bank is a claim once it settles', async () => {
  const journey = await makeJourney(server, 'standard', apiKey, 100)
  await collect(journey.rewardToken)
  const payouts = await batch()
  const tenant = await server.deps.tenants.get('standard')
  const cancelled = await withTenant(server.db, 'standard', (tx) =>
    cancelOrder(tx, server.deps, tenant, journey.orderNumber, operator),
  )
  expect(cancelled).toMatchObject({ kind: 'cancelled', rewards: { cancelled: [], claimed: [] } })
  expect(await settle(payouts)).toMatchObject({ settled: 1 })
  const [claim] = await withTenant(server.db, 'standard', (tx) => listClaims(tx, tenant))
  expect(claim).toMatchObject({
    orderNumber: journey.orderNumber,
    status: 'claim',
    cents: payouts[0]?.cents,
  })
  const balances = await withTenant(server.db, 'standard', (tx) => readBalances(tx, 'standard'))
  expect(balances.claims).toBe(payouts[0]?.cents)
})

test('cancelling an order and paying for it at the same moment ends in exactly one of both', async () => {
  const journeys: Awaited<ReturnType<typeof makeJourney>>[] = []
  for (let index = 0; index < 6; index++)
    journeys.push(await makeJourney(server, 'standard', apiKey, 100))
  for (const journey of journeys) await collect(journey.rewardToken)
  server.clock.advance('P28D')
  const tenant = await server.deps.tenants.get('standard')
  const [made] = await Promise.all([
    payDue(server.deps, 'standard', operator),
    ...journeys.map((journey) =>
      withTenant(server.db, 'standard', (tx) =>
        cancelOrder(tx, server.deps, tenant, journey.orderNumber, operator),
      ),
    ),
  ])
  const payouts = made ? (await showBatch(server.deps, 'standard', made.batchId)).payouts : []
  if (payouts.length > 0) expect(await settle(payouts)).toMatchObject({ settled: payouts.length })
  const states = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('rewards')
      .select(['state', 'claimed_back_at'])
      .where('tenant', '=', 'standard')
      .where(
        'order_number',
        'in',
        journeys.map((journey) => journey.orderNumber),
      )
      .execute(),
  )
  expect(states.filter(({ state }) => state === 'paid' || state === 'cancelled')).toHaveLength(6)
  expect(states.filter(({ state }) => state === 'paid')).toHaveLength(payouts.length)
  expect(
    states.every(
      ({ state, claimed_back_at: claimed }) => (state === 'paid') === (claimed !== null),
    ),
  ).toBe(true)
})
