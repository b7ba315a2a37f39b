import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { lockPerson } from '../account/store.ts'
import { listUnpaidRewards } from '../reward/account-end-store.ts'
import { endAccount } from '../reward/end-account.ts'
import { runSweeps } from '../run-sweeps.ts'
import { applyBankFile } from './apply-status.ts'
import { payDue, playBoth } from './play-both.ts'
import { decideHeld, listHeldPayments, type Decision } from './decide-held.ts'
import { deletePaymentRecords } from './delete-payment-records.ts'
import { makeFixtures, notice, operator } from './payout.test-helper.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const apply = (file: string | Uint8Array) =>
  applyBankFile(server.deps, 'standard', Buffer.from(file), operator)

const decide = (id: string, decision: Decision) =>
  decideHeld(server.deps, 'standard', id, decision, operator)

/** Deletes the account that a reward belongs to. */
async function leave(rewardId: string) {
  const { account_id: id } = await fixtures.reward(rewardId)
  const tenant = await server.deps.tenants.get('standard')
  await fixtures.inTenant(async (tx) => {
    const account = await lockPerson(tx, 'standard', id!)
    const rewards = await listUnpaidRewards(tx, 'standard', id!)
    await endAccount(tx, server.deps, tenant, { account: account!, rewards, actor: operator })
  })
}

test('what fails at the bank after its account was deleted is held: nobody is written to, and no money is given up by itself', async () => {
  const { rewards, ids, messageId } = await fixtures.sent(500, 600, 700)
  for (const id of rewards) await leave(id)
  const before = await fixtures.snapshot()
  const first = await apply(
    fixtures.report(messageId, [
      { endToEndId: ids[0]!, status: 'ACSC' },
      { endToEndId: ids[1]!, status: 'RJCT', reasonCode: 'AC04' },
      { endToEndId: ids[2]!, status: 'ACSC' },
    ]),
  )
  const back = await apply(notice({ id: ids[2]!, cents: 700, direction: 'CRDT', reason: 'AC04' }))
  expect([first, back]).toMatchObject([
    { settled: 2, rejected: 0, held: [], ownerless: [{ id: ids[1], reasonCode: 'AC04' }] },
    { returned: 0, held: [], ownerless: [{ id: ids[2], reasonCode: 'AC04' }] },
  ])
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['collected', 'rejected'],
    ['collected', 'returned'],
  ])
  const after = await fixtures.snapshot()
  expect([after['mails'], after['tokens']]).toEqual([before['mails'], before['tokens']])

  // Asking is refused and changes nothing; the two true choices are paying the same account again, and giving up.
  const held = await fixtures.snapshot()
  const asked = await decide(ids[1]!, 'ask')
  expect(asked).toMatchObject({ asked: 0, refused: [{ id: ids[1] }] })
  expect(asked.refused[0]?.reason).toMatch(/erased, so nobody can be asked: "pay" .* "end"/)
  expect(await fixtures.snapshot()).toEqual(held)
  expect((await listHeldPayments(server.deps, 'standard')).map((one) => one.ownerless)).toEqual([
    true,
    true,
  ])
  expect(await decide(ids[1]!, 'pay')).toMatchObject({ due: 1 })
  const again = await payDue(server.deps, 'standard', operator)
  expect([again?.transfers, again?.file.includes('DE89370400440532013000')]).toEqual([1, true])
  expect(await decide(ids[2]!, 'end')).toMatchObject({ ended: 1, refused: [] })
  expect(await decide(ids[2]!, 'end')).toMatchObject({ ended: 0, refused: [] })
  expect((await fixtures.reward(rewards[2]!)).state).toBe('cancelled')
  expect(await listHeldPayments(server.deps, 'standard')).toEqual([])
})

test('money of somebody who can still be asked is not given up by an operator', async () => {
  const { rewards, ids, messageId } = await fixtures.sent(800)
  await apply(
    fixtures.report(messageId, [{ endToEndId: ids[0]!, status: 'RJCT', reasonCode: 'MS03' }]),
  )
  const before = await fixtures.snapshot()
  expect(await decide(ids[0]!, 'end')).toMatchObject({ ended: 0, refused: [{ id: ids[0] }] })
  expect(await fixtures.snapshot()).toEqual(before)
  expect((await fixtures.reward(rewards[0]!)).state).toBe('collected')
  expect(await decide(ids[0]!, 'ask')).toMatchObject({ asked: 1 })
})

test('what was collected is paid after its account was deleted, also where our own side fails first', async () => {
  const { rewards, ids, messageId } = await fixtures.sent(500, 600)
  for (const id of rewards) await leave(id)
  await runSweeps(server.deps)
  await apply(
    fixtures.report(messageId, [
      { endToEndId: ids[0]!, status: 'RJCT', reasonCode: 'AM04' },
      { endToEndId: ids[1]!, status: 'ACSC' },
    ]),
  )
  await runSweeps(server.deps)
  expect(await fixtures.states(rewards)).toMatchObject([
    ['collected', 'rejected'],
    ['paid', 'paid'],
  ])
  const again = await payDue(server.deps, 'standard', operator)
  expect(again).toMatchObject({ transfers: 1, totalCents: 500 })
  expect(again?.file).toContain('DE89370400440532013000')
})

test('what no batch can pay after its account was deleted is held, not given up: paid where it can be, and ended by an operator alone', async () => {
  const [letters, invalid, missing] = [
    await fixtures.collected(900),
    await fixtures.collected(901, 'DE00000000000000000000'),
    await fixtures.collected(902),
  ]
  const setHolder = (holder: string) =>
    fixtures.inTenant((tx) =>
      tx.updateTable('reward_bank_data').set({ holder }).where('reward_id', '=', letters).execute(),
    )
  await setHolder('Мира Звезда')
  await fixtures.inTenant((tx) =>
    tx.deleteFrom('reward_bank_data').where('reward_id', '=', missing).execute(),
  )
  const all = [letters, invalid, missing]
  for (const id of all) await leave(id)
  await runSweeps(server.deps) // of the tests before
  const before = await fixtures.snapshot()
  const problems = { letters: 'holder-letters', invalid: 'iban-invalid', missing: 'iban-missing' }
  const { batch, sentBack } = await playBoth(server.deps, 'standard', operator)
  expect([batch, sentBack.toSorted((a, b) => (a.id < b.id ? -1 : 1))]).toEqual([
    null,
    [
      { id: letters, problem: problems.letters, follows: 'held' },
      { id: invalid, problem: problems.invalid, follows: 'held' },
      { id: missing, problem: problems.missing, follows: 'held' },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  ])
  await runSweeps(server.deps)
  // Nothing but the day is gone; the money stands where it stood, and the next run does not see it.
  const { rewards: _, ...others } = await fixtures.snapshot()
  expect(before).toMatchObject(others)
  expect(await playBoth(server.deps, 'standard', operator)).toEqual({
    batch: null,
    proposal: null,
    ongoing: null,
    sentBack: [],
    own: 0,
    fresh: 0,
    above: 0,
  })
  expect(await listHeldPayments(server.deps, 'standard')).toMatchObject(
    Object.values(problems).map((reason) => ({ reason, state: 'not-sent', ownerless: true })),
  )

  expect(await decide(letters, 'ask')).toMatchObject({ asked: 0, refused: [{ id: letters }] })
  await expect(decideHeld(server.deps, 'bgv', letters, 'end', operator)).rejects.toThrow(
    'not-found',
  )
  expect(await decide(letters, 'pay')).toMatchObject({ due: 1 })
  const again = await playBoth(server.deps, 'standard', operator)
  expect(again.sentBack).toEqual([{ id: letters, problem: problems.letters, follows: 'held' }])
  await setHolder('Mira Stern')
  expect(await decide(letters, 'pay')).toMatchObject({ due: 1 })
  expect(await payDue(server.deps, 'standard', operator)).toMatchObject({ totalCents: 900 })
  expect(await decide(letters, 'end')).toMatchObject({ ended: 0, refused: [] })
  for (const id of [invalid, missing]) {
    const ends = await Promise.all([1, 2, 3].map(() => decide(id, 'end')))
    expect(ends.map(({ ended }) => ended).toSorted()).toEqual([0, 0, 1])
  }
  expect((await Promise.all(all.map(fixtures.reward))).map(({ state }) => state)).toEqual([
    'collected',
    'cancelled',
    'cancelled',
  ])
  expect(await listHeldPayments(server.deps, 'standard')).toEqual([])
})

const records = (messageId: string | null = null) =>
  fixtures.inTenant(async (tx) => {
    const { rows } = await sql<{ batches: number; payouts: number }>`
      select count(distinct batch_id)::int as batches, count(*)::int as payouts from payouts
      where tenant = 'standard' and (${messageId}::text is null or batch_id in (
        select batch_id from payout_batches where tenant = 'standard' and message_id = ${messageId}))`.execute(
      tx,
    )
    return rows[0]!
  })

test('payment records stay for eight calendar years after their own, then go with their file; the books stay right', async () => {
  const { rewards, ids, messageId } = await fixtures.sent(1100)
  await apply(fixtures.report(messageId, [{ endToEndId: ids[0]!, status: 'ACSC' }]))
  const before = await records(messageId)
  expect(before.batches).toBe(1)
  server.clock.set('2034-12-31T22:00:00Z')
  await runSweeps(server.deps)
  expect(await records(messageId)).toEqual(before)
  server.clock.set('2034-12-31T23:00:00Z')
  await Promise.all([
    deletePaymentRecords(server.deps, 'standard'),
    deletePaymentRecords(server.deps, 'standard'),
  ])
  expect(await records(messageId)).toEqual({ batches: 0, payouts: 0 })
  expect(await deletePaymentRecords(server.deps, 'standard')).toBe(0)
  expect((await fixtures.reward(rewards[0]!)).state).toBe('paid')
  server.clock.set('2026-11-17T11:00:00Z')
})

test('money on its way, held, or still owed after its payment failed is kept with its batch, however old; once closed it goes', async () => {
  server.clock.set('2026-11-17T11:00:00Z')
  const transit = await fixtures.sent(1300)
  const failed = await fixtures.sent(1400)
  await apply(
    fixtures.report(failed.messageId, [
      { endToEndId: failed.ids[0]!, status: 'RJCT', reasonCode: 'AC04' },
    ]),
  )
  const held = await fixtures.sent(1500)
  await apply(
    fixtures.report(held.messageId, [
      { endToEndId: held.ids[0]!, status: 'RJCT', reasonCode: 'MS03' },
    ]),
  )
  server.clock.set('2040-01-02T11:00:00Z')
  const before = await records()
  expect(await deletePaymentRecords(server.deps, 'standard')).toBe(0)
  expect(await records()).toEqual(before)
  await fixtures.inTenant(async (tx) => {
    await sql`select set_payments_before('2039-01-01')`.execute(tx)
    await sql`delete from payouts where state = 'in-transit' or held_at is not null`.execute(tx)
  })
  expect(await records()).toEqual(before)

  await apply(fixtures.report(transit.messageId, [{ endToEndId: transit.ids[0]!, status: 'ACSC' }]))
  expect(await deletePaymentRecords(server.deps, 'standard')).toBe(1)
  expect((await records()).payouts).toBe(before.payouts - 1)
  server.clock.set('2026-11-17T11:00:00Z')
})

test('the app can delete no payment record before its day, whatever a statement says', async () => {
  await fixtures.sent(1200)
  const before = await records()
  await fixtures.inTenant((tx) => sql`delete from payouts`.execute(tx))
  await fixtures.inTenant((tx) => sql`delete from payout_batches`.execute(tx))
  expect(await records()).toEqual(before)
})
