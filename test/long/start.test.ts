import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDir, removeDataDir, spawnApp } from '../../scripts/start-app.ts'
import { testSecret } from '../helpers/test-secrets.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'

// A start that cannot work ends by itself, soon, with a non-zero exit code and one sentence that says what to do.

const isRoot = process.getuid?.() === 0
const folder = makeDataDir()
let occupied: Server
let occupiedPort = 0

beforeAll(async () => {
  occupied = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => occupied.once('listening', done))
  const address = occupied.address()
  occupiedPort = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => {
  occupied.close()
  removeDataDir(folder)
})

type Ended = { code: number | null; said: string[] }

/** Starts the app and waits until it ended; kills and fails one that is still there after 40 s. */
function startAndEnd(env: Record<string, string>): Promise<Ended> {
  const child = spawnApp({ DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', ...env })
  let text = ''
  const read = (part: string) => {
    text += part
    // It started, which is the failure that the caller reports; nobody needs to wait for that.
    if (part.includes('is running')) child.kill('SIGTERM')
  }
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read)
  const late = setTimeout(() => child.kill('SIGKILL'), 40_000)
  return new Promise((done) => {
    child.once('close', (code) => {
      clearTimeout(late)
      done({ code, said: text.split('\n').filter((line) => line.trim() !== '') })
    })
  })
}

async function expectRefusal(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, said } = await startAndEnd(env)
  expect(said, 'one sentence, no stack trace').toEqual([expect.stringMatching(sentence)])
  expect(said[0]).toMatch(/^[A-Z/].*\.$/)
  expect(code).toBe(1)
}

const url = 'postgres://app:secret@127.0.0.1:1/zuspruch'
const production = {
  DATABASE_URL: url,
  SECRET_KEY: testSecret,
  SMTP_URL: 'smtp://127.0.0.1:2525',
  PUBLIC_ORIGIN: 'https://empfehlen.example',
}

describe('a wrong environment variable stops the start', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['PORT', { PORT: 'eighty' }, /^PORT /],
    ['PORT', { PORT: '70000' }, /^PORT /],
    ['HOST', { HOST: 'http://here' }, /^HOST /],
    ['ROLE', { ROLE: 'boss' }, /^ROLE /],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
    ['DEMO', { DEMO: 'yes' }, /^DEMO /],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://a:b@c/d' }, /^DATABASE_URL /],
    ['DATABASE_URL', { DEMO: '0' }, /^DATABASE_URL is missing/],
    ['SMTP_URL', { ...production, SMTP_URL: 'http://mail' }, /^SMTP_URL /],
    [
      'PUBLIC_ORIGIN',
      { ...production, PUBLIC_ORIGIN: 'empfehlen.example/start' },
      /^PUBLIC_ORIGIN /,
    ],
    ['SECRET_KEY', { ...production, SECRET_KEY: 'short' }, /^SECRET_KEY /],
    ['SECRET_KEY', { ...production, SECRET_KEY: '' }, /^SECRET_KEY is missing/],
    ['SECRET_KEY', { ...production, SECRET_KEY: 'k'.repeat(64) }, /^SECRET_KEY is too easy/],
    ['SMTP_URL', { ...production, SMTP_URL: '', ROLE: 'worker' }, /^SMTP_URL is missing/],
    [
      'SMTP_URL',
      { ...production, SMTP_URL: 'smtp://mail.example' },
      /^SMTP_URL .*ALLOW_PLAIN_SMTP/,
    ],
    [
      'DATABASE_URL',
      { ...production, DATABASE_URL: 'postgres://a:b@db.example/x' },
      /^DATABASE_URL .*ALLOW_PLAIN_DATABASE/,
    ],
    [
      'PUBLIC_ORIGIN',
      { ...production, PUBLIC_ORIGIN: 'http://empfehlen.example' },
      /^PUBLIC_ORIGIN .* without TLS/,
    ],
    ['ZUSPRUCH_DEV', { ...production, ZUSPRUCH_DEV: '1' }, /^ZUSPRUCH_DEV /],
  ])('%s: %j', (_, env, sentence) => expectRefusal(env, sentence))

  test('and never repeats what is secret', async () => {
    const wrongs: Record<string, string>[] = [
      { DATABASE_OWNER_URL: url },
      { SECRET_KEY: 'weak'.repeat(16) },
    ]
    for (const wrong of wrongs) {
      const { said } = await startAndEnd({ ...production, ...wrong })
      expect(said.join('\n')).not.toContain('secret@')
      expect(said.join('\n')).not.toContain(testSecret)
      expect(said.join('\n')).not.toContain('weakweak')
    }
  })
})

describe('the demo never listens where strangers can reach it', () => {
  test.each(['0.0.0.0', '192.0.2.10', '::'])('HOST=%s', async (HOST) => {
    await expectRefusal({ HOST, DEMO: '1' }, /public address/)
    await expectRefusal({ HOST }, /^DATABASE_URL is missing/)
  })
})

describe('what stands in the way is named', () => {
  // Said before a database is made: nothing but the demo's key is left behind.
  async function expectUsedPort(name: 'PORT' | 'MAIL_UI_PORT', sentence: RegExp) {
    const DATA_DIR = join(folder, `used-${name}`)
    await expectRefusal({ DATA_DIR, [name]: `${occupiedPort}` }, sentence)
    expect(readdirSync(DATA_DIR)).toEqual(['secret-key'])
  }

  test('a used port', () => expectUsedPort('PORT', new RegExp(`^Port ${occupiedPort} is in use`)))

  test('a used port of the inbox', () =>
    expectUsedPort('MAIL_UI_PORT', new RegExp(`^MAIL_UI_PORT ${occupiedPort} is in use`)))

  test('a database that is down', async () => {
    const DATABASE_URL = `postgres://app:secret@127.0.0.1:${await findFreePort()}/zuspruch`
    await expectRefusal({ ...production, DATABASE_URL }, /database.*cannot be reached/)
    await expectRefusal(
      { ...production, DATABASE_URL, DATABASE_OWNER_URL: DATABASE_URL.replace('app', 'owner') },
      /database/,
    )
  })

  test('a file where the data folder should be', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expectRefusal(
      { DATA_DIR: join(file, 'data') },
      /^DATA_DIR .* cannot be used, because a part of the path is a file/,
    )
  })

  test.skipIf(process.platform !== 'linux')('a place that takes no folders', () =>
    expectRefusal({ DATA_DIR: '/proc/zuspruch/data' }, /^DATA_DIR .* no folder can be made in/),
  )

  test.skipIf(isRoot)('a data folder that may not be written', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0o500)
    await expectRefusal({ DATA_DIR: closed }, /^DATA_DIR .* may not write there/)
  })

  test.skipIf(!isRoot)('a read-only file system', async () => {
    await withMount('ro,size=1m', (DATA_DIR) =>
      expectRefusal({ DATA_DIR }, /^DATA_DIR .* read-only/),
    )
  })

  test.skipIf(!isRoot)('a full disk', async () => {
    // Full at once, while the cluster is made, and while its database is made and filled.
    for (const size of ['16k', '4m', '36m', '42m']) {
      await withMount(`size=${size}`, (DATA_DIR) =>
        expectRefusal({ DATA_DIR }, /^DATA_DIR .* (disk is full|quota)/),
      )
    }
  })

  test('a second server on the same data', async () => {
    const first = spawnApp({
      DATA_DIR: join(folder, 'shared'),
      PORT: `${await findFreePort()}`,
      LOG_LEVEL: 'silent',
    })
    const ended = new Promise((done) => first.once('close', done))
    try {
      await new Promise<void>((done) =>
        first.stdout
          ?.setEncoding('utf8')
          .on('data', (part: string) => part.includes('running') && done()),
      )
      await expectRefusal({ DATA_DIR: join(folder, 'shared') }, /in use|another process/i)
    } finally {
      first.kill('SIGTERM')
      await ended
    }
  })
})

/** A small file system of its own; only root can make one. */
async function withMount(options: string, work: (folder: string) => Promise<void>): Promise<void> {
  const place = makeDataDir()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) throw new Error(`mount: ${mounted.stderr}`)
  try {
    await work(place)
  } finally {
    spawnSync('umount', ['-l', place])
    removeDataDir(place)
  }
}
