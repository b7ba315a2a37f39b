import { startChild } from '../child.ts'
import { createPath, createRequest } from '../create-request.ts'
import { compare } from '../figure.ts'
import { load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'
import { countRows } from '../bench-database.ts'

/** Referral creations per second over HTTP, against the same SQL sent by a bare script. */
export const measureCreate: Part = async (bench) => {
  const database = await bench.cluster.create('bench_create', 1_000)
  const { origin, child } = await startServer(bench, database)
  const bare = startChild('./bare-create.ts', { appUrl: database.appUrl }, bench.profileDir)
  try {
    const runBare = async (seconds: number) => {
      const {
        created,
        seconds: took,
        waves,
      } = await bare.ask<{ created: number; seconds: number; waves: number[][] }>({ seconds })
      return { perSecond: created / took, waves }
    }
    const runHttp = async (seconds: number) => {
      const before = await countRows(database, 'referrals')
      const fresh = (request: object) => ({ ...request, ...createRequest(`load-${process.pid}`) })
      const requests = [{ method: 'POST' as const, path: createPath, setupRequest: fresh }]
      const result = await load({ origin, requests, seconds, connections: 50, status: 201 })
      refuseOthers('create', result)
      const added = (await countRows(database, 'referrals')) - before
      if (added < result.answers)
        throw new Error(`${result.answers} creations answered, but ${added} rows`)
      return result.perSecond
    }
    // Warm-up until both programs are compiled.
    const { waves } = await runBare(8)
    await runHttp(8)
    const rounds: { ours: number; baseline: number }[] = []
    for (let round = 0; round < bench.rounds * 2; round += 1) {
      const { perSecond: baseline } = await runBare(1.5)
      const ours = await runHttp(1.5)
      rounds.push({ ours, baseline })
      bench.say(`creations ${ours.toFixed(0)}/s, bare SQL ${baseline.toFixed(0)}/s`)
    }
    const sizes = waves.map((borrow) => borrow.join(' + ')).join('; ')
    return {
      figures: [
        compare({ what: 'referral creations', baseline: 'the same SQL bare', unit: '/s' }, rounds, {
          of: 'ratio',
          atLeast: 0.6,
        }),
      ],
      notes: [
        `Creations: each by a new person from another address, ${waves.flat().reduce((sum, size) => sum + size, 0)} statements in waves of ${sizes}; mails are queued in the same transaction, no worker runs (ROLE=web). The bare script sends the recorded statements in the same waves, 50 at once over a pool of 10.`,
      ],
    }
  } finally {
    await bare.stop()
    await child.stop()
  }
}
