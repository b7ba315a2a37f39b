import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { telko as demo } from '../demo/demo-tenants.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import { readEntries, type ContentRows } from '../gateways/content/read-entries.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import { importContent } from './import-content.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const bring = async (code: string, rows: ContentRows, dryRun = false) => {
  const tenant = await server.deps.tenants.get(code)
  const brought = await withTenant(server.db, code, (tx) =>
    importContent(tx, tenant, rows, { actor: system, now: server.clock.now(), dryRun }),
  )
  server.deps.cache.forget()
  return brought
}
const read = async (at: TestServer, path: string, language = 'de') =>
  (await at.call('GET', path, { headers: { 'accept-language': language } })).body
const source = async (code: string) => contentOf(server.deps, await server.deps.tenants.get(code))
const both = (de: string, en = de) => ({ de, en })
const question = (id: string, answer: string) => ({
  Id: id,
  Gruppe: both('Ablauf'),
  Titel: both(`${id}?`),
  Content: both(answer),
})
const two = { faq: [question('eins', 'Ruf an: {{kontakt.telefon}}.'), question('zwei', 'Ja.')] }

test('what is imported is shown by every process within a second', async () => {
  const start = () => startTestServer({ beside: { database: server.database }, hears: true })
  const processes = await Promise.all([start(), start()])
  // Both have the content in memory already.
  for (const one of processes)
    expect((await read(one, '/standard/content/faq')).length).toBeGreaterThan(5)
  const { differences } = await bring('standard', two)
  expect(differences).toMatchObject([{ schema: 'faq', added: ['eins', 'zwei'], unchanged: 0 }])
  for (const one of processes)
    await expect
      .poll(() => read(one, '/standard/content/faq'), { timeout: 1000, interval: 20 })
      .toHaveLength(2)
  const [first] = await read(processes[0], '/standard/content/faq')
  expect(first.Content).toMatch(/^Ruf an: \+49 [\d ]+\.$/)
  for (const one of processes) await one.stop()
})

test('a dry run says what would change and changes nothing', async () => {
  await bring('standard', two)
  const rows = { faq: [question('eins', 'Anders.'), question('drei', 'Neu.')] }
  const { differences } = await bring('standard', rows, true)
  expect(differences).toEqual([
    { schema: 'faq', added: ['drei'], changed: ['eins'], removed: ['zwei'], unchanged: 0 },
  ])
  expect(await read(server, '/standard/content/faq')).toHaveLength(2)
})

test('a dry run compares with what people see: the questions and legal texts of the settings too, which an empty list brings back', async () => {
  const { content, legal } = await server.deps.tenants.get('bgv')
  const builtIn = content.faq.map(({ id }) => id)
  const first = await bring('bgv', { faq: [question('eins', 'Ja.')] }, true)
  expect(first.differences).toEqual([
    { schema: 'faq', added: ['eins'], changed: [], removed: builtIn, unchanged: 0 },
  ])
  const { imprint, termsVersion } = legal
  const page = [
    { Id: 'imprint', Version: termsVersion, Text: imprint },
    { Id: 'privacy', Version: '9', Text: both('Anders.') },
  ]
  expect((await bring('bgv', { page }, true)).differences).toMatchObject([
    { schema: 'page', added: [], changed: ['privacy'], removed: [] },
  ])
  await bring('bgv', { faq: [question('eins', 'Ja.')] })
  expect((await bring('bgv', { faq: [] })).differences).toEqual([
    { schema: 'faq', added: builtIn, changed: [], removed: ['eins'], unchanged: 0 },
  ])
  expect(await read(server, '/bgv/content/faq')).toHaveLength(builtIn.length)
})

test('one entry that cannot be used keeps all out, and each is named with its reason', async () => {
  await bring('standard', two)
  const { problems } = await bring('standard', {
    faq: [question('gut', 'Ja.'), { ...question('x y', 'Ja.'), Fremd: 1 }, question('gut', 'Ja.')],
    page: [{ Id: 'terms', Version: '2026-12', Text: both('Andere Worte.') }],
    text: [
      { Id: 'referral.newsletter', Text: { de: 'Ich will alles.' } },
      { Id: 'help.contact.privacy_du', Text: { de: 'Ohne Verweis.' } },
    ],
  })
  expect(problems.map(({ schema, id }) => `${schema} ${id}`)).toEqual([
    'faq x y',
    'faq gut',
    'text referral.newsletter',
    'text help.contact.privacy_du',
    'page terms',
  ])
  const whys = problems.map(({ why }) => why).join('\n')
  expect(whys).toMatch(/another entry/)
  expect(whys).toMatch(/kept as proof/)
  expect(whys).toMatch(/lacks <privacy>/)
  expect(whys).toMatch(/need a new Version/)
  expect(await read(server, '/standard/content/faq')).toHaveLength(2)
})

test('what is wrong with an entry is said in plain words, with the name of the field', async () => {
  const { Content: _, ...empty } = question('leer', 'x')
  const { problems } = await bring('standard', {
    faq: [
      empty,
      { ...question('fremd', 'Ja.'), Farbe: 1 },
      { ...question('zahl', 'Ja.'), Titel: 7 },
      { ...question('ohne', 'Ja.'), Titel: { de: '' } },
    ],
    teaser: [
      { Id: 'x', Text: both('x'), Cent: 1.5 },
      { Id: 'y', Text: both('y'), Cent: -1 },
    ],
    page: [{ Id: 'agb', Version: '1', Text: both('x') }, 'Text' as never],
  })
  expect(problems.map(({ why }) => why)).toEqual([
    'Content is missing.',
    'It has fields that nobody knows: Farbe.',
    'Titel is not an object such as {"de": "…", "en": "…"}.',
    'Titel.de is empty.',
    'Id is none of imprint, privacy, terms, accessibility.',
    'It is not an object.',
    'Cent is not a whole number.',
    'Cent is below 0.',
  ])
})

test('unknown keys, variables and what was taken out of HTML are reported; unknown variables stay out of sight', async () => {
  const { problems, warnings } = await bring('standard', {
    faq: [question('html', '<p onclick=x>Hallo{{kontakt.fax}}<script>alert(1)</script></p>')],
    text: [
      { Id: 'help.gibtesnicht', Text: { de: 'Nichts' } },
      { Id: 'help.faq.title', Text: { de: 'Fragen an {{mandant.name}} {{alter}}' } },
    ],
  })
  expect(problems).toEqual([])
  expect(warnings.map(({ id, why }) => `${id}: ${why}`)).toEqual([
    'html: Nobody knows {{kontakt.fax}}: nothing is shown there.',
    'html: Left out of the HTML: <script>, event handlers.',
    'help.gibtesnicht: No text has this key (de): it is shown nowhere.',
    'help.faq.title: The text (de) is not given alter: nothing is shown.',
  ])
  expect(await read(server, '/standard/content/faq')).toMatchObject([{ Content: '<p>Hallo</p>' }])
  expect((await (await source('standard')).texts('de'))['help.faq.title']).toMatch(
    /^Fragen an Sonnseite/,
  )
})

test('own texts cannot name other texts, and every {{ of theirs is closed', async () => {
  const own = (Id: string, de: string) => ({ Id, Text: { de } })
  const { problems } = await bring('standard', {
    text: [
      own('help.faq.title', '$t(intro)$t(intro)'),
      own('help.faq.intro_du', `{{${' '.repeat(100)}x}}`),
      own('help.contact.title', 'x'.repeat(5_001)),
    ],
    mail: [own('subject', '{{a}} {{')],
  })
  expect(problems.map(({ why }) => why)).toEqual([
    'The text (de) has $t( in it.',
    'The text (de) has a {{ that is not closed.',
    expect.stringMatching(/^Text\.de is .*5000/),
    'The text (de) has a {{ that is not closed.',
  ])
})

test('entries with control characters or too many tags are reported', async () => {
  const long = question('lang', '<p>' + '<b>'.repeat(60_000))
  const { problems } = await bring('standard', {
    faq: [question('nul', 'a\0b'), question('halb', 'a\ud800b'), question('ganz', 'a\n\t😀'), long],
    page: [{ Id: 'terms', Version: '1\0', Text: both('x') }],
  })
  expect(problems.map(({ id }) => id)).toEqual(['nul', 'halb', 'lang', 'terms'])
  expect(problems.map(({ why }) => why).join()).toMatch(
    /characters that no text has.*too many tags/,
  )
})

test('more HTML than can be cleaned in seconds is left out, whatever entries it is in', async () => {
  const text = '<p>' + '<b>x</b>'.repeat(2_400)
  const faq = Array.from({ length: 60 }, (_, i) => question(`f-${i}`, text))
  const { problems } = await bring('standard', { faq }, true)
  expect(problems.length).toBeGreaterThan(30)
  expect(new Set(problems.map(({ why }) => why))).toEqual(
    new Set(['There is too much HTML in all entries together.']),
  )
})

test('variables are escaped in HTML, and not in plain text', async () => {
  const name = 'Sonn & <b>Seite</b>'
  const tenant = { ...(await server.deps.tenants.get('standard')), name }
  await bring('standard', {
    faq: [question('a', '<p>{{mandant.name}}</p>'), question('b', 'Bei {{mandant.name}}.')],
  })
  expect(await contentOf(server.deps, tenant).faq('de')).toMatchObject([
    { answer: '<p>Sonn &amp; &lt;b&gt;Seite&lt;/b&gt;</p>' },
    { answer: `Bei ${name}.` },
  ])
  // What would be taken for HTML is cleaned, whoever it came from.
  const evil = { ...tenant, name: '<img src=x onerror=alert(1)>' }
  await bring('standard', { faq: [question('c', '{{mandant.name}}')] })
  expect(await contentOf(server.deps, evil).faq('de')).toMatchObject([{ answer: '<p></p>' }])
})

test('what people agree to is kept in the words and the version that the page shows', async () => {
  const text = both(
    '<h2>Neue Bedingungen</h2><p>Ab 2027.</p>',
    '<h2>New terms</h2><p>As of 2027.</p>',
  )
  await bring('standard', { page: [{ Id: 'terms', Version: '2027-01', Text: text }] })
  expect(await read(server, '/standard/content/page/terms', 'en')).toEqual({
    Name: 'terms',
    Version: '2027-01',
    Text: text.en,
  })
  // What the table does not have stands in the tenant's settings as before.
  expect((await read(server, '/standard/content/page/imprint')).Text).toMatch(/Sonnseite/)
  const created = await server.call('POST', '/standard/empfehlen/create', {
    headers: { 'accept-language': 'en' },
    body: {
      Empfehlung: { ProductId: (await read(server, '/standard/produkt'))[0].Id },
      Empfehler: {
        Vorname: 'Ida',
        Nachname: 'Winter',
        Email: 'ida.winter@post.example',
        Agb: true,
      },
    },
  })
  expect(created.status).toBe(201)
  const kept = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('consents as c')
      .innerJoin('consent_texts as t', (join) =>
        join.onRef('t.tenant', '=', 'c.tenant').onRef('t.text_hash', '=', 'c.text_hash'),
      )
      .select(['c.version', 't.text'])
      .where('c.tenant', '=', 'standard')
      .where('c.kind', '=', 'terms')
      .where('c.subject_id', '=', created.body.Empfehlungsnummer)
      .execute(),
  )
  expect(kept).toEqual([{ version: '2027-01', text: text.en }])
})

test("telko's categories, footnotes and teasers stand in both languages, and a further start keeps what was written since", async () => {
  const telko = await source('telko')
  const [german, english] = await Promise.all([telko.categories('de'), telko.categories('en')])
  expect(german.map(({ id }) => id)).toEqual([
    'internet',
    'hybrid',
    'young',
    'glasfaser',
    'tv',
    'sport-tv',
    'mobilfunk',
    'handys',
    'geschaeftskunden',
  ])
  expect(english.every(({ title, intro }, i) => title && intro !== german[i]?.intro)).toBe(true)
  expect((await telko.footnotes('de')).every(({ content }) => /^<p>.+<\/p>$/.test(content))).toBe(
    true,
  )
  const figures = (await telko.teasers('de')).map(({ cents }) => cents)
  for (const cents of [2500, 5000, 7000, 9000, 11000]) expect(figures).toContain(cents)
  await bring('telko', { teaser: [] })
  await seedDemo(server.deps)
  server.deps.cache.forget()
  expect(await (await source('telko')).teasers('de')).toEqual([])
})

test('a teaser without English words has none there, whatever else is German where English is missing', async () => {
  const { problems } = await bring('standard', {
    teaser: [{ Id: 'tv', Kategorie: 'tv', Text: { de: 'Bonus für jedes Paket' }, Cent: 5000 }],
  })
  expect(problems).toEqual([])
  const standard = await source('standard')
  expect((await standard.teasers('de')).map(({ text }) => text)).toEqual(['Bonus für jedes Paket'])
  expect((await standard.teasers('en')).map(({ text }) => text)).toEqual([''])
})

test("telko's own texts override existing keys only, and none that is kept as proof", async () => {
  const telko = await server.deps.tenants.get('telko')
  const { problems, warnings } = await readEntries(telko, { text: demo.content.text ?? [] })
  expect([...problems, ...warnings]).toEqual([])
})

test('languages, all interface texts in the form of address, and those of the tenant alone', async () => {
  expect(await read(server, '/telko/content/getlanguages')).toEqual({
    DefaultLanguage: 'de',
    Languages: [
      { Code: 'de', Name: 'Deutsch' },
      { Code: 'en', Name: 'English' },
    ],
  })
  await bring('bgv', {
    text: [{ Id: 'help.faq.intro_sie', Text: { de: 'Fragen Sie {{mandant.name}}.' } }],
  })
  const { Language, Texte } = await read(server, '/bgv/content/getlanguagecontent/de')
  expect(Language).toBe('de')
  expect(Texte['help.faq.intro']).toBe('Fragen Sie Bergvogel Versicherung.')
  expect(Object.keys(Texte).filter((key) => /_(du|sie)$/.test(key))).toEqual([])
  expect(Object.keys(Texte).length).toBeGreaterThan(300)
  const own = await read(server, '/bgv/content/getlanguagecontent/DE?eigene=1&bereiche=help,own')
  expect(Object.keys(own.Texte)).toEqual(['help.faq.intro_sie'])
  const none = await read(server, '/bgv/content/getlanguagecontent/de?eigene=1&bereiche=own')
  expect(none.Texte).toEqual({})
  for (const language of ['fr', 'deu', '%20', '../de'])
    expect(
      (await server.call('GET', `/bgv/content/getlanguagecontent/${language}`)).status,
      language,
    ).toBe(404)
})

test("the texts of a tenant's settings are cleaned as all content is, on every page", async () => {
  const tenant = await server.deps.tenants.get('standard')
  const evil = both(
    '<p>Gut</p><img src=x onerror=alert(1)><form style="position:fixed">x</form><svg onload=alert(2)>',
  )
  const stored = {
    ...tenant,
    legal: { ...tenant.legal, imprint: evil, privacy: evil, terms: evil },
    content: { ...tenant.content, accessibility: evil },
  }
  await bring('standard', { page: [] })
  const shown = contentOf(server.deps, stored)
  for (const name of ['imprint', 'privacy', 'terms', 'accessibility'] as const)
    expect(await shown.textPage(name, 'de')).toMatchObject({ text: '<p>Gut</p>x' })
})

test('where customers recommend without agents, nothing tells of an agent', async () => {
  const [agent] = (await read(server, '/bgv/produkt/berater?pagesize=1')).Content
  const setAgents = async (agentReferral: boolean) => {
    await withTenant(server.db, 'bgv', async (tx) => {
      const stored = await lockStoredTenant(tx, 'bgv')
      const flags = { ...stored?.flags, ModuleAgentRecommendation: agentReferral }
      if (stored) await saveTenant(tx, { ...stored, flags }, server.clock.now())
    })
    server.deps.tenants.forget()
  }
  await setAgents(false)
  const path = `/bgv/content/agenturvariables/${agent.ExterneId}`
  expect((await server.call('POST', path, { body: null })).status).toBe(404)
  await setAgents(true)
  expect((await server.call('POST', path, { body: null })).status).toBe(200)
})

test('variables of a tenant and of an agent: all of them, or those that are asked for', async () => {
  const ask = (path: string, body: unknown) => server.call('POST', path, { body })
  const all = (await ask('/standard/content/variables/', null)).body.Variablen
  expect(all).toContainEqual({ Name: 'mandant.name', Wert: 'Sonnseite' })
  expect(all).toContainEqual({ Name: 'empfehlung.tage', Wert: '60' })
  for (const none of [[], {}])
    expect((await ask('/standard/content/variables', none)).body.Variablen).toEqual(all)
  const some = await ask('/standard/content/variables', ['Kontakt.Email', 'gibt.es.nicht'])
  expect(some.body.Variablen).toEqual([{ Name: 'kontakt.email', Wert: 'hallo@sonnseite.example' }])
  expect((await ask('/standard/content/variables', { a: 1 })).status).toBe(400)

  const [agent] = (await read(server, '/bgv/produkt/berater?pagesize=1')).Content
  const theirs = await ask(`/bgv/content/agenturvariables/${agent.ExterneId}`, null)
  expect(theirs.body.Variablen).toContainEqual({ Name: 'agentur.ort', Wert: agent.City })
  const unknown = await ask('/bgv/content/agenturvariables/nobody', null)
  expect([unknown.status, unknown.body.ErrorCode]).toEqual([404, 'PSOF0308'])
})
