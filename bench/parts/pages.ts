import { cookieNames } from '../../src/server/kinds.ts'
import { listNumbers, openAgencySession, openBenchSession } from '../bench-database.ts'
import { cpuMs } from '../child.ts'
import { median, single } from '../figure.ts'
import { fillReports } from '../fill-reports.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

const agencyOrders = 300

/** Server-rendered pages per second and CPU time of each: recipient page, homepage, personal area, an agency's home and order report. */
export const measurePages: Part = async (bench) => {
  const database = await bench.cluster.create('bench_pages', 1_000)
  await fillReports(database, agencyOrders)
  const session = await openBenchSession(database)
  const agencySession = await openAgencySession(database)
  const { origin, child } = await startServer(bench, database)
  try {
    const numbers = await listNumbers(database, 200)
    const owner = { ...browserHeaders, cookie: `${cookieNames.user}=${session}` }
    const agency = {
      ...browserHeaders,
      host: 'bgv.localhost',
      cookie: `${cookieNames.agency}=${agencySession}`,
    }
    const pages = [
      {
        name: 'recipient page',
        aims: { perSecond: 700, cpu: 2.5 },
        requests: numbers.map((number) => ({
          path: `/de/empfaengerdaten/${number}?channel=wa`,
          headers: browserHeaders,
        })),
      },
      {
        name: 'homepage',
        aims: { perSecond: 3_000, cpu: undefined },
        requests: [{ path: '/de', headers: browserHeaders }],
      },
      {
        name: 'personal area with 20 referrals',
        aims: { perSecond: undefined, cpu: 6 },
        requests: [{ path: '/de/persoenlicherbereich', headers: owner }],
      },
      {
        name: 'agency home',
        aims: { perSecond: undefined, cpu: 8 },
        requests: [{ path: '/de/agentur/start', headers: agency }],
        connections: 5,
      },
      {
        name: 'order report',
        aims: { perSecond: undefined, cpu: 8 },
        requests: [{ path: '/de/agentur/auftraege', headers: agency }],
        connections: 5,
      },
    ]
    const run = async (
      {
        name,
        requests,
        connections = 50,
      }: Pick<(typeof pages)[number], 'name' | 'requests'> & { connections?: number },
      seconds: number,
    ) => {
      const before = cpuMs(child.pid)
      const result = await load({ origin, requests, seconds, connections, status: 200 })
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
      figures: pages.flatMap(({ name, aims: { perSecond, cpu } }, index) => {
        const made = rounds[index] ?? []
        const of = 'ours' as const
        return [
          single(
            name,
            median(made.map((one) => one.perSecond)),
            '/s',
            perSecond === undefined ? null : { of, atLeast: perSecond },
          ),
          single(
            `CPU per ${name}`,
            median(made.map((one) => one.cpu)),
            'ms',
            cpu === undefined ? null : { of, atMost: cpu },
          ),
        ]
      }),
      notes: [
        'Pages: 50 connections, compressed with brotli as browsers ask for it; CPU is all threads of the server process. The homepage is the same for every stranger, and sent as it lies there; the others are rendered for each request.',
        `Agency pages: the owner of an agency with 40 employees and ${agencyOrders * 0.9} orders, of which a sixth wait for a decision; 50 of them are on the page of the order report; 5 connections, as pages that the end of a round cuts off count in its CPU.`,
      ],
    }
  } finally {
    await child.stop()
  }
}
