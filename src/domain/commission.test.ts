import { describe, expect, test } from 'vitest'
import { partnerVat, planOn, type CommissionPlan } from './commission.ts'

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
