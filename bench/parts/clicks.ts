import { countRows, giveCodes, listReferrals, prepareBareClicks } from '../bench-database.ts'
import { cpuMs } from '../child.ts'
import { compare, type Figure } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

// At 500 connections commits are shared by more.
const aims = [
  { connections: 50, atLeast: 1 },
  { connections: 500, atLeast: 1.5 },
] as const

const kinds = [
  { what: 'clicks', each: 'click', by: 'number', path: '/api/v1/standard/empfehlen/click' },
  { what: 'short links', each: 'short link', by: 'code', path: '/k' },
] as const

const many = 500

/** Clicks per second and their processor time, on both kinds of links, against a program of its own that looks up and inserts for each. */
export const measureClicks: Part = async (bench) => {
  const database = await bench.cluster.create('bench_clicks', 1_000)
  await giveCodes(database, many)
  await prepareBareClicks(database)
  const ours = await startServer(bench, database)
  const bare = await startServer(bench, database, './bare-click.ts')
  const sides = {
    ours: { ...ours, table: 'clicks' },
    bare: { ...bare, table: 'bench_clicks' },
  }
  const run = async (
    side: keyof typeof sides,
    paths: string[],
    connections: number,
    seconds: number,
  ) => {
    const { origin, child, table } = sides[side]
    const [before, cpuBefore] = [await countRows(database, table), cpuMs(child.pid)]
    const requests = paths.map((path) => ({ path, headers: browserHeaders }))
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
    for (const { kind, connections, atLeast } of kinds.flatMap((kind) =>
      aims.map((aim) => ({ kind, ...aim })),
    )) {
      const what = `${kind.what}, ${connections} connections`
      const known = await listReferrals(database, kind.by, many)
      const paths = {
        ours: known.map((one) => `${kind.path}/${one}?channel=wa`),
        bare: known.map((one) => `/${kind.by}/standard/${one}?channel=wa`),
      }
      const take = (side: keyof typeof sides, seconds: number) =>
        run(side, paths[side], connections, seconds)
      await take('bare', 2)
      await take('ours', 2)
      const rounds: { [side in keyof typeof sides]: Awaited<ReturnType<typeof run>> }[] = []
      // Many short turns rather than few long ones: other load on the machine hits both alike.
      for (let round = 0; round < bench.rounds * 2; round += 1) {
        const bareRound = await take('bare', 1)
        rounds.push({ bare: bareRound, ours: await take('ours', 1) })
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
          { what: `CPU per ${kind.each}, ${connections} connections`, baseline, unit: 'ms' },
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
