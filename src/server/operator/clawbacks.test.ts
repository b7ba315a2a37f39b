import { expect, test } from 'vitest'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { createBatch } from '../payout/create-batch.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { readBalances } from '../reward/ledger-store.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'

// Each test ends with the books (useRewards).

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `rueck${++made}@betrieb.example`, roles, tenant)
const Grund = 'Vertrag ist storniert'
const at = '/standard/betrieb/rueckforderungen'
const show = async (id: string, token: string) =>
  (await server.call('GET', `${at}/${id}`, { token })).body
const act = async (id: string, what: string, token: string, body: object = {}) => {
  const { Version } = await show(id, token)
  return server.call('PUT', `${at}/${id}/${what}`, { token, body: { Version, Grund, ...body } })
}
const cancel = (number: string) =>
  bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system))
const balances = () => bench.run((tx) => readBalances(tx, 'standard'))

/** Somebody who took a voucher for an order that was cancelled then. */
async function owing(email?: string, share = 100) {
  const account = await bench.makeAccount(email)
  const reward = await desk.reward({ account, share })
  const taken = await desk.collect(reward.token, { PraemieId: desk.voucher })
  expect(taken.status).toBe(200)
  await cancel(reward.orderNumber)
  return { account, id: reward.id, cents: reward.rewards[0]!.cents, token: reward.token }
}

/** The same, told a fortnight before. */
async function told(share = 100) {
  const found = await owing(undefined, share)
  expect((await act(found.id, 'erinnerung', (await operator(['support'])).token)).status).toBe(200)
  server.clock.advance('P15D')
  return { ...found, support: (await operator(['support'])).token }
}

test('a paid reward of a cancelled order is a clawback, listed with its rest, and its reminder announces a set-off', async () => {
  const { id, cents, account } = await owing()
  const { token } = await operator(['support'])
  const { body } = await server.call('PUT', at, { token, body: { Pagesize: 100 } })
  const row = body.Content.find(({ PraemieId }: { PraemieId: string }) => PraemieId === id)
  expect(row).toMatchObject({ Stand: 'offen', RestCent: cents, Person: account.accountId })
  const sum = body.Content.reduce((all: number, one: { RestCent: number }) => all + one.RestCent, 0)
  expect(body.Summen.WertCent).toBe(sum)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => act(id, 'erinnerung', token, { Mitteilung: 'Bitte melden' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const mails = (await bench.mails('clawbackReminder')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toMatchObject([{ data: { note: 'Bitte melden' } }])
  expect((await act(id, 'erinnerung', token)).status).toBe(409)
})

test('nothing is set off before the person was told, nor against somebody else, nor while held or at the bank', async () => {
  const { id, account } = await owing()
  const { token } = await operator(['support', 'reviewer'])
  const own = await desk.reward({ account })
  const setOff = (PraemieId: string, by = token) => act(id, 'verrechnung', by, { PraemieId })
  expect((await setOff(own.id)).status).toBe(409)
  expect((await act(id, 'erinnerung', token)).status).toBe(200)
  expect((await setOff(own.id)).status).toBe(409)
  server.clock.advance('P15D')
  const { token: later } = await operator(['support', 'reviewer'])
  const other = await desk.reward()
  expect((await setOff(other.id, later)).status).toBe(404)
  expect((await setOff(id, later)).status).toBe(404)
  const path = `/standard/betrieb/praemien/${own.id}`
  const { Version } = (await server.call('GET', path, { token: later })).body
  const body = { Version, Grund }
  expect((await server.call('PUT', `${path}/halten`, { token: later, body })).status).toBe(200)
  expect((await setOff(own.id, later)).status).toBe(409)
})

test('a set-off happens once, however many try: the rest is paid, both see it, and the books add up', async () => {
  const { id, cents, account, support } = await told()
  const next = await desk.reward({ account })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => act(id, 'verrechnung', support, { PraemieId: next.id })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await show(id, support)).toMatchObject({
    Stand: 'erledigt',
    Ausgang: 'set-off',
    RestCent: 0,
  })
  const seen = (await desk.show(next.token)).body
  expect(seen).toMatchObject({ Status: 'Ausgezahlt', WertCent: 0, VerrechnetCent: cents })
  const mails = (await bench.mails('rewardSetOff')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toHaveLength(1)
  expect((await balances())['set-off']).toBeGreaterThanOrEqual(cents)
})

test('what is left of a reward is paid to the cent, and what is left of the clawback stays open', async () => {
  const { id, cents, account, support } = await told(50)
  const large = await desk.reward({ account })
  const rest = large.rewards[0]!.cents - cents
  expect(rest).toBeGreaterThan(0)
  const token = large.token
  expect((await act(id, 'verrechnung', support, { PraemieId: large.id })).body).toMatchObject({
    VerrechnetCent: cents,
    RestCent: 0,
  })
  const taken = await desk.collect(token, {
    PraemieId: desk.cash,
    Bankdaten: bankData(ibanOf(951)),
  })
  expect(taken.body).toMatchObject({ WertCent: rest, VerrechnetCent: cents })
  server.clock.advance('P30D')
  const batch = await createBatch(server.deps, 'standard', system)
  expect(batch?.totalCents).toBe(rest)
})

test('when the order of what was set off is cancelled, that much is owed again, once', async () => {
  const { id, cents, account, support } = await told()
  const next = await desk.reward({ account })
  expect((await act(id, 'verrechnung', support, { PraemieId: next.id })).status).toBe(200)
  const before = await balances()
  await Promise.all([cancel(next.orderNumber), cancel(next.orderNumber)])
  expect(await show(id, support)).toMatchObject({ Stand: 'offen', RestCent: cents })
  const after = await balances()
  expect(after.claims - before.claims).toBe(cents)
  expect(before['set-off'] - after['set-off']).toBe(cents)
  expect((await server.call('GET', `${at}/${next.id}`, { token: support })).status).toBe(404)
})

test('above what one person decides alone, a second one writes off: once, within the limit, and never the own proposal', async () => {
  const { id, cents, account } = await owing()
  expect(cents).toBeGreaterThan(2_500)
  const both = await operator(['support', 'reviewer'])
  expect((await act(id, 'verzicht', both.token)).body).toMatchObject({ Ergebnis: 'vorgeschlagen' })
  expect((await act(id, 'verzicht', both.token)).status).toBe(409)
  const decide = (token: string, Entscheidung = 'verzichtet') =>
    act(id, 'verzicht/entscheidung', token, { Entscheidung })
  const own = await decide(both.token)
  expect([own.status, own.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  const reviewers = await Promise.all(Array.from({ length: 4 }, () => operator(['reviewer'])))
  const answers = await Promise.all(reviewers.map(({ token }) => decide(token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await show(id, both.token)).toMatchObject({ Stand: 'erledigt', Ausgang: 'written-off' })
  const mails = (await bench.mails('clawbackWaived')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toHaveLength(1)

  const refused = await owing()
  await act(refused.id, 'verzicht', both.token)
  const { token } = reviewers[0]!
  await act(refused.id, 'verzicht/entscheidung', token, { Entscheidung: 'abgelehnt' })
  expect(await show(refused.id, token)).toMatchObject({ Stand: 'offen', Vorschlag: null })
})

test('clawbacks need the right, the reason and the tenant, and are never one’s own', async () => {
  const { id } = await owing()
  const support = await operator(['support'])
  expect((await act(id, 'verzicht', support.token, { Grund: ' ' })).status).toBe(400)
  expect((await act(id, 'verzicht', support.token, { Version: 99 })).status).toBe(409)
  for (const role of ['auditor', 'payout-preparer'] as const)
    expect((await act(id, 'verzicht', (await operator([role])).token)).status).toBe(403)
  const elsewhere = await operator(tenantRoles, 'telko')
  const path = `/telko/betrieb/rueckforderungen/${id}`
  expect((await server.call('GET', path, { token: elsewhere.token })).status).toBe(404)
  const self = await operator(['support', 'reviewer'])
  const own = await owing(self.email.replace('@', '+x@'))
  for (const what of ['erinnerung', 'verzicht']) {
    const refused = await act(own.id, what, self.token)
    expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0706'])
  }
})
