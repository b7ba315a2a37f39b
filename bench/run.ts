// npm run bench [-- --only clicks,create --rounds 5 --json --write --compare --profile DIR --keep DIR]
import { parseArgs } from 'node:util'
import { makeDataDir, removeDataDir } from '../scripts/start-app.ts'
import { alignTable, markdownTable, writeFigures } from '../scripts/write-figures.ts'
import { startCluster } from './bench-database.ts'
import { head, rowOf, type Figure } from './figure.ts'
import { findLosses, historyRows, keepRun, readHistory, toRun } from './history.ts'
import type { Part } from './part.ts'
import { measureAudit } from './parts/audit.ts'
import { measureAuditPage } from './parts/audit-page.ts'
import { measureBatches } from './parts/batches.ts'
import { measureCategories } from './parts/categories.ts'
import { measureChanges } from './parts/changes.ts'
import { measureClicks } from './parts/clicks.ts'
import { measureConsole } from './parts/console.ts'
import { measureCores } from './parts/cores.ts'
import { measureCreate } from './parts/create.ts'
import { measureNodes } from './parts/nodes.ts'
import { measureOverload } from './parts/overload.ts'
import { measurePages } from './parts/pages.ts'
import { measurePayout } from './parts/payout.ts'
import { measurePersonal } from './parts/personal.ts'
import { measureReports } from './parts/reports.ts'
import { measureSearch } from './parts/search.ts'
import { measureStart } from './parts/start.ts'
import { measureSweeps } from './parts/sweeps.ts'

const parts: Record<string, Part> = {
  clicks: measureClicks,
  create: measureCreate,
  audit: measureAudit,
  personal: measurePersonal,
  pages: measurePages,
  categories: measureCategories,
  changes: measureChanges,
  search: measureSearch,
  reports: measureReports,
  console: measureConsole,
  'audit-page': measureAuditPage,
  payout: measurePayout,
  start: measureStart,
  sweeps: measureSweeps,
  overload: measureOverload,
  batches: measureBatches,
  cores: measureCores,
  nodes: measureNodes,
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false }, // exit code 1 if a ratio fell by more than 15 % against the run that was kept
    profile: { type: 'string' },
    keep: { type: 'string' }, // the databases stay in this folder, and the console's is filled once
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
// Filling a million rows takes minutes, so these have their own tables and may run alone.
const own = ['reports', 'payout', 'sweeps', 'overload', 'batches', 'cores', 'nodes'] as const
const blockOf = (part: string): (typeof own)[number] | 'bench' | 'console' =>
  own.find((name) => name === part) ?? (/^console|^audit-page/.test(part) ? 'console' : 'bench')
const blocks = Map.groupBy(wanted, blockOf)
const isWhole = ([block, names]: [string, string[]]) =>
  Object.keys(parts).every((name) => blockOf(name) !== block || names.includes(name))
if (options.write && ![...blocks].every(isWhole)) {
  process.stderr.write(
    `--write keeps whole tables: leave --only out, or say --only ${own.join(', ')} or console,audit-page.\n`,
  )
  process.exit(2)
}

const started = performance.now()
const dataDir = options.keep ?? makeDataDir()
type Measured = { part: string; figures: Figure[]; notes: string[] }
const measured: Measured[] = []
const cluster = await startCluster(dataDir)
try {
  for (const name of wanted) {
    const made = await parts[name]?.({
      cluster,
      rounds: Number(options.rounds),
      profileDir: options.profile ?? null,
      say: (line) => void process.stderr.write(`${line}\n`),
    })
    if (made) measured.push({ part: name, ...made })
  }
} finally {
  await cluster.stop()
  if (!options.keep) removeDataDir(dataDir)
}

const took = `Medians over short rounds, by turns with the baseline (--rounds ${options.rounds}); ${((performance.now() - started) / 60_000).toFixed(1)} minutes.`
const of = (some: Measured[]) => ({
  rows: [head, ...some.flatMap(({ figures }) => figures).map(rowOf)],
  notes: some.flatMap(({ notes }) => notes),
})
const all = of(measured)
if (options.json) {
  const figures = measured.flatMap((one) => one.figures)
  process.stdout.write(`${JSON.stringify({ figures, notes: all.notes }, null, 2)}\n`)
} else process.stdout.write(`\n${alignTable(all.rows)}\n\n${[took, ...all.notes].join('\n')}\n`)
const day = new Date().toISOString().slice(0, 10)
const run = toRun(
  measured.flatMap(({ figures }) => figures),
  day,
)
if (options.compare) {
  const losses = findLosses(run, readHistory())
  for (const line of losses) process.stdout.write(`Slower: ${line}\n`)
  if (losses.length === 0) process.stdout.write('No ratio fell by more than 15 %.\n')
  else process.exitCode = 1
}
if (options.write) {
  writeFigures('history', markdownTable(historyRows(keepRun(run))))
  for (const [block, some] of Map.groupBy(measured, ({ part }) => blockOf(part))) {
    const { rows, notes } = of(some)
    const lines = [markdownTable(rows), '', took, '', ...notes.map((note) => `- ${note}`)]
    writeFigures(block, lines.join('\n'))
  }
}
