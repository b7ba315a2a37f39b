import { expect } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { payDue } from '../payout/play-both.ts'
import { notice } from '../payout/payout.test-helper.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { readBalances } from '../reward/ledger-store.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'

export const Grund = 'Vertrag ist storniert'
export const at = '/standard/betrieb/rueckforderungen'

/** As useRewards, for tests about what people owe: each ends with the books. */
export function startClawbacks(
  take: (made: { server: TestServer; bench: Bench; desk: Desk }) => void,
) {
  let server: TestServer
  let bench: Bench
  let desk: Desk
  useRewards((made) => {
    ;({ server, bench, desk } = made)
    take(made)
  })

  let made = 0
  const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
    makeOperator(server, `rueck${++made}@betrieb.example`, roles, tenant)
  const show = async (id: string, token: string) =>
    (await server.call('GET', `${at}/${id}`, { token })).body
  const act = async (id: string, what: string, token: string, body: object = {}) => {
    const { Version } = await show(id, token)
    return server.call('PUT', `${at}/${id}/${what}`, { token, body: { Version, Grund, ...body } })
  }
  /** Books a repayment, by a second person where it takes one. */
  async function book(id: string, token: string, BetragCent: number, more: object = {}) {
    const Am = server.clock.today().toString()
    const body = { BetragCent, Am, Referenz: 'Kontoauszug 12/3', ...more }
    const answer = await act(id, 'rueckzahlung', token, body)
    if (answer.body.Ergebnis !== 'vorgeschlagen') return answer
    const second = (await operator(['payout-approver'])).token
    return act(id, 'verzicht/entscheidung', second, { Entscheidung: 'gebucht' })
  }
  // Every caller of it restarts on a deadlock with a set-off.
  const cancel = (number: string) =>
    retryConflict(() =>
      bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system)),
    )
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
    expect((await act(found.id, 'erinnerung', (await operator(['support'])).token)).status).toBe(
      200,
    )
    server.clock.advance('P15D')
    return { ...found, support: (await operator(['support'])).token }
  }

  /** Somebody who was paid by the bank for an order that was cancelled then; `giveBack`: the bank returns it. */
  async function owingCash(iban: number) {
    const account = await bench.makeAccount()
    const reward = await desk.reward({ account })
    await desk.collect(reward.token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(iban)) })
    server.clock.advance('P40D')
    const batch = await payDue(server.deps, 'standard', system)
    server.clock.advance('P5D')
    await confirmBatch(server.deps, 'standard', batch!.batchId, system)
    await cancel(reward.orderNumber)
    const giveBack = async () => {
      const payout = await bench.run((tx) =>
        tx
          .selectFrom('payouts')
          .select(['end_to_end_id as id', 'cents'])
          .where('tenant', '=', 'standard')
          .where('reward_id', '=', reward.id)
          .executeTakeFirstOrThrow(),
      )
      const returned = notice({ ...payout, direction: 'CRDT', reason: 'AC04' })
      await applyBankFile(server.deps, 'standard', Buffer.from(returned), system)
    }
    return { id: reward.id, account, giveBack }
  }

  const stateOf = async (id: string, token: string) =>
    (await server.call('GET', `/standard/betrieb/praemien/${id}`, { token })).body

  return { operator, show, act, book, cancel, balances, owing, owingCash, told, stateOf }
}
