import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { openSession } from '../account/session.ts'
import { cancelOrder } from './cancel-order.ts'
import { post } from './ledger-store.ts'
import { useRewards, type Bench, type Desk } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

const years = async (token: string) => {
  const answer = await server.call('GET', '/standard/empfehler/einnahmen', { token })
  expect(answer.status).toBe(200)
  return answer.body.Jahre
}

/** An account with one voucher, taken now. */
async function withVoucher() {
  const account = await bench.makeAccount()
  const made = await desk.reward({ account })
  expect((await desk.collect(made.token, { PraemieId: desk.voucher })).status).toBe(200)
  const token = await bench.token('user-session', account.accountId)
  const { cents } = await bench.readReward(made.id)
  return { ...made, account, session: token, cents: Number(cents) }
}

test('a voucher counts at its value in the year it was taken, and what nobody received yet does not count', async () => {
  const { session, account, cents } = await withVoucher()
  await desk.reward({ account })
  const waiting = await desk.reward({ account })
  expect(
    (await desk.collect(waiting.token, { PraemieId: desk.cash, Bankdaten: bank })).status,
  ).toBe(200)
  expect(await years(session)).toEqual([
    {
      Jahr: 2026,
      SummeCent: cents,
      NaheFreigrenze: cents >= 20_000,
      Posten: [{ Am: '2026-11-17', Art: 'Gutschein', BetragCent: cents }],
    },
  ])
})
const bank = { Kontoinhaber: 'Wera Werber', Iban: 'DE89370400440532013000' }

test('what is given back is a minus in its own year; what is only claimed is none', async () => {
  const { session, id, orderNumber, cents } = await withVoucher()
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, orderNumber, system))
  expect((await years(session)).map((one: any) => one.SummeCent)).toEqual([cents])
  server.clock.set('2027-03-01T11:00:00Z')
  // Undone at the end, as the clawback itself says nothing of it.
  await bench
    .run(async (tx) => {
      await post(
        tx,
        'standard',
        { rewardId: id, cents },
        'claim-repaid',
        'repaid:x',
        server.clock.now(),
      )
      const { listReceived } = await import('./earnings-store.ts')
      const { accountId } = { accountId: (await bench.readReward(id)).account_id! }
      throw new Error(JSON.stringify(await listReceived(tx, 'standard', accountId)))
    })
    .then(
      () => expect.unreachable(),
      (error: Error) =>
        expect(JSON.parse(error.message)).toEqual([
          { event: 'collected-voucher-paid', cents, on: '2026-11-17' },
          { event: 'claim-repaid', cents, on: '2027-03-01' },
        ]),
    )
})

test('the day is the one in Berlin: a payment of New Year’s Eve at 23:30 UTC is of the new year', async () => {
  server.clock.set('2026-12-31T23:30:00Z')
  const { session } = await withVoucher()
  expect((await years(session)).map((one: any) => one.Jahr)).toEqual([2027])
})

test('the file has the same as the page, and another site cannot have it fetched', async () => {
  const { session, cents } = await withVoucher()
  const path = '/standard/empfehler/einnahmen/csv'
  const file = await server.call('GET', path, { token: session })
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.headers['cache-control']).toBe('no-store')
  const amount = (cents / 100).toFixed(2).replace('.', ',')
  expect(String(file.body)).toContain('2026-11-17')
  expect(String(file.body).replaceAll('"', '')).toContain(`;Gutschein;${amount}`)
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await server.call('GET', path, { token: session, headers })).status).toBe(403)
})

test('nobody sees what somebody else received', async () => {
  const { account } = await withVoucher()
  const other = await bench.makeAccount()
  expect(await years(await bench.token('user-session', other.accountId))).toEqual([])
  const own = await bench.run(
    async (tx) => (await openSession(tx, server.deps, 'standard', account.accountId)).token,
  )
  expect(await years(own!)).toHaveLength(1)
})
