import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ask } from '../../scripts/ask.ts'
import { answersOk, spawnApp } from '../../scripts/start-app.ts'
import { runCliHere } from '../../src/cli/cli.test-helper.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'
import { standard } from '../../src/server/demo/demo-tenants.ts'
// Starts the PostgreSQL that is "elsewhere" here: helpers/global-setup.ts.
import { childrenOf } from '../helpers/children-of.ts'
import '../helpers/database.ts'
import { secondSecret, testSecret } from '../helpers/test-secrets.ts'

vi.setConfig({ testTimeout: 60_000 })

// The built server as an operator runs it: a database of its own that is empty, two logins, no demo.

const name = `external_${randomBytes(6).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'zuspruch-external-'))
const on = (login: string, database: string) => {
  const url = new URL(login)
  url.pathname = `/${database}`
  return url.href
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: on(inject('database').ownerUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

let environment: Record<string, string>
let owner: Record<string, string>

beforeAll(async () => {
  await administer(`create database ${name}`)
  const { appUrl, ownerUrl } = inject('database')
  owner = { DATABASE_OWNER_URL: on(ownerUrl, name) }
  environment = {
    DATABASE_URL: on(appUrl, name),
    SECRET_KEY: testSecret,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_ORIGIN: 'https://empfehlen.example',
    DATA_DIR: join(folder, 'data'),
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'warn',
  }
})
afterAll(async () => {
  await administer(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the server until `work` is done; answers what it said and how it ended. */
async function whileRunning(
  env: Record<string, string>,
  work: (origin: string, pid?: number) => Promise<void> = async () => undefined,
  supervised = false,
): Promise<{ code: number | null; said: string }> {
  const child = spawnApp(env, { supervised })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (said += part))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const origin = `http://127.0.0.1:${env['PORT']}`
  try {
    await vi.waitUntil(
      async () => child.exitCode !== null || (await answersOk(`${origin}/health/ready`)),
      {
        timeout: supervised ? 120_000 : 30_000,
      },
    )
    if (child.exitCode === null) await work(origin, child.pid)
  } finally {
    child.kill('SIGTERM')
  }
  return { code: await ended, said }
}

// One story: a database is empty, gets its tables and a tenant, and then another key.
describe('a database elsewhere', { shuffle: false }, () => {
  test('an empty database is refused with one sentence until its owner has migrated it', async () => {
    const { code, said } = await whileRunning(environment)
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The database has no tables yet: .*\.\n$/),
    ])
  })

  test('the owner migrates, the app then runs with its own login alone, without demo and without a database of its own', async () => {
    const first = await whileRunning({ ...environment, ...owner, LOG_LEVEL: 'info' })
    expect([first.code, first.said]).toEqual([
      0,
      expect.stringContaining('https://empfehlen.example'),
    ])
    expect(first.said).toContain('"listed":null')
    const file = join(folder, 'standard.json')
    const { tenant, products, rewardOptions } = standard
    writeFileSync(file, JSON.stringify({ ...tenant, products, rewardOptions }))

    const second = await whileRunning(environment, async (origin) => {
      const created = await runCliHere(environment, ['tenant', 'create', file])
      expect([created.code, created.err]).toEqual([0, ''])
      const get = (path: string) => fetch(`${origin}${path}`, { redirect: 'manual' })
      const shown = await vi.waitUntil(async () => {
        const answer = await get('/api/v1/mandant/standard')
        return answer.ok ? ((await answer.json()) as { Name: string }) : false
      })
      expect(shown.Name).toBe(tenant.name)
      const listed = (await (await get('/api/v1/standard/produkt')).json()) as { Id: string }[]
      expect(listed.map(({ Id }) => Id)).toEqual(products.map(({ id }) => id))
      const recommended = await fetch(`${origin}/api/v1/standard/empfehlen/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
        body: JSON.stringify({
          Empfehlung: { ProductId: products[0]?.id, Channel: 'wa' },
          Empfehler: { Vorname: 'Mara', Nachname: 'Muster', Email: 'mara@post.example', Agb: true },
        }),
      })
      expect(recommended.status).toBe(201)
      const { KurzURL } = (await recommended.json()) as { KurzURL: string }
      expect(KurzURL).toMatch(/^https:\/\/empfehlen\.example\/k\//)
      for (const path of ['/demo', '/demo/mails', '/demo/clock']) {
        expect([path, (await get(path)).status]).toEqual([path, 404])
      }
    })
    expect(second.code).toBe(0)
    expect(second.said).not.toContain('demo')
    expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
    expect(existsSync(join(folder, 'data', 'secret-key'))).toBe(false)
    expect(readFileSync(join(folder, 'data', 'origin'), 'utf8')).toBe('https://empfehlen.example\n')
  })

  test('a web process without SMTP_URL serves pages and opens no inbox, and a process that mails does not start', async () => {
    const { SMTP_URL: _, ...mailless } = environment
    const MAIL_UI_PORT = String(await findFreePort())
    const HEALTH_PORT = String(await findFreePort())
    const { code, said } = await whileRunning(
      { ...mailless, ROLE: 'web', MAIL_UI_PORT, HEALTH_PORT },
      async (origin) => {
        expect(await answersOk(`http://127.0.0.1:${HEALTH_PORT}/health/ready`)).toBe(true)
        expect((await fetch(`${origin}/api/v1/mandant/standard`)).status).toBe(200)
        await expect(fetch(`http://localhost:${MAIL_UI_PORT}/api/email`)).rejects.toThrow()
      },
    )
    expect([code, said]).toEqual([0, expect.not.stringContaining('inbox')])
    expect(existsSync(join(folder, 'data', 'inbox'))).toBe(false)
    for (const ROLE of ['worker', 'all']) {
      const refused = await whileRunning({ ...mailless, ROLE, MAIL_UI_PORT })
      expect([refused.code, refused.said]).toEqual([
        1,
        expect.stringMatching(/^SMTP_URL is missing: .*\.\n$/),
      ])
    }
  })

  test('web processes go on while the one with the worker is dead, and none of them is the demo', async () => {
    const { code, said } = await whileRunning(
      { ...environment, WEB_PROCESSES: '2', DRAIN_SECONDS: '0', LOG_LEVEL: 'error' },
      async (origin, pid) => {
        const of = (end: RegExp) =>
          childrenOf(pid).flatMap((one) => (end.test(one.command) ? [one.pid] : []))
        const webs = of(/ web$/)
        expect(webs).toHaveLength(2)
        const [killed = 0] = of(/ keeper/)
        process.kill(killed, 'SIGKILL')
        // Each on a connection of its own.
        const get = (path: string) => ask(origin, 'GET', path)
        do expect((await get('/api/v1/mandant/standard')).status).toBe(200)
        while (!of(/ keeper/).some((one) => one !== killed))
        expect(of(/ web$/)).toEqual(webs)
        for (const path of ['/demo', '/demo/mails']) expect((await get(path)).status).toBe(404)
      },
      true,
    )
    expect([code, said]).toEqual([0, 'Zuspruch ended (SIGKILL) and is started again.\n'])
  }, 300_000)

  test('a running server that lacks the key which another process begins to write with stops at once, names it, and comes back not ready', async () => {
    const rotating = {
      ...environment,
      ...owner,
      SECRET_KEY: `${secondSecret},${testSecret}`,
    }
    let stopped = false
    const { code, said } = await whileRunning(environment, async (origin) => {
      const { code, err } = await runCliHere(rotating, ['keys', 'rotate'])
      expect([code, err]).toEqual([0, ''])
      await vi.waitUntil(async () => !(await answersOk(`${origin}/health/live`)), {
        timeout: 30_000,
      })
      stopped = true
    })
    expect(stopped).toBe(true)
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/lacks the key [0-9a-f]{8}, which belongs before this one/),
    ])

    const again = spawnApp(environment)
    const ended = new Promise((done) => again.once('close', done))
    const status = () =>
      fetch(`http://127.0.0.1:${environment['PORT']}/de`).then(
        (answer) => answer.status,
        () => null,
      )
    try {
      expect(await vi.waitUntil(status, { timeout: 30_000 })).toBe(503)
    } finally {
      again.kill('SIGTERM')
      await ended
    }
  })

  test('a login that could read across tenants is refused', async () => {
    const { code, said } = await whileRunning({
      ...environment,
      DATABASE_URL: owner['DATABASE_OWNER_URL'] ?? '',
    })
    expect([code, said]).toEqual([1, expect.stringMatching(/could bypass row security: .*\.\n$/)])
  })
})
