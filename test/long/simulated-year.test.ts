import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { expectAgreement } from '../year/agree.ts'
import { fraudWeeksOf, houses, live, openHouse } from '../year/simulate.ts'
import { readSeed } from './random.ts'

// Twelve months of three tenants with `npm run test:year`, 20,000 rewards unless REWARDS says how many; a few weeks of one tenant in
// `npm run test:long`.

const isWhole = process.env['YEAR'] === 'whole'
const rewards = Number(process.env['REWARDS'] ?? 20_000)
const ordersOf = (orders: number) => Math.ceil((orders * rewards) / 20_000)
const seed = readSeed()
const size = isWhole
  ? {
      weeks: 52,
      houses: houses.map((house) => ({
        ...house,
        ...(house.hasFraud
          ? { orders: ordersOf(91), weeks: 50 }
          : { orders: ordersOf(105), weeks: 43 }),
      })),
    }
  : {
      weeks: 6,
      houses: houses
        .filter(({ hasFraud }) => hasFraud)
        .map((house) => ({ ...house, orders: 45, weeks: 3 })),
    }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test(
  `every euro of the bank’s statements is in the ledger, on the people’s pages and in DATEV, nobody is paid twice or forgotten, and no thief is paid (SEED=${seed})`,
  { timeout: isWhole ? 3 * 3_600_000 : 300_000 },
  async () => {
    const fraudWeeks = fraudWeeksOf(size.weeks)
    const lived: Awaited<ReturnType<typeof openHouse>>[] = []
    for (const [at, house] of size.houses.entries())
      lived.push(await openHouse(server, house, { seed: seed + at, fraudWeeks, weeks: size.weeks }))
    await live(server, lived, size.weeks)
    for (const house of lived) {
      const { counts, house: of, months } = house
      const end = await expectAgreement(server, house)
      counts.rewards = house.programme.owed.size
      counts.confirmed = house.programme.confirmed()
      process.stdout.write(
        `${of.code}: ${JSON.stringify({ ...counts, ...end, months: months.closed.length })}\n`,
      )
      expect(counts.returned).toBeGreaterThan(0)
      expect(counts.damaged).toBeGreaterThan(0)
      expect(counts.frauds > 0).toBe(of.hasFraud)
    }
    const made = lived.reduce((all, { counts }) => all + counts.rewards, 0)
    const all = (what: 'close' | 'none' | 'cancelled' | 'confirmed') =>
      lived.reduce((sum, { counts }) => sum + counts[what], 0)
    // What the bank found of payees, and orders that were cancelled for it; a few weeks may have none.
    if (isWhole)
      for (const what of ['close', 'none', 'cancelled', 'confirmed'] as const)
        expect([what, all(what) > 0]).toEqual([what, true])
    expect(made).toBeGreaterThanOrEqual(isWhole ? rewards : 190)
  },
)
