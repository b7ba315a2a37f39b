// npm run bench [-- --only clicks,create --rounds 5 --json --write --profile DIR]
import { parseArgs } from 'node:util'
import { makeDataDir, removeDataDir } from '../scripts/start-app.ts'
import { alignTable, markdownTable, writeFigures } from '../scripts/write-figures.ts'
import { startCluster } from './bench-database.ts'
import { head, rowOf, type Figure } from './figure.ts'
import type { Part } from './part.ts'
import { measureCategories } from './parts/categories.ts'
import { measureChanges } from './parts/changes.ts'
import { measureClicks } from './parts/clicks.ts'
import { measureCreate } from './parts/create.ts'
import { measurePages } from './parts/pages.ts'
import { measurePersonal } from './parts/personal.ts'
import { measureReports } from './parts/reports.ts'
import { measureStart } from './parts/start.ts'

const parts: Record<string, Part> = {
  clicks: measureClicks,
  create: measureCreate,
  personal: measurePersonal,
  pages: measurePages,
  categories: measureCategories,
  changes: measureChanges,
  reports: measureReports,
  start: measureStart,
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})

const wanted = options.only?.split(',') ?? Object.keys(parts)
const unknown = wanted.filter((name) => !parts[name])
if (unknown.length > 0) {
  process.stderr.write(
    `There is no part ${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}.\n`,
  )
  process.exit(2)
}
if (options.write && options.only) {
  process.stderr.write('--write keeps the figures of a whole run: leave --only out.\n')
  process.exit(2)
}

const started = performance.now()
const dataDir = makeDataDir()
const figures: Figure[] = []
const notes: string[] = []
const cluster = await startCluster(dataDir)
try {
  for (const name of wanted) {
    const made = await parts[name]?.({
      cluster,
      rounds: Number(options.rounds),
      profileDir: options.profile ?? null,
      say: (line) => void process.stderr.write(`${line}\n`),
    })
    figures.push(...(made?.figures ?? []))
    notes.push(...(made?.notes ?? []))
  }
} finally {
  await cluster.stop()
  removeDataDir(dataDir)
}

const rows = [head, ...figures.map(rowOf)]
const took = `Medians over short rounds, by turns with the baseline (--rounds ${options.rounds}); ${((performance.now() - started) / 60_000).toFixed(1)} minutes.`
if (options.json) process.stdout.write(`${JSON.stringify({ figures, notes }, null, 2)}\n`)
else process.stdout.write(`\n${alignTable(rows)}\n\n${[took, ...notes].join('\n')}\n`)
if (options.write)
  writeFigures(
    'bench',
    [markdownTable(rows), '', took, '', ...notes.map((note) => `- ${note}`)].join('\n'),
  )
