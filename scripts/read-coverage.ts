import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

// docs/coverage.md as data: which line of the specification is built where, and which test proves it.

export type ProvingTest = { file: string; title: string }
export type CoverageLine = {
  id: string
  state: 'built' | 'part' | 'open'
  places: string[] // files
  tests: ProvingTest[]
}

const states = ['built', 'part', 'open']

/** Lines of the tables with the six columns that the file's head explains; other tables are ignored. */
export function readCoverage(text: string): CoverageLine[] {
  return text.split('\n').flatMap((line) => {
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
    const [id = '', , state = '', where = '', tests = ''] = cells
    if (cells.length !== 6 || !states.includes(state)) return []
    return [
      {
        id,
        state: state as CoverageLine['state'],
        places: [...where.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place),
        tests: readTests(tests),
      },
    ]
  })
}

// `file` › title<br>› another title of the same file
function readTests(cell: string): ProvingTest[] {
  let file = ''
  return cell.split('<br>').flatMap((part) => {
    const [, named, title = ''] = /^(?:`([^`]+)` )?› (.*)$/.exec(part) ?? []
    file = named ?? file
    return title === '' ? [] : [{ file, title: title.replaceAll('\\|', '|') }]
  })
}

/** Resolves a file as coverage.md names it: from the root, or below src/. */
export function pathOf(root: string, named: string): string | null {
  const paths = [resolve(root, named), resolve(root, 'src', named)]
  return paths.find((path) => existsSync(path)) ?? null
}

/** Static faults of the file: lines without proof, missing files and titles, wrong sums. */
export function findFaults(root: string, text: string): string[] {
  const lines = readCoverage(text)
  const known = new Set<string>()
  const faults = lines.flatMap(({ id, state, places, tests }) => {
    const repeated = known.has(id) ? [`${id} is there twice`] : []
    known.add(id)
    return [
      ...repeated,
      ...(state === 'built' && tests.length === 0 ? [`${id} is built but no test proves it`] : []),
      ...places.filter((place) => !pathOf(root, place)).map((place) => `${id}: no file ${place}`),
      ...tests.flatMap(({ file, title }) => {
        const path = pathOf(root, file)
        if (!path) return [`${id}: no file ${file}`]
        const source = readFileSync(path, 'utf8').replaceAll("\\'", "'")
        return source.includes(title) ? [] : [`${id}: no test “${title}” in ${file}`]
      }),
    ]
  })
  const sums = states.map((state) => lines.filter((line) => line.state === state).length)
  const said = /\| \*\*all lines\*\* \| (.*) \|$/m.exec(text)?.[1]?.replaceAll('*', '') ?? ''
  if (said !== sums.join(' | ')) faults.push(`the sums are ${sums.join(' | ')}, not ${said}`)
  return faults
}

export type Results = Map<string, { title: string; result: 'passed' | 'failed' | 'skipped' }[]>

/** Whether a test, by its title in the file, runs with `npm run test:long` only (playwright.config.ts). */
function isLongTest(path: string, title: string): boolean {
  if (path.endsWith('.long.spec.ts')) return true
  const [, after = ''] = readFileSync(path, 'utf8').replaceAll("\\'", "'").split(title)
  return /^['`"],\s*\{\s*tag: '@long'/.test(after)
}

/**
 * Tests named in coverage.md that did not pass though their file ran, and those skipped for lack of something on this machine. Tests of the other run
 * (`npm test` or `npm run test:long`) are left out.
 */
export function findUnproven(
  root: string,
  text: string,
  results: Results,
  isLong = false,
): Record<'failed' | 'skipped', string[]> {
  const found: Record<'failed' | 'skipped', string[]> = { failed: [], skipped: [] }
  for (const { id, tests } of readCoverage(text))
    for (const { file, title } of tests) {
      const pattern = patternOf(title)
      const path = pathOf(root, file) ?? ''
      const ran = results.get(path)
      const these = ran?.filter((one) => pattern.test(one.title)).map(({ result }) => result)
      if (!these || these.includes('passed')) continue
      if (these.length === 0 && path.endsWith('.spec.ts') && isLongTest(path, title) !== isLong)
        continue
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

type VitestReport = {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}

export function resultsOfVitest(report: VitestReport): Results {
  const named = { passed: 'passed', skipped: 'skipped', pending: 'skipped' } as const
  return new Map(
    report.testResults.map(({ name, assertionResults }) => [
      name,
      assertionResults.map(({ title, status }) => ({
        title,
        result: named[status as keyof typeof named] ?? ('failed' as const),
      })),
    ]),
  )
}

type Suite = {
  suites?: Suite[]
  specs?: { title: string; ok: boolean; file: string; tests: { status: string }[] }[]
}
type PlaywrightReport = { config: { rootDir: string }; suites: Suite[] }

export function resultsOfPlaywright({ config, suites }: PlaywrightReport): Results {
  const results: Results = new Map()
  const visit = (suite: Suite): void => {
    for (const { title, ok, file, tests } of suite.specs ?? []) {
      const path = resolve(config.rootDir, file)
      const isSkipped = tests.every(({ status }) => status === 'skipped')
      const result = isSkipped ? 'skipped' : ok ? 'passed' : 'failed'
      results.set(path, [...(results.get(path) ?? []), { title, result }])
    }
    for (const inner of suite.suites ?? []) visit(inner)
  }
  for (const suite of suites) visit(suite)
  return results
}
