import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offeredShares, unchosenShare } from './shares.ts'

const three = [100, 50, 0]
const shown = (
  rewardCents: number,
  capCents: number | null,
  excess: 'auto' | 'forfeited' = 'auto',
) =>
  offeredShares(three, { rewardCents, capCents, excess }).map((one) => [
    one.share,
    one.meCents,
    one.contactCents,
  ])

test('without a cap every share is offered, to the cent', () => {
  expect(shown(5001, null)).toEqual([
    [100, 5001, 0],
    [50, 2501, 2500],
    [0, 0, 5001],
  ])
})

test('a share that only forfeits money is not offered: 30 euros, of which a contact may have 15', () => {
  expect(shown(3000, 1500)).toEqual([
    [100, 3000, 0],
    [50, 1500, 1500],
  ])
  expect(shown(5000, 1500)).toEqual([
    [100, 5000, 0],
    [50, 3500, 1500],
  ])
})

test('a cap of 0 leaves one choice', () => {
  expect(shown(3000, 0)).toEqual([[100, 3000, 0]])
  expect(shown(3000, 0, 'forfeited')).toEqual([[100, 3000, 0]])
})

test('the default share applies where it is offered, else the one that gives the contact as much', () => {
  const capped = { rewardCents: 3000, capCents: 1500, excess: 'auto' } as const
  expect(unchosenShare(three, 100, capped)).toBe(100)
  expect(unchosenShare(three, 0, capped)).toBe(50)
  expect(unchosenShare([50], 100, capped)).toBe(50)
  expect(unchosenShare(three, 50, { ...capped, capCents: 0 })).toBe(100)
})

test('no share left out is better for anybody than an offered one', () => {
  const amounts = fc.record({
    rewardCents: fc.nat(100_000),
    capCents: fc.option(fc.nat(60_000)),
    excess: fc.constantFrom('auto' as const, 'referrer' as const, 'forfeited' as const),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(100), { minLength: 1, maxLength: 4 }),
      amounts,
      (shares, given) => {
        const offered = offeredShares(shares, given)
        expect(offered.length).toBeGreaterThan(0)
        for (const share of shares) {
          const [own] = offeredShares([share], given)
          const isCovered = offered.some(
            (one) => one.meCents >= own!.meCents && one.contactCents >= own!.contactCents,
          )
          expect(isCovered).toBe(true)
        }
      },
    ),
  )
})
