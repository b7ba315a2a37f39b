import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Results } from './read-results.ts'

// test/coverage/: which line of the specification is built where, and which tests prove it.

export const states = ['built', 'part', 'open'] as const

export type CoverageLine = {
  id: string
  line: string
  state: (typeof states)[number]
  where: string[] // files, from the root or below src/
  tests: Record<string, string[]> // by file, titles word for word as in its source
  note?: string // of a part: what is missing
}

export type CoverageSection = {
  title: string
  about?: string
  parts: { title?: string; about?: string; lines: CoverageLine[] }[]
}

/** The sections in the order of the files' names. */
export const readCoverage = (root: string): CoverageSection[] =>
  globSync('test/coverage/*.json', { cwd: root })
    .toSorted((a, b) => basename(a).localeCompare(basename(b), 'en', { numeric: true }))
    .map((path) => JSON.parse(readFileSync(resolve(root, path), 'utf8')) as CoverageSection)

export const linesOf = (sections: CoverageSection[]): CoverageLine[] =>
  sections.flatMap(({ parts }) => parts.flatMap(({ lines }) => lines))

/** Resolves a file as the lines name it. */
export function pathOf(root: string, named: string): string | null {
  const paths = [resolve(root, named), resolve(root, 'src', named)]
  return paths.find((path) => existsSync(path)) ?? null
}

/** What is proven by files and tests. */
export type Proven = Pick<CoverageLine, 'id' | 'where' | 'tests'> & { state: string }

const quotes = ["'", '"', '`']

/** Lines without proof or there twice, and files and titles that do not exist. */
export function findFaults(root: string, lines: Proven[]): string[] {
  const known = new Set<string>()
  return lines.flatMap(({ id, state, where, tests }) => {
    const repeated = known.has(id) ? [`${id} is there twice`] : []
    known.add(id)
    const titles = Object.values(tests).flat()
    return [
      ...repeated,
      ...(state === 'built' && titles.length === 0 ? [`${id} is built but no test proves it`] : []),
      ...where.filter((file) => !pathOf(root, file)).map((file) => `${id}: no file ${file}`),
      ...Object.entries(tests).flatMap(([file, named]) => {
        const path = pathOf(root, file)
        if (!path) return [`${id}: no file ${file}`]
        const source = readFileSync(path, 'utf8').replaceAll("\\'", "'")
        return named
          .filter((title) => !quotes.some((quote) => source.includes(quote + title + quote)))
          .map((title) => `${id}: no test “${title}” in ${file}`)
      }),
    ]
  })
}

/** Whether a test, by its title in the file, runs with `npm run test:long` only: the tag of journeys, or that of vitest. */
function isLongTest(path: string, title: string): boolean {
  if (path.endsWith('.long.spec.ts')) return true
  const [, after = ''] = readFileSync(path, 'utf8').replaceAll("\\'", "'").split(title)
  return /^['`"],\s*\{\s*(tag: '@long'|tags: 'long')/.test(after)
}

/**
 * Named tests that did not pass though their file ran, and those skipped for lack of something on this machine. Tests of the other run
 * (`npm test` or `npm run test:long`) are left out.
 */
export function findUnproven(
  root: string,
  lines: Pick<CoverageLine, 'id' | 'tests'>[],
  results: Results,
  isLong = false,
): Record<'failed' | 'skipped', string[]> {
  const found: Record<'failed' | 'skipped', string[]> = { failed: [], skipped: [] }
  const named = lines.flatMap(({ id, tests }) =>
    Object.entries(tests).flatMap(([file, titles]) => titles.map((title) => ({ id, file, title }))),
  )
  for (const { id, file, title } of named) {
    const pattern = patternOf(title)
    const path = pathOf(root, file) ?? ''
    const ran = results.get(path)
    const these = ran?.filter((one) => pattern.test(one.title)).map(({ result }) => result)
    if (!these || these.includes('passed')) continue
    if (these.length === 0 && isLongTest(path, title) !== isLong) continue
    found[these.includes('skipped') && !these.includes('failed') ? 'skipped' : 'failed'].push(
      `${id}: “${title}” in ${file}`,
    )
  }
  return found
}

/** A title as written in the file, with `%s` and `${…}`, as a pattern of the reported title. */
function patternOf(title: string): RegExp {
  const parts = title.split(/\$\{[^}]*\}|%[sdijf]|\$\w+/)
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`, 's')
}
