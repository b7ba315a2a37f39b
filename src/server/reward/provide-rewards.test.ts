import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { whileRefused } from '../../../test/helpers/while-refused.ts'
import { system } from '../base/audit-store.ts'
import { expireRewards } from './expire-rewards.ts'
import { runRewardSweeps } from './jobs.ts'
import { provideRewards } from './provide-rewards.ts'
import { releaseOrder } from './release-order.ts'
import { makeBench, withSettings, type Bench } from './reward.test-helper.ts'

let server: TestServer
let standard: Bench
let telko: Bench

beforeAll(async () => {
  server = await startTestServer()
  standard = await makeBench(server, 'standard')
  telko = await makeBench(server, 'telko')
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())
afterEach(async () => {
  for (const bench of [standard, telko]) await bench.expectLedger()
})

describe('soft rules hold a reward and never delete it', () => {
  test('the same e-mail, the same household, an existing customer', async () => {
    const account = await telko.makeAccount()
    const held = async (recipient: object, contractOn?: string) => {
      const referral = await telko.makeReferral({ share: 50, account })
      const acceptedOn = contractOn ? { acceptedOn: contractOn } : {}
      const person = await telko.makeRecipient(referral, { ...recipient, ...acceptedOn })
      const number = await telko.makeOrder(referral, person, contractOn ? { contractOn } : {})
      await telko.release(number)
      await provideRewards(server.deps, telko.tenant, { orderNumber: number })
      const rewards = await telko.readRewards(number)
      expect(new Set(rewards.map(({ state }) => state)).size).toBe(1)
      return [rewards[0]!.state, rewards[0]!.review_reasons]
    }
    expect(
      await held({
        email: account.email,
        street: 'Birkenstraße',
        houseNumber: '3 a',
        zip: '50667',
      }),
    ).toEqual(['open', ['same-email']])
    expect(await held({ street: 'Birkenstr.', houseNumber: '3A', zip: '50667' })).toEqual([
      'open',
      ['same-household'],
    ])
    expect(await held({ street: 'Birkenstr.', houseNumber: '4', zip: '50667' })).toEqual([
      'provided',
      [],
    ])
    const customer = 'kundin@post.example'
    expect(await held({ email: customer }, '2025-11-16')).toEqual(['provided', []])
    expect(await held({ email: customer }, '2026-05-16')).toEqual(['open', ['existing-customer']])
    expect(await held({ email: customer }, '2026-11-17')).toEqual(['provided', []])
  })

  test('a contract from before the acceptance waits for review, by whichever entry of the person it was accepted', async () => {
    const reviews = async (acceptedOn: string[], contractOn: string) => {
      const referral = await standard.makeReferral({ share: 50 })
      const email = `frueher${acceptedOn.length}.${contractOn}@post.example`
      const [last = '', ...earlier] = acceptedOn.toReversed()
      for (const day of earlier)
        await standard.makeRecipient(referral, { email, acceptedOn: day, state: 'accepted' })
      const person = await standard.makeRecipient(referral, { email, acceptedOn: last })
      const number = await standard.makeOrder(referral, person, { contractOn })
      await standard.release(number)
      await provideRewards(server.deps, standard.tenant, { orderNumber: number })
      return (await standard.readRewards(number)).map((reward) => [
        reward.state,
        reward.review_reasons,
      ])
    }
    const held = ['open', ['existing-customer']]
    expect(await reviews(['2026-11-10'], '2026-11-09')).toEqual([held, held])
    expect(await reviews(['2026-11-10'], '2026-11-10')).toEqual([
      ['provided', []],
      ['provided', []],
    ])
    expect(await reviews(['2026-11-08', '2026-11-10'], '2026-11-09')).toEqual([
      ['provided', []],
      ['provided', []],
    ])
  })

  test('beyond the yearly limit the referrer waits, the recipient does not', async () => {
    const account = await standard.makeAccount()
    const tenant = withSettings(standard.tenant, {
      eligibility: { ...standard.tenant.eligibility, maxRewardedPerYear: 1 },
    })
    const release = async () => {
      const referral = await standard.makeReferral({ share: 50, account })
      const number = await standard.makeOrder(referral, await standard.makeRecipient(referral))
      await standard.run((tx) => releaseOrder(tx, server.deps, tenant, number, system))
      return Object.fromEntries(
        (await standard.readRewards(number)).map(({ beneficiary, review }) => [
          beneficiary,
          review,
        ]),
      )
    }
    expect(await release()).toEqual({ referrer: 'none', recipient: 'none' })
    expect(await release()).toEqual({ referrer: 'held', recipient: 'none' })
    server.clock.set('2027-01-02T11:00:00Z')
    expect(await release()).toEqual({ referrer: 'none', recipient: 'none' })
  })
})

describe('providing and expiring', () => {
  test('a reward is provided and mailed once, however often the job runs', async () => {
    const referral = await standard.makeReferral({ share: 50 })
    const recipient = await standard.makeRecipient(referral)
    const orderNumber = await standard.makeOrder(referral, recipient)
    await standard.release(orderNumber)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        provideRewards(server.deps, standard.tenant, { orderNumber }),
      ),
    )
    const rewards = await standard.readRewards(orderNumber)
    expect(rewards.map(({ state, expires_on }) => [state, expires_on])).toEqual([
      ['provided', '2027-11-17'],
      ['provided', '2027-11-17'],
    ])
    const ready = (await standard.mails('rewardReady')).filter(({ to_address }) =>
      [referral.email, recipient.email].includes(to_address),
    )
    expect(ready).toHaveLength(2)
  })

  test('nothing of a referral is provided at once before it belongs to its account', async () => {
    const referral = await standard.makeReferral({ share: 50, owned: false })
    const orderNumber = await standard.makeOrder(referral, await standard.makeRecipient(referral))
    await standard.release(orderNumber)
    await runRewardSweeps(server.deps, 'standard')
    expect((await standard.readRewards(orderNumber)).map(({ state }) => state)).toEqual([
      'open',
      'open',
    ])
    await standard.run((tx) =>
      tx
        .updateTable('referrals')
        .set({ owned_at: testNow })
        .where('tenant', '=', 'standard')
        .where('number', '=', referral.number)
        .execute(),
    )
    await provideRewards(server.deps, standard.tenant, { accountId: referral.accountId })
    expect((await standard.readRewards(orderNumber)).map(({ state }) => state)).toEqual([
      'provided',
      'provided',
    ])
  })

  test('an uncollected reward expires after its last day', async () => {
    const { referral, rewards } = await standard.makeReward()
    const id = rewards[0]!.reward_id
    server.clock.set('2027-11-17T22:59:59Z')
    await expireRewards(server.deps, standard.tenant)
    expect((await standard.readReward(id)).state).toBe('provided')
    server.clock.set('2027-11-17T23:00:00Z')
    const token = await standard.token('reward', id)
    const late = await server.call('PUT', '/standard/praemierung', {
      token,
      body: { PraemieId: 'geld' },
    })
    expect(late.body.ErrorCode).toBe('PSOF0402')
    await Promise.all(Array.from({ length: 3 }, () => expireRewards(server.deps, standard.tenant)))
    expect((await standard.readReward(id)).state).toBe('expired')
    expect(await standard.stateOf('referrals', referral.number)).toBe('released')
    const shown = await server.call('GET', '/standard/praemierung', { token })
    expect([shown.body.Status, shown.body.Auswahl]).toEqual(['Abgelaufen', []])
  })

  test('whatever fails, even all that is read at once, keeps no other from expiring', async () => {
    const bad = await standard.makeReward()
    server.clock.advance('P1D')
    const good = [await standard.makeReward(), await standard.makeReward()]
    const unclaimed = await standard.makeReferral({ owned: false, share: 100 })
    const unowned = await standard.makeOrder(unclaimed, await standard.makeRecipient(unclaimed))
    await standard.release(unowned)
    server.clock.set('2027-11-20T11:00:00Z')
    const expire = () => expireRewards(server.deps, standard.tenant, bad.rewards.length)
    const states = async (number: string) =>
      new Set((await standard.readRewards(number)).map((one) => one.state))
    await whileRefused(
      server,
      'standard',
      'rewards',
      `order_number = '${bad.orderNumber}' and state = 'expired'`,
      () => expect(expire()).rejects.toThrow('refused'),
    )
    expect(await states(bad.orderNumber)).toEqual(new Set(['provided']))
    for (const number of [...good.map((one) => one.orderNumber), unowned])
      expect(await states(number)).toEqual(new Set(['expired']))
    expect(await expire()).toBe(bad.rewards.length)
  })
})
