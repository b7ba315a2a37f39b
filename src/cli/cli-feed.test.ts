import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startOutsideServer, type OutsideServer } from '../../test/helpers/outside-server.ts'
import {
  json,
  makeFeedTenant,
  refresh,
  rowsOf,
  stateOf,
} from '../server/catalogue/feed.test-helper.ts'
import { withTenant } from '../server/db/connection.ts'
import { runCliHere } from './cli.test-helper.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

// Processes that start on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
let feed: OutsideServer
beforeAll(async () => {
  ;[installation, feed] = await Promise.all([makeInstallation(), startOutsideServer()])
})
afterAll(async () => {
  await installation.stop()
  await feed.stop()
})

const productsOf = (code: string) =>
  withTenant(installation.server.db, code, (tx) =>
    tx
      .selectFrom('products')
      .selectAll()
      .where('tenant', '=', code)
      .orderBy('product_id')
      .execute(),
  )

test('catalogue refresh and status: taken, failed, held back and forced, each told with what to do', async () => {
  const { cli, server, audited } = installation
  await makeFeedTenant(server, 'speise', `${feed.origin}/katalog.json?key=geheim`)
  const run = (...words: string[]) => cli('catalogue', ...words, '--tenant', 'speise')
  expect((await run('status')).out).toContain('Last good answer: none yet')
  feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
  const taken = await run('refresh')
  expect(taken).toMatchObject({ code: 0, err: '' })
  expect(taken.out).toBe(
    'The feed is taken: 10 rows. New: 10, changed: 0, gone: 0, unchanged: 0.\n',
  )
  expect(await audited('catalogue-refreshed', 'speise')).toMatchObject([
    { actor_id: 'command line, set-up' },
  ])

  feed.answer((_, response) => json(response, { Festnetz: rowsOf(2) }))
  const held = await run('refresh')
  expect(held.code).toBe(1)
  expect(held.out).toContain('held back')
  const status = await run('status')
  expect(status.code).toBe(1)
  expect(status.out).toContain(
    'Why: Held back: 8 products would leave the catalogue, 2 would stay.',
  )
  expect(status.out + status.err).not.toContain('geheim')
  expect((await run('refresh', '--force')).out).toContain('gone: 8, unchanged: 2.')
  expect((await run('status')).code).toBe(0)

  feed.answer((_, response) => response.writeHead(503).end())
  const failed = await run('refresh')
  expect(failed.code).toBe(1)
  expect(failed.out).toMatch(/^The feed is not taken, and nothing has changed:\n.*status 503\.$/m)
  expect((await run('status', '--json')).json()).toMatchObject({ type: 'http', failures: 1 })

  const without = await cli('catalogue', 'refresh', '--tenant', 'standard')
  expect([without.code, without.err]).toEqual([1, expect.stringContaining('no product feed')])
  expect((await cli('catalogue', 'status', '--tenant', 'standard')).out).toContain('katalog')
})

test('a feed’s address with a key in its query is kept sealed and used whole; settings, their file and the audit log show dots', async () => {
  const { cli, file, server, audited } = installation
  const storedOf = async (code: string) =>
    JSON.stringify(
      await withTenant(server.db, code, (tx) =>
        tx
          .selectFrom('tenants')
          .leftJoin('product_feeds', 'product_feeds.tenant', 'tenants.tenant')
          .select(['config', 'address'])
          .where('tenants.tenant', '=', code)
          .execute(),
      ),
    )
  const show = async (code: string) => (await cli('tenant', 'show', code, '--json')).json()
  const route = `${feed.origin}/katalog.json?key=geheim-1&format=json`
  const telko = await show('telko')
  const config = {
    ...telko,
    code: 'schluessel',
    name: 'Schluessel',
    productApi: { type: 'http', route },
  }
  const make = (settings: unknown, ...words: string[]) =>
    cli('tenant', 'create', file('keyed.json', JSON.stringify(settings)), '--yes', ...words)
  expect(await make(config)).toMatchObject({ code: 0, err: '' })
  const fetched = async () => {
    feed.requests.length = 0
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    const ran = await cli('catalogue', 'refresh', '--tenant', 'schluessel')
    expect([ran.code, ran.err]).toEqual([0, ''])
    return feed.requests.map(({ url }) => url)
  }
  expect(await fetched()).toEqual(['/katalog.json?key=geheim-1&format=json'])
  expect(await storedOf('schluessel')).not.toContain('geheim')
  const shown = await show('schluessel')
  expect(shown.productApi.route).toMatch(/\/katalog\.json\?key=••••[\w-]{4}&format=••••[\w-]{4}$/)

  // Its own file brings nothing new; another key is a change, by dots alone.
  expect((await make(shown, '--replace')).out).toContain('is like this already')
  expect(
    (await make({ ...shown, productApi: { type: 'http', route } }, '--replace')).out,
  ).toContain('is like this already')
  const other = { type: 'http', route: route.replace('geheim-1', 'geheim-2') }
  const changed = await make({ ...shown, productApi: other }, '--replace', '--json')
  expect(changed.json().changes).toMatchObject([{ setting: 'productApi.route' }])
  expect(changed.out + changed.err).not.toContain('geheim')
  expect(await fetched()).toEqual(['/katalog.json?key=geheim-2&format=json'])
  const log = await audited('tenant-changed', 'schluessel')
  expect(log).toHaveLength(1)
  expect(JSON.stringify(log)).not.toMatch(/geheim|••••/)

  // Dots say nothing elsewhere.
  const copy = await make({ ...shown, code: 'kopie', name: 'Kopie' })
  expect([copy.code, copy.err]).toEqual([1, expect.stringContaining('give the whole address')])
})

test('catalogue import where a feed fills the tables is refused with the reason, unless it is forced', async () => {
  const { cli, file, server } = installation
  await makeFeedTenant(server, 'gespeist', `${feed.origin}/katalog.json`)
  const path = file('festnetz.json', JSON.stringify({ Festnetz: rowsOf(3) }))
  const run = (...words: string[]) =>
    cli('catalogue', 'import', path, ...words, '--tenant', 'gespeist')
  const refused = await run()
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('come from a feed')])
  expect((await run('--dry-run')).code).toBe(0)
  expect(await productsOf('gespeist')).toEqual([])
  expect((await run('--force')).code).toBe(0)
  expect(await productsOf('gespeist')).toHaveLength(3)
})

test('catalogue status: a product API that this version does not know is said, and is a failure', async () => {
  const { cli, server } = installation
  await makeFeedTenant(server, 'fremdling', '/produkt', 'soap')
  const status = await cli('catalogue', 'status', '--tenant', 'fremdling')
  expect([status.code, status.out]).toEqual([
    1,
    expect.stringContaining('"soap" is none of katalog, http'),
  ])
})

test('a refresh that is killed half-way leaves the old catalogue, and another one follows', async () => {
  const { server, environment } = installation
  const code = 'abbruch'
  await makeFeedTenant(server, code, feed.origin)
  feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
  expect((await refresh(server, code)).kind).toBe('taken')
  const before = await productsOf(code)

  let asked = false
  feed.answer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"Festnetz":[')
    asked = true
  })
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, 'catalogue', 'refresh', '--tenant', code], {
    env: { PATH: process.env['PATH'] ?? '', NODE_NO_WARNINGS: '1', ...environment },
    stdio: 'ignore',
  })
  const ended = new Promise((done) => child.once('close', done))
  await vi.waitFor(() => expect(asked).toBe(true), { timeout: 60_000 })
  child.kill('SIGKILL')
  await ended
  expect(await productsOf(code)).toEqual(before)

  // That process works by the real clock; until its lease is over nobody else asks.
  const killed = Temporal.Now.instant()
  server.clock.set(killed.toString())
  expect((await refresh(server, code)).kind).toBe('busy')
  server.clock.set(killed.add({ minutes: 3 }).toString())
  feed.answer((_, response) => json(response, { Festnetz: rowsOf(12) }))
  expect(await refresh(server, code)).toMatchObject({ kind: 'taken', rows: 12 })
  expect(await stateOf(server, code)).toMatchObject({ failures: 0, rows: 12 })
})

test('pictures import: kept under the name of the file, and nothing but a picture is', async () => {
  const { cli, file, server, audited } = installation
  const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  const kept = await cli('pictures', 'import', file('punkt.gif', gif), '--tenant', 'standard')
  expect(kept).toMatchObject({ code: 0, err: '' })
  expect(kept.out).toBe('The picture is kept: /bild/standard/inhalt/punkt?b=640\n')
  expect((await server.app.inject('/bild/standard/inhalt/punkt?b=640')).statusCode).toBe(200)
  expect(await audited('picture-saved')).toHaveLength(1)
  const svg = file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const refused = await cli('pictures', 'import', svg, '--tenant', 'standard')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is no JPEG, PNG')])
  const named = await cli('pictures', 'import', svg, '--id', 'a/b', '--tenant', 'standard')
  expect(named.code).toBe(2)
})

test('outbound list: which hosts settings name, for a firewall, and what is not asked', async () => {
  const { environment, server } = installation
  await makeFeedTenant(server, 'nachbar', `${feed.origin}/katalog.json?key=geheim`)
  const words = ['outbound', 'list', '--tenant', 'nachbar']
  const host = new URL(feed.origin).host
  const row = { tenant: 'nachbar', what: 'product feed', host, refused: null }
  const named = await runCliHere(environment, [...words, '--json'])
  expect([named.code, named.json()]).toEqual([0, [row]])
  const closed = await runCliHere({ ...environment, OUTBOUND_HOSTS: '' }, words)
  expect([closed.code, closed.err]).toEqual([1, ''])
  expect(closed.out).toContain('Not asked: 127.0.0.1 is in a private network')
  expect(closed.out).not.toContain('geheim')
  const listed = await runCliHere({ ...environment, OUTBOUND_HOSTS: 'feed.example' }, words)
  expect(listed.out).toContain('OUTBOUND_HOSTS does not name 127.0.0.1')
})
