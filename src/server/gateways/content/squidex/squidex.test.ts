import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSquidex, type Mood, type Squidex } from '../../../../../test/helpers/squidex.ts'
import { startTestServer, type TestServer } from '../../../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../../../test/helpers/start-each-afresh.ts'
import { system } from '../../../base/audit-store.ts'
import { saveSecret } from '../../../base/secret-store.ts'
import { connectContent, disconnectContent } from '../../../content/connect-content.ts'
import { importContent } from '../../../content/import-content.ts'
import { withTenant } from '../../../db/connection.ts'
import { contentOf } from '../content-of.ts'
import { fetchAsset } from '../fetch-asset.ts'
import { connectionOf, sourceOf } from './service-entries.ts'

// Over real HTTP, against a server that speaks Squidex (test/helpers/squidex.ts). The clock stands still but for `later`.

let server: TestServer
let squidex: Squidex
const logged: { level: number; msg: string; reason?: string; id?: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  server.deps.log = pino(
    { level: 'warn' },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  )
  squidex = await startSquidex()
  tellAgain()
  await connect('telko')
})
startEachAfresh(() => server)
afterAll(async () => {
  await squidex.stop()
  await server.stop()
})
beforeEach(() => {
  tellAgain()
  logged.length = 0
})

/** What the service has when a test begins, and telko a copy of. */
function tellAgain(): void {
  Object.assign(squidex.state, { mood: 'well', graphql: true })
  squidex.put('faq', { 'kein-code': question(kept, 'Zum Weitersagen.') })
  squidex.put('page', {
    terms: page('2027-01', '<p>Bedingungen</p><script>alert(1)</script>', 'Terms'),
  })
  for (const schema of ['category', 'footnote', 'teaser']) squidex.put(schema, {})
}
const kept = 'Wofür ist der Code?'
const question = (titel: string, content: string) => ({
  gruppe: { de: 'Ablauf', en: 'How' },
  titel: { de: titel, en: '' },
  content: { de: content, en: null },
  position: { iv: 1 },
  anything: { iv: 'that we do not know' },
})
const page = (version: string, de: string, en: string) => ({
  id: { iv: 'terms' },
  version: { iv: version },
  text: { de, en },
})
const faqOf = async (tenant = 'telko') => {
  const { status, body } = await server.call('GET', `/${tenant}/content/faq`)
  return { status, body, titles: status === 200 ? body.map((one: any) => one.Titel) : [] } // eslint-disable-line -- wire answers
}
/** Until the copy is old, and nobody is asking for one that then was not. */
const later = async (duration = 'PT61S') => {
  const tenant = await server.deps.tenants.get('telko')
  const { contentService: service } = tenant
  if (service) await expect.poll(() => connectionOf(server.deps, tenant, service).asking).toBeNull()
  server.clock.advance(duration)
}
/** What is shown once the answer of the service has arrived. */
const settled = () =>
  expect.poll(() => server.deps.cache.forget() ?? faqOf().then(({ titles }) => titles))

async function connect(code: string, change: Partial<{ url: string; secret: string }> = {}) {
  const now = server.clock.now()
  await withTenant(server.db, code, (tx) =>
    saveSecret(
      tx,
      server.deps.keys,
      code,
      'content-service',
      change.secret ?? squidex.client.secret,
      now,
    ),
  )
  const service = {
    url: change.url ?? squidex.url,
    clientId: squidex.client.id,
    schemas: {},
    refreshSeconds: 60,
  }
  const tenant = await server.deps.tenants.get(code)
  const connected = await connectContent(
    server.deps,
    tenant,
    { app: 'funkel', service },
    { actor: system, now },
  )
  server.deps.tenants.forget()
  server.deps.cache.forget()
  return connected
}

test('a wrong secret, or no server, connects nothing and says why', async () => {
  await expect(connect('standard', { secret: 'wrong' })).rejects.toThrow(/refused the client/)
  const nowhere = { url: 'http://127.0.0.1:1' }
  await expect(connect('standard', nowhere)).rejects.toThrow(/cannot be reached/)
  expect((await server.deps.tenants.get('standard')).contentService).toBeNull()
  expect((await faqOf('standard')).titles.length).toBeGreaterThan(5)
})

test('connected, a tenant shows what the service has, cleaned, German where English is missing, and its own texts beside', async () => {
  const { entries } = await connect('telko')
  expect(entries.faq).toHaveLength(1)
  expect((await faqOf()).titles).toEqual([kept])
  const english = await server.call('GET', '/telko/content/faq', {
    headers: { 'accept-language': 'en' },
  })
  expect(english.body[0]).toMatchObject({ Id: 'kein-code', Gruppe: 'How' })
  expect(english.body[0].Titel).toBe(kept)
  const terms = await server.call('GET', '/telko/content/page/terms')
  expect(terms.body).toEqual({ Name: 'terms', Version: '2027-01', Text: '<p>Bedingungen</p>' })
  const imprint = await server.call('GET', '/telko/content/page/imprint')
  expect(imprint.body.Text).toContain('Funkelnetz GmbH')
})

test('a change is seen after the refresh time, without anybody waiting for it', async () => {
  squidex.put('faq', { neu: question('Was ist neu?', 'Alles.') })
  expect((await faqOf()).titles).toEqual([kept])
  await later()
  expect((await faqOf()).titles).toEqual([kept])
  await settled().toEqual(['Was ist neu?'])
})

test('nothing is fetched again while nothing changed: one question by GraphQL', async () => {
  await later()
  await faqOf()
  await later()
  squidex.asked.length = 0
  await faqOf()
  await expect.poll(() => squidex.asked).toEqual(['POST /api/content/funkel/graphql'])
})

test('without GraphQL everything is fetched instead', async () => {
  squidex.state.graphql = false
  squidex.put('faq', { ohne: question('Ohne GraphQL?', 'Ja.') })
  await later()
  await faqOf()
  await settled().toEqual(['Ohne GraphQL?'])
})

test('all pages of a long list are read, and drafts are shown to nobody', async () => {
  const many = Array.from(
    { length: 450 },
    (_, i) => [`frage-${i}`, question(`Frage ${i}?`, 'Ja.')] as const,
  )
  squidex.put('faq', Object.fromEntries(many))
  await later()
  await faqOf()
  await settled().toHaveLength(450)
  squidex.put('faq', { entwurf: question('Entwurf?', 'Nein.') }, 'Draft')
  squidex.put('footnote', {})
  await later()
  await faqOf()
  // No question of the service is left, so the tenant's own ones are back.
  await settled().toContain('Wie geht das mit dem Empfehlen?')
})

test('a token that was taken back is replaced once; one that expired is not even tried', async () => {
  squidex.put('faq', { eins: question('Eins?', 'Ja.') })
  await later()
  await faqOf()
  await settled().toEqual(['Eins?'])
  const { tokensGiven } = squidex.state
  squidex.revokeTokens()
  squidex.put('faq', { zwei: question('Zwei?', 'Ja.') })
  await later()
  await faqOf()
  await settled().toEqual(['Zwei?'])
  expect(squidex.state.tokensGiven).toBe(tokensGiven + 1)
  await later('PT1H')
  squidex.put('faq', { drei: question('Drei?', 'Ja.') })
  squidex.asked.length = 0
  await faqOf()
  await settled().toEqual(['Drei?'])
  expect(squidex.asked.slice(0, 2)).toEqual([
    'POST /identity-server/connect/token',
    'POST /api/content/funkel/graphql',
  ])
})

const moods: [Mood, RegExp][] = [
  ['fails', /refused the schema faq \(500\)/],
  ['refuses', /refused the schema faq \(401\)/],
  ['garbles', /is no JSON/],
  ['nests', /nested deeper than 20 levels/],
  ['confuses', /is not what Squidex says/],
  ['lies-short', /broke off|is no JSON|cannot be reached/],
  ['lies-long', /longer than 10000000 bytes/],
  ['floods', /longer than 10000000 bytes/],
]
test.each(moods)(
  'a service that %s leaves the last good state, with one clear log line',
  async (mood, reason) => {
    squidex.state.mood = mood
    squidex.put('faq', { boese: question('Böse?', 'Ja.') })
    await later()
    expect((await faqOf()).titles).toEqual([kept])
    const failed = () => logged.filter(({ msg }) => msg === 'Fehler beim Laden des CMS Inhalts')
    await expect.poll(failed).toHaveLength(1)
    expect(failed()[0]?.reason).toMatch(reason)
    server.deps.cache.forget()
    expect((await faqOf()).titles).toEqual([kept])
  },
)

test('a service with more than can be kept leaves the last good state', async () => {
  const failed = () => logged.find(({ msg }) => msg === 'Fehler beim Laden des CMS Inhalts')?.reason
  const many = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f-${i}`, question('Viel?', text)]))
  for (const [fill, reason] of [
    [() => squidex.put('faq', many(2_001, 'Ja.')), /more than 2000 contents in faq/],
    // Each less than an answer may have, all together more than a load may.
    [
      () =>
        ['faq', 'category', 'footnote', 'teaser'].forEach((schema) =>
          squidex.put(schema, many(100, 'x'.repeat(90_000))),
        ),
      /is longer than \d{7} bytes/,
    ],
  ] as const) {
    await later('PT2M')
    logged.length = 0
    fill()
    expect((await faqOf()).titles).toEqual([kept])
    await expect.poll(failed, { timeout: 10_000 }).toMatch(reason)
    server.deps.cache.forget()
    expect((await faqOf()).titles).toEqual([kept])
  }
})

test('an entry that cannot be used is left out and named in the log; the others are shown', async () => {
  squidex.put('faq', {
    gut: question('Gut?', 'Ja.'),
    schlecht: { ...question('Schlecht?', 'Ja.'), titel: { iv: 42 } },
    nul: question('Nul?', 'a\0b'),
    halb: question('Halb?', 'a\ud800b'),
  })
  await later()
  await faqOf()
  await settled().toEqual(['Gut?'])
  expect(logged.filter(({ msg }) => msg === 'content entry left out')).toMatchObject([
    { schema: 'faq', id: 'schlecht', why: expect.stringMatching(/^Titel/) },
    { schema: 'faq', id: 'nul', why: expect.stringMatching(/characters that no text has/) },
    { schema: 'faq', id: 'halb', why: expect.stringMatching(/characters that no text has/) },
  ])
})

test('other words of the terms under the same version get a version of their own', async () => {
  squidex.put('page', { terms: page('2027-01', '<p>Andere Bedingungen</p>', 'Terms') })
  await later()
  await faqOf()
  const terms = () =>
    contentOf(server.deps, connected).textPage('terms', 'de') as Promise<{ version: string }>
  const connected = await server.deps.tenants.get('telko')
  await expect
    .poll(() => (server.deps.cache.forget(), terms()))
    .toMatchObject({
      text: '<p>Andere Bedingungen</p>',
      version: expect.stringMatching(/^2027-01\+[0-9a-f]{8}$/),
    })
})

test('a service that is away does not stop others, is asked again after the pause, and a restart keeps its copy', async () => {
  squidex.state.mood = 'fails'
  squidex.put('faq', { spaet: question('Spät?', 'Ja.') })
  for (let i = 0; i < 4; i += 1) {
    await later()
    await faqOf()
    await expect.poll(() => logged.filter(({ reason }) => reason).length).toBeGreaterThan(0)
  }
  // A process that starts while the service is away.
  const beside = await startTestServer({ beside: { database: server.database } })
  try {
    const answer = await beside.call('GET', '/telko/content/faq')
    expect(answer.body.map((one: any) => one.Titel)).toEqual([kept]) // eslint-disable-line -- wire answers
  } finally {
    await beside.stop()
  }
  squidex.state.mood = 'well'
  await later('PT2M')
  await faqOf()
  await settled().toEqual(['Spät?'])
})

test(
  'with no copy at all a page says so within seconds, what decorates is empty, and a late answer is shown then',
  { tags: 'long' },
  async () => {
    await connect('standard')
    await withTenant(server.db, 'standard', (tx) =>
      tx.deleteFrom('content_copies').where('tenant', '=', 'standard').execute(),
    )
    server.deps.cache.forget()
    squidex.state.mood = 'hangs'
    await later()
    squidex.asked.length = 0
    const began = performance.now()
    const [faq, terms, tenant] = await Promise.all([
      faqOf('standard'),
      server.call('GET', '/standard/content/page/terms'),
      server.deps.tenants.get('standard'),
      ...Array.from({ length: 10 }, () => faqOf('standard')),
    ])
    expect(performance.now() - began).toBeLessThan(5_000)
    // Whoever comes at the same time waits for the same question.
    expect(squidex.asked.filter((one) => one.includes('graphql'))).toHaveLength(1)
    expect([faq.status, faq.body.ErrorCode]).toEqual([503, 'PSOF0601'])
    expect(faq.body.Message).toMatch(/^Inhalt nicht verfügbar/)
    expect([terms.status, terms.body.ErrorCode]).toEqual([503, 'PSOF0601'])
    const source = contentOf(server.deps, tenant)
    expect(await Promise.all([source.footnotes('de'), source.texts('de')])).toEqual([[], {}])
    expect((await server.call('GET', '/standard/produkt')).status).toBe(200)
  },
)

test('a picture comes in the size asked for; one that is none, or too large, is an error', async () => {
  squidex.assets.set('bild-1', Buffer.from('not really a picture'))
  const tenant = await server.deps.tenants.get('telko')
  const asset = (id: string) => fetchAsset(server.deps, tenant, id, { width: 320, height: 200 })
  expect(await asset('bild-1')).toMatchObject({ type: 'image/png' })
  expect(squidex.asked.at(-1)).toBe('GET /api/assets/funkel/bild-1?width=320&height=200')
  expect(await asset('bild-2')).toBeNull()
  squidex.state.mood = 'floods'
  await expect(asset('bild-1')).rejects.toThrow(/longer|not image/)
  squidex.state.mood = 'confuses'
  await expect(asset('bild-1')).rejects.toThrow(/not image/)
  const bgv = await server.deps.tenants.get('bgv')
  expect(await fetchAsset(server.deps, bgv, 'bild-1', {})).toBeNull()
})

test('pictures of the service are shown from this server, all others are left out', async () => {
  const picture = (src: string) => `<img src="${src}" alt="x">`
  const html = `<p>${picture(`${squidex.url}/api/assets/funkel/bild-1?width=10`)}${picture('/api/assets/bild-1?version=2')}${picture('https://anderswo.example/x.png')}</p>`
  squidex.put('faq', { bild: question('Bild?', html) })
  await later('PT2M')
  await faqOf()
  await settled().toEqual(['Bild?'])
  expect((await faqOf()).body[0].Content).toMatch(
    /^<p>(?:<img src="\/bild\/telko\/inhalt\/bild-1\?b=640"(?: (?!src=)[\w-]+="[^"]*")* \/>){2}<\/p>$/,
  )
})

const termsOf = async (code: string) => {
  server.deps.cache.forget()
  server.deps.tenants.forget()
  return contentOf(server.deps, await server.deps.tenants.get(code)).textPage('terms', 'de')
}

test('connecting another service takes nothing from the one in use until it is connected, and no version stands for two texts', async () => {
  squidex.put('page', { terms: page('v1', 'Alte Worte', 'Old words') })
  await connect('bgv')
  const [before, second] = await Promise.all([termsOf('bgv'), startSquidex()])
  expect(before).toEqual({ version: 'v1', text: 'Alte Worte' })
  try {
    second.put('page', { terms: page('v1', 'Ganz andere Worte', 'Other words') })
    const tenant = await server.deps.tenants.get('bgv')
    const service = { ...tenant.contentService!, url: second.url }
    const actor = { kind: 'nobody', id: null } as never // the audit refuses it: as if it ended there
    const who = { actor, now: server.clock.now() }
    await expect(
      connectContent(server.deps, tenant, { app: 'funkel', service }, who),
    ).rejects.toThrow()
    squidex.state.mood = 'fails'
    expect(await termsOf('bgv')).toEqual(before)

    await connect('bgv', { url: second.url })
    const after = { version: expect.stringMatching(/^v1\+[0-9a-f]{8}$/), text: 'Ganz andere Worte' }
    expect(await termsOf('bgv')).toEqual(after)
    // A process that has not heard of it still asks the one before: its answer takes nothing back.
    squidex.state.mood = 'well'
    await contentOf(server.deps, tenant).faq('de')
    await expect
      .poll(() => connectionOf(server.deps, tenant, tenant.contentService!).asking)
      .toBeNull()
    expect(await termsOf('bgv')).toEqual(after)
  } finally {
    await second.stop()
  }
})

test('a version of the terms never stands for other words, neither when a service comes nor when it goes', async () => {
  const tenant = await server.deps.tenants.get('telko')
  const { terms, termsVersion } = tenant.legal
  const leave = () =>
    disconnectContent(server.deps, tenant, { actor: system, now: server.clock.now() })
  expect(await leave()).toBeNull()
  squidex.put('page', { terms: page(termsVersion, 'Worte des Dienstes', 'Words') })
  await connect('telko')
  expect(await termsOf('telko')).toMatchObject({
    version: expect.stringMatching(new RegExp(`^${termsVersion}\\+[0-9a-f]{8}$`)),
  })
  squidex.put('page', { terms: page('v7', 'Worte des Dienstes', 'Words') })
  await connect('telko')
  const bring = (Version: string) =>
    withTenant(server.db, 'telko', (tx) =>
      importContent(
        tx,
        tenant,
        { page: [{ Id: 'terms', Version, Text: terms }] },
        { actor: system, now: server.clock.now(), dryRun: false },
      ),
    )
  await bring('v7')
  expect(await leave()).toMatch(/same version v7/)
  expect(await termsOf('telko')).toMatchObject({ version: 'v7', text: 'Worte des Dienstes' })
  await bring('v8')
  expect(await leave()).toBeNull()
  expect(await termsOf('telko')).toMatchObject({ version: 'v8' })
})

test('schemas named in another order are the same source', () => {
  const service = { url: squidex.url, clientId: 'a', schemas: {}, refreshSeconds: 60 }
  const [one, other] = [
    { teaser: 't', faq: 'f' },
    { faq: 'f', teaser: 't' },
  ].map((schemas) => sourceOf({ ...service, schemas }, 'funkel'))
  expect(one).toBe(other)
})
