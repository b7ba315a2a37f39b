import { expect, test } from 'vitest'
import { funnelSteps, makeFunnel, rateBases } from './funnel.ts'

test('each way gets its own row, the total is the sum of all, and rates are measured by the step before', () => {
  const { rows, total } = makeFunnel([
    { way: 'em', step: 'clicks', count: 4 },
    { way: 'wa', step: 'visits', count: 10 },
    { way: 'em', step: 'accepted', count: 1 },
    { way: 'wa', step: 'accepted', count: 2 },
  ])
  expect(rows.map(({ way }) => way)).toEqual(['wa', 'em'])
  expect(rows[1]?.rates).toEqual({
    accepted: 0.25,
    confirmed: 0,
    orders: null,
    released: null,
    paid: null,
  })
  // Nobody clicked, so there is nothing to measure by.
  expect(rows[0]?.rates.accepted).toBeNull()
  expect(total.counts).toMatchObject({ visits: 10, clicks: 4, accepted: 3, paid: 0 })
})

test('equal rows keep one order, whatever order they were counted in', () => {
  const counted = ['wa', 'em', ''].map((way) => ({ way, step: 'clicks' as const, count: 1 }))
  const names = (list: typeof counted) => makeFunnel(list).rows.map(({ way }) => way)
  expect(names(counted)).toEqual(names(counted.toReversed()))
})

test('a rate is measured by a step that comes before it', () => {
  for (const [step, base] of Object.entries(rateBases))
    expect(funnelSteps.indexOf(base)).toBeLessThan(funnelSteps.indexOf(step as 'paid'))
})
