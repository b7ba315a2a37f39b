import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeReferral,
  deriveReferralState,
  isExpired,
  recipientSteps,
  referralLabels,
  referralNext,
  validUntil,
  waitingFor,
} from './referral.ts'
import type { RecipientProgress, ReferralState } from './referral.ts'
import type { OrderState } from './order.ts'
import type { RewardState } from './reward.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const states = Object.keys(referralNext) as ReferralState[]
const orderStates: OrderState[] = ['reported', 'confirmed', 'released', 'cancelled']
const rewardStates: RewardState[] = [
  'open',
  'provided',
  'collected',
  'paid',
  'cancelled',
  'expired',
]

test('labels are those of the wire', () => {
  expect(referralLabels).toEqual({
    open: 'Offen',
    accepted: 'Ok',
    released: 'Freigegeben',
    paid: 'Gezahlt',
    expired: 'Abgelaufen',
    cancelled: 'Storniert',
  })
})

describe('changeReferral', () => {
  // Rows: from; columns: open accepted released paid expired cancelled. c changed, a already, n not
  // next, f final.
  const matrix: Record<ReferralState, string> = {
    open: 'accccc',
    accepted: 'cacccc',
    released: 'ccaccc',
    paid: 'nncann',
    expired: 'ncccac',
    cancelled: 'fffffa',
  }
  const columns: ReferralState[] = ['open', 'accepted', 'released', 'paid', 'expired', 'cancelled']
  const answers = {
    c: { kind: 'changed' },
    a: { kind: 'already' },
    n: { kind: 'refused', reason: 'not-next' },
    f: { kind: 'refused', reason: 'final' },
  }
  for (const from of states) {
    test.each(columns.map((to, index) => [to, matrix[from][index] as keyof typeof answers]))(
      `${from} to %s: %s`,
      (to, answer) => {
        expect(changeReferral(from, to)).toEqual(answers[answer])
      },
    )
  }
})

describe('deriveReferralState', () => {
  const dates = { validUntil: day('2026-03-02'), today: day('2026-02-01') }
  const late = { validUntil: day('2026-03-02'), today: day('2026-03-03') }
  const derive = (recipients: RecipientProgress[], when = dates, cancelled = false) =>
    deriveReferralState({ cancelled, ...when, recipients })
  const order = (state: OrderState, ...rewards: RewardState[]) => ({ state, rewards })
  const person = (...orders: ReturnType<typeof order>[]) => ({ accepted: true, orders })

  test('open until someone accepts, expired after the last day without anyone', () => {
    expect(derive([])).toBe('open')
    expect(derive([{ accepted: false, orders: [] }])).toBe('open')
    expect(derive([], { ...dates, today: day('2026-03-02') })).toBe('open')
    expect(derive([], late)).toBe('expired')
    expect(derive([{ accepted: false, orders: [] }], late)).toBe('expired')
  })

  test('an accepted recipient goes on after the last day', () => {
    expect(derive([person()], late)).toBe('accepted')
    expect(derive([{ accepted: false, orders: [] }, person()], late)).toBe('accepted')
  })

  test('a report from a browser proves nothing, a confirmed contract accepts', () => {
    expect(derive([{ accepted: false, orders: [order('reported')] }], late)).toBe('expired')
    expect(derive([{ accepted: false, orders: [order('confirmed')] }], late)).toBe('accepted')
    expect(derive([{ accepted: false, orders: [order('released', 'open')] }], late)).toBe(
      'released',
    )
  })

  test('paid only when every uncancelled reward is paid and at least one is', () => {
    expect(derive([person(order('released', 'paid', 'paid'))])).toBe('paid')
    expect(derive([person(order('released', 'paid', 'cancelled'))])).toBe('paid')
    expect(derive([person(order('released', 'cancelled'))])).toBe('released')
    expect(derive([person(order('released'))])).toBe('released')
    for (const other of ['open', 'provided', 'collected', 'expired'] as const) {
      expect(derive([person(order('released', 'paid', other))])).toBe('released')
      expect(derive([person(order('released', 'paid')), person(order('released', other))])).toBe(
        'released',
      )
    }
  })

  test('the furthest recipient speaks for the referral', () => {
    expect(derive([person(), person(order('released', 'open'))])).toBe('released')
    expect(derive([person(order('confirmed')), { accepted: false, orders: [] }])).toBe('accepted')
  })

  test('a cancelled order takes the referral back to its recipients, not to the end', () => {
    expect(derive([person(order('cancelled', 'cancelled'))])).toBe('accepted')
    expect(
      derive([person(order('cancelled', 'cancelled')), person(order('released', 'open'))]),
    ).toBe('released')
  })

  test('a cancelled referral stays cancelled, whatever its recipients did', () => {
    expect(derive([person(order('released', 'paid'))], late, true)).toBe('cancelled')
  })

  test('the order of recipients, orders and rewards does not matter, and paid means that nothing is owed', () => {
    const rewards = fc.array(fc.constantFrom(...rewardStates), { maxLength: 3 })
    const orders = fc.array(fc.record({ state: fc.constantFrom(...orderStates), rewards }), {
      maxLength: 3,
    })
    const recipients = fc.array(fc.record({ accepted: fc.boolean(), orders }), { maxLength: 4 })
    fc.assert(
      fc.property(recipients, fc.boolean(), (people, isLate) => {
        const when = isLate ? late : dates
        const state = derive(people, when)
        expect(derive(people.toReversed(), when)).toBe(state)
        const all = people.flatMap((one) => one.orders.flatMap((two) => two.rewards))
        if (state === 'paid') {
          expect(all).toContain('paid')
          expect(all.every((one) => one === 'paid' || one === 'cancelled')).toBe(true)
        }
        if (state === 'expired') {
          expect(isLate).toBe(true)
          expect(people.some((one) => one.accepted)).toBe(false)
        }
        expect(state).not.toBe('cancelled')
      }),
    )
  })
})

describe('validity', () => {
  test('60 days end with the 60th local day', () => {
    const until = validUntil(day('2026-01-01'), 60)
    expect(until.toString()).toBe('2026-03-02')
    expect(isExpired(until, day('2026-03-01'))).toBe(false)
    expect(isExpired(until, day('2026-03-02'))).toBe(false)
    expect(isExpired(until, day('2026-03-03'))).toBe(true)
  })

  test('both days on which the clocks change are one day each', () => {
    for (const change of ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31']) {
      const until = validUntil(day(change).subtract({ days: 30 }), 60)
      expect(until.equals(day(change).add({ days: 30 }))).toBe(true)
      expect(validUntil(day(change).subtract({ days: 60 }), 60).toString()).toBe(change)
    }
  })

  test('the tenant decides how many days', () => {
    expect(validUntil(day('2028-02-28'), 1).toString()).toBe('2028-02-29')
    expect(validUntil(day('2026-05-05'), 0).toString()).toBe('2026-05-05')
  })
})

describe('recipientSteps', () => {
  const none = {
    contractOn: null,
    dataConfirmedOn: null,
    orderConfirmedOn: null,
    rewardReceivedOn: null,
  }
  test('are four, in the order of the display', () => {
    expect(recipientSteps(none)).toEqual([
      { name: 'contract-concluded', doneOn: null },
      { name: 'data-confirmed', doneOn: null },
      { name: 'order-confirmed', doneOn: null },
      { name: 'reward-received', doneOn: null },
    ])
    const done = recipientSteps({
      contractOn: '2026-01-02',
      dataConfirmedOn: '2026-01-01',
      orderConfirmedOn: '2026-01-03',
      rewardReceivedOn: '2026-03-01',
    })
    expect(done.map((step) => step.doneOn)).toEqual([
      '2026-01-02',
      '2026-01-01',
      '2026-01-03',
      '2026-03-01',
    ])
  })

  test('a contract that the provider confirmed also confirms the data', () => {
    expect(recipientSteps({ ...none, orderConfirmedOn: '2026-01-03' })[1]).toEqual({
      name: 'data-confirmed',
      doneOn: '2026-01-03',
    })
  })
})

describe('waitingFor', () => {
  const date = day('2026-04-01')
  const confirmed = { dataConfirmed: true, confirmBy: date, order: null, reward: null }
  const released = { state: 'released' as const, releasableOn: date }
  const reward = (state: RewardState) => ({
    state,
    expiresOn: day('2027-01-01'),
    expectedOn: day('2026-05-01'),
  })

  test('the data, until the day on which they are deleted', () => {
    const waiting = { step: 'data-confirmed', reason: 'confirm-data', until: date }
    expect(waitingFor({ ...confirmed, dataConfirmed: false })).toEqual(waiting)
    for (const state of ['reported', 'cancelled'] as const) {
      const order = { state, releasableOn: null }
      expect(waitingFor({ ...confirmed, dataConfirmed: false, order })).toEqual(waiting)
    }
  })

  test('a contract, which nothing limits once the data are confirmed', () => {
    const waiting = { step: 'contract-concluded', reason: 'conclude-contract', until: null }
    expect(waitingFor(confirmed)).toEqual(waiting)
    const order = { state: 'cancelled' as const, releasableOn: date }
    expect(waitingFor({ ...confirmed, order })).toEqual(waiting)
  })

  test('the provider, then the complaint period', () => {
    const reported = { state: 'reported' as const, releasableOn: null }
    expect(waitingFor({ ...confirmed, order: reported })).toEqual({
      step: 'order-confirmed',
      reason: 'order-confirmation',
      until: null,
    })
    const order = { state: 'confirmed' as const, releasableOn: date }
    for (const dataConfirmed of [true, false]) {
      expect(waitingFor({ ...confirmed, dataConfirmed, order })).toEqual({
        step: 'reward-received',
        reason: 'complaint-period',
        until: date,
      })
    }
  })

  test.each([
    ['open', 'prepare-reward', null],
    ['provided', 'choose-reward', '2027-01-01'],
    ['collected', 'payout', '2026-05-01'],
    ['paid', 'done', null],
    ['cancelled', 'done', null],
    ['expired', 'done', null],
  ] as const)('a reward that is %s: %s', (state, reason, until) => {
    const waiting = waitingFor({ ...confirmed, order: released, reward: reward(state) })
    expect(waiting).toEqual({
      step: 'reward-received',
      reason,
      until: until === null ? null : day(until),
    })
  })

  test('nothing, for someone who gets no reward', () => {
    expect(waitingFor({ ...confirmed, order: released })).toMatchObject({ reason: 'done' })
  })
})
