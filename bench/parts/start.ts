import { createReferral } from '../../scripts/demo-people.ts'
import {
  answersOk,
  makeDataDir,
  removeDataDir,
  startApp,
  type RunningApp,
} from '../../scripts/start-app.ts'
import { residentMb } from '../child.ts'
import { median, single } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import type { Part } from '../part.ts'

const starts = 3

/** The real app as `npm run serve` starts it: time of a second start, and memory after load. */
export const measureStart: Part = async (bench) => {
  const dataDir = makeDataDir()
  let app: RunningApp | null = null
  try {
    app = await startApp({ dataDir })
    const took: number[] = []
    for (let i = 0; i < starts; i += 1) {
      await app.stop()
      const started = performance.now()
      app = await startApp({ dataDir })
      if (!(await answersOk(`${app.origin}/de`))) throw new Error('the homepage does not answer')
      took.push((performance.now() - started) / 1000)
      bench.say(
        `started in ${took.at(-1)?.toFixed(2)} s (ready after ${(app.readyAfterMs / 1000).toFixed(2)} s)`,
      )
    }
    const pid = app.child.pid ?? 0
    const before = residentMb(pid)
    const loaded = await loadEverything(app)
    const after = residentMb(pid)
    bench.say(
      `resident ${before.now.toFixed(0)} MB before, ${after.now.toFixed(0)} MB after load, peak ${after.peak.toFixed(0)} MB`,
    )
    return {
      figures: [
        single('cold start, until ready and the first page', median(took), 's', {
          of: 'ours',
          atMost: 2,
        }),
        single('resident memory after load', after.now, 'MB', { of: 'ours', atMost: 400 }),
        single('resident memory, highest', after.peak, 'MB'),
      ],
      notes: [
        `Cold start: the second start of the real app with its data, from spawn to /health/ready and a rendered homepage, embedded PostgreSQL and development inbox included.`,
        `Memory: VmRSS of the server process alone (10^6 bytes), worker and demo included, after ${loaded}; ${before.now.toFixed(0)} MB before it.`,
      ],
    }
  } finally {
    await app?.stop()
    removeDataDir(dataDir)
  }
}

async function loadEverything({ origin }: RunningApp): Promise<string> {
  // Mails for the worker: enough to warm it up, few enough for the inbox.
  const creators = 8
  const numbers: string[] = []
  await Promise.all(
    Array.from({ length: creators }, async (_, creator) => {
      for (let i = 0; i < 25; i += 1) {
        const person = i * creators + creator
        numbers.push(
          (await createReferral(origin, person, `memory-${person}@bench.example`))[
            'Empfehlungsnummer'
          ] ?? '',
        )
      }
    }),
  )
  const click = {
    path: `/api/v1/standard/empfehlen/click/${numbers[0]}?channel=wa`,
    headers: browserHeaders,
  }
  const clicks = await load({ origin, requests: [click], seconds: 8, connections: 50, status: 302 })
  const paths = [
    '/de',
    '/en',
    '/de/agb',
    '/de/login',
    '/de/empfehlen/101',
    ...numbers.slice(0, 20).map((number) => `/de/empfaengerdaten/${number}`),
  ]
  const pages = await load({
    origin,
    requests: paths.map((path) => ({ path, headers: browserHeaders })),
    seconds: 15,
    connections: 50,
    status: 200,
  })
  for (const [what, result] of Object.entries({ clicks, pages })) refuseOthers(what, result)
  return `${clicks.answers} clicks, ${pages.answers} pages and ${numbers.length} creations with their mails`
}
