import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agencyDefault,
  checkPlan,
  planInForce,
  planToKeep,
  priceOrder,
  underPlan,
  type AgencyPlan,
} from './bonus.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const plan = { fixedCents: 5000, stages: [{ from: 2, cents: 6000 }], periodMonths: 6 }
const first = day('2026-01-15')
const fixed = { cents: 5000, rule: 'fixed' }
const staged = { cents: 6000, rule: 'stage;2;6000' }

describe('priceOrder', () => {
  const price = (contractOn: string, countedBefore: number, of = plan) =>
    priceOrder({ plan: of, firstContractOn: first, contractOn: day(contractOn), countedBefore })

  test('the first order earns the fixed amount', () => {
    const order = { plan, firstContractOn: null, contractOn: first, countedBefore: 0 }
    expect(priceOrder(order)).toEqual(fixed)
    expect(price('2026-01-15', 0)).toEqual(fixed)
  })

  test('the second and further ones earn the stage, on the same day too', () => {
    expect(price('2026-01-15', 1)).toEqual(staged)
    expect(price('2026-03-01', 1)).toEqual(staged)
    expect(price('2026-03-01', 7)).toEqual(staged)
  })

  test('the last day of the period counts, the next one does not', () => {
    expect(price('2026-07-15', 1)).toEqual(staged)
    expect(price('2026-07-16', 1)).toEqual(fixed)
  })

  test('a period from the end of a month ends on the last day of a shorter one', () => {
    const order = { plan, firstContractOn: day('2026-08-31'), countedBefore: 1 }
    expect(priceOrder({ ...order, contractOn: day('2027-02-28') })).toEqual(staged)
    expect(priceOrder({ ...order, contractOn: day('2027-03-01') })).toEqual(fixed)
  })

  test('a contract before the first counted one is not in the period', () => {
    expect(price('2026-01-14', 1)).toEqual(fixed)
  })

  test('of several stages the highest that is reached counts, however they are listed', () => {
    const stages = [
      { from: 5, cents: 9000 },
      { from: 2, cents: 6000 },
      { from: 3, cents: 7000 },
    ]
    const cents = [0, 1, 2, 3, 4, 5].map(
      (before) => price('2026-02-01', before, { ...plan, stages }).cents,
    )
    expect(cents).toEqual([5000, 6000, 7000, 7000, 9000, 9000])
  })

  test('without stages everything is fixed', () => {
    expect(price('2026-02-01', 3, { ...plan, stages: [] })).toEqual(fixed)
  })

  test('with rising stages a later place never earns less', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 }), fc.integer({ min: 0, max: 400 }), (before, days) => {
        const contractOn = first.add({ days }).toString()
        expect(price(contractOn, before + 1).cents).toBeGreaterThanOrEqual(
          price(contractOn, before).cents,
        )
      }),
    )
  })
})

describe("an agency's plans", () => {
  const own = (planId: string, validFrom: string, createdAt = '2026-01-01'): AgencyPlan => ({
    ...agencyDefault,
    planId,
    validFrom,
    createdAt,
  })
  const plans = [own('a', '2026-01-01'), own('b', '2026-06-01'), own('c', '2027-01-01')]
  const on = (date: string, of = plans) => planInForce(of, date)?.planId ?? null

  test('the newest plan that was valid by a day is in force on it', () => {
    expect(on('2025-12-31')).toBe(null)
    expect(on('2026-01-01')).toBe('a')
    expect(on('2026-05-31')).toBe('a')
    expect(on('2026-06-01')).toBe('b')
    expect(on('2030-01-01')).toBe('c')
    expect(on('2026-06-01', [])).toBe(null)
  })

  test('of two plans from the same day the one made last holds, in whatever order they are read', () => {
    const twins = [own('x', '2026-06-01', '2026-05-01'), own('y', '2026-06-01', '2026-05-02')]
    expect(on('2026-07-01', twins)).toBe('y')
    expect(on('2026-07-01', twins.toReversed())).toBe('y')
    expect(on('2026-07-01', [own('x', '2026-06-01'), own('z', '2026-06-01')])).toBe('z')
  })

  test('a referral keeps the plan of its day and nothing of when it was made; without one the default', () => {
    const { validFrom: _, createdAt: __, ...kept } = plans[1]!
    expect(planToKeep(plans, '2026-07-01')).toEqual(kept)
    expect(planToKeep(plans, '2025-12-31')).toEqual({ ...agencyDefault, planId: null })
    expect(planToKeep([], '2026-07-01')).toEqual({ ...agencyDefault, planId: null })
  })

  test('under a plan every product earns its fixed amount, without one its own, and nothing else of it changes', () => {
    const kept = planToKeep([], '2026-07-01')
    fc.assert(
      fc.property(fc.nat(), fc.string(), fc.string(), (cents, plan, title) => {
        const product = { plan, commission_cents: cents, title }
        expect(underPlan(product, null)).toBe(product)
        expect(underPlan(product, kept)).toEqual({
          title,
          plan: 'Standard',
          commission_cents: 5000,
        })
      }),
    )
  })

  test('the default plan is the one of the specification and passes its own rules', () => {
    expect(agencyDefault).toMatchObject({ fixedCents: 5000, stages: [{ from: 2, cents: 6000 }] })
    expect(checkPlan({ ...agencyDefault, validFrom: '2026-11-17' }, day('2026-11-17'))).toEqual([])
  })

  test('every wrong field of a plan is named, and no right one', () => {
    const good = { ...agencyDefault, validFrom: '2026-11-17' }
    const wrong = (changes: object) => checkPlan({ ...good, ...changes }, day('2026-11-17'))
    expect(wrong({ name: ' ' })).toEqual(['name'])
    expect(wrong({ name: 'x'.repeat(81) })).toEqual(['name'])
    for (const fixedCents of [-1, 1.5, 100_001, Number.NaN])
      expect(wrong({ fixedCents, stages: [] })).toEqual(['fixed'])
    for (const stages of [
      [{ from: 1, cents: 6000 }],
      [{ from: 2.5, cents: 6000 }],
      [{ from: 2, cents: 4999 }],
      [
        { from: 3, cents: 6000 },
        { from: 3, cents: 7000 },
      ],
      [
        { from: 2, cents: 7000 },
        { from: 3, cents: 6000 },
      ],
      [{ from: 101, cents: 6000 }],
      [2, 3, 4, 5, 6, 7].map((from) => ({ from, cents: 6000 })),
    ])
      expect(wrong({ stages })).toEqual(['stages'])
    for (const periodMonths of [0, 37, 1.5]) expect(wrong({ periodMonths })).toEqual(['period'])
    expect(wrong({ validFrom: '2026-11-16' })).toEqual(['validFrom'])
    expect(wrong({ stages: [], fixedCents: 0 })).toEqual([])
  })
})
