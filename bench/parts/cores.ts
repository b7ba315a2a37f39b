import { cpus } from 'node:os'
import { cookieNames } from '../../src/server/kinds.ts'
import { makeDataDir, removeDataDir, startApp, type RunningApp } from '../../scripts/start-app.ts'
import { openBenchSession, type BenchDatabase } from '../bench-database.ts'
import { compare, median, single } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { benchSecret } from '../make-deps.ts'
import type { Part } from '../part.ts'

/** Pages a second of the served app with two web processes, by turns with one, on the same database. */
export const measureCores: Part = async (bench) => {
  const database = await bench.cluster.create('bench_cores', 1_000)
  const session = await openBenchSession(database)
  const folders = [makeDataDir(), makeDataDir()] as const
  const apps: RunningApp[] = []
  try {
    const one = await serve(database, folders[0], 1)
    apps.push(one)
    const two = await serve(database, folders[1], 2)
    apps.push(two)
    const owner = { ...browserHeaders, cookie: `${cookieNames.user}=${session}` }
    const pages = [
      {
        name: 'personal area with 20 referrals',
        request: { path: '/de/persoenlicherbereich', headers: owner },
        aim: { of: 'ratio', atLeast: 1.6 },
      },
      { name: 'homepage', request: { path: '/de', headers: browserHeaders }, aim: null },
    ] as const
    const run = async ({ port }: RunningApp, page: (typeof pages)[number], seconds: number) => {
      const origin = `http://127.0.0.1:${port}`
      const requests = [page.request]
      const before = busyMs()
      const made = await load({ origin, requests, seconds, connections: 50, status: 200 })
      refuseOthers(page.name, made)
      if (made.answers === 0) throw new Error(`${page.name}: nothing was answered`)
      return { perSecond: made.perSecond, cores: (busyMs() - before) / (made.seconds * 1000) }
    }
    const rounds = pages.map((): { ours: number; baseline: number }[] => [])
    const shares = pages.map((): number[] => [])
    for (const page of pages)
      for (const app of apps) {
        const { path, headers } = page.request
        const { status } = await fetch(`http://127.0.0.1:${app.port}${path}`, { headers })
        if (status !== 200) throw new Error(`${page.name}: ${status}`)
        await run(app, page, 4)
      }
    for (let round = 0; round < bench.rounds; round += 1)
      for (const [at, page] of pages.entries()) {
        const [ofTwo, ofOne] = [await run(two, page, 4), await run(one, page, 4)]
        rounds[at]?.push({ ours: ofTwo.perSecond, baseline: ofOne.perSecond })
        // One process, PostgreSQL and the generator use that many cores; with all of them busy there would be so many more pages.
        const most = cpus().length / ofOne.cores
        shares[at]?.push(ofTwo.perSecond / ofOne.perSecond / most)
        bench.say(
          `${page.name}: ${ofTwo.perSecond.toFixed(0)}/s of two processes (${ofTwo.cores.toFixed(2)} cores), ${ofOne.perSecond.toFixed(0)}/s of one (${ofOne.cores.toFixed(2)})`,
        )
      }
    return {
      figures: pages.flatMap(({ name, aim }, at) => [
        compare(
          { what: `${name}, two web processes`, baseline: 'one', unit: '/s' },
          rounds[at] ?? [],
          aim,
        ),
        single(
          `${name}, two web processes, of what these cores can give`,
          median(shares[at] ?? []),
          'of 1',
          aim && { of: 'ours', atLeast: 0.9 },
        ),
      ]),
      notes: [
        'Cores: `npm run serve` with WEB_PROCESSES=2 and with 1 (ROLE=web, so no worker), by turns over 50 connections; PostgreSQL and the load generator take their part of the same cores, and what one process and these two leave idle is all that a second one can use: the second line is the share of it that it makes pages of.',
      ],
    }
  } finally {
    for (const app of apps) await app.stop()
    for (const folder of folders) removeDataDir(folder)
  }
}

const serve = ({ appUrl }: BenchDatabase, dataDir: string, processes: number) =>
  startApp({
    dataDir,
    supervised: true,
    env: {
      WEB_PROCESSES: `${processes}`,
      ROLE: 'web',
      DATABASE_URL: appUrl,
      DEMO: '1', // the benchmark's key and http are for the demo alone
      SECRET_KEY: benchSecret,
      SMTP_URL: 'smtp://127.0.0.1:2525',
    },
  })

/** Processor time of the whole machine since it started. */
const busyMs = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
