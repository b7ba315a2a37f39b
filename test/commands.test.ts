import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { chooseBrowserInstall } from '../scripts/choose-browser.ts'
import config from '../vitest.config.ts'
import longConfig from '../vitest.long.config.ts'

// The commands that README.md promises are the ones that package.json has, and do what it says of them.

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The commands of the shell blocks below a headline. */
const commandsBelow = (headline: string) =>
  [
    ...(read('README.md').split(`\n## ${headline}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(
      /```sh\n(.*?)\n```/gs,
    ),
  ].map(([, command]) => command)

test('one line of the README starts everything, and one runs every test', () => {
  expect(commandsBelow('Start')).toEqual(['npm ci && npm start'])
  expect(commandsBelow('Test')).toEqual(['npm ci && npm test'])
  expect(read('README.md')).toContain('http://localhost:3000/demo')
})

test('npm start builds the web app and then serves it with everything else', () => {
  expect(scripts['start']?.split(' && ')).toEqual([
    expect.stringMatching(/^npm run build\b/),
    expect.stringMatching(/^exec npm run serve\b/),
  ])
  expect(scripts['build']).toBe('node scripts/build.ts')
  expect(scripts['serve']).toMatch(/ node [^&|;]*src\/server\/main\.ts$/)
})

test('.ci/run calls the test command of the README, the long tests, and each check that can fail a commit', () => {
  const script = read('.ci/run')
  expect(script).toContain('npm ci && npm test')
  expect(script).toContain('npm run test:long')
  expect(script).toMatch(/for step in lint typecheck build size; do/)
  expect(scripts['test']).toBe('node scripts/test.ts')
})

test('npm ci does not refuse: the lock file has what package.json asks for', () => {
  const dry = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', dry, { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('each command that the documents name exists, with the file that it runs', () => {
  const documents = ['README.md', ...globSync('docs/*.md', { cwd: root })]
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !scripts[name])).toEqual([])
  const files = Object.values(scripts).flatMap(
    (script) => script.match(/\b(src|scripts|bench)\/[\w/-]+\.ts\b/g) ?? [],
  )
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('no test file is left out: the unit run, the long run or the journeys take every one', () => {
  const { include, exclude = [] } = config.test ?? {}
  const taken = (patterns: string[] = [], but: string[] = []) =>
    globSync(patterns, { cwd: root, exclude: but })
  const run = new Set([
    ...taken(include, exclude),
    ...taken(longConfig.test?.include),
    // playwright.config.ts: the long ones run alone.
    ...taken(['test/journeys/**/*.spec.ts']),
  ])
  const every = globSync('{src,test,bench,scripts}/**/*.{test,spec}.{ts,tsx,mts}', { cwd: root })
  expect(every.length).toBeGreaterThan(100)
  expect(every.filter((file) => !run.has(file))).toEqual([])
})

test.each([
  ['one is there', { installed: true, isRoot: true, hasApt: true }, []],
  ['one is there for everybody', { installed: true, isRoot: false, hasApt: false }, []],
  [
    'root on Debian',
    { installed: false, isRoot: true, hasApt: true },
    ['apt-get update', 'apt-get install -y chromium'],
  ],
  [
    'root elsewhere',
    { installed: false, isRoot: true, hasApt: false },
    ['node node_modules/@playwright/test/cli.js install chromium'],
  ],
  [
    'everybody else',
    { installed: false, isRoot: false, hasApt: true },
    ['node node_modules/@playwright/test/cli.js install chromium'],
  ],
])('a browser for the journeys is installed when there is none: %s', (_, machine, commands) => {
  const chosen = chooseBrowserInstall(machine).map((words) =>
    words.join(' ').replace(process.execPath, 'node'),
  )
  expect(chosen).toEqual(commands)
  for (const [, script = ''] of chooseBrowserInstall(machine))
    if (script.endsWith('.js')) expect(existsSync(join(root, script))).toBe(true)
})
