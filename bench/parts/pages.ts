import { listNumbers } from '../bench-database.ts'
import { cpuMs } from '../child.ts'
import { median, single } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

/** Server-rendered recipient pages a second, and what one costs in processor time. */
export const measurePages: Part = async (bench) => {
  const database = await bench.cluster.create('bench_pages', 1_000)
  const { origin, child } = await startServer(bench, database)
  try {
    const numbers = await listNumbers(database, 200)
    const requests = numbers.map((number) => ({
      path: `/de/empfaengerdaten/${number}?channel=wa`,
      headers: browserHeaders,
    }))
    const run = async (seconds: number) => {
      const before = cpuMs(child.pid)
      const result = await load({ origin, requests, seconds, connections: 50, status: 200 })
      refuseOthers('recipient page', result)
      return { perSecond: result.perSecond, cpu: (cpuMs(child.pid) - before) / result.answers }
    }
    await run(4)
    const rounds: Awaited<ReturnType<typeof run>>[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      const made = await run(3)
      rounds.push(made)
      bench.say(
        `recipient pages ${made.perSecond.toFixed(0)}/s, ${made.cpu.toFixed(2)} ms of CPU each`,
      )
    }
    return {
      figures: [
        single(
          'recipient pages, rendered on the server',
          median(rounds.map((round) => round.perSecond)),
          '/s',
        ),
        single('CPU per recipient page', median(rounds.map((round) => round.cpu)), 'ms'),
      ],
      notes: [
        'Recipient pages: 50 connections, compressed with brotli as browsers ask for it; CPU is all threads of the server process.',
      ],
    }
  } finally {
    await child.stop()
  }
}
