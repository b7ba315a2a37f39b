import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSupport } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { openSession } from '../account/session.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { cancelOrder } from './cancel-order.ts'
import { changeRewardState } from './change-reward-state.ts'
import { grantGoodwill } from './grant-goodwill.ts'
import { provideRewards } from './provide-rewards.ts'
import { ibanOf, makeBench, type Bench } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench

beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

const list = async (token: string) =>
  (await server.call('GET', '/standard/empfehler/empfehlungen', { token })).body

describe('the personal area', () => {
  test('shows every step as it happens, with why it waits and until when', async () => {
    const referral = await bench.makeReferral({ share: 50 })
    const token = await bench.token('user-session', referral.accountId)
    const now = async () => {
      const [line] = await list(token)
      const [recipient] = line.Empfaenger
      return [
        line.Status,
        recipient?.Schritt,
        recipient?.WartetAuf,
        recipient?.NaechsterTermin,
        line.Praemie.Status,
      ]
    }
    expect(await now()).toEqual(['Offen', undefined, undefined, undefined, null])
    const recipient = await bench.makeRecipient(referral, { state: 'accepted' })
    expect(await now()).toEqual(['Ok', 'data-confirmed', 'confirm-data', '2027-02-09', null])
    await server.call('POST', '/standard/tracking/abschliessen', {
      body: { empfehlungsnummer: referral.number, empfaengernummer: recipient.number },
    })
    const order = bench.line(referral, { recipientNumber: recipient.number })
    const { number } = (await bench.feed(order)) as { number: string }
    expect(await now()).toEqual(['Ok', 'reward-received', 'complaint-period', '2026-12-02', null])
    await bench.release(number)
    expect(await now()).toEqual([
      'Freigegeben',
      'reward-received',
      'prepare-reward',
      undefined,
      'Offen',
    ])
    await provideRewards(server.deps, bench.tenant, { orderNumber: number })
    expect(await now()).toEqual([
      'Freigegeben',
      'reward-received',
      'choose-reward',
      '2027-11-17',
      'Bereitgestellt',
    ])
    const [mine] = await bench.readRewards(number)
    const reward = await bench.token('reward', mine!.reward_id)
    await server.call('PUT', '/standard/praemierung', {
      token: reward,
      body: { PraemieId: 'geld', Bankdaten: { Kontoinhaber: 'Wera Werber', Iban: ibanOf(1) } },
    })
    const [line] = await list(token)
    expect(line).toMatchObject({
      Empfehlungsnummer: referral.number,
      Klicks: 0,
      Empfaenger: [{ Kuerzel: 'K. K.', WartetAuf: 'payout', NaechsterTermin: '2026-12-16' }],
      Praemie: {
        WertCent: 2500,
        Status: 'Abgeholt',
        FaelligAm: '2026-12-15',
        PraemierungId: mine!.reward_id,
      },
    })
    expect(
      line.Empfaenger[0].Schritte.map(
        ({ Name, ErledigtAm }: { Name: string; ErledigtAm: string }) => [Name, ErledigtAm],
      ),
    ).toEqual([
      ['contract-concluded', '2026-11-17'],
      ['data-confirmed', '2026-11-17'],
      ['order-confirmed', '2026-11-17'],
      ['reward-received', null],
    ])
    await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system))
    const [after] = await list(token)
    expect([after.Status, after.Praemie.Status, after.Empfaenger[0].WartetAuf]).toEqual([
      'Ok',
      'Storniert',
      'conclude-contract',
    ])
  })

  test('says what a confirmed contract is going to earn, and what became of a cancelled one', async () => {
    const referral = await bench.makeReferral({ share: 50 })
    const token = await bench.token('user-session', referral.accountId)
    const recipient = await bench.makeRecipient(referral)
    const order = bench.line(referral, { recipientNumber: recipient.number })
    const { number } = (await bench.feed(order)) as { number: string }
    expect((await list(token))[0]).toMatchObject({ ErwartetCent: 2500, Praemierungen: [] })
    await bench.release(number)
    await provideRewards(server.deps, bench.tenant, { orderNumber: number })
    expect((await list(token))[0]).toMatchObject({
      ErwartetCent: 0,
      Praemierungen: [{ WertCent: 2500, Status: 'Bereitgestellt', VerfuegbarBis: '2027-11-17' }],
    })
    await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system))
    const [line] = await list(token)
    expect(line.Praemierungen).toMatchObject([{ Status: 'Storniert' }])
    expect(line.Empfaenger[0].Vertraege[0].Storno).toEqual({
      StorniertAm: '2026-11-17',
      Praemie: 'entfallen',
    })
  })

  test('a contract that is cancelled before it earned anything says so, too', async () => {
    const referral = await bench.makeReferral({ share: 50 })
    const recipient = await bench.makeRecipient(referral)
    const order = bench.line(referral, { recipientNumber: recipient.number })
    const { number } = (await bench.feed(order)) as { number: string }
    await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system))
    const [line] = await list(await bench.token('user-session', referral.accountId))
    expect(line.Empfaenger[0].Vertraege[0].Storno).toMatchObject({ Praemie: 'keine' })
    expect(line.ErwartetCent).toBe(0)
  })

  test('goodwill is listed for whoever asks for it, and for nobody else', async () => {
    const account = await bench.makeAccount()
    const token = await bench.token('user-session', account.accountId)
    const { rewardId } = await bench.run((tx) =>
      grantGoodwill(
        tx,
        server.deps,
        bench.tenant,
        { email: account.email, cents: 700, reason: 'delay' },
        system,
      ),
    )
    expect(await list(token)).toEqual([])
    const { body } = await server.call('GET', '/standard/empfehler/empfehlungen?kulanz=1', {
      token,
    })
    expect(body).toMatchObject([
      { Kulanz: true, Praemierungen: [{ Id: rewardId, WertCent: 700, Status: 'Offen' }] },
    ])
    const other = await bench.makeAccount()
    const theirs = await server.call('GET', '/standard/empfehler/empfehlungen?kulanz=1', {
      token: await bench.token('user-session', other.accountId),
    })
    expect(theirs.body).toEqual([])
  })

  test('one contact with two contracts: what is expected, ready and under way is told by what was ordered', async () => {
    const account = await bench.makeAccount()
    const referral = await bench.makeReferral({ account, share: 50 })
    const recipient = await bench.makeRecipient(referral)
    const token = await bench.token('user-session', account.accountId)
    const first = await bench.makeOrder(referral, recipient)
    await bench.release(first)
    await provideRewards(server.deps, bench.tenant, { orderNumber: first })
    const mine = (await bench.readRewards(first)).find((one) => one.beneficiary === 'referrer')
    const gas = await bench.makeOrder(referral, recipient, { productExternalId: 'SON-GAS' })
    const commission = (id: string) =>
      bench.products.find((one) => one.external_id === id)!.commission_cents
    const [power, other] = [commission('SON-STROM') / 2, commission('SON-GAS') / 2]
    expect(power).not.toBe(other)
    expect((await list(token))[0]).toMatchObject({ ErwartetCent: other })

    const bankData = { Kontoinhaber: 'Ada Abholer', Iban: 'DE89370400440532013000' }
    const collected = await server.call('PUT', '/standard/praemierung', {
      token: await bench.token('reward', mine!.reward_id),
      body: { PraemieId: 'geld', Bankdaten: bankData },
    })
    expect(collected.status).toBe(200)
    await bench.release(gas)
    await provideRewards(server.deps, bench.tenant, { orderNumber: gas })
    const [line] = await list(token)
    // The first is under way; what is ready to be collected is the second alone.
    expect(line).toMatchObject({
      ErwartetCent: 0,
      Praemie: { WertCent: other, Status: 'Bereitgestellt' },
    })
    expect(line.Praemierungen).toMatchObject([
      { WertCent: other, Status: 'Bereitgestellt', Produkt: 'Gas mit Biogasanteil' },
      { WertCent: power, Status: 'Abgeholt', Produkt: 'Ökostrom' },
    ])
  })

  test('shows the own referrals alone, newest first, and none that is not owned yet', async () => {
    const account = await bench.makeAccount()
    const first = await bench.makeReferral({ account })
    server.clock.advance('PT1M')
    const second = await bench.makeReferral({ account })
    await bench.makeReferral({ account, owned: false })
    await bench.makeReferral()
    const lines = await list(await bench.token('user-session', account.accountId))
    expect(lines.map((line: { Empfehlungsnummer: string }) => line.Empfehlungsnummer)).toEqual([
      second.number,
      first.number,
    ])
  })

  test('a held reward says why it waits, until it has ended', async () => {
    const referral = await bench.makeReferral({ share: 100 })
    const number = await bench.makeOrder(
      referral,
      await bench.makeRecipient(referral, { email: referral.email }),
    )
    await bench.release(number)
    const token = await bench.token('user-session', referral.accountId)
    const waitsFor = async () => (await list(token))[0].Empfaenger[0].WartetAuf
    expect(await waitsFor()).toBe('same-email')
    const [held] = await bench.readRewards(number)
    await bench.run((tx) =>
      changeRewardState(tx, 'standard', {
        rewardId: held!.reward_id,
        from: 'open',
        to: 'cancelled',
        event: 'cancelled-open',
        eventKey: 'cancelled',
        action: 'reward-cancelled',
        actor: system,
        at: server.clock.now(),
      }),
    )
    expect(await waitsFor()).toBe('done')
  })

  test('the recipient sees their own orders and steps by their token alone', async () => {
    const referral = await bench.makeReferral()
    const recipient = await bench.makeRecipient(referral)
    const number = await bench.makeOrder(referral, recipient)
    const token = await bench.token('recipient', recipient.number)
    const { body } = await server.call('GET', '/standard/empfaenger/auftrag', { token })
    expect(body.Auftraege).toEqual([
      { Auftragsnummer: number, Status: 'Bestaetigt', Vertragsdatum: '2026-11-17' },
    ])
    expect(body.Empfaenger.Empfaengernummer).toBe(recipient.number)
    expect(body.Schritte[3]).toEqual({ Name: 'reward-received', ErledigtAm: null })
  })
})

describe('bank data of a referrer', () => {
  test('are stored, shown masked, told by mail when they change, and deleted', async () => {
    const account = await bench.makeAccount()
    const token = await bench.token('user-session', account.accountId)
    const call = (method: string, body?: object) =>
      server.call(method, '/standard/empfehler/bankdaten', { token, ...(body ? { body } : {}) })
    const mails = async () =>
      [...(await bench.mails('bankDataSaved')), ...(await bench.mails('bankDataChanged'))].filter(
        ({ to_address }) => to_address === account.email,
      ).length
    expect((await call('GET')).body).toBe(null)
    const body = {
      Kontoinhaber: 'Wera Werber',
      Iban: 'de89 3704 0044 0532 0130 00',
      Bic: 'cobadeff',
    }
    const shown = {
      Kontoinhaber: 'Wera Werber',
      Iban: 'DE89 **** **** **** **** 00',
      Bic: 'COBADEFF',
    }
    expect((await call('PUT', body)).body).toEqual(shown)
    expect((await call('PUT', body)).body).toEqual(shown)
    expect(await mails()).toBe(1)
    expect((await call('PUT', { ...body, Iban: ibanOf(9) })).status).toBe(200)
    expect(await mails()).toBe(2)
    expect((await call('PUT', { ...body, Iban: 'DE00' + '1'.repeat(18) })).body.ErrorCode).toBe(
      'PSOF0404',
    )
    expect((await call('DELETE')).body).toEqual({})
    expect((await call('DELETE')).body).toEqual({})
    expect((await call('GET')).body).toBe(null)
  })
})

describe('sending a reward mail again', () => {
  test('works three times a day for the owner, and for nobody else', async () => {
    const { referral, rewards } = await bench.makeReward()
    const id = rewards[0]!.reward_id
    const resend = (token: string, which = id) =>
      server.call('GET', `/standard/empfehler/praemierungmail/${which}`, { token })
    const token = await bench.token('user-session', referral.accountId)
    const stranger = await bench.token('user-session', (await bench.makeAccount()).accountId)
    expect((await resend(stranger)).body.ErrorCode).toBe('PSOF0308')
    expect((await resend(token, 'nothing')).body.ErrorCode).toBe('PSOF0308')
    for (let time = 0; time < 3; time++) expect((await resend(token)).status).toBe(200)
    const refused = await resend(token)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    const mails = (await bench.mails('rewardReady')).filter(
      ({ to_address }) => to_address === referral.email,
    )
    expect(mails).toHaveLength(4)
  })

  test("is refused to support and to another site's page, and mails nothing", async () => {
    const { referral, rewards } = await bench.makeReward()
    const path = `/standard/empfehler/praemierungmail/${rewards[0]!.reward_id}`
    const token = await bench.token('user-session', referral.accountId)
    const support = await openSupport(server, referral.accountId)
    const refused = [
      await server.call('GET', path, { token: support }),
      await server.call('GET', path, { token, headers: { 'sec-fetch-site': 'cross-site' } }),
    ]
    for (const { status, body } of refused)
      expect([status, body.ErrorCode]).toEqual([403, 'PSOF0203'])
    const sent = (await bench.mails('rewardReady')).filter(
      ({ to_address }) => to_address === referral.email,
    )
    expect(sent).toHaveLength(1)
    const own = await server.call('GET', path, {
      token,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(own.status).toBe(200)
  })
})

describe('a reward that waits is collected without a mail', () => {
  const open = (id: string, token: string) =>
    server.call('POST', `/standard/empfehler/praemierung/${id}`, { token })
  const ready = async () => {
    const referral = await bench.makeReferral({ share: 100 })
    const recipient = await bench.makeRecipient(referral)
    const { number } = (await bench.feed(
      bench.line(referral, { recipientNumber: recipient.number }),
    )) as { number: string }
    await bench.release(number)
    const token = await bench.token('user-session', referral.accountId)
    const before = (await list(token))[0].Praemierungen[0].Id as string
    const early = await open(before, token)
    await provideRewards(server.deps, bench.tenant, { orderNumber: number })
    return { referral, token, early, id: before }
  }

  test('by its owner alone, from the day on that it is ready', async () => {
    const { token, early, id } = await ready()
    expect(early.body.ErrorCode).toBe('PSOF0308')
    const opened = await open(id, token)
    expect(opened.status).toBe(201)
    const shown = await server.call('GET', '/standard/praemierung', { token: opened.body.Token })
    expect([shown.body.Id, shown.body.Status]).toEqual([id, 'Bereitgestellt'])
    const other = await bench.makeReferral({ share: 50 })
    const stranger = await bench.token('user-session', other.accountId)
    for (const wrong of [id, 'kein-uuid', '00000000-0000-7000-8000-000000000000'])
      expect((await open(wrong, stranger)).body.ErrorCode).toBe('PSOF0308')
  })

  test('not by a session that a mailed link opened, before a password was given', async () => {
    const { referral, id } = await ready()
    const session = await withTenant(server.db, 'standard', (tx) =>
      openSession(tx, server.deps, 'standard', referral.accountId, { byLink: true }),
    )
    const { body } = await open(id, session.token)
    expect([body.ErrorCode, body.Details]).toEqual(['PSOF0203', { MissingPassword: true }])
  })
})
