import { countRows, listNumbers } from '../bench-database.ts'
import { compare } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

const connections = 50

/** Clicks per second through the real route, against a bare route with one insert on the same server. */
export const measureClicks: Part = async (bench) => {
  const database = await bench.cluster.create('bench_clicks', 1_000)
  const { origin, child } = await startServer(bench, database)
  try {
    const numbers = await listNumbers(database, 500)
    const paths = {
      click: (number: string) => `/api/v1/standard/empfehlen/click/${number}?channel=wa`,
      insert: (number: string) => `/bench/insert/${number}`,
    }
    const run = async (route: keyof typeof paths, seconds: number) => {
      const table = route === 'click' ? 'clicks' : 'bench_clicks'
      const before = await countRows(database, table)
      const requests = numbers.map((number) => ({
        path: paths[route](number),
        headers: browserHeaders,
      }))
      const result = await load({ origin, requests, seconds, connections, status: 302 })
      refuseOthers(route, result)
      const added = (await countRows(database, table)) - before
      // Requests cut off at the end of the round may be counted unanswered, never the reverse.
      if (added < result.answers || added > result.answers + connections) {
        throw new Error(`${route}: ${result.answers} answers, but ${added} rows`)
      }
      return result.perSecond
    }
    await run('insert', 2)
    await run('click', 2)
    const rounds: { ours: number; baseline: number }[] = []
    // Many short turns rather than few long ones: other load on the machine hits both alike.
    for (let round = 0; round < bench.rounds * 3; round += 1) {
      const baseline = await run('insert', 1)
      const ours = await run('click', 1)
      rounds.push({ ours, baseline })
      bench.say(`clicks ${ours.toFixed(0)}/s, bare insert ${baseline.toFixed(0)}/s`)
    }
    return {
      figures: [
        compare({ what: 'clicks', baseline: 'a bare insert', unit: '/s' }, rounds, {
          of: 'ratio',
          atLeast: 0.8,
        }),
      ],
      notes: [
        'Clicks: 50 connections, pool of 10, fsync and synchronous_commit on; after every round each 302 had its row.',
      ],
    }
  } finally {
    await child.stop()
  }
}
