import { openBenchSession } from '../bench-database.ts'
import { compare, quantile } from '../figure.ts'
import { load, refuseOthers } from '../load.ts'
import { startServer, type Bench, type Part } from '../part.ts'

const sizes = { small: 1_000, large: 1_000_000 } as const
const modes = [
  { connections: 1, part: 0.5, what: 'one after another, median' },
  { connections: 1, part: 0.95, what: 'one after another, p95' },
  { connections: 50, part: 0.5, what: '50 at once, median' },
  { connections: 50, part: 0.95, what: '50 at once, p95' },
]

/** The personal area's call for a referrer with 20 referrals, in tables of 1,000 and 1,000,000. */
export const measurePersonal: Part = async (bench) => {
  const small = await open(bench, 'small')
  const large = await open(bench, 'large')
  try {
    const run = async (who: typeof small, connections: number, seconds: number) => {
      const headers = { authorization: `Bearer ${who.token}`, 'accept-language': 'de' }
      const requests = [{ path: '/api/v1/standard/empfehler/empfehlungen', headers }]
      const result = await load({ origin: who.origin, requests, seconds, connections, status: 200 })
      refuseOthers('personal area', result)
      return result.latencies
    }
    for (const who of [small, large]) {
      await run(who, 1, 2)
      await run(who, 50, 6)
    }
    const rounds = modes.map((): { ours: number; baseline: number }[] => [])
    for (let round = 0; round < bench.rounds * 2; round += 1) {
      for (const connections of [1, 50]) {
        // Alternate who goes first: what follows 50 connections finds a busier machine.
        const first = round % 2 === 0 ? small : large
        const before = await run(first, connections, 1)
        const after = await run(first === small ? large : small, connections, 1)
        const [baseline, ours] = first === small ? [before, after] : [after, before]
        for (const [index, mode] of modes.entries()) {
          if (mode.connections !== connections) continue
          rounds[index]?.push({
            ours: quantile(ours, mode.part),
            baseline: quantile(baseline, mode.part),
          })
        }
      }
      bench.say(
        `personal area ${rounds.map((made) => `${made.at(-1)?.ours.toFixed(2)} / ${made.at(-1)?.baseline.toFixed(2)}`).join(', ')} ms`,
      )
    }
    return {
      figures: modes.map(({ what }, index) =>
        compare(
          { what: `personal area, 1,000,000 referrals (${what})`, baseline: '1,000', unit: 'ms' },
          rounds[index] ?? [],
          {
            of: 'ratio',
            atMost: 1.3,
          },
        ),
      ),
      notes: [
        'Personal area: GET empfehler/empfehlungen of an account with 20 referrals (20 clicks, 4 recipients, 1 order, 1 reward) in either size; 50,000 accounts share the large table, with 1,000,000 clicks and 200,000 recipients beside it.',
      ],
    }
  } finally {
    await small.child.stop()
    await large.child.stop()
  }
}

async function open(bench: Bench, size: keyof typeof sizes) {
  const started = performance.now()
  const database = await bench.cluster.create(`bench_${size}`, sizes[size])
  bench.say(
    `${sizes[size]} referrals made in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  const token = await openBenchSession(database)
  const { origin, child } = await startServer(bench, database)
  const answer = await fetch(`${origin}/api/v1/standard/empfehler/empfehlungen`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const list: unknown = await answer.json()
  if (!Array.isArray(list) || list.length !== 20)
    throw new Error(`the caller owns 20 referrals, got ${JSON.stringify(list).slice(0, 300)}`)
  return { origin, child, token }
}
