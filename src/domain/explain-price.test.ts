import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainPrice } from './explain-price.ts'
import { applyRecipientCap, split, type ExcessTo } from './money.ts'

const priced = (
  totalCents: number,
  share: number,
  cap: { cents: number | null; used: number; excess: ExcessTo },
) => {
  const amounts = applyRecipientCap({
    split: split(totalCents, share),
    capCents: cap.cents,
    usedCents: cap.used,
    referrerShare: share,
    excessTo: cap.excess,
  })
  const limit =
    cap.cents === null
      ? {}
      : { capCents: cap.cents, capUsedCents: cap.used, forfeitedCents: amounts.forfeited }
  return { amounts, rule: { plan: 'standard', totalCents, share, ...limit } }
}

test('50 € at 50 % with a limit of 15 €: 10 € go to the referrer, so 35 and 15', () => {
  const { rule } = priced(5_000, 50, { cents: 1_500, used: 0, excess: 'auto' })
  expect(explainPrice(rule)).toEqual({
    referrer: 3_500,
    recipient: 1_500,
    forfeited: 0,
    moved: 1_000,
    isCapped: true,
  })
})

test('whatever was priced, the lines lead to both amounts and add up to the total', () => {
  const amount = fc.integer({ min: 0, max: 200_000 })
  fc.assert(
    fc.property(
      amount,
      fc.integer({ min: 0, max: 100 }),
      fc.option(amount),
      fc.integer({ min: -500, max: 200_000 }),
      fc.constantFrom<ExcessTo>('auto', 'referrer', 'forfeited'),
      (total, share, cents, used, excess) => {
        const { amounts, rule } = priced(total, share, { cents, used, excess })
        const steps = explainPrice(rule)!
        expect(steps).toMatchObject(amounts)
        expect(steps.referrer + steps.recipient + steps.forfeited).toBe(total)
        expect(steps.referrer - steps.moved).toBe(split(total, share).referrer)
      },
    ),
  )
})

test('every small amount, share and limit leads to what was paid', () => {
  for (const excess of ['auto', 'referrer', 'forfeited'] as const)
    for (let total = 0; total <= 30; total++)
      for (let share = 0; share <= 100; share += 5)
        for (let cents = 0; cents <= 30; cents += 3)
          for (const used of [0, 4, 31]) {
            const { amounts, rule } = priced(total, share, { cents, used, excess })
            const steps = explainPrice(rule)
            if (steps?.referrer !== amounts.referrer || steps.recipient !== amounts.recipient)
              expect.fail(JSON.stringify({ rule, steps, amounts }))
          }
})

test.each<[string, Record<string, unknown>]>([
  ['goodwill', { plan: 'goodwill', totalCents: 5_000, reason: 'Ausfall' }],
  ['nothing', {}],
  ['a share above all', { totalCents: 5_000, share: 101 }],
  ['words', { totalCents: '5000', share: 50 }],
  ['a limit without what was used', { totalCents: 5_000, share: 50, capCents: 1_500 }],
  [
    'more forfeited than was above',
    { totalCents: 5_000, share: 50, capCents: 1_500, capUsedCents: 0, forfeitedCents: 1_001 },
  ],
])('a rule of %s explains nothing', (_, rule) => {
  expect(explainPrice(rule)).toBe(null)
})
