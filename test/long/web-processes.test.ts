import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../scripts/ask.ts'
import { createReferral, mailedToken } from '../../scripts/demo-people.ts'
import {
  answersOk,
  embeddedUrls,
  makeDataDir,
  removeDataDir,
  startApp,
  type RunningApp,
} from '../../scripts/start-app.ts'
import { demoReferrers } from '../../src/server/demo/demo-tenants.ts'
import { childrenOf } from '../helpers/children-of.ts'

// The served app with two web processes: whatever one of them knows, decides or counts holds in the other.

const dataDir = makeDataDir()
let app: RunningApp
/** A connection to each of the two web processes. */
let both: Agent[]
let sentences = ''
beforeAll(async () => {
  app = await startApp({
    dataDir,
    supervised: true,
    env: { WEB_PROCESSES: '2', LOG_LEVEL: 'info', DRAIN_SECONDS: '3' },
  })
  app.child.stderr?.on('data', (part: string) => (sentences += part))
  both = await connectToBoth()
}, 300_000)
afterAll(async () => {
  await app?.kill()
  removeDataDir(dataDir)
})

const webPids = () =>
  childrenOf(app.child.pid).flatMap(({ pid, command }) => (command.endsWith(' web') ? [pid] : []))
const keeperPid = () =>
  childrenOf(app.child.pid).find(({ command }) => / keeper\b/.test(command))?.pid ?? 0
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until<T>(what: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + 120_000
  for (;;) {
    const found = await Promise.resolve(what())
    if (found) return found
    if (performance.now() > end) throw new Error(`Not within two minutes:\n${app.output()}`)
    await wait(20)
  }
}

/** Which process answers on a connection, as its line in the log says. */
async function pidOf(agent: Agent): Promise<number> {
  const { headers } = await ask(app.origin, 'GET', '/api/v1/mandant/standard', { agent })
  const id = String(headers['x-request-id'])
  const line = () =>
    app
      .output()
      .split('\n')
      .find((one) => one.includes(`"reqId":"${id}"`))
  return (JSON.parse(await until(line)) as { pid: number }).pid
}

/** @param localAddress whose limits count; by default this machine's */
async function connectToBoth(localAddress = '127.0.0.1'): Promise<Agent[]> {
  const found = new Map<number, Agent>()
  await until(async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })
    found.set(await pidOf(agent), agent)
    return found.size === 2
  })
  return [...found.values()]
}

const api = (agent: Agent, method: string, path: string, more: object = {}) =>
  ask(app.origin, method, `/api/v1/standard${path}`, { agent, ...more })

async function withOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: embeddedUrls(dataDir).ownerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('two processes answer, a third has database, worker and the only inbox', async () => {
  expect(new Set(await Promise.all(both.map(pidOf)))).toEqual(new Set(webPids()))
  const below = childrenOf(keeperPid()).map(({ command }) => command)
  expect(below.filter((one) => one.includes('dev-inbox-process.ts'))).toHaveLength(1)
  for (const [at, agent] of both.entries()) {
    const Email = `mitte-${at}@post.example`
    const body = {
      Empfehlung: { ProductId: '101' },
      Empfehler: { Vorname: 'Ronja', Nachname: 'Mitte', Email, Agb: true },
    }
    const from = `127.7.7.${at + 1}`
    const made = await ask(app.origin, 'POST', '/api/v1/standard/empfehlen/create', { body, from })
    expect(made.status).toBe(201)
    await mailedToken(app.origin, Email, /\/registrieren/)
    const other = both[1 - at]!
    const [mails, same] = await Promise.all(
      [agent, other].map((one) =>
        ask(app.origin, 'GET', `/demo/mails?to=${Email}`, { agent: one }),
      ),
    )
    expect(mails?.body).toHaveLength(1)
    expect(same?.body).toEqual(mails?.body)
  }
})

test('a limit of log-in tries holds over both, and one that is kept in memory', async () => {
  const tries: number[] = []
  const theirs = await connectToBoth('127.5.5.5')
  const body = { Email: demoReferrers.standard.email, Password: 'Falsch-Falsch-2026' }
  for (let i = 0; i < 12; i += 1)
    tries.push((await api(theirs[i % 2]!, 'POST', '/account/login', { body })).status)
  expect(tries.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400))
  expect(tries.slice(10)).toEqual([429, 429])
  const unknown = (agent: Agent) => api(agent, 'GET', '/empfehlen/0123456789ABCDEF')
  for (let i = 0; i < 60; i += 1) expect((await unknown(theirs[i % 2]!)).status).toBe(404)
  // Told within a moment; without it there were thirty left in each.
  for (const agent of theirs) await until(async () => (await unknown(agent)).status === 429)
})

test('who logs out in one is out in the other', async () => {
  const [one, other] = both as [Agent, Agent]
  const { email, password } = demoReferrers.standard
  const body = { Email: email, Password: password }
  const opened = await api(one, 'POST', '/account/login', { body })
  const { Token: token } = opened.body as { Token: string }
  for (const agent of both)
    expect((await api(agent, 'GET', '/account/user', { token })).status).toBe(200)
  expect((await api(one, 'POST', '/account/logout', { token })).status).toBe(200)
  expect((await api(other, 'GET', '/account/user', { token })).status).toBe(401)
})

test('a changed setting is seen in both within a second', async () => {
  const name = 'Anders GmbH'
  await withOwner(async (client) => {
    await client.query(
      `update tenants set config = jsonb_set(config, '{name}', $1) where tenant = 'standard'`,
      [JSON.stringify(name)],
    )
    await client.query(`select pg_notify('zuspruch_tenants', 'standard')`)
  })
  const committed = performance.now()
  await Promise.all(
    both.map((agent) =>
      until(async () => {
        const { body } = await ask(app.origin, 'GET', '/api/v1/mandant/standard', { agent })
        return JSON.stringify(body).includes(name)
      }),
    ),
  )
  expect(performance.now() - committed).toBeLessThan(1_000)
})

test('a jump of the demo’s clock is seen in both, with its work done', async () => {
  const made = await createReferral(app.origin, 900, 'uhr@post.example')
  const path = `/empfehlen/${made['Empfehlungsnummer']}`
  for (const agent of both) expect((await api(agent, 'GET', path)).status).toBe(200)
  const [one, other] = both as [Agent, Agent]
  const jump = await ask(app.origin, 'POST', '/demo/clock', {
    agent: one,
    body: { Advance: 'P90D' },
    timeoutMs: 300_000,
  })
  expect(jump.status).toBe(200)
  // The referral is past its end: the process that passed the call on knows at once, the other by message.
  expect((await api(one, 'GET', path)).status).not.toBe(200)
  await until(async () => (await api(other, 'GET', path)).status !== 200)
})

test('kill -9 of one under load loses no answered click, and another takes its place', async () => {
  const { Empfehlungsnummer: number } = await createReferral(app.origin, 901, 'klick@post.example')
  const count = () =>
    withOwner(async (client) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from clicks where tenant = 'standard' and referral_number = $1`,
        [number],
      )
      return rows[0]!.count
    })
  let answered = 0
  let lost = 0
  const ending = new AbortController()
  const clicking = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!ending.signal.aborted) {
      const click = await api(agent, 'GET', `/empfehlen/click/${number}?channel=wa`).catch(
        () => null,
      )
      if (click?.status === 302) answered += 1
      else lost += 1
    }
  })
  await until(() => answered > 100)
  const [killed = 0, left = 0] = webPids()
  process.kill(killed, 'SIGKILL')
  const before = answered
  await until(() => answered > before + 50)
  const fresh = await until(() => webPids().find((pid) => pid !== left && pid !== killed))
  both = await until(async () => {
    const found = await connectToBoth()
    return new Set(await Promise.all(found.map(pidOf))).has(fresh) ? found : null
  })
  ending.abort()
  await Promise.all(clicking)
  expect(sentences).toContain('A web process of Zuspruch ended (SIGKILL) and is started again.')
  // Those of its connections alone.
  expect(lost).toBeLessThanOrEqual(8)
  const written = await count()
  expect(written).toBeGreaterThanOrEqual(answered)
  expect(written).toBeLessThanOrEqual(answered + lost)
})

test('kill -9 of the process with database and worker: all come back with the same data', async () => {
  const { Empfehlungsnummer: number } = await createReferral(app.origin, 902, 'nach@post.example')
  const [killed, old] = [keeperPid(), webPids()]
  process.kill(killed, 'SIGKILL')
  await until(() => webPids().length === 2 && webPids().every((pid) => !old.includes(pid)))
  await until(() => answersOk(`${app.origin}/health/ready`))
  both = await connectToBoth()
  for (const agent of both)
    expect((await api(agent, 'GET', `/empfehlen/${number}`)).status).toBe(200)
  expect((await ask(app.origin, 'GET', '/demo')).status).toBe(200)
})

const refuses = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => (probe.destroy(), done(false)))
    probe.once('error', () => done(true))
  })

const everyPid = () => [
  ...childrenOf(app.child.pid).flatMap(({ pid }) => [
    pid,
    ...childrenOf(pid).map((one) => one.pid),
  ]),
  embeddedUrls(dataDir).pid,
]

test('SIGTERM drains both, ends them all and frees the port; kill -9 of the parent as well', async () => {
  const pids = everyPid()
  const stopped = app.stop()
  const ready = (agent: Agent) => ask(app.origin, 'GET', '/health/ready', { agent })
  for (const agent of both) await until(async () => (await ready(agent)).status === 503)
  for (const agent of both) expect((await api(agent, 'GET', '/content/faq')).status).toBe(200)
  await stopped
  expect([app.child.exitCode, pids.filter(isAlive)]).toEqual([0, []])
  expect(await refuses(app.port)).toBe(true)

  app = await startApp({
    dataDir,
    port: app.port,
    supervised: true,
    env: { WEB_PROCESSES: '2' },
  })
  const others = everyPid()
  await app.kill()
  await until(() => !others.some(isAlive))
  expect(await refuses(app.port)).toBe(true)
})
