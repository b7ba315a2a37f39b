import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { decideHeldAs } from '../operator/decide-as.ts'
import { runSweeps } from '../run-sweeps.ts'
import { checkCommissions } from '../billing/check-store.ts'
import { applyBankFile } from './apply-status.ts'
import { payDue } from './play-both.ts'
import { decideHeld, listHeldPayments, type Decision } from './decide-held.ts'
import { showBatch } from './list-batches.ts'
import {
  camt,
  groupReport,
  ibans,
  layeredReport,
  makeFixtures,
  notice,
  operator,
} from './payout.test-helper.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
afterEach(async () => {
  await fixtures.booksAreRight()
  server.clock.set('2026-11-17T11:00:00Z')
})
afterAll(() => server.stop())

const apply = (file: string | Uint8Array) =>
  applyBankFile(server.deps, 'standard', Buffer.from(file), operator)
const create = () => payDue(server.deps, 'standard', operator)
const decide = (id: string, decision: Decision) =>
  decideHeld(server.deps, 'standard', id, decision, operator)
const nothing = { due: 0, asked: 0, ended: 0, over: 0, refused: [] }
const heldIds = async () =>
  (await listHeldPayments(server.deps, 'standard')).map(({ endToEndId }) => endToEndId)

const bankDataOf = (rewardId: string) =>
  fixtures.inTenant((tx) =>
    tx.selectFrom('reward_bank_data').selectAll().where('reward_id', '=', rewardId).execute(),
  )
const allMails = async () =>
  (await fixtures.inTenant((tx) => tx.selectFrom('mails').select('mail_id').execute())).length

test.each(['FF01', 'AM04', 'AG01', 'AC05', 'TM01'])(
  'a payment that our bank refuses with %s is in the next batch: no mail, the same bank data and day, and paid once',
  async (reasonCode) => {
    const { rewards, ids, messageId } = await fixtures.sent(1000, 1100)
    const [id = ''] = rewards
    const before = await fixtures.reward(id)
    const [data, tokens] = [await bankDataOf(id), await fixtures.liveTokens(id)]
    const mails = await allMails()
    const file = groupReport(messageId, 'RJCT', reasonCode)
    const said = await apply(file)
    expect(said).toMatchObject({ rejected: 0, held: [], refused: [] })
    expect(said.dueAgain.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      ids.toSorted().map((one) => ({ id: one, reasonCode })),
    )
    const version = expect.any(Number)
    expect(await fixtures.reward(id)).toEqual({
      ...before,
      payout_id: null,
      version,
    })
    expect([await bankDataOf(id), await fixtures.liveTokens(id)]).toEqual([data, tokens])
    expect(await allMails()).toBe(mails)
    expect(await apply(file)).toMatchObject({ alreadyDone: 2, dueAgain: [] })
    // So that the payouts of one reward have an order in time.
    server.clock.advance('PT1S')
    const again = await create()
    expect(again).toMatchObject({ transfers: 2, totalCents: 2100 })
    expect(again?.file).toContain(ibans.first)
    // The old file, once more: it says nothing about the second try.
    expect(await apply(file)).toMatchObject({ alreadyDone: 2 })
    const { payouts } = await showBatch(server.deps, 'standard', again!.batchId)
    await apply(
      notice(
        ...payouts.map(({ end_to_end_id, cents }) => ({
          id: end_to_end_id,
          cents,
        })),
      ),
    )
    expect(await fixtures.states(rewards)).toEqual([
      ['paid', 'rejected,paid'],
      ['paid', 'rejected,paid'],
    ])
    expect(await create()).toBeNull()
  },
)

test('a reason on the payee’s side asks for the account again, says why in the reader’s language, and never expires', async () => {
  const { rewards, ids, messageId } = await fixtures.sent(1200)
  const [id = ''] = rewards
  await apply(
    fixtures.report(messageId, [{ endToEndId: ids[0]!, status: 'RJCT', reasonCode: 'BE01' }]),
  )
  expect(await fixtures.reward(id)).toMatchObject({
    state: 'provided',
    expires_on: null,
  })
  expect(await bankDataOf(id)).toEqual([])
  const mails = await fixtures.mails('bankDataNeeded')
  expect(mails.at(-1)?.data).toMatchObject({
    reason: 'Name und Konto passen nach Angabe der Bank nicht zusammen.',
    expiresOn: null,
  })
  expect(mails.at(-1)?.data).not.toHaveProperty('noMatch')
  const [token] = await fixtures.liveTokens(id)
  expect(token?.expires_at).toBeNull()
  const shown = (language: string) =>
    server.call('GET', '/standard/praemierung', {
      token: server.deps.keys.token(token!.token_id),
      headers: { 'accept-language': language },
    })
  server.clock.set('2036-01-01T11:00:00Z')
  await runSweeps(server.deps)
  expect((await fixtures.reward(id)).state).toBe('provided')
  expect((await shown('de')).body).toMatchObject({
    Status: 'Bereitgestellt',
    Rueckweisungsgrund: 'Name und Konto passen nach Angabe der Bank nicht zusammen.',
  })
  expect((await shown('en')).body).toMatchObject({
    Rueckweisungsgrund: 'According to the bank, the name and the account do not match.',
  })
  expect((await shown('en')).body.VerfuegbarBis).toBeUndefined()
})

describe('a reason that says too little', () => {
  const reasons = ['AM05', 'MS03', 'ZZ99', undefined] as const

  test.each(reasons)(
    '%s is held and named: nobody is mailed, and no batch pays it',
    async (reason) => {
      const { rewards, ids, messageId } = await fixtures.sent(1300)
      const [id = ''] = rewards
      const mails = await allMails()
      const data = await bankDataOf(id)
      const said = await apply(
        fixtures.report(messageId, [
          {
            endToEndId: ids[0]!,
            status: 'RJCT',
            ...(reason && { reasonCode: reason }),
          },
        ]),
      )
      expect(said.held).toEqual([{ id: ids[0], reasonCode: reason ?? null }])
      expect(await heldIds()).toEqual(ids)
      expect(await fixtures.reward(id)).toMatchObject({
        state: 'collected',
        payout_id: null,
        due_on: null,
      })
      expect([await allMails(), await bankDataOf(id)]).toEqual([mails, data])
      server.clock.advance('P60D')
      expect(await create()).toBeNull()
      // Many at once decide once.
      const done = await Promise.all([1, 2, 3].map(() => decide(ids[0]!, 'pay')))
      expect(done.map(({ due }) => due).toSorted()).toEqual([0, 0, 1])
      expect(await heldIds()).toEqual([])
      expect(await create()).toMatchObject({ transfers: 1, totalCents: 1300 })
      expect(await create()).toBeNull()
    },
  )

  test('of a return is held too, for all payments of a file, until an operator asks their owners', async () => {
    const { rewards, ids, messageId, batchId } = await fixtures.sent(1400, 1500)
    await apply(groupReport(messageId, 'ACSC'))
    const back = notice(
      { id: ids[0]!, cents: 1400, direction: 'CRDT', reason: 'MS03' },
      { id: ids[1]!, cents: 1500, direction: 'CRDT', reason: 'FOCR' },
    )
    expect((await apply(back)).held).toHaveLength(2)
    expect(await apply(back)).toMatchObject({ alreadyDone: 2, held: [] })
    expect(await fixtures.states(rewards)).toEqual([
      ['collected', 'returned'],
      ['collected', 'returned'],
    ])
    const asked = (await fixtures.mails('bankDataNeeded')).length
    expect(await decide(batchId, 'ask')).toEqual({ ...nothing, asked: 2 })
    expect((await fixtures.mails('bankDataNeeded')).length).toBe(asked + 2)
    expect((await fixtures.states(rewards)).map(([state]) => state)).toEqual([
      'provided',
      'provided',
    ])
    expect(await decide(batchId, 'pay')).toEqual(nothing)
    await expect(decide('NOBODY', 'pay')).rejects.toThrow('not-found')
    await expect(decideHeld(server.deps, 'bgv', batchId, 'pay', operator)).rejects.toThrow(
      'not-found',
    )
  })

  test('is no reason to pay once the order is cancelled', async () => {
    const { rewards, ids, messageId } = await fixtures.sent(1600)
    await fixtures.inTenant((tx) =>
      tx
        .updateTable('rewards')
        .set({ claimed_back_at: server.clock.now().toString() })
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', rewards[0]!)
        .execute(),
    )
    const file = fixtures.report(messageId, [
      { endToEndId: ids[0]!, status: 'RJCT', reasonCode: 'AM04' },
    ])
    expect(await apply(file)).toMatchObject({
      ended: 1,
      rejected: 0,
      dueAgain: [],
      held: [],
    })
    expect((await fixtures.reward(rewards[0]!)).state).toBe('cancelled')
    expect(await create()).toBeNull()
  })
})

describe('several reasons for one failure', () => {
  type Layers = Parameters<typeof layeredReport> extends [string, ...infer Rest] ? Rest : never
  const rjct = (...reasons: string[]) => ({ status: 'RJCT', reasons })
  const cases: [string, (id: string) => Layers, string][] = [
    ['of one payment', (id) => [{}, { payments: [{ id, ...rjct('FF01', 'AM05') }] }], 'FF01, AM05'],
    ['of the file', () => [rjct('AM04', 'AM05')], 'AM04, AM05'],
    [
      'of file and payment',
      (id) => [rjct('DU01'), { payments: [{ id, ...rjct('FF01') }] }],
      'FF01, DU01',
    ],
    [
      'of file and payment without a status of its own',
      (id) => [rjct('DU01'), { payments: [{ id, reasons: ['FF01'] }] }],
      'FF01, DU01',
    ],
    ['of file and block', () => [rjct('AM05'), rjct('FF01')], 'FF01, AM05'],
    ['of two blocks', () => [{}, rjct('AC04'), rjct('AM05')], 'AC04, AM05'],
    [
      'of a mixed file and its payment',
      (id) => [{ status: 'PART', reasons: ['AM05'] }, { payments: [{ id, ...rjct('FF01') }] }],
      'FF01, AM05',
    ],
    [
      'that mean different things',
      (id) => [{}, { ...rjct('AM04'), payments: [{ id, ...rjct('AC04') }] }],
      'AC04, AM04',
    ],
  ]

  test.each(cases)(
    '%s of which one holds, or which mean different things: the payment is held and named with all',
    async (_, layers, reasonCode) => {
      const { rewards, ids, messageId } = await fixtures.sent(1700)
      const mails = await allMails()
      const file = layeredReport(messageId, ...layers(ids[0]!))
      const said = await apply(file)
      expect(said).toMatchObject({ rejected: 0, dueAgain: [], refused: [] })
      expect(said.held).toEqual([{ id: ids[0], reasonCode }])
      expect(await heldIds()).toEqual(ids)
      expect(await apply(file)).toMatchObject({ alreadyDone: 1, held: [] })
      expect([await allMails(), await create()]).toEqual([mails, null])
      expect(await fixtures.states(rewards)).toEqual([['collected', 'rejected']])
      await decide(ids[0]!, 'ask')
    },
  )

  test('of a return hold too, and whoever is asked then hears the one that asks', async () => {
    const { rewards, ids } = await fixtures.sent(1800)
    await apply(notice({ id: ids[0]!, cents: 1800 }))
    const codes = ['AM05', 'AC04'].map((code) => `<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf>`)
    const said = await apply(
      camt(
        `<Ntry><Amt Ccy="EUR">18.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls>
          <Refs><EndToEndId>${ids[0]}</EndToEndId></Refs>${codes.join('')}</TxDtls></NtryDtls></Ntry>`,
      ),
    )
    expect(said).toMatchObject({
      returned: 0,
      held: [{ id: ids[0], reasonCode: 'AM05, AC04' }],
    })
    expect(await decide(ids[0]!, 'ask')).toMatchObject({ asked: 1 })
    expect(await fixtures.reward(rewards[0]!)).toMatchObject({
      state: 'provided',
    })
    expect((await fixtures.mails('bankDataNeeded')).at(-1)?.data).toMatchObject({
      reason: 'Das angegebene Konto ist geschlossen.',
    })
  })

  test('that mean the same do that', async () => {
    const { ids, messageId } = await fixtures.sent(1900, 2000)
    const [a = '', b = ''] = ids
    const payments = [
      { id: a, ...rjct('FF01', 'AM04') },
      { id: b, ...rjct('AC04', 'AC06') },
    ]
    expect(await apply(layeredReport(messageId, {}, { payments }))).toMatchObject({
      rejected: 1,
      dueAgain: [{ id: a, reasonCode: 'FF01, AM04' }],
      held: [],
    })
    expect(await create()).toMatchObject({ transfers: 1, totalCents: 1900 })
  })
})

describe('a sales partner', () => {
  async function sent() {
    const bench = await makePartnerBench(server, 'bgv')
    const number = await bench.order()
    await bench.release(number)
    server.clock.set('2026-12-01T11:00:00Z')
    await bench.write()
    const batch = await pay()
    const { batch: stored, payouts } = await showBatch(server.deps, 'bgv', batch!.batchId)
    const payout = payouts.find(({ partner_id }) => partner_id === bench.partnerId)!
    const tell = (reasonCode: string) =>
      applyBankFile(
        server.deps,
        'bgv',
        Buffer.from(
          fixtures.report(stored.message_id, [
            { endToEndId: payout.end_to_end_id, status: 'RJCT', reasonCode },
          ]),
        ),
        operator,
      )
    const mails = () =>
      bench.run((tx) =>
        tx
          .selectFrom('mails')
          .select('template')
          .where('tenant', '=', 'bgv')
          .where('to_address', '=', bench.email)
          .where('template', 'in', ['salesPartnerAccountNeeded', 'salesPartnerPaidAgain'])
          .execute(),
      )
    const right = async () =>
      expect(await bench.run((tx) => checkCommissions(tx, 'bgv'))).toEqual([])
    return {
      tell,
      mails,
      right,
      email: bench.email,
      id: payout.end_to_end_id,
      cents: payout.cents,
    }
  }
  const pay = () => payDue(server.deps, 'bgv', operator)

  test('is paid by the next batch when our bank is at fault, without a mail', async () => {
    const { tell, mails, right, cents } = await sent()
    expect((await tell('AM04')).dueAgain).toHaveLength(1)
    await right()
    expect(await pay()).toMatchObject({ transfers: 1, totalCents: cents })
    expect(await mails()).toEqual([])
    await right()
  })

  test('is paid or asked when an operator has decided, not about the own one, about a reason that says too little', async () => {
    const first = await sent()
    expect((await first.tell('MS03')).held).toHaveLength(1)
    expect(await pay()).toBeNull()
    expect(await first.mails()).toEqual([])
    await first.right()
    expect(await listHeldPayments(server.deps, 'bgv')).toMatchObject([
      { endToEndId: first.id, reason: 'MS03', partner: expect.any(String) },
    ])
    const { id } = await makeOperator(server, first.email, ['payout-approver'], 'bgv')
    expect(
      await decideHeldAs(server.deps, 'bgv', first.id, 'pay', {
        kind: 'operator',
        id,
      }),
    ).toMatchObject({ due: 0, refused: [{ id: first.id }] })
    const partner = (id: string, decision: Decision) =>
      decideHeld(server.deps, 'bgv', id, decision, operator)
    expect(await partner(first.id, 'end')).toMatchObject({
      ended: 0,
      refused: [{ id: first.id }],
    })
    expect(await partner(first.id, 'pay')).toEqual({ ...nothing, due: 1 })
    expect(await pay()).toMatchObject({ totalCents: first.cents })
    server.clock.set('2026-11-17T11:00:00Z')
    const second = await sent()
    await second.tell('ZZ99')
    expect(await partner(second.id, 'ask')).toEqual({ ...nothing, asked: 1 })
    expect(await second.mails()).toEqual([{ template: 'salesPartnerAccountNeeded' }])
    expect(await pay()).toBeNull()
    await second.right()
  })
})
