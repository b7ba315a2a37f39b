import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { system } from '../base/audit-store.ts'
import { findVoucherCodes } from '../mail/voucher-store.ts'
import { decideReview } from './decide-review.ts'
import { listReviews } from './list-reviews.ts'
import { rewardView } from './reward-view.ts'
import { findReward } from './store.ts'
import {
  bankData,
  ibanOf,
  makeBench,
  type Bench,
  type Desk,
  useRewards,
} from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => {
  ;({ server, bench, desk } = made)
})
startEachAfresh(() => server)

test('the view says whose reward it is, for its owner to recognise and nobody else to read', async () => {
  const { reward } = desk
  const { id } = await reward({ share: 100 })
  const other = await reward({ share: 0 })
  const ownerOf = async (rewardId: string) => {
    const view = await bench.run(async (tx) =>
      rewardView(
        tx,
        bench.tenant,
        (await findReward(tx, 'standard', rewardId))!,
        server.clock.today(),
        'de',
      ),
    )
    return view.owner
  }
  expect(await ownerOf(id)).toEqual({ firstName: 'Wera', maskedEmail: 'w***@post.example' })
  expect(await ownerOf(other.id)).toEqual({ firstName: 'Konny', maskedEmail: 'k***@post.example' })
})

describe('cash', () => {
  test('is collected once: of 200 parallel choices one wins and the others hear so', async () => {
    const { reward, collect, cash } = desk
    const { id, token, referral } = await reward()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        collect(token, { PraemieId: cash, Bankdaten: bankData(ibanOf(index + 1)) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.ErrorCode === 'PSOF0401')).toHaveLength(199)
    const row = await bench.readReward(id)
    expect([row.state, row.taken_as, row.due_on]).toEqual(['collected', 'cash', '2026-12-15'])
    const stored = await bench.run((tx) =>
      tx
        .selectFrom('reward_bank_data')
        .selectAll()
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', id)
        .execute(),
    )
    expect(stored).toHaveLength(1)
    const winner = answers.find(({ status }) => status === 200)!.body
    expect(winner.Bankdaten.IbanMaskiert).toBe(stored[0]!.iban_mask)
    const told = (await bench.mails('rewardCollected')).filter(
      ({ to_address }) => to_address === referral.email,
    )
    expect(told).toHaveLength(1)
  })

  test('the same choice again is answered as done, a different one refused', async () => {
    const { reward, collect, cash, voucher } = desk
    const { token } = await reward()
    const body = { PraemieId: cash, Bankdaten: bankData('DE89 3704 0044 0532 0130 00') }
    const first = await collect(token, body)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      Status: 'Abgeholt',
      FaelligAm: '2026-12-15',
      Bankdaten: { Kontoinhaber: 'Wera Werber', IbanMaskiert: 'DE89 **** **** **** **** 00' },
      Auswahl: [],
    })
    expect(first.body.Praemie.Id).toBe(cash)
    const again = await collect(token, {
      PraemieId: cash,
      Bankdaten: bankData('DE89370400440532013000'),
    })
    expect([again.status, again.body]).toEqual([200, first.body])
    for (const other of [
      { PraemieId: cash, Bankdaten: bankData(ibanOf(7)) },
      { PraemieId: cash, Bankdaten: bankData('DE89370400440532013000', 'Jemand Anderes') },
      { PraemieId: voucher },
    ]) {
      expect((await collect(token, other)).body.ErrorCode).toBe('PSOF0401')
    }
  })

  test('the IBAN is nowhere in clear', async () => {
    const { reward, collect, cash } = desk
    const { token } = await reward()
    await collect(token, { PraemieId: cash, Bankdaten: bankData('DE02120300000000202051') })
    const found: string[] = []
    for (const table of [
      'reward_bank_data',
      'bank_accounts',
      'audit_log',
      'mails',
      'rewards',
      'outbox',
      'idempotency_keys',
    ] as const) {
      const rows = await bench.run((tx) =>
        tx.selectFrom(table).selectAll().where('tenant', '=', 'standard').execute(),
      )
      if (JSON.stringify(rows).replaceAll(' ', '').includes('0202051')) found.push(table)
    }
    expect(found).toEqual([])
  })

  test('bad bank data changes nothing and names the field', async () => {
    const { reward, collect, cash } = desk
    const { id, token } = await reward()
    const wrong = await collect(token, {
      PraemieId: cash,
      Bankdaten: bankData('DE89370400440532013001'),
    })
    expect([wrong.status, wrong.body.ErrorCode, wrong.body.Fields[0].Field]).toEqual([
      422,
      'PSOF0404',
      'Bankdaten.Iban',
    ])
    const none = await collect(token, { PraemieId: cash })
    expect([none.status, none.body.Fields[0].Field]).toEqual([400, 'Bankdaten'])
    const bic = await collect(token, {
      PraemieId: cash,
      Bankdaten: { ...bankData(ibanOf(3)), Bic: 'X' },
    })
    expect([bic.status, bic.body.Fields[0].Field]).toEqual([400, 'Bankdaten.Bic'])
    expect((await collect(token, { PraemieId: 'nichts' })).body.ErrorCode).toBe('PSOF0308')
    expect((await bench.readReward(id)).state).toBe('provided')
  })

  test('a referrer keeps the account for the next reward; a recipient has none', async () => {
    const { reward, collect, cash } = desk
    const account = await bench.makeAccount()
    const first = await reward({ account })
    await collect(first.token, { PraemieId: cash, Bankdaten: bankData(ibanOf(11)) })
    const second = await reward({ account })
    const shown = await server.call('GET', '/standard/empfehler/bankdaten', { token: second.token })
    expect(shown.body).toEqual({
      Kontoinhaber: 'Wera Werber',
      Iban: expect.stringMatching(/^DE\d\d \*{4}/),
    })
    expect((await collect(second.token, { PraemieId: cash })).status).toBe(200)
    const recipient = await reward({ share: 0 })
    const none = await server.call('GET', '/standard/empfehler/bankdaten', {
      token: recipient.token,
    })
    expect([none.status, none.body]).toEqual([200, null])
  })

  test('only German accounts where the tenant says so', async () => {
    const bgv = await makeBench(server, 'bgv')
    const { rewards } = await bgv.makeReward({ share: 100 })
    const token = await bgv.token('reward', rewards[0]!.reward_id)
    const put = (iban: string) =>
      server.call('PUT', '/bgv/praemierung', {
        token,
        body: { PraemieId: 'ueberweisung', Bankdaten: bankData(iban) },
      })
    expect((await put('AT611904300234573201')).body.ErrorCode).toBe('PSOF0404')
    expect((await put('DE89370400440532013000')).status).toBe(200)
    await bgv.expectLedger()
  })
})

describe('one account on both sides', () => {
  const both = async () => {
    const made = await bench.makeReward({ share: 50 })
    const tokens = await Promise.all(
      made.rewards.map(({ reward_id }) => bench.token('reward', reward_id)),
    )
    return { ...made, tokens }
  }

  test('holds both rewards, also when they are collected at the same moment', async () => {
    const { collect, cash } = desk
    for (let round = 0; round < 5; round++) {
      const { tokens, rewards } = await both()
      const iban = ibanOf(100 + round)
      const answers = await Promise.all(
        tokens.map((token) => collect(token, { PraemieId: cash, Bankdaten: bankData(iban) })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const rows = await Promise.all(rewards.map(({ reward_id }) => bench.readReward(reward_id)))
      expect(rows.map(({ state, review }) => [state, review])).toEqual([
        ['collected', 'held'],
        ['collected', 'held'],
      ])
    }
  })

  test('page and mail say that it is checked, and promise no day', async () => {
    const { tokens, rewards, recipient } = await both()
    for (const token of tokens)
      await desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(300)) })
    const { body } = await desk.show(tokens[1]!)
    expect(body).toMatchObject({ Status: 'Abgeholt', InPruefung: true })
    expect(body.VoraussichtlichAm).toBeUndefined()
    const mails = await bench.mails('rewardCollected')
    const mail = mails.find(({ to_address }) => to_address === recipient.email)
    expect(mail?.data).toMatchObject({ held: 1, expectedOn: null })
    await bench.run((tx) =>
      decideReview(tx, server.deps, bench.tenant, rewards[1]!.reward_id, 'approve', system),
    )
    const approved = (await desk.show(tokens[1]!)).body
    expect(approved.InPruefung).toBeUndefined()
    expect(approved.VoraussichtlichAm).toBeDefined()
  })

  test('approved it is paid like any other, refused it is cancelled', async () => {
    const { collect, cash } = desk
    const { tokens, rewards, referral } = await both()
    for (const token of tokens)
      await collect(token, { PraemieId: cash, Bankdaten: bankData(ibanOf(200)) })
    const [one, two] = rewards.map(({ reward_id }) => reward_id)
    const reviews = await bench.run((tx) => listReviews(tx, bench.tenant, 'de'))
    expect(reviews.filter(({ rewardId }) => [one, two].includes(rewardId))).toHaveLength(2)
    const decide = (id: string, decision: 'approve' | 'refuse') =>
      bench.run((tx) =>
        decideReview(
          tx,
          server.deps,
          bench.tenant,
          id,
          decision === 'approve' ? decision : { reason: 'own-contract', note: null },
          system,
        ),
      )
    expect(await decide(one!, 'approve')).toBe('done')
    expect(await decide(one!, 'approve')).toBe('already')
    expect(await decide(one!, 'refuse')).toBe('not-held')
    expect(await decide(two!, 'refuse')).toBe('done')
    expect(await decide(two!, 'refuse')).toBe('already')
    expect(await decide('nothing', 'refuse')).toBe('unknown')
    expect([(await bench.readReward(one!)).state, (await bench.readReward(two!)).state]).toEqual([
      'collected',
      'cancelled',
    ])
    expect(await bench.stateOf('referrals', referral.number)).toBe('released')
  })
})

describe('vouchers', () => {
  test('a code out of the pool pays at once; the codes go by mail and stand nowhere in clear', async () => {
    const { reward, collect, show, voucher } = desk
    const { id, token, referral } = await reward()
    const { body } = await show(token)
    expect(body.Auswahl.map(({ Id }: { Id: string }) => Id)).toContain(voucher)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => collect(token, { PraemieId: voucher })),
    )
    // The same choice, so everybody hears that it is done; it was done once.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[0]!.body.Status).toBe('Ausgezahlt')
    const codes = await bench.run((tx) => findVoucherCodes(tx, 'standard', id))
    const values = await bench.run((tx) =>
      tx
        .selectFrom('vouchers')
        .select('cents')
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', id)
        .execute(),
    )
    expect(values.reduce((sum, { cents }) => sum + cents, 0)).toBe(
      (await bench.readReward(id)).cents,
    )
    const mails = (await bench.mails('voucher')).filter(
      ({ to_address }) => to_address === referral.email,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]!.data).toMatchObject({
      codes: { vouchersOf: id },
      picture: expect.stringMatching(/^\/brand\/standard\/voucher-/),
      redeem: expect.any(String),
      validity: expect.any(String),
      terms: expect.any(String),
    })
    const clear = codes.map(({ voucher_id, code_encrypted }) =>
      server.deps.keys.decrypt(code_encrypted, `standard|vouchers|${voucher_id}`),
    )
    expect(clear[0]).toMatch(/\S{4,}/)
    expect(JSON.stringify(await bench.mails())).not.toContain(clear[0])
    expect(await bench.stateOf('referrals', referral.number)).toBe('paid')
  })

  test('when the pool runs dry under a rush, nobody gets half a voucher and the rewards stay collectable', async () => {
    const { reward, collect, show, cash, voucher } = desk
    const free = () =>
      bench.run((tx) =>
        tx
          .selectFrom('vouchers')
          .select(['voucher_id', 'cents'])
          .where('tenant', '=', 'standard')
          .where('option_id', '=', voucher)
          .where('reward_id', 'is', null)
          .execute(),
      )
    // Leave three codes of 50.00 and two of 25.00: four rewards of 50.00.
    const { insertReward } = await import('./store.ts')
    const { post } = await import('./ledger-store.ts')
    const { uuidv7 } = await import('../base/uuid.ts')
    const account = await bench.makeAccount()
    const keep = new Set<string>()
    const codes = await free()
    for (const one of codes.filter(({ cents }) => cents === 5000).slice(0, 3))
      keep.add(one.voucher_id)
    for (const one of codes.filter(({ cents }) => cents === 2500).slice(0, 2))
      keep.add(one.voucher_id)
    const sink = uuidv7()
    await bench.run(async (tx) => {
      const at = server.clock.now()
      await insertReward(tx, 'standard', {
        rewardId: sink,
        orderNumber: null,
        referralNumber: null,
        beneficiary: 'referrer',
        accountId: account.accountId,
        recipientNumber: null,
        cents: 1,
        rule: {},
        held: [],
        at,
      })
      await post(tx, 'standard', { rewardId: sink, cents: 1 }, 'created', 'created', at)
      await tx
        .updateTable('vouchers')
        .set({ reward_id: sink })
        .where('tenant', '=', 'standard')
        .where('option_id', '=', voucher)
        .where('reward_id', 'is', null)
        .where('voucher_id', 'not in', [...keep])
        .execute()
    })
    const rewards = await Promise.all(Array.from({ length: 10 }, () => reward()))
    const rush = async () => {
      const answers = await Promise.all(
        rewards.map(({ token }) => collect(token, { PraemieId: voucher })),
      )
      return answers.map(({ status, body }) => (status === 200 ? 'paid' : body.ErrorCode))
    }
    const results = await rush()
    expect(results.every((result) => result === 'paid' || result === 'PSOF0405')).toBe(true)
    // A code that a loser had locked for a moment is free again for the next try.
    const second = await rush()
    expect(second.filter((result) => result === 'paid')).toHaveLength(4)
    expect(await free()).toHaveLength(0)
    const states = await Promise.all(
      rewards.map(async ({ id }) => (await bench.readReward(id)).state),
    )
    expect(states.filter((state) => state === 'paid')).toHaveLength(4)
    expect(states.filter((state) => state === 'provided')).toHaveLength(6)
    const loser = rewards[states.indexOf('provided')]!
    expect(
      (await show(loser.token)).body.Auswahl.map(({ Id }: { Id: string }) => Id),
    ).not.toContain(voucher)
    expect(
      (await collect(loser.token, { PraemieId: cash, Bankdaten: bankData(ibanOf(5)) })).status,
    ).toBe(200)
  })
})
