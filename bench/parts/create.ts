import { countRows, listReferrals, prepareBareClicks } from '../bench-database.ts'
import { startChild } from '../child.ts'
import { createPath, createRequest } from '../create-request.ts'
import { compare } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

const connections = 50

/**
 * Referral creations per second over HTTP, against the same SQL sent by a bare script, and against a program of its own that looks up and
 * inserts one row for each request (bench/bare-click.ts).
 */
export const measureCreate: Part = async (bench) => {
  const database = await bench.cluster.create('bench_create', 1_000)
  await prepareBareClicks(database)
  const { origin, child } = await startServer(bench, database)
  const insert = await startServer(bench, database, './bare-click.ts')
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
      const result = await load({ origin, requests, seconds, connections, status: 201 })
      refuseOthers('create', result)
      const added = (await countRows(database, 'referrals')) - before
      if (added < result.answers)
        throw new Error(`${result.answers} creations answered, but ${added} rows`)
      return result.perSecond
    }
    const known = await listReferrals(database, 'number', 500)
    const inserts = known.map((number) => ({
      path: `/number/standard/${number}?channel=wa`,
      headers: browserHeaders,
    }))
    const runInsert = async (seconds: number) => {
      const asked = { origin: insert.origin, requests: inserts, seconds, connections, status: 302 }
      const result = await load(asked)
      refuseOthers('single insert', result)
      return result.perSecond
    }
    // Warm-up until all three programs are compiled.
    const { waves } = await runBare(8)
    await runHttp(8)
    await runInsert(2)
    const rounds: { ours: number; sql: number; single: number }[] = []
    for (let round = 0; round < bench.rounds * 2; round += 1) {
      const { perSecond: sql } = await runBare(1.5)
      const ours = await runHttp(1.5)
      const single = await runInsert(1)
      rounds.push({ ours, sql, single })
      bench.say(
        `creations ${ours.toFixed(0)}/s, bare SQL ${sql.toFixed(0)}/s, single insert ${single.toFixed(0)}/s`,
      )
    }
    const against = (baseline: 'sql' | 'single') =>
      rounds.map((round) => ({ ours: round.ours, baseline: round[baseline] }))
    const sizes = waves.map((borrow) => borrow.join(' + ')).join('; ')
    return {
      figures: [
        compare(
          { what: 'referral creations', baseline: 'the same SQL bare', unit: '/s' },
          against('sql'),
          { of: 'ratio', atLeast: 0.6 },
        ),
        compare(
          {
            what: `creations, ${connections} connections`,
            baseline: 'a bare program’s single insert',
            unit: '/s',
          },
          against('single'),
          {
            of: 'ratio',
            atLeast: 0.15,
          },
        ),
      ],
      notes: [
        `Creations: each by a new person from another address, ${waves.flat().reduce((sum, size) => sum + size, 0)} statements in waves of ${sizes}; mails are queued in the same transaction, no worker runs (ROLE=web). Those that arrive together share a transaction. The bare script sends the recorded statements of one alone in the same waves, 50 at once over a pool of 10; the single insert is that of bench/bare-click.ts, a click looked up and inserted for each request.`,
      ],
    }
  } finally {
    await bare.stop()
    await insert.child.stop()
    await child.stop()
  }
}
