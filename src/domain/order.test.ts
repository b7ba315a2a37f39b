import { describe, expect, test } from 'vitest'
import { changeOrder, isReleasable, orderNext, releasableOn } from './order.ts'
import type { OrderState } from './order.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const states: OrderState[] = ['reported', 'confirmed', 'released', 'cancelled']

describe('changeOrder', () => {
  // Columns as `states`: c changed, a already, n not next, f final.
  const matrix: Record<OrderState, string> = {
    reported: 'acnc',
    confirmed: 'aacc',
    released: 'aaac',
    cancelled: 'fffa',
  }
  const kinds = { c: 'changed', a: 'already', n: 'not-next', f: 'final' }
  for (const from of states) {
    test.each(states.map((to, index) => [to, matrix[from][index] as keyof typeof kinds]))(
      `${from} to %s: %s`,
      (to, answer) => {
        const change = changeOrder(from, to)
        expect(change.kind === 'refused' ? change.reason : change.kind).toBe(kinds[answer])
      },
    )
  }

  test('what a browser reported is never released without the provider', () => {
    expect(orderNext.reported).not.toContain('released')
  })
})

describe('release', () => {
  const order = { state: 'confirmed' as const, contractOn: day('2026-01-01') }

  test('nothing is released while the complaint period runs, its last day included', () => {
    expect(releasableOn(order.contractOn, 14).toString()).toBe('2026-01-16')
    expect(isReleasable(order, day('2026-01-15'), 14)).toBe(false)
    expect(isReleasable(order, day('2026-01-16'), 14)).toBe(true)
    expect(isReleasable(order, day('2027-01-01'), 14)).toBe(true)
  })

  test('without a period it can be released on the day of the contract', () => {
    expect(isReleasable(order, day('2026-01-01'), 0)).toBe(true)
    expect(isReleasable(order, day('2025-12-31'), 0)).toBe(false)
  })

  test('only a confirmed order releases itself', () => {
    for (const state of ['reported', 'released', 'cancelled'] as const) {
      expect(isReleasable({ ...order, state }, day('2027-01-01'), 14)).toBe(false)
    }
  })

  test.each(['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'])(
    'the day on which the clocks change counts as one day (%s)',
    (change) => {
      const contractOn = day(change).subtract({ days: 7 })
      expect(releasableOn(contractOn, 14).equals(day(change).add({ days: 8 }))).toBe(true)
    },
  )
})
