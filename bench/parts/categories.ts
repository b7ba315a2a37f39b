import { cpuMs } from '../child.ts'
import { compare, quantile, single } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

const host = 'telko.localhost'

/** Server time of a page with 120+ offers, sequentially, against the smallest page of the same tenant. */
export const measureCategories: Part = async (bench) => {
  const database = await bench.cluster.create('bench_categories', 20)
  const { origin, child } = await startServer(bench, database)
  try {
    const headers = { ...browserHeaders, host }
    const run = async (path: string, seconds: number) => {
      const before = cpuMs(child.pid)
      const result = await load({
        origin,
        requests: [{ path, headers }],
        seconds,
        connections: 1,
        status: 200,
      })
      refuseOthers(path, result)
      return {
        p95: quantile(result.latencies, 0.95),
        median: quantile(result.latencies, 0.5),
        cpu: (cpuMs(child.pid) - before) / result.answers,
      }
    }
    const [category, baseline] = ['/de/tarife/handys?anzahl=alle', '/de/impressum']
    for (const path of [category, baseline]) await run(path, 5)
    const rounds: {
      ours: Awaited<ReturnType<typeof run>>
      other: Awaited<ReturnType<typeof run>>
    }[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      const made = { ours: await run(category, 3), other: await run(baseline, 2) }
      rounds.push(made)
      bench.say(
        `category page ${made.ours.median.toFixed(1)} ms, p95 ${made.ours.p95.toFixed(1)} ms; imprint ${made.other.median.toFixed(1)} ms`,
      )
    }
    const figures = (pick: 'p95' | 'median') =>
      rounds.map(({ ours, other }) => ({ ours: ours[pick], baseline: other[pick] }))
    return {
      figures: [
        compare(
          {
            what: 'category page with 128 offers (one after another, p95)',
            baseline: 'the imprint',
            unit: 'ms',
          },
          figures('p95'),
          { of: 'ours', atMost: 30 },
        ),
        compare(
          {
            what: 'category page with 128 offers (one after another, median)',
            baseline: 'the imprint',
            unit: 'ms',
          },
          figures('median'),
          null,
        ),
        single(
          'CPU per category page with 128 offers',
          quantile(
            rounds.map(({ ours }) => ours.cpu),
            0.5,
          ),
          'ms',
        ),
      ],
      notes: [
        'Category page: GET /de/tarife/handys?anzahl=alle of telko, all 128 offers at once (a visitor gets 24 and a link to more), with its loader and its API call, rendered anew for each request and compressed with brotli; the imprint is the smallest page of the same tenant, and lies there ready.',
      ],
    }
  } finally {
    await child.stop()
  }
}
