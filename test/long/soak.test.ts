import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { makeDataDir, removeDataDir, startApp, type RunningApp } from '../../scripts/start-app.ts'
import { alignTable } from '../../scripts/write-figures.ts'
import { checkBooks } from './check-books.ts'
import { makeRandom, readSeed } from './random.ts'
import { startHardClients } from './soak-hard.ts'
import { answerRows, figureRows, judge } from './soak-judge.ts'
import { startSoakLoad } from './soak-load.ts'
import { compareRows, readLog, startWatch, watched } from './soak-watch.ts'

// `npm run soak` is 20 minutes at 80 requests a second; the long run has 3 at a rate that two busy cores carry.
const minutes = Number(process.env['SOAK_MINUTES'] ?? 3)
const rate = Number(process.env['SOAK_RATE'] ?? (minutes < 10 ? 20 : 80))
const sampleMs = Math.min(10_000, minutes * 2_000)
/** Caches, pools and compiled code: not measured. */
const warmUpMs = Math.min(minutes * 60_000 * 0.25, 180_000)
/** Running requests have 20 s (start.ts); what closes after them is quick, unless the machine is busy. */
const longestEndMs = 35_000

const seed = readSeed()
const dataDir = makeDataDir()
afterAll(() => removeDataDir(dataDir))

const say = (text: string) => process.stdout.write(`${text}\n`)

test(
  `for ${minutes} minutes at ${rate} requests a second nothing grows without end, nothing fails, and SIGTERM under it loses nothing (SEED=${seed})`,
  { timeout: minutes * 60_000 + 240_000 },
  async () => {
    const figures = join(dataDir, 'soak-figures')
    const inside = new URL('./soak-inside.ts', import.meta.url).href
    const app = await startApp({
      dataDir,
      env: {
        LOG_LEVEL: 'info',
        NODE_OPTIONS: `--import=${inside}`,
        SOAK_FIGURES: figures,
        SOAK_SAMPLE_MS: `${sampleMs}`,
      },
    })
    const random = makeRandom(seed)
    const load = await startSoakLoad(app.origin, { rate, random })
    const log = readLog(app, (text) => load.secrets.has(text))
    const hard = startHardClients(app.port, random)
    try {
      await wait(Math.max(warmUpMs, sampleMs + 500))
      const watch = await startWatch(app, figures)
      const [before, began] = [await watch.rows(), performance.now()]
      const [logBegan, sentBegan] = [{ ...log.count }, load.sent()]
      while (performance.now() - began < minutes * 60_000 - warmUpMs) {
        await wait(sampleMs)
        await watch.sample()
      }
      const took = (performance.now() - began) / 60_000
      const tables = compareRows(before, await watch.rows(), took)
      const perSecond = (load.sent() - sentBegan) / took / 60
      const lines = (log.count.lines - logBegan.lines) / took
      const logged = (log.count.bytes - logBegan.bytes) / took / 1e6
      await watch.close()

      expect(hard.reading(), 'slow readers have an answer in hand').toBeGreaterThan(0)
      load.expectEnd()
      hard.expectEnd()
      const endMs = await end(app)
      await Promise.all([load.stop(), hard.stop()])

      const judged = Object.entries(watched).map(([name, allowed]) =>
        judge(watch.series[name as keyof typeof watched], allowed),
      )
      for (const rows of [figureRows(judged), answerRows(load.kinds), tables.rows])
        say(`\n${alignTable(rows)}`)
      say(
        `\n${perSecond.toFixed(1)} requests a second; ${hard.counts.slow} slow readers, ${hard.counts.cut} cut off by themselves; ` +
          `log: ${lines.toFixed(0)} lines and ${logged.toFixed(2)} MB a minute; ended ${(endMs / 1000).toFixed(1)} s after SIGTERM, ${load.told.cutOff} refused or cut off then`,
      )
      const again = await startApp({ dataDir })
      const lost = await checkBooks(dataDir, load.told)
      await again.stop()

      expect(
        [
          ...judged.flatMap(({ problem }) => problem ?? []),
          ...tables.problems,
          ...summed(load.problems),
          ...log.problems(),
          ...lost,
        ],
        `seed ${seed}`,
      ).toEqual([])
      expect(perSecond, 'the rate was reached').toBeGreaterThan(rate * 0.9)
      expect(endMs, 'slow readers do not hold the stop').toBeLessThan(longestEndMs)
      const clicks = [...load.told.clicked.values()].reduce((sum, count) => sum + count, 0)
      expect(clicks, 'people clicked').toBeGreaterThan(rate * minutes * 5)
    } finally {
      await Promise.all([load.stop(), hard.stop()])
      await app.stop()
    }
  },
)

async function end({ child }: RunningApp): Promise<number> {
  const began = performance.now()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  expect(code, 'the server ended by itself').toBe(0)
  return performance.now() - began
}

/** The same problem many times is one line. */
function summed(problems: string[]): string[] {
  const counts = Map.groupBy(problems, (problem) => problem.replace(/ after \d+ ms$/, ''))
  return [...counts].map(([what, all]) => `${all.length} × ${what}, first: ${all[0]}`)
}
