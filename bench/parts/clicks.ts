import { countRows, listNumbers, prepareBareClicks } from '../bench-database.ts'
import { cpuMs } from '../child.ts'
import { compare, type Figure } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

// At 500 connections commits are shared by more.
const aims = [
  { connections: 50, atLeast: 1 },
  { connections: 500, atLeast: 1.5 },
] as const

/** Clicks per second and their processor time, against a program of its own that looks up and inserts for each. */
export const measureClicks: Part = async (bench) => {
  const database = await bench.cluster.create('bench_clicks', 1_000)
  await prepareBareClicks(database)
  const ours = await startServer(bench, database)
  const bare = await startServer(bench, database, './bare-click.ts')
  const numbers = await listNumbers(database, 500)
  const sides = {
    ours: {
      ...ours,
      table: 'clicks',
      path: (number: string) => `/api/v1/standard/empfehlen/click/${number}?channel=wa`,
    },
    bare: {
      ...bare,
      table: 'bench_clicks',
      path: (number: string) => `/click/standard/${number}?channel=wa`,
    },
  }
  const run = async (side: keyof typeof sides, connections: number, seconds: number) => {
    const { origin, child, table, path } = sides[side]
    const [before, cpuBefore] = [await countRows(database, table), cpuMs(child.pid)]
    const requests = numbers.map((number) => ({ path: path(number), headers: browserHeaders }))
    const result = await load({ origin, requests, seconds, connections, status: 302 })
    refuseOthers(side, result)
    const cpu = (cpuMs(child.pid) - cpuBefore) / result.answers
    const added = (await countRows(database, table)) - before
    // Requests cut off at the end of the round may be counted unanswered, never the reverse.
    if (added < result.answers || added > result.answers + connections)
      throw new Error(`${side}: ${result.answers} answers, but ${added} rows`)
    return { perSecond: result.perSecond, cpu }
  }
  try {
    const figures: Figure[] = []
    for (const { connections, atLeast } of aims) {
      const what = `clicks, ${connections} connections`
      await run('bare', connections, 2)
      await run('ours', connections, 2)
      const rounds: { [side in keyof typeof sides]: Awaited<ReturnType<typeof run>> }[] = []
      // Many short turns rather than few long ones: other load on the machine hits both alike.
      for (let round = 0; round < bench.rounds * 2; round += 1) {
        const bareRound = await run('bare', connections, 1)
        rounds.push({ bare: bareRound, ours: await run('ours', connections, 1) })
        const { ours: one, bare: other } = rounds.at(-1)!
        bench.say(
          `${what}: ${one.perSecond.toFixed(0)}/s, ${one.cpu.toFixed(3)} ms each; bare ${other.perSecond.toFixed(0)}/s, ${other.cpu.toFixed(3)} ms`,
        )
      }
      const pairs = (of: 'perSecond' | 'cpu') =>
        rounds.map((round) => ({ ours: round.ours[of], baseline: round.bare[of] }))
      const baseline = 'a bare program'
      figures.push(
        compare({ what, baseline, unit: '/s' }, pairs('perSecond'), { of: 'ratio', atLeast }),
        compare(
          { what: `CPU per click, ${connections} connections`, baseline, unit: 'ms' },
          pairs('cpu'),
          {
            of: 'ours',
            atMost: 0.09,
          },
        ),
      )
    }
    return {
      figures,
      notes: [
        'Clicks: pool of 10, fsync and synchronous_commit on; after every round each 302 had its row. The bare program (bench/bare-click.ts) is Fastify, pg and one prepared statement that looks up and inserts for each request, on tables without row security and foreign keys, no log; CPU is all threads of the server process.',
      ],
    }
  } finally {
    await ours.child.stop()
    await bare.child.stop()
  }
}
