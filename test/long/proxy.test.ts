import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as plain, type IncomingHttpHeaders } from 'node:http'
import { request as encrypted } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answersOk, spawnApp } from '../../scripts/start-app.ts'
import { caddy } from '../../scripts/find-browser.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { makeRunFolder } from '../helpers/run-folder.ts'
import { testSecret } from '../helpers/test-secrets.ts'

// The proxy of deploy/Caddyfile in front of two servers, on this machine's loopback addresses.

const root = resolve(import.meta.dirname, '../..')
const folder = makeRunFolder('zuspruch-proxy-')
const isThere = existsSync(caddy)
if (!isThere) process.stderr.write('NOT TESTED: the proxy, as Debian’s caddy is not installed.\n')

type Proxy = { child: ChildProcess; tls: number; http: number }
let database: TestDatabase
let proxy: Proxy
let servers: Server[] = []

/** The file with this machine's ports, and certificates of its own. */
async function startProxy(ports: number[]): Promise<Proxy> {
  const [tls, http] = [await findFreePort(), await findFreePort()]
  let text = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
  for (const [written, put] of [
    ['{\n\tauto_https', `{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n\tauto_https`],
    [
      'empfehlen.example, freunde.provider.example, betrieb.empfehlen.example',
      `https://localhost:${tls}`,
    ],
    ['http:// {', `http://localhost:${http} {`],
    ['127.0.0.1:3000 127.0.0.1:3001', ports.map((port) => `127.0.0.1:${port}`).join(' ')],
  ] as const) {
    expect(text).toContain(written)
    text = text.replace(written, put)
  }
  const own = join(folder, `caddy-${tls}`)
  writeFileSync(`${own}.conf`, text)
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', `${own}.conf`], {
    env: { HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (said += part))
  const isUp = () =>
    ask({ port: tls, path: '/' }).then(
      () => true,
      () => child.exitCode !== null,
    )
  await vi.waitUntil(isUp, { timeout: 30_000, interval: 100 })
  expect([child.exitCode, said]).toEqual([null, expect.any(String)])
  return { child, tls, http }
}

type Asked = {
  port: number
  path: string
  method?: string
  body?: unknown
  from?: string
  headers?: Record<string, string>
  isPlain?: boolean
}
type Heard = { status: number; headers: IncomingHttpHeaders; body: string }

function ask({ port, path, method = 'GET', body, from, headers, isPlain }: Asked): Promise<Heard> {
  return new Promise((done, failed) => {
    const sent = (isPlain ? plain : encrypted)(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        path,
        method,
        agent: false,
        rejectUnauthorized: false,
        ...(from ? { localAddress: from } : {}),
        headers: {
          host: `localhost:${port}`,
          'x-requested-with': 'test',
          'user-agent': 'Firefox/140.0',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('error', failed)
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        )
      },
    )
    sent.on('error', failed).end(body === undefined ? undefined : JSON.stringify(body))
  })
}

type Server = { port: number; child: ChildProcess }

async function startServer(port: number, tls: number): Promise<Server> {
  const child = spawnApp({
    ROLE: 'web',
    PORT: String(port),
    DATABASE_URL: database.appUrl,
    SECRET_KEY: testSecret,
    PUBLIC_ORIGIN: `https://localhost:${tls}`,
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'warn',
  })
  child.stdout?.resume()
  child.stderr?.resume()
  const isReady = async () =>
    child.exitCode !== null || (await answersOk(`http://127.0.0.1:${port}/health/ready`))
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 })
  expect(child.exitCode).toBeNull()
  return { port, child }
}

async function stop({ child }: { child: ChildProcess }): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  return (await ended)[0] as number | null
}

beforeAll(async () => {
  if (!isThere) return
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
  expect([built.status, built.stderr]).toEqual([0, expect.any(String)])
  database = await createTestDatabase('demo')
  const ports = [await findFreePort(), await findFreePort()]
  proxy = await startProxy(ports)
  servers = await Promise.all(ports.map((port) => startServer(port, proxy.tls)))
}, 600_000)
afterAll(async () => {
  if (!isThere) return
  await Promise.all([...servers, proxy].map(stop))
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const create = (email: string, more: Partial<Asked> = {}) =>
  ask({
    port: proxy.tls,
    path: '/api/v1/standard/empfehlen/create',
    method: 'POST',
    body: {
      Empfehlung: { ProductId: '101', Channel: 'wa' },
      Empfehler: { Vorname: 'Mara', Nachname: 'Muster', Email: email, Agb: true },
    },
    ...more,
  })

describe.skipIf(!isThere)('the proxy in front', { shuffle: false }, () => {
  test('serves pages and calls by TLS, leads pages there, and refuses calls without it', async () => {
    await vi.waitUntil(async () => (await ask({ port: proxy.tls, path: '/de' })).status === 200, {
      timeout: 15_000,
    })
    const page = await ask({ port: proxy.tls, path: '/de' })
    expect(page.body).toContain('</html>')
    const open = { port: proxy.http, isPlain: true }
    const led = await ask({ ...open, path: '/de?a=b' })
    expect([led.status, led.headers.location]).toEqual([
      308,
      expect.stringMatching(/^https:\/\/localhost.*\/de\?a=b$/),
    ])
    expect((await create('plain@post.example', open)).status).toBe(403)
    for (const version of ['TLSv1.1', 'TLSv1.2'] as const) {
      const asked = new Promise<number>((done, failed) =>
        encrypted(
          {
            host: '127.0.0.1',
            servername: 'localhost',
            port: proxy.tls,
            path: '/de',
            agent: false,
            rejectUnauthorized: false,
            minVersion: version,
            maxVersion: version,
            headers: { host: `localhost:${proxy.tls}` },
            ciphers: 'DEFAULT@SECLEVEL=0',
          },
          (answer) => done(answer.resume().statusCode ?? 0),
        )
          .on('error', failed)
          .end(),
      )
      if (version === 'TLSv1.1') await expect(asked).rejects.toThrow()
      else expect(await asked).toBe(200)
    }
  })

  test('each visitor is limited by their own address, which no header of theirs changes', async () => {
    const wrong = (count: number, from: string) =>
      ask({
        port: proxy.tls,
        path: '/api/v1/standard/account/login',
        method: 'POST',
        body: { Email: `nobody${count}@post.example`, Password: 'Falsch-2026-Wort' },
        from,
        headers: { 'x-forwarded-for': `203.0.113.${count}`, 'x-real-ip': `203.0.113.${count}` },
      })
    let status = 0
    for (let count = 0; count < 200 && status !== 429; count += 1)
      status = (await wrong(count, '127.0.0.71')).status
    expect(status).toBe(429)
    expect((await wrong(201, '127.0.0.72')).status).not.toBe(429)
  })

  test('servers are restarted one after another, and no request fails', async () => {
    const heard = new Map<string, number>()
    let going = true
    let count = 0
    const note = (what: string) => heard.set(what, (heard.get(what) ?? 0) + 1)
    const people = Array.from({ length: 6 }, async (_, person) => {
      while (going) {
        count += 1
        // A network each, as captchas count by network.
        const from = `127.${1 + Math.floor(count / 250)}.${count % 250}.${1 + person}`
        const asked =
          person < 3
            ? ask({ port: proxy.tls, path: '/de', from })
            : create(`roll${count}@post.example`, { from })
        await asked.then(
          ({ status, body }) => note(status < 300 ? String(status) : `${status} ${body}`),
          (error: Error) => note(error.message),
        )
        await wait(20)
      }
    })
    const codes: (number | null)[] = []
    for (const [index, server] of servers.entries()) {
      codes.push(await stop(server))
      const before = count
      // The other one alone.
      await vi.waitUntil(() => count > before + 20, { timeout: 60_000 })
      servers[index] = await startServer(server.port, proxy.tls)
      // The proxy asks each second.
      await wait(1_500)
    }
    going = false
    await Promise.all(people)
    expect(codes).toEqual([0, 0])
    expect([...heard.keys()].toSorted()).toEqual(['200', '201'])
  })

  test('a refusal under load reaches whoever asked, with when to come again, and is tried nowhere else', async () => {
    let asked = 0
    const full = [1, 2].map(() =>
      createServer((request, reply) => {
        if (request.url?.startsWith('/health')) return void reply.end('ready')
        asked += 1
        reply.writeHead(503, { 'retry-after': '2' }).end('full')
      }).listen(0, '127.0.0.1'),
    )
    await Promise.all(full.map((server) => once(server, 'listening')))
    const own = await startProxy(full.map((server) => (server.address() as AddressInfo).port))
    asked = 0
    for (const method of ['GET', 'POST']) {
      const answer = await ask({ port: own.tls, path: '/de', method })
      expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([
        503,
        '2',
        'full',
      ])
    }
    expect(asked).toBe(2)
    await stop(own)
    for (const server of full) server.close()
  })
})

test('the units are what the service manager understands, and leave a broken server little to do', () => {
  const version = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
  if (version.error) return void process.stderr.write('NOT TESTED: the units, without systemd.\n')
  for (const unit of ['zuspruch-web@.service', 'zuspruch-worker.service']) {
    const file = join(root, 'deploy', unit)
    // Programs of another machine.
    const copy = join(folder, unit)
    writeFileSync(
      copy,
      readFileSync(file, 'utf8').replaceAll(/\/usr\/bin\/(npm|curl)/g, '/bin/true'),
    )
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' })
    expect([unit, checked.status, checked.stderr]).toEqual([unit, 0, ''])
    const judged = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', '--no-pager', copy],
      { encoding: 'utf8' },
    )
    expect([unit, judged.status]).toEqual([unit, 0])
  }
})
