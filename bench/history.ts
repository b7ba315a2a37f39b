import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Figure } from './figure.ts'

/** One run that was kept: of each figure its value and the ratio to its baseline, which a slower machine leaves alone. */
export type KeptRun = {
  day: string
  commit: string
  figures: Record<
    string,
    { ours: number; unit: string; baseline: number | null; ratio: number | null }
  >
}

const file = resolve(import.meta.dirname, 'history.json')
const mostKept = 10

export const readHistory = (): KeptRun[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptRun[]) : []

/** The present commit; with a plus if something is changed. */
function commitNow(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed ? '+' : ''}`
}

export function toRun(figures: readonly Figure[], day: string, commit = commitNow()): KeptRun {
  const entries = figures.map(({ what, ours, unit, baseline, ratio }) => [
    what,
    {
      ours: rounded(ours),
      unit,
      baseline: baseline && rounded(baseline.value),
      ratio: ratio && rounded(ratio),
    },
  ])
  return { day, commit, figures: Object.fromEntries(entries) as KeptRun['figures'] }
}

const rounded = (value: number) => Number(value.toPrecision(4))

/** Each figure in the newest ten runs that have it: runs of one part push out none of another's. */
export function newestOf(runs: readonly KeptRun[]): KeptRun[] {
  const newer = new Map<string, number>()
  return runs
    .toReversed()
    .map(({ figures, ...run }) => {
      const kept = Object.entries(figures).filter(([what]) => {
        const many = (newer.get(what) ?? 0) + 1
        newer.set(what, many)
        return many <= mostKept
      })
      return { ...run, figures: Object.fromEntries(kept) }
    })
    .filter(({ figures }) => Object.keys(figures).length > 0)
    .toReversed()
}

export function keepRun(run: KeptRun): KeptRun[] {
  const runs = newestOf([...readHistory(), run])
  writeFileSync(file, `${JSON.stringify(runs, null, 2)}\n`)
  return runs
}

const loss = 0.15

const hasRatio = (one: KeptRun['figures'][string] | undefined) => typeof one?.ratio === 'number'

/**
 * Figures that lost more than 15 % against the newest run that has them, by their ratio where there is one; without one, machines differ
 * too much to say.
 */
export function findLosses(run: KeptRun, kept: readonly KeptRun[]): string[] {
  return Object.entries(run.figures).flatMap(([what, { ratio, unit }]) => {
    const before = kept.findLast(({ figures }) => hasRatio(figures[what]))
    const then = before?.figures[what]?.ratio
    if (ratio === null || typeof then !== 'number') return []
    const gets = unit.startsWith('/') ? ratio / then : then / ratio
    return gets < 1 - loss
      ? [`${what}: ratio ${ratio.toFixed(2)}, and ${then.toFixed(2)} at ${before?.commit}`]
      : []
  })
}

/** A row for each figure with a baseline, a column for each run. */
export function historyRows(runs: readonly KeptRun[]): string[][] {
  const names = [...new Set(runs.flatMap(({ figures }) => Object.keys(figures)))].filter((what) =>
    runs.some(({ figures }) => hasRatio(figures[what])),
  )
  return [
    ['ratio (ours : baseline)', ...runs.map(({ day, commit }) => `${day} ${commit}`)],
    ...names.map((what) => [
      what,
      ...runs.map(({ figures }) => {
        const one = figures[what]
        if (!one || one.ratio === null) return ''
        return `${one.ratio.toFixed(2)} (${one.ours} : ${one.baseline} ${one.unit})`
      }),
    ]),
  ]
}
