import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { bankData, ibanOf, makeBench, type Bench } from '../reward/reward.test-helper.ts'
import { runSweeps } from '../run-sweeps.ts'
import { applyBankFile } from './apply-status.ts'
import { confirmBatch } from './confirm-batch.ts'
import { payDue } from './play-both.ts'
import { listHeldPayments } from './decide-held.ts'
import { notice, operator } from './payout.test-helper.ts'

let server: TestServer
let bench: Bench
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

test('who asked for deletion is paid first, then forgotten: the payment record stays, and a returned payment is held and writes to nobody', async () => {
  const made = await bench.makeReward({ share: 0 })
  const token = await bench.token('recipient', made.recipient.number)
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/standard/empfaenger/${path}`, { token, ...(body ? { body } : {}) })
  await call('POST', 'bankdaten', bankData(ibanOf(950), 'Konny Kontakt'))
  expect((await call('DELETE', 'daten')).body).toEqual({
    Geloescht: false,
    BleibtFuer: ['praemie'],
  })
  server.clock.advance('P40D')
  const batch = await payDue(server.deps, 'standard', operator)
  await runSweeps(server.deps)
  expect(await bench.stateOf('recipients', made.recipient.number)).toBe('confirmed')

  server.clock.advance('P4D')
  await confirmBatch(server.deps, 'standard', batch!.batchId, operator)
  await runSweeps(server.deps)
  await runSweeps(server.deps)
  expect(await bench.stateOf('recipients', made.recipient.number)).toBe('withdrawn')
  const rows = await bench.run(async (tx) => ({
    payouts: await tx.selectFrom('payouts').select(['holder', 'end_to_end_id', 'cents']).execute(),
    bank: await tx.selectFrom('reward_bank_data').select('holder').execute(),
    mails: await tx.selectFrom('mails').select('to_address').execute(),
  }))
  expect(rows.payouts.map(({ holder }) => holder)).toEqual(['Konny Kontakt'])
  expect(rows.bank).toEqual([])
  expect(rows.mails.map(({ to_address }) => to_address)).not.toContain(made.recipient.email)

  const [payout] = rows.payouts
  const returned = notice({
    id: payout!.end_to_end_id,
    cents: payout!.cents,
    direction: 'CRDT',
    reason: 'AC04',
  })
  await applyBankFile(server.deps, 'standard', Buffer.from(returned), operator)
  expect((await bench.readReward(made.rewards[0]!.reward_id)).state).toBe('collected')
  expect(await listHeldPayments(server.deps, 'standard')).toMatchObject([
    { endToEndId: payout!.end_to_end_id, ownerless: true },
  ])
  const after = await bench.mails()
  expect(after).toHaveLength(rows.mails.length)
})
