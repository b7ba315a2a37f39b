import { explainPrice } from '../../domain/explain-price.ts'
import { mailboxOf, normaliseEmail } from '../../domain/email.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { releaseDueOrders } from './release-due-orders.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'

let server: TestServer
let standard: Bench
let telko: Bench
let bgv: Bench

beforeAll(async () => {
  server = await startTestServer()
  standard = await makeBench(server, 'standard')
  telko = await makeBench(server, 'telko')
  bgv = await makeBench(server, 'bgv')
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())
afterEach(async () => {
  for (const bench of [standard, telko, bgv]) await bench.expectLedger()
})

const centsOf = (rewards: { beneficiary: string; cents: number }[]) =>
  Object.fromEntries(rewards.map(({ beneficiary, cents }) => [beneficiary, cents]))

describe('releasing an order', () => {
  test('makes the rewards of both sides, once, however many do it at the same time', async () => {
    const referral = await standard.makeReferral({ share: 50 })
    const recipient = await standard.makeRecipient(referral)
    const number = await standard.makeOrder(referral, recipient)
    const answers = await Promise.all(Array.from({ length: 20 }, () => standard.release(number)))
    expect(answers.filter(({ kind }) => kind === 'released')).toHaveLength(1)
    expect(answers.filter(({ kind }) => kind === 'already')).toHaveLength(19)
    const rewards = await standard.readRewards(number)
    const total = standard.products.find(
      (one) => one.product_id === referral.product,
    )!.commission_cents
    expect(rewards.reduce((sum, { cents }) => sum + cents, 0)).toBe(total)
    expect(rewards.map(({ state, review }) => [state, review])).toEqual([
      ['open', 'none'],
      ['open', 'none'],
    ])
    expect(await standard.stateOf('referrals', referral.number)).toBe('released')
  })

  test('a zero share makes no reward', async () => {
    for (const [share, sides] of [
      [100, ['referrer']],
      [0, ['recipient']],
    ] as const) {
      const referral = await standard.makeReferral({ share })
      const number = await standard.makeOrder(referral, await standard.makeRecipient(referral))
      await standard.release(number)
      expect((await standard.readRewards(number)).map(({ beneficiary }) => beneficiary)).toEqual(
        sides,
      )
    }
  })

  test('refuses what is not confirmed, and knows nothing of what is not there', async () => {
    const referral = await standard.makeReferral()
    const recipient = await standard.makeRecipient(referral)
    const cancelled = standard.line(referral, {
      recipientNumber: recipient.number,
      status: 'storniert',
    })
    const { number } = (await standard.feed(cancelled)) as { number: string }
    expect(await standard.release(number)).toEqual({ kind: 'refused', state: 'cancelled' })
    expect(await standard.release('nothing')).toEqual({ kind: 'unknown' })
    expect(await standard.readRewards(number)).toEqual([])
  })

  test('orders release themselves on the first day after the complaint period, not a day before', async () => {
    const referral = await standard.makeReferral()
    const number = await standard.makeOrder(referral, await standard.makeRecipient(referral))
    server.clock.advance('P14D')
    await releaseDueOrders(server.deps, standard.tenant)
    expect(await standard.stateOf('orders', number)).toBe('confirmed')
    server.clock.advance('P1D')
    const released = await Promise.all(
      Array.from({ length: 4 }, () => releaseDueOrders(server.deps, standard.tenant)),
    )
    expect(released.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1)
    expect(await standard.stateOf('orders', number)).toBe('released')
    expect(await standard.readRewards(number)).toHaveLength(2)
    expect(await releaseDueOrders(server.deps, standard.tenant)).toBe(0)
  })

  test('a sweep releases every order that is due, however many it looks up at a time', async () => {
    const referral = await standard.makeReferral()
    const numbers = []
    for (let order = 0; order < 5; order++)
      numbers.push(await standard.makeOrder(referral, await standard.makeRecipient(referral)))
    server.clock.advance('P15D')
    expect(await releaseDueOrders(server.deps, standard.tenant, 2)).toBe(5)
    for (const number of numbers) expect(await standard.stateOf('orders', number)).toBe('released')
  })
})

describe('the staged bonus', () => {
  const onPlan = () => telko.products.find((one) => one.commission_cents === 5000)!.product_id

  test('pays the higher stage from the second order on, also when all are released at once', async () => {
    const account = await telko.makeAccount()
    const numbers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const referral = await telko.makeReferral({ share: 100, account, product: onPlan() })
        return telko.makeOrder(referral, await telko.makeRecipient(referral))
      }),
    )
    await Promise.all(numbers.map((number) => telko.release(number)))
    const cents = (await Promise.all(numbers.map((number) => telko.readRewards(number)))).flat()
    expect(cents.map((reward) => reward.cents).toSorted((a, b) => a - b)).toEqual([
      5000, 6000, 6000, 6000, 6000, 6000,
    ])
  })

  test('counts by contract date within the period, and leaves other amounts alone', async () => {
    const account = await telko.makeAccount()
    const order = async (contractOn: string, product = onPlan()) => {
      const referral = await telko.makeReferral({ share: 100, account, product })
      const recipient = await telko.makeRecipient(referral, { acceptedOn: contractOn })
      const number = await telko.makeOrder(referral, recipient, { contractOn })
      await telko.release(number)
      return { number, cents: (await telko.readRewards(number))[0]!.cents }
    }
    const first = await order('2026-03-01')
    expect(first.cents).toBe(5000)
    expect((await order('2026-08-31')).cents).toBe(6000)
    expect((await order('2026-09-01')).cents).toBe(6000)
    expect((await order('2026-09-02')).cents).toBe(5000)
    // Concluded before the first that was released.
    expect((await order('2026-02-28')).cents).toBe(5000)
    const special = telko.products.find((one) => one.commission_cents === 11_000)!
    expect((await order('2026-08-01', special.product_id)).cents).toBe(11_000)
  })

  test('a contract from before the referral was accepted is held, and neither begins nor fills the period', async () => {
    const account = await telko.makeAccount()
    const order = async (contractOn?: string) => {
      const referral = await telko.makeReferral({ share: 100, account, product: onPlan() })
      const recipient = await telko.makeRecipient(referral)
      const more = contractOn ? { contractOn } : {}
      const number = await telko.makeOrder(referral, recipient, more)
      await telko.release(number)
      const [reward] = await telko.readRewards(number)
      return [reward!.cents, reward!.review]
    }
    expect(await order('1900-01-01')).toEqual([5000, 'held'])
    expect(await order('2026-11-16')).toEqual([5000, 'held'])
    expect(await order()).toEqual([5000, 'none'])
    expect(await order()).toEqual([6000, 'none'])
  })

  test('a contract from before the acceptance earns the fixed amount, however many orders came before it', async () => {
    const account = await telko.makeAccount()
    const order = async (acceptedOn: string, contractOn: string) => {
      const referral = await telko.makeReferral({ share: 100, account, product: onPlan() })
      const recipient = await telko.makeRecipient(referral, { acceptedOn })
      const number = await telko.makeOrder(referral, recipient, { contractOn })
      await telko.release(number)
      const [reward] = await telko.readRewards(number)
      return [reward!.cents, reward!.review]
    }
    expect(await order('2026-10-01', '2026-10-01')).toEqual([5000, 'none'])
    expect(await order('2026-10-02', '2026-10-02')).toEqual([6000, 'none'])
    expect(await order('2026-11-10', '2026-11-09')).toEqual([5000, 'held'])
    expect(await order('2026-11-10', '2026-11-10')).toEqual([6000, 'none'])
  })

  test('a cancelled order counts no more, and the others keep their price', async () => {
    const account = await telko.makeAccount()
    const order = async () => {
      const referral = await telko.makeReferral({ share: 100, account, product: onPlan() })
      return {
        referral,
        number: await telko.makeOrder(referral, await telko.makeRecipient(referral)),
      }
    }
    const [first, second, third] = [await order(), await order(), await order()]
    await telko.release(first.number)
    await telko.release(second.number)
    const { cancelOrder } = await import('./cancel-order.ts')
    for (const { number } of [first, second]) {
      await telko.run((tx) => cancelOrder(tx, server.deps, telko.tenant, number, system))
    }
    await telko.release(third.number)
    expect((await telko.readRewards(second.number))[0]!.cents).toBe(6000)
    expect((await telko.readRewards(third.number))[0]!.cents).toBe(5000)
  })
})

describe('caps', () => {
  test('15 EUR per policy and calendar year hold over parallel releases, and the referrer gets the excess', async () => {
    const email = 'versichert@post.example'
    const numbers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const referral = await bgv.makeReferral({ share: 50 })
        return bgv.makeOrder(referral, await bgv.makeRecipient(referral, { email }))
      }),
    )
    await Promise.all(numbers.map((number) => bgv.release(number)))
    const rewards = (await Promise.all(numbers.map((number) => bgv.readRewards(number)))).flat()
    const sum = (side: string) =>
      rewards
        .filter(({ beneficiary }) => beneficiary === side)
        .reduce((all, { cents }) => all + cents, 0)
    expect(sum('recipient')).toBe(1500)
    expect(sum('recipient') + sum('referrer')).toBe(5 * 3000)
    // What is kept with each says how it came about.
    for (const { beneficiary, cents, rule } of rewards)
      expect(
        explainPrice(rule as Record<string, unknown>)?.[beneficiary as 'referrer' | 'recipient'],
      ).toBe(cents)
  })

  test('one mailbox is one person, however its address is written', async () => {
    const emails = ['anna.berg@gmail.com', 'annaberg+zwei@gmail.com', 'A.nnaberg@googlemail.com']
    const numbers = await Promise.all(
      emails.map(async (email) => {
        const referral = await bgv.makeReferral({ share: 0 })
        return bgv.makeOrder(
          referral,
          await bgv.makeRecipient(referral, { email: normaliseEmail(email) }),
        )
      }),
    )
    await Promise.all(numbers.map((number) => bgv.release(number)))
    const rewards = (await Promise.all(numbers.map((number) => bgv.readRewards(number)))).flat()
    expect(rewards.reduce((all, { cents }) => all + cents, 0)).toBe(1500)
  })

  test('a yearly cap holds for a domain in both of its spellings', async () => {
    const emails = ['berta@bücher.example', 'berta+2@xn--bcher-kva.example'].map(normaliseEmail)
    const numbers: string[] = []
    for (const email of emails) {
      const referral = await bgv.makeReferral({ share: 0 })
      numbers.push(await bgv.makeOrder(referral, await bgv.makeRecipient(referral, { email })))
    }
    await Promise.all(numbers.map((number) => bgv.release(number)))
    const rewards = (await Promise.all(numbers.map((number) => bgv.readRewards(number)))).flat()
    expect(rewards.reduce((all, { cents }) => all + cents, 0)).toBe(1500)
  })

  test('the database and the domain agree on what one mailbox is', async () => {
    const emails = [
      'ole+a+b@post.example',
      'o.le@post.example',
      'o.l.e+x@gmail.com',
      '+x@a.example',
      'ole+a@bücher.example',
      'ole@xn--bcher-kva.example',
      'ole@straße.münchen.example',
      'ole@почта.рф',
      'ole@例え.テスト',
      'ole@a-ü-b.ñandú-løb.example',
    ]
    for (const email of emails) {
      const { number } = await bgv.makeRecipient(await bgv.makeReferral({ share: 0 }), {
        email: normaliseEmail(email),
      })
      const { mailbox } = await bgv.run((tx) =>
        tx
          .selectFrom('recipients')
          .select('mailbox')
          .where('tenant', '=', 'bgv')
          .where('number', '=', number)
          .executeTakeFirstOrThrow(),
      )
      expect(mailbox).toBe(mailboxOf(email))
    }
  })

  test('a new year and another policy begin anew; what was given away entirely is forfeited', async () => {
    const email = 'jahr@post.example'
    const order = async (share: number, product?: string) => {
      const referral = await bgv.makeReferral({ share, ...(product ? { product } : {}) })
      const number = await bgv.makeOrder(referral, await bgv.makeRecipient(referral, { email }))
      await bgv.release(number)
      return centsOf(await bgv.readRewards(number))
    }
    expect(await order(0)).toEqual({ recipient: 1500 })
    expect(await order(0)).toEqual({})
    const other = bgv.products.find(
      (one) => one.product_id !== bgv.products[0]!.product_id,
    )!.product_id
    expect(await order(0, other)).toEqual({ recipient: 1500 })
    server.clock.set('2026-12-31T22:59:59Z')
    expect(await order(50)).toEqual({ referrer: 3000 })
    server.clock.set('2026-12-31T23:00:00Z')
    expect(await order(50)).toEqual({ recipient: 1500, referrer: 1500 })
  })
})
