import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { payDue } from '../payout/play-both.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'
import { findDifferences } from './check-books.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

const differences = () => bench.run((tx) => findDifferences(tx, 'standard'))
const change = (statement: ReturnType<typeof sql>) =>
  asOwner(server, 'standard', (tx) =>
    sql`set local session_replication_role = replica`.execute(tx).then(() => statement.execute(tx)),
  )

/** Changes a row, looks what is named, and changes it back. */
async function broken(wrong: ReturnType<typeof sql>, right: ReturnType<typeof sql>) {
  await change(wrong)
  const found = await differences()
  await change(right)
  expect(await differences()).toEqual([])
  return found.map(({ kind, id, expected, found: cents }) => [kind, id, expected, cents])
}

async function paidByBank(iban: number) {
  const reward = await desk.reward()
  await desk.collect(reward.token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(iban)) })
  server.clock.advance('P40D')
  const batch = (await payDue(server.deps, 'standard', system))!
  return { id: reward.id, cents: reward.rewards[0]!.cents, ...batch }
}

test('a payment, its reward, its batch and what is at the bank are one sum, or the difference is named', async () => {
  const { id, cents, batchId, totalCents, transfers } = await paidByBank(71)
  expect(await differences()).toEqual([])
  const payout = await bench.run((tx) =>
    tx
      .selectFrom('payouts')
      .select('payout_id')
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  const { payout_id: payoutId } = payout
  const of = sql`where tenant = 'standard' and payout_id = ${payoutId}`
  expect(
    await broken(
      sql`update payouts set cents = cents + 1 ${of}`,
      sql`update payouts set cents = cents - 1 ${of}`,
    ),
  ).toEqual([
    ['payout', payoutId, cents, cents + 1],
    ['payout', '', totalCents, totalCents + 1],
    ['batch', batchId, totalCents, totalCents + 1],
  ])
  expect(
    await broken(
      sql`update payouts set state = 'paid' ${of}`,
      sql`update payouts set state = 'in-transit' ${of}`,
    ),
  ).toEqual([
    ['payout', payoutId, cents, cents],
    ['payout', '', totalCents, totalCents - cents],
  ])
  // A payment on its way whose record is gone is money that nobody looks for.
  await change(sql`create table kept as select * from payouts ${of}`)
  expect(
    await broken(sql`delete from payouts ${of}`, sql`insert into payouts select * from kept`),
  ).toEqual([
    ['payout', payoutId, cents, 0],
    ['payout', '', totalCents, totalCents - cents],
    ['batch', batchId, totalCents, totalCents - cents],
  ])
  await change(sql`drop table kept`)
  expect(
    await broken(
      sql`update payout_batches set transfers = ${transfers + 1} where tenant = 'standard' and batch_id = ${batchId}`,
      sql`update payout_batches set transfers = ${transfers} where tenant = 'standard' and batch_id = ${batchId}`,
    ),
  ).toEqual([['batch', batchId, totalCents, totalCents]])
  await confirmBatch(server.deps, 'standard', batchId, system)
  expect(await differences()).toEqual([])
})

test('a voucher has codes for its amount, and nobody else has codes', async () => {
  const reward = await desk.reward()
  const taken = await desk.collect(reward.token, { PraemieId: desk.voucher })
  expect(taken.status).toBe(200)
  expect(await differences()).toEqual([])
  const cents = reward.rewards[0]!.cents
  const other = (await desk.reward()).id
  const move = (from: string, to: string) =>
    sql`update vouchers set reward_id = ${to} where tenant = 'standard' and reward_id = ${from}`
  const found = await broken(move(reward.id, other), move(other, reward.id))
  expect(found.toSorted()).toEqual(
    [
      ['voucher', other, 0, cents],
      ['voucher', reward.id, cents, 0],
    ].toSorted(),
  )
})

test('postings in another account than the state says are named, also where their sum is right', async () => {
  const { id, rewards } = await desk.reward()
  const cents = rewards[0]!.cents
  const of = (account: string) =>
    sql`where tenant = 'standard' and reward_id = ${id} and account = ${account} and cents > 0`
  expect(
    await broken(
      sql`update ledger_postings set account = 'paid-bank' ${of('payable')}`,
      sql`update ledger_postings set account = 'payable' ${of('paid-bank')}`,
    ),
  ).toEqual([['reward', id, cents, cents]])
  const found = await broken(
    sql`update ledger_postings set cents = cents + 1 ${of('payable')}`,
    sql`update ledger_postings set cents = cents - 1 ${of('payable')}`,
  )
  expect(found).toEqual([
    ['reward', id, 0, 1],
    ['reward', id, cents, cents + 1],
    ['ledger', '', 0, 1],
  ])
})

test('of very many differences the first are named and the rest is counted', async () => {
  await desk.reward()
  const everywhere = (by: number) =>
    sql`update ledger_postings set cents = cents + ${by} where tenant = 'standard' and account = 'committed' and cents > 0`
  await change(sql`insert into payout_batches (tenant, batch_id, message_id, execution_on, total_cents, transfers, file_encrypted, file_hash,
    created_at, created_by, proposal_id, approved_by, part) select 'standard', 'X' || n, 'X' || n, '2026-11-17', 1, 1, 'x', 'x', '2026-11-17T11:00Z', 'x',
      approval.proposal_id, approval.approved_by, n + 1
    from generate_series(1, 250) n, (select * from payout_approvals where tenant = 'standard' limit 1) approval`)
  const found = (await differences()).filter(({ kind }) => kind === 'batch')
  expect([found.length, found.at(-1)!.text]).toEqual([201, '50 more like those of batch'])
  await change(sql`delete from payout_batches where tenant = 'standard' and batch_id like 'X%'`)
  await change(everywhere(1))
  expect((await differences()).some(({ kind }) => kind === 'reward')).toBe(true)
  await change(everywhere(-1))
  expect(await differences()).toEqual([])
})
