import { cookieNames } from '../../src/server/kinds.ts'
import { listNumbers, openBenchSession } from '../bench-database.ts'
import { cpuMs } from '../child.ts'
import { median, single } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

/** Server-rendered pages per second and CPU time of each: recipient page, homepage, personal area. */
export const measurePages: Part = async (bench) => {
  const database = await bench.cluster.create('bench_pages', 1_000)
  const session = await openBenchSession(database)
  const { origin, child } = await startServer(bench, database)
  try {
    const numbers = await listNumbers(database, 200)
    const owner = { ...browserHeaders, cookie: `${cookieNames.user}=${session}` }
    const pages = [
      {
        name: 'recipient page',
        requests: numbers.map((number) => ({
          path: `/de/empfaengerdaten/${number}?channel=wa`,
          headers: browserHeaders,
        })),
      },
      { name: 'homepage', requests: [{ path: '/de', headers: browserHeaders }] },
      {
        name: 'personal area with 20 referrals',
        requests: [{ path: '/de/persoenlicherbereich', headers: owner }],
      },
    ]
    const run = async ({ name, requests }: (typeof pages)[number], seconds: number) => {
      const before = cpuMs(child.pid)
      const result = await load({ origin, requests, seconds, connections: 50, status: 200 })
      refuseOthers(name, result)
      return { perSecond: result.perSecond, cpu: (cpuMs(child.pid) - before) / result.answers }
    }
    const rounds = pages.map((): Awaited<ReturnType<typeof run>>[] => [])
    for (const page of pages) await run(page, 4)
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const [index, page] of pages.entries()) {
        const made = await run(page, 3)
        rounds[index]?.push(made)
        bench.say(
          `${page.name} ${made.perSecond.toFixed(0)}/s, ${made.cpu.toFixed(2)} ms of CPU each`,
        )
      }
    }
    return {
      figures: pages.flatMap(({ name }, index) => {
        const made = rounds[index] ?? []
        return [
          single(
            `${name}, rendered on the server`,
            median(made.map(({ perSecond }) => perSecond)),
            '/s',
          ),
          single(`CPU per ${name}`, median(made.map(({ cpu }) => cpu)), 'ms'),
        ]
      }),
      notes: [
        'Pages: 50 connections, compressed with brotli as browsers ask for it; CPU is all threads of the server process.',
      ],
    }
  } finally {
    await child.stop()
  }
}
