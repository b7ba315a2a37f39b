import { assertCents, type Cents } from './money.ts'

/** How much of each of these is taken for `cents`, in their order; those of which nothing is taken are left out. */
export function takeFrom<Owed extends { cents: Cents }>(
  owed: readonly Owed[],
  cents: Cents,
): Owed[] {
  assertCents(cents)
  let left = cents
  return owed.flatMap((one) => {
    const taken = Math.min(left, one.cents)
    left -= taken
    return taken > 0 ? [{ ...one, cents: taken }] : []
  })
}
