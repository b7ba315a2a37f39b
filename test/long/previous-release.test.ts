import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { answersOk, spawnApp } from '../../scripts/start-app.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { migrationNames } from '../../src/server/db/migration-files.ts'
import { installQueue } from '../../src/server/jobs/install-queue.ts'
import { iban, makeActors, makeJourney, password } from '../helpers/actors.ts'
import { makeAgency } from '../helpers/agency.ts'
import { createTestDatabase } from '../helpers/database.ts'
import { makeCall } from '../helpers/make-call.ts'
import { makeTestDeps } from '../helpers/make-test-deps.ts'
import { buildRelease, findPreviousRelease } from '../helpers/previous-release.ts'
import { cookieFor } from '../helpers/proved-address.ts'
import { makeRunFolder } from '../helpers/run-folder.ts'
import { makePartner } from '../helpers/sales-partner.ts'
import type { TestServer } from '../helpers/server.ts'
import { testSecret } from '../helpers/test-secrets.ts'

// The release before this one goes on while this one's migrations run, and after them, until it is replaced (decision 968). It runs over this
// one's packages.

const commit = findPreviousRelease()
if (commit === null)
  process.stderr.write('NOT TESTED: the release before this one, as its history is not here.\n')

const folder = makeRunFolder('zuspruch-previous-')
const running: (() => Promise<void>)[] = []

beforeAll(() => {
  if (commit !== null) buildRelease(commit, folder)
}, 600_000)
afterAll(async () => {
  for (const stop of running.toReversed()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startPrevious(env: Record<string, string>) {
  const port = await findFreePort()
  const child = spawnApp(
    {
      SECRET_KEY: testSecret,
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      TRUSTED_PROXIES: '1',
      DATA_DIR: `${folder}/data`,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...env,
    },
    { folder },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (said += part))
  const ended = once(child, 'close')
  running.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const ready = async () =>
    child.exitCode !== null || (await answersOk(`http://127.0.0.1:${port}/health/ready`))
  await vi.waitUntil(ready, { timeout: 240_000, interval: 100 })
  expect([child.exitCode, said]).toEqual([null, expect.any(String)])
  return { inject: injectInto(port), said: () => said }
}

/** As Fastify's own, over HTTP and a proxy. */
function injectInto(port: number) {
  type Sent = Record<'method' | 'url', string> & {
    headers: Record<string, string>
    payload?: string
    remoteAddress?: string
  }
  return ({ method, url, headers, payload, remoteAddress = '192.0.2.200' }: Sent) =>
    new Promise<{ statusCode: number; headers: object; body: string }>((done, failed) => {
      const address = { 'x-forwarded-for': remoteAddress }
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path: url,
          headers: { host: 'localhost:3000', ...headers, ...address },
        },
        (answer) => {
          let body = ''
          answer.setEncoding('utf8').on('data', (part: string) => (body += part))
          answer.on('error', failed)
          answer.on('end', () =>
            done({ statusCode: answer.statusCode ?? 0, headers: answer.headers, body }),
          )
        },
      )
      sent.on('error', failed).end(payload)
    })
}

/** What the helpers of the tests ask for: the calls go to the old release, the rest is this one's, as a worker's beside it. */
async function over(
  urls: { appUrl: string; ownerUrl: string },
  env: Record<string, string>,
  prepare: (server: TestServer) => Promise<void> = async () => undefined,
) {
  const { deps, clock } = makeTestDeps(urls.appUrl)
  clock.set(Temporal.Now.instant().toString())
  running.push(deps.db.close)
  const own = { deps, clock, db: deps.db, database: urls } as unknown as TestServer
  await prepare(own)
  const previous = await startPrevious({ DATABASE_URL: urls.appUrl, ...env })
  const app = previous as unknown as FastifyInstance
  const server: TestServer = Object.assign(own, { call: makeCall(app, cookieFor(deps)) })
  return { ...previous, server }
}

describe.skipIf(commit === null)('the release before this one', () => {
  test('serves a database of this one: a whole referral, its reward, agencies, partners and the console', async () => {
    const database = await createTestDatabase('demo')
    running.push(database.drop)
    const {
      server,
      said,
      inject: page,
    } = await over(database, { ROLE: 'web' }, async (server) => {
      // Switched on before anybody has read the tenant.
      await makeAgency(server, 'standard', 'AG-0')
      await makePartner(server, 'standard', 'VP-0')
    })
    const actors = await makeActors(server)
    const { tokens, params } = actors
    const refused = Object.entries((await actors.snapshot()) as Record<string, unknown>)
      .filter(([, it]) => it === undefined || (it as { ErrorCode?: string } | null)?.ErrorCode)
      .map(([what]) => what)
    expect(refused).toEqual([])

    const asked = async (
      status: number,
      ...[method, path, options]: Parameters<typeof server.call>
    ) => {
      const answer = await server.call(method, path, options)
      expect([method, path, answer.status, answer.status === status ? '' : answer.body]).toEqual([
        method,
        path,
        status,
        '',
      ])
      return answer.body
    }
    const headers = { 'user-agent': 'Firefox/140.0' }
    const click = await page({ method: 'GET', url: `/k/${params['code']}`, headers })
    const { location = '' } = click.headers as { location?: string }
    expect([click.statusCode, location]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^http/),
    ])
    const { pathname, search } = new URL(location)
    const opened = await page({ method: 'GET', url: `${pathname}${search}`, headers })
    expect([opened.statusCode, opened.body]).toEqual([200, expect.stringContaining('</html>')])
    const first = await makeJourney(server, 'standard', tokens.apiKey)
    await asked(200, 'POST', '/standard/account/login', {
      body: { Email: first.referrerEmail, Password: password },
    })
    await asked(200, 'GET', '/standard/praemierung', { token: first.rewardToken })
    await asked(200, 'PUT', '/standard/praemierung', {
      token: first.rewardToken,
      body: { PraemieId: 'geld', Bankdaten: { Kontoinhaber: 'Erste Person', Iban: iban } },
    })
    const line = {
      ExterneAuftragsnummer: first.externalNumber,
      Empfaengernummer: first.recipient.Empfaengernummer,
      ProduktExterneId: (await asked(200, 'GET', '/standard/produkt/101')).ExterneId as string,
      Vertragsdatum: server.clock.today().toString(),
      Status: 'storniert',
    }
    const { Ergebnisse } = await asked(207, 'POST', '/standard/auftraege', {
      token: tokens.apiKey,
      body: [line],
    })
    expect(Ergebnisse).toMatchObject([{ Ergebnis: 'storniert' }])
    await asked(200, 'PUT', '/standard/agentur/einladungen/alle/', {
      token: tokens.agency,
      body: {},
    })
    await asked(200, 'PUT', '/standard/betrieb/auszahlungen', { body: {}, token: tokens.operator })
    expect(said()).not.toMatch(/"level":[56]0/)
  })

  test('goes on under load while this one’s migrations run, and loses no request', async () => {
    const name = `previous_${randomBytes(6).toString('hex')}`
    const on = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
    const { appUrl, ownerUrl } = inject('database')
    const urls = { appUrl: on(appUrl), ownerUrl: on(ownerUrl) }
    await administer(`create database ${name}`)
    running.push(() => administer(`drop database ${name} with (force)`))
    const env = {
      DEMO: '1',
      HOST: '127.0.0.1',
      DATABASE_OWNER_URL: urls.ownerUrl,
      MAIL_UI_PORT: '0',
    }
    const { server } = await over(urls, env)
    const owner = new pg.Client({ connectionString: urls.ownerUrl })
    await owner.connect()
    const listDone = async () =>
      (
        await owner.query<{ name: string }>('select name from kysely_migration order by name')
      ).rows.map((row) => row.name)
    const known = await listDone()
    expect(known.length).toBeLessThan(migrationNames().length)
    const statuses = new Map<string, number>()
    let people = 0
    let going = true
    const create = async () => {
      const person = (people += 1)
      const { status, body } = await server.call('POST', '/standard/empfehlen/create', {
        ip: `198.51.${100 + (person % 100)}.${1 + Math.floor(person / 100)}`,
        body: {
          Empfehlung: { ProductId: '101', Anteil: 50, Channel: 'wa' },
          Empfehler: {
            Vorname: 'Mara',
            Nachname: 'Muster',
            Email: `last${person}@post.example`,
            Agb: true,
          },
        },
      })
      const heard = status === 201 ? '201' : `${status} ${JSON.stringify(body)}`
      statuses.set(heard, (statuses.get(heard) ?? 0) + 1)
    }
    const creating = [1, 2, 3, 4].map(async () => {
      while (going) {
        await create()
        await wait(20)
      }
    })
    await vi.waitUntil(() => people > 20, { timeout: 60_000 })
    await migrate(urls.ownerUrl)
    await installQueue(urls.ownerUrl)
    // And one that adds a column to everything that these calls read and write.
    for (const table of ['tenants', 'accounts', 'referrals', 'products', 'mails', 'consents'])
      await owner.query(`set lock_timeout = '2s'; alter table ${table} add column later_on text`)
    const after = people
    await vi.waitUntil(() => people > after + 20, { timeout: 60_000 })
    going = false
    await Promise.all(creating)
    await owner.end()
    expect([...statuses.keys()]).toEqual(['201'])
  })
})

async function administer(statement: string): Promise<void> {
  const admin = Object.assign(new URL(inject('database').ownerUrl), { pathname: '/postgres' })
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}
