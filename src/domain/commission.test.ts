import { describe, expect, test } from 'vitest'
import { noteInMonth, partnerVat, planOn, type CommissionPlan } from './commission.ts'

const plan = (group: string, validFrom: string, cents = 1000): CommissionPlan => ({
  planId: `${group}-${validFrom}`,
  group,
  validFrom,
  cents,
})

describe('the plan of a contract', () => {
  const plans = [plan('DP', '2026-01-01'), plan('DP', '2026-06-01'), plan('TP', '2026-03-01')]
  test.each([
    ['DP', '2025-12-31', null],
    ['DP', '2026-01-01', 'DP-2026-01-01'],
    ['DP', '2026-05-31', 'DP-2026-01-01'],
    ['DP', '2026-06-01', 'DP-2026-06-01'],
    ['TP', '2026-02-28', null],
    ['TP', '2027-01-01', 'TP-2026-03-01'],
    ['XX', '2027-01-01', null],
  ])('%s on %s', (group, day, expected) => {
    expect(planOn(plans, group, day)?.planId ?? null).toBe(expected)
    expect(planOn(plans.toReversed(), group, day)?.planId ?? null).toBe(expected)
  })
})

test('a small business shows no VAT', () => {
  expect(partnerVat({ smallBusiness: true }, 19)).toBe(0)
  expect(partnerVat({ smallBusiness: false }, 19)).toBe(19)
})

describe('what a month does about a commission', () => {
  const at = (month: string) => Temporal.Instant.from(`${month}-15T12:00:00Z`)
  const made = (more: Partial<Parameters<typeof noteInMonth>[0]>) => ({
    cents: 5000,
    releasedAt: at('2026-11'),
    cancelledAt: null,
    billed: false,
    credited: false,
    ...more,
  })
  test.each([
    ['pays what was released in it', made({}), '2026-11', 'pay'],
    ['pays what came too late for its own', made({}), '2026-12', 'pay'],
    ['leaves what is released later', made({}), '2026-10', null],
    ['leaves what is on a note', made({ billed: true }), '2026-11', null],
    ['leaves what earned nothing', made({ cents: 0 }), '2026-11', null],
    ['leaves what was cancelled before', made({ cancelledAt: at('2026-11') }), '2026-11', null],
    ['pays what is cancelled later', made({ cancelledAt: at('2026-12') }), '2026-11', 'pay'],
    [
      'takes back what was cancelled after its note',
      made({ billed: true, cancelledAt: at('2026-12') }),
      '2026-12',
      'take-back',
    ],
    [
      'takes back only from its month on',
      made({ billed: true, cancelledAt: at('2026-12') }),
      '2026-11',
      null,
    ],
    [
      'takes back once',
      made({ billed: true, credited: true, cancelledAt: at('2026-12') }),
      '2027-01',
      null,
    ],
  ] as const)('%s', (_, commission, month, expected) => {
    expect(noteInMonth(commission, month)).toBe(expected)
  })

  test('a month is a local one', () => {
    const late = Temporal.Instant.from('2026-11-30T23:30:00Z') // 1 December in Berlin
    expect(noteInMonth(made({ releasedAt: late }), '2026-11')).toBe(null)
    expect(noteInMonth(made({ releasedAt: late }), '2026-12')).toBe('pay')
  })
})
