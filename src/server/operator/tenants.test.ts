import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { settingWord } from '../../domain/setting-words.ts'
import { withTenant } from '../db/connection.ts'
import { issueToken, revokeToken } from '../base/token-store.ts'
import { newAccount } from '../account/new-account.ts'
import { ensureAccount } from '../account/ensure-store.ts'
import { system } from '../base/audit-store.ts'
import { findListing } from '../catalogue/listing-store.ts'
import { importVouchers } from '../reward/import-vouchers.ts'
import { findTenantPicture } from '../tenant/picture-store.ts'
import { runSweeps } from '../run-sweeps.ts'
import { endGrantOf, insertGrant } from '../team/store.ts'
import { flattenSettings } from '../tenant/setting-changes.ts'
import { findTenantRow } from '../tenant/store.ts'

let server: TestServer
let platform: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  platform = await makeOperator(
    server,
    'plattform@betrieb.example',
    ['platform-operator'],
    platformCode,
  )
})
afterAll(() => server.stop())

let made = 0
const operator = (roles: readonly OperatorRole[], tenant: string) =>
  makeOperator(server, `mandanten${++made}@betrieb.example`, roles, tenant)
const Grund = 'Neuer Anbieter'

async function create(body: object = {}, token = platform.token) {
  const code = `neu${++made}`
  const all = { Mandant: code, Name: 'Neuland', Firma: 'Neuland GmbH', Grund, ...body }
  const answer = await server.call('POST', `/${platformCode}/betrieb/mandanten`, {
    token,
    body: all,
  })
  return { code, ...answer }
}
const show = async (code: string, token = platform.token, at = platformCode) =>
  server.call('GET', `/${at}/betrieb/einstellungen/${code}`, { token })
const check = (code: string, Einstellungen: object, token = platform.token, at = platformCode) =>
  server.call('PUT', `/${at}/betrieb/einstellungen/${code}/pruefung`, {
    token,
    body: { Einstellungen },
  })
const save = (
  code: string,
  Version: number,
  wanted: object,
  token = platform.token,
  at = platformCode,
) =>
  server.call('PUT', `/${at}/betrieb/einstellungen/${code}`, {
    token,
    body: { Version, Grund, ...wanted },
  })
const act = (code: string, what: string, body: object, token = platform.token) =>
  server.call('POST', `/${platformCode}/betrieb/mandanten/${code}/${what}`, {
    token,
    body: { Grund, ...body },
  })
const logOf = (tenant: string) =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'reason', 'details', 'subject_id'])
      .where('tenant', '=', tenant)
      .where('subject_kind', '=', 'tenant')
      .orderBy('number')
      .execute(),
  )
const checksOf = (body: any) =>
  Object.fromEntries(body.Pruefliste.map((one: any) => [one.Punkt, one])) as Record<
    string,
    { Fehlt: string[]; WieVorlage: string[]; Titel: Record<string, Record<'de' | 'en', string>> }
  >
const stranger = (code: string, cookie?: string, { app } = server) =>
  app.inject({
    url: `/api/v1/mandant/${code}`,
    headers: { host: `${code}.localhost:3000`, ...(cookie ? { cookie } : {}) },
  })

test('a copy takes settings, lists and pictures along, and no address, key, service or account', async () => {
  const { code, status } = await create({ Vorlage: 'telko' })
  expect(status).toBe(200)
  const { config, copied_from, published_at } = (await findTenantRow(server.db, code))!
  expect([config.name, copied_from, published_at]).toEqual(['Neuland', 'telko', null])
  expect(config.payoutAccount.iban).toBe('')
  expect(config.blockedEmails).toEqual({ single: [], wildcard: [] })
  for (const setting of ['sso', 'agencyBilling', 'salesPartners', 'customerNumberCheck'] as const)
    expect(config[setting] ?? null).toBeNull()
  const { body } = await show(code)
  const checks = checksOf(body)
  expect(checks['payout']!.Fehlt).toEqual(expect.arrayContaining(['payoutAccount.iban']))
  expect(checks['legal']!.WieVorlage).toEqual(expect.arrayContaining(['contact.street']))
  expect(checks['products']!.WieVorlage.length).toBeGreaterThan(0)
  // No key is missing: a draft may have none, and a public tenant needs one for other systems alone.
  expect(checks['key']!.Fehlt).toEqual([])
  const bgv = (await show('bgv')).body
  expect([bgv.Schluessel, checksOf(bgv)['key']!.Fehlt]).toEqual([[], []])
  const telko = (await findTenantRow(server.db, 'telko'))!
  expect([body.Vorlage, body.VorlageName]).toEqual(['telko', telko.config.name])
  expect((await logOf(code))[0]).toMatchObject({
    action: 'tenant-created',
    reason: Grund,
    details: { before: null, after: { name: 'Neuland', draft: true, copiedFrom: 'telko' } },
  })
})

test('the check list of a copy says what it chose no better than its template, in words and titles', async () => {
  const { code } = await create({ Vorlage: 'bgv' })
  const { body } = await show(code)
  const checks = checksOf(body)
  expect(checks['theme']!.WieVorlage).toContain('theme.colours.heroBackground')
  expect(checks['texts']!.WieVorlage).toContain('home.steps.0.title.de')
  expect(checks['terms']!.WieVorlage).toContain('legal.termsVersion')
  const { products } = await withTenant(server.db, 'bgv', (tx) => findListing(tx, 'bgv'))
  expect(checks['products']!.Titel).toEqual(
    Object.fromEntries(products.map(({ id, title }) => [id, title])),
  )
  for (const { Fehlt, WieVorlage, Titel } of Object.values(checks))
    for (const path of [...Fehlt, ...WieVorlage])
      for (const locale of ['de', 'en'] as const)
        expect(Titel[path]?.[locale] ?? settingWord(path, locale)).not.toBe(path)
  // Whoever chose the colour of buttons has chosen the others.
  const Einstellungen = { 'theme.colours.primary': '#2a4b1f' }
  expect((await save(code, body.Version, { Einstellungen })).status).toBe(200)
  expect(checksOf((await show(code)).body)['theme']!.WieVorlage).toEqual([])
})

test('every setting has a word of its own in both languages', async () => {
  for (const template of ['standard', 'bgv', 'telko']) {
    const { config } = (await findTenantRow(server.db, template))!
    const paths = [...flattenSettings(config).keys()]
    for (const locale of ['de', 'en'] as const) {
      const words = paths.map((path) => settingWord(path, locale))
      expect(words.filter((name, at) => name === paths[at])).toEqual([])
      expect(words.filter((name, at) => words.indexOf(name) !== at)).toEqual([])
    }
  }
})

test('a taken code, host or unknown template makes no tenant', async () => {
  for (const [body, field] of [
    [{ Mandant: 'telko' }, 'Mandant'],
    [{ Mandant: platformCode }, 'Mandant'],
    [{ Host: 'bgv.localhost' }, 'Host'],
    [{ Host: 'betrieb.localhost' }, 'Host'],
    [{ Vorlage: 'niemand' }, 'Vorlage'],
  ] as const) {
    const refused = await create(body)
    expect([refused.status, refused.body.Fields?.[0]?.Field]).toEqual([400, field])
  }
})

test('of two tenants made at once with one code there is one', async () => {
  const answers = await Promise.all([1, 2].map(() => create({ Mandant: 'zugleich' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('a draft is nobody’s: strangers get no call, picture or host of it, and a preview ends with its session', async () => {
  const { code } = await create({ Vorlage: 'telko' })
  const unknown = (await stranger('gibtesnicht')).json()
  const refused = await stranger(code)
  expect([refused.statusCode, refused.json().Message]).toEqual([404, unknown.Message])
  const admin = await operator(['tenant-admin'], code)
  const { body } = await server.call('POST', `/${code}/betrieb/einstellungen/${code}/vorschau`, {
    token: admin.token,
  })
  const link = new URL(body.Adresse)
  expect(link.host).toBe(`${code}.localhost:3000`)
  const open = (host: string, t = link.searchParams.get('t')) =>
    server.app.inject({ url: `/vorschau?t=${t}`, headers: { host } })
  expect((await open('bgv.localhost:3000')).statusCode).toBe(404)
  expect((await open(link.host, `${link.searchParams.get('t')}x`)).statusCode).toBe(404)
  const asked = await open(link.host)
  expect([asked.statusCode, asked.cookies]).toEqual([200, []])
  expect(asked.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(asked.body.match(/<button/g)).toHaveLength(1)
  expect(asked.body).not.toContain(link.searchParams.get('t'))
  const press = (headers: object, t = link.searchParams.get('t')) =>
    server.app.inject({
      method: 'POST',
      url: `/vorschau?t=${t}`,
      headers: {
        host: link.host,
        origin: `http://${link.host}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: '',
    })
  for (const foreign of [
    { origin: 'http://bgv.localhost:3000' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
  ]) {
    const refused = await press(foreign)
    expect([refused.statusCode, refused.cookies]).toEqual([403, []])
  }
  expect((await press({}, `${link.searchParams.get('t')}x`)).statusCode).toBe(404)
  const opened = await press({ origin: 'null', 'sec-fetch-site': 'same-origin' })
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/'])
  const cookie = opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(opened.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect((await stranger(code, cookie)).statusCode).toBe(200)
  // The link's text is no cookie, and the cookie of one draft opens no other.
  const { code: other } = await create()
  expect((await stranger(other, cookie)).statusCode).toBe(404)
  expect((await stranger(code, `zs_vorschau=${link.searchParams.get('t')}`)).statusCode).toBe(404)
  // Whatever is tried in it is not kept.
  const sent = await server.app.inject({
    method: 'POST',
    url: `/api/v1/${code}/kontakt`,
    headers: { host: link.host, cookie, 'x-requested-with': 'test' },
    payload: {},
  })
  expect(sent.statusCode).toBeLessThan(500)
  const session = link.searchParams.get('t')!.split('.')[0]!
  await withTenant(server.db, platformCode, (tx) =>
    revokeToken(tx, platformCode, session, server.clock.realNow()),
  )
  expect((await stranger(code, cookie)).statusCode).toBe(404)
  expect((await open(link.host)).statusCode).toBe(404)
  expect((await press({})).statusCode).toBe(404)
})

test('a change shows old and new first, is saved with its reason, and a later one of the same version is refused', async () => {
  const admin = await operator(['tenant-admin'], 'bgv')
  const before = (await show('bgv', admin.token, 'bgv')).body
  const wanted = {
    referralDays: 45,
    'flags.ForcedLogin': before.Einstellungen['flags.ForcedLogin'],
  }
  const checked = await check('bgv', wanted, admin.token, 'bgv')
  expect(checked.body.Aenderungen).toEqual([
    { Einstellung: 'referralDays', Alt: String(before.Einstellungen.referralDays), Neu: '45' },
  ])
  expect((await findTenantRow(server.db, 'bgv'))!.config.referralDays).not.toBe(45)
  const answers = await Promise.all(
    [45, 46].map((referralDays) =>
      save('bgv', before.Version, { Einstellungen: { referralDays } }, admin.token, 'bgv'),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const log = (await logOf('bgv')).filter(({ action }) => action === 'tenant-changed')
  expect(log).toHaveLength(1)
  expect(log[0]).toMatchObject({
    reason: Grund,
    details: { before: { referralDays: before.Einstellungen.referralDays } },
  })
})

test('a picture that is only checked is stored nowhere, where its address would be public; saved, it is', async () => {
  const { default: sharp } = await import('sharp')
  const create = { width: 40, height: 40, channels: 3, background: '#123456' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  const logo = `data:image/png;base64,${bytes.toString('base64')}`
  const Einstellungen = { 'theme.logo': logo }
  const { body } = await check('telko', Einstellungen)
  expect(body.Einstellungen).toEqual(Einstellungen)
  const { Neu: path } = body.Aenderungen[0]
  expect(path).toMatch(/^\/marke\/telko\/\w+\.png$/)
  const stored = () =>
    withTenant(server.db, 'telko', (tx) =>
      findTenantPicture(tx, 'telko', path.slice('/marke/telko/'.length)),
    )
  expect(await stored()).toBeUndefined()
  const saved = await save('telko', body.Version, { Einstellungen: body.Einstellungen })
  expect(saved.body.Geaendert).toBe(1)
  expect((await show('telko')).body.Einstellungen['theme.logo']).toBe(path)
  expect((await stored())?.width).toBe(40)
})

test('where nothing was stored, the default in force is the old value, and nothing else seems to change', async () => {
  const { code } = await create()
  const { config } = (await findTenantRow(server.db, code))!
  expect([config.reviewDays, config.reminders]).toEqual([undefined, undefined])
  const { body } = await check(code, { reviewDays: 10, 'reminders.rewardDays': [20] })
  expect(
    body.Aenderungen.toSorted((a: any, b: any) => (a.Einstellung < b.Einstellung ? 1 : -1)),
  ).toEqual([
    { Einstellung: 'reviewDays', Alt: '14', Neu: '10' },
    { Einstellung: 'reminders.rewardDays', Alt: '30, 7', Neu: '20' },
  ])
})

test('limits of payouts are set by role in the form, also where the file had no rules, and what stood there stays', async () => {
  const { code } = await create()
  expect((await findTenantRow(server.db, code))!.config.payouts).toBeUndefined()
  const first = await check(code, { 'payouts.approverCents': 250_000, 'payouts.weekday': 3 })
  expect(first.body.Aenderungen).toEqual(
    expect.arrayContaining([
      { Einstellung: 'payouts.approverCents', Alt: '', Neu: expect.stringContaining('2.500,00') },
    ]),
  )
  const Einstellungen = { 'payouts.approverCents': 250_000, 'payouts.weekday': 3 }
  await save(code, first.body.Version, { Einstellungen })
  const shown = (await show(code)).body
  expect(shown.Einstellungen).toMatchObject({
    'payouts.approverCents': 250_000,
    'payouts.preparerCents': null,
    'payouts.weekday': 3,
  })
  await save(code, shown.Version, { Einstellungen: { 'payouts.preparerCents': 500_000 } })
  expect((await server.deps.tenants.get(code)).payouts).toMatchObject({
    approverCents: 250_000,
    preparerCents: 500_000,
    schedule: { weekday: 3 },
  })
  const changes = (await logOf(code)).filter(({ action }) => action === 'tenant-changed')
  expect(changes.map(({ details }) => details)).toMatchObject([
    { after: { 'payouts.approverCents': 250_000 } },
    { after: { 'payouts.preparerCents': 500_000 } },
  ])
})

test('what a form has wrong is refused by its setting: contrast, an address, a share nobody can choose, an unknown path, a line break, style', async () => {
  for (const [wanted, field] of [
    [{ 'theme.colours.text': '#f6f5f1' }, 'theme.colours.text'],
    [{ 'contact.email': 'niemand' }, 'contact.email'],
    [{ 'flags.RecommenderDefaultShare': 70 }, 'flags.RecommenderDefaultShare'],
    [{ hosts: ['bgv.localhost'] }, 'hosts'],
    [{ 'blockedEmails.single': ['a@b.example'] }, 'blockedEmails.single'],
    [{ code: 'anders' }, 'code'],
    [{ 'theme.logo': '/brand/telko/nichts.svg' }, 'theme.logo'],
    [{ 'mailSender.name': 'Telko\r\nBcc: a@b.example' }, 'mailSender.name'],
    [{ 'home.headline.de': 'Erste\u2028Zweite' }, 'home.headline.de'],
    [{ shopUrl: 'https://telko.example/\nshop' }, 'shopUrl'],
    [{ 'theme.radius': '0;}body{background:url(https://e.example)}' }, 'theme.radius'],
  ] as const) {
    const refused = await check('telko', wanted)
    expect([field, refused.status, refused.body.Fields?.[0]?.Field]).toEqual([field, 400, field])
  }
})

test('nobody changes the account that pays a public tenant, nor sees its whole IBAN', async () => {
  const admin = await operator(['tenant-admin'], 'telko')
  const shown = await show('telko', admin.token, 'telko')
  const { payoutAccount } = (await findTenantRow(server.db, 'telko'))!.config
  expect(JSON.stringify(shown.body)).not.toContain(payoutAccount.iban)
  const Einstellungen = { 'payoutAccount.iban': 'DE02500105170137075030' }
  for (const [token, at] of [
    [admin.token, 'telko'],
    [platform.token, platformCode],
  ] as const) {
    const refused = await save('telko', shown.body.Version, { Einstellungen }, token, at)
    expect([refused.status, refused.body.Fields[0].Field]).toEqual([400, 'payoutAccount'])
  }
})

test('other terms get a version of their own, and the page lists the versions with their days', async () => {
  const { body } = await show('telko')
  const Einstellungen = {
    'legal.terms.de': 'Ganz neue Bedingungen',
    'legal.terms.en': 'Entirely new terms',
  }
  const today = server.clock.today().toString()
  const checked = await check('telko', Einstellungen)
  expect(checked.body.Einstellungen['legal.termsVersion']).toBe(today)
  expect((await save('telko', body.Version, { Einstellungen })).status).toBe(200)
  const after = (await show('telko')).body
  expect(after.Teilnahmebedingungen).toMatchObject([
    { Fassung: today, Seit: today },
    { Fassung: body.Einstellungen['legal.termsVersion'] },
  ])
  const again = { 'legal.terms.de': 'Noch neuere', 'legal.terms.en': 'Newer still' }
  expect((await check('telko', again)).body.Einstellungen['legal.termsVersion']).toBe(`${today}-2`)
})

test('a whole file is the platform’s to bring, and the same difference comes first', async () => {
  const admin = await operator(['tenant-admin'], 'bgv')
  const row = (await findTenantRow(server.db, 'bgv'))!
  const Datei = JSON.stringify({
    ...row.config,
    name: 'Bergvogel neu',
    products: [],
    rewardOptions: [],
    campaigns: [],
  })
  const ask = (token: string, at: string) =>
    server.call('PUT', `/${at}/betrieb/einstellungen/bgv/pruefung`, { token, body: { Datei } })
  expect((await ask(admin.token, 'bgv')).status).toBe(400)
  expect((await ask(admin.token, platformCode)).status).toBe(403)
  const { body } = await ask(platform.token, platformCode)
  expect(body.Aenderungen).toEqual([
    { Einstellung: 'name', Alt: row.config.name, Neu: 'Bergvogel neu' },
  ])
  expect((await save('bgv', body.Version, { Datei })).body.Geaendert).toBe(1)
})

test('a tenant admin sees and changes no other tenant, and makes none', async () => {
  const admin = await operator(['tenant-admin'], 'bgv')
  expect((await show('telko', admin.token, 'bgv')).status).toBe(404)
  expect((await show('telko', admin.token, platformCode)).status).toBe(403)
  expect(
    (await save('telko', 1, { Einstellungen: { referralDays: 1 } }, admin.token, 'bgv')).status,
  ).toBe(404)
  expect((await create({}, admin.token)).status).toBe(403)
  expect((await act('telko', 'loeschung', {}, admin.token)).status).toBe(403)
})

/** Fills what a copy of a draft lacks before it may be published. */
async function complete(code: string) {
  const Einstellungen = {
    'payoutAccount.name': 'Neuland GmbH',
    'payoutAccount.iban': 'DE02500105170137075030',
    'payoutAccount.bic': 'INGDDEFFXXX',
  }
  expect((await save(code, (await show(code)).body.Version, { Einstellungen })).status).toBe(200)
  const tenant = await server.deps.tenants.get(code)
  const vouchers = checksOf((await show(code)).body)['vouchers']!.Fehlt
  expect(vouchers.length).toBeGreaterThan(0)
  await withTenant(server.db, code, async (tx) => {
    for (const id of vouchers)
      await importVouchers(
        tx,
        server.deps,
        tenant,
        id,
        [{ line: 1, code: 'A1', cents: 5000 }],
        system,
      )
  })
}

test('a draft is published once, when nothing is missing and what it shares is meant', async () => {
  const { code } = await create({ Vorlage: 'standard' })
  const first = (await show(code)).body
  expect(
    (await act(code, 'veroeffentlichung', { Version: first.Version, GleichGewollt: true })).status,
  ).toBe(409)
  await complete(code)
  const { body } = await show(code)
  expect(body.Pruefliste.flatMap((one: { Fehlt: string[] }) => one.Fehlt)).toEqual([])
  const publish = (more: object, version = body.Version) =>
    act(code, 'veroeffentlichung', { Version: version, GleichGewollt: true, ...more })
  expect((await publish({ GleichGewollt: false })).body.ErrorCode).toBe('PSOF0741')
  expect((await publish({}, body.Version - 1)).status).toBe(409)
  const other = await startTestServer({ beside: server, hears: true })
  expect((await stranger(code)).statusCode).toBe(404)
  expect((await stranger(code, undefined, other)).statusCode).toBe(404)
  const answers = await Promise.all([publish({}), publish({})])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await stranger(code)).statusCode).toBe(200)
  // Every process hears of it.
  await expect.poll(async () => (await stranger(code, undefined, other)).statusCode).toBe(200)
  await other.stop()
  const log = (await logOf(code)).filter(({ action }) => action === 'tenant-published')
  expect(log).toMatchObject([{ reason: Grund }])
  expect((await act(code, 'loeschung', {})).body.ErrorCode).toBe('PSOF0742')
  await expect(
    asOwner(server, code, (tx) =>
      sql`update tenants set published_at = null where tenant = ${code}`.execute(tx),
    ),
  ).rejects.toThrow('does not become a draft')
})

const makeKey = (token: string, code: string, at = code, Name = `Feed ${++made}`) =>
  server.call('POST', `/${at}/betrieb/einstellungen/${code}/schluessel`, {
    token,
    body: { Name, Grund },
  })
const keysOf = async (code: string) =>
  (await show(code)).body.Schluessel as { Id: string; Name: string }[]

test('a draft has no key, and one that it has got in another way ends when it is published', async () => {
  const { code } = await create({ Vorlage: 'standard' })
  const both = await operator(['tenant-admin', 'payout-preparer'], code)
  const refused = await makeKey(both.token, code)
  expect([refused.status, refused.body.Fields[0].Field]).toEqual([400, 'Name'])
  const text = await withTenant(server.db, code, async (tx) => {
    const key = { kind: 'api-key', subject: 'Von früher', uses: null } as const
    const now = server.deps.clock.realNow()
    const expiresAt = now.add({ hours: 24 })
    return (await issueToken(tx, server.deps.keys, code, { ...key, now, expiresAt })).text
  })
  expect(await keysOf(code)).toMatchObject([{ Name: 'Von früher' }])
  await complete(code)
  const { Version } = (await show(code)).body
  // Whoever makes one meanwhile waits for the publishing, or comes before it.
  const [done] = await Promise.all([
    act(code, 'veroeffentlichung', { Version, GleichGewollt: true }),
    makeKey(both.token, code, code, 'Zugleich'),
  ])
  expect(done.status).toBe(200)
  expect((await keysOf(code)).filter(({ Name }) => Name !== 'Zugleich')).toEqual([])
  const call = await server.call('POST', `/${code}/auftraege`, { token: text, body: [] })
  expect(call.status).toBe(403)
  const log = await withTenant(server.db, code, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'reason', 'details'])
      .where('tenant', '=', code)
      .where('action', '=', 'api-key-revoked')
      .orderBy('number')
      .execute(),
  )
  expect(log).toMatchObject([
    { actor_id: platform.id, reason: Grund, details: { why: 'published', after: null } },
  ])
})

test('whoever manages a tenant is mailed about a new key, ends it once, and what it opened ends with it', async () => {
  const maker = await operator(['tenant-admin', 'payout-preparer'], 'telko')
  const other = await operator(['tenant-admin'], 'telko')
  const auditor = await operator(['auditor'], 'telko')
  const Name = `Portal ${++made}`
  const { Schluessel } = (await makeKey(maker.token, 'telko', 'telko', Name)).body
  expect(Schluessel).toMatch(/^[\w-]{43}$/)
  const mails = await withTenant(server.db, 'telko', (tx) =>
    tx
      .selectFrom('mails')
      .select(['to_address', 'data'])
      .where('tenant', '=', 'telko')
      .where('template', '=', 'operatorKey')
      .execute(),
  )
  const mine = mails.filter(({ data }) => (data as { name: string }).name === Name)
  const told = mine.map(({ to_address }) => to_address)
  expect(told).toEqual(expect.arrayContaining([maker.email, other.email]))
  expect(told).not.toContain(auditor.email)
  expect(mine[0]!.data).toMatchObject({ on: server.clock.today().toString() })
  const line = {
    ExterneAuftragsnummer: 'K-1',
    ProduktExterneId: 'X',
    Vertragsdatum: '2021-01-01',
    Status: 'abgeschlossen',
  }
  const send = () => server.call('POST', '/telko/auftraege', { token: Schluessel, body: [line] })
  expect((await send()).status).toBe(207)
  const { Id } = (await keysOf('telko')).find((one) => one.Name === Name)!
  const end = (token: string, code = 'telko', Why: object = { Grund }) =>
    server.call('POST', `/${code}/betrieb/einstellungen/${code}/schluessel/${Id}/ende`, {
      token,
      body: Why,
    })
  const foreign = await operator(['tenant-admin'], 'bgv')
  expect((await end(foreign.token, 'bgv')).status).toBe(404)
  expect((await end(other.token, 'telko', {})).status).toBe(400)
  const answers = await Promise.all([1, 2, 3].map(() => end(other.token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await send()).status).toBe(403)
  expect((await keysOf('telko')).some((one) => one.Name === Name)).toBe(false)
})

test('nobody without the right to import contracts makes a key for it', async () => {
  const make = (token: string, at: string) => makeKey(token, 'telko', at)
  const admin = await operator(['tenant-admin'], 'telko')
  const both = await operator(['tenant-admin', 'payout-preparer'], 'telko')
  const tries = [
    await make(admin.token, 'telko'),
    await make(platform.token, platformCode),
    await make(both.token, 'telko'),
  ]
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 200])
  expect(tries[0]!.body.ErrorCode).toBe('PSOF0203')
})

describe('the keys of whoever may make none any more', () => {
  const both: OperatorRole[] = ['tenant-admin', 'payout-preparer']
  const importBy = async (token: string) =>
    (
      await server.call('POST', '/telko/auftraege', {
        token,
        body: [
          {
            ExterneAuftragsnummer: `K-${++made}`,
            ProduktExterneId: 'X',
            Vertragsdatum: '2021-01-01',
            Status: 'abgeschlossen',
          },
        ],
      })
    ).status
  const keyOf = async (token: string) => {
    const Name = `Feed ${++made}`
    const { body } = await makeKey(token, 'telko', 'telko', Name)
    return { Name, key: body.Schluessel as string }
  }
  const end = (by: string, id: string, Rolle: OperatorRole, more = {}) =>
    server.call('POST', `/telko/betrieb/team/${id}/ende`, {
      token: by,
      body: { Rolle, Grund: 'Entlassen', ...more },
    })
  const told = (email: string) =>
    withTenant(server.db, 'telko', async (tx) => {
      const mails = await tx
        .selectFrom('mails')
        .select('data')
        .where('tenant', '=', 'telko')
        .where('template', '=', 'operatorKeysLeft')
        .where('to_address', '=', email)
        .orderBy('mail_id')
        .execute()
      return mails.map(({ data }) => data as Record<string, unknown>)
    })
  const shown = async (name: string) => (await keysOf('telko')).find(({ Name }) => Name === name)

  test('work on unless they are ended with the right; the admins are mailed which, and the list of keys says so', async () => {
    const admin = await operator(['tenant-admin'], 'telko')
    const stays = await operator(both, 'telko')
    const { Name, key } = await keyOf(stays.token)
    const members = async () =>
      (await server.call('GET', '/telko/betrieb/team', { token: admin.token })).body.Mitglieder
    const keysBy = async (id: string) =>
      (await members()).find(({ Id }: { Id: string }) => Id === id).Schluessel
    expect(await keysBy(stays.id)).toEqual([Name])
    expect(await shown(Name)).toMatchObject({ Von: expect.any(String), Verwaist: false })
    expect((await end(admin.token, stays.id, 'payout-preparer')).status).toBe(200)
    expect(await importBy(key)).toBe(207)
    expect(await shown(Name)).toMatchObject({ Verwaist: true })
    expect(await told(admin.email)).toMatchObject([{ keys: Name }])
    expect((await told(admin.email))[0]).not.toHaveProperty('ended')
    // The second right is part of the same leaving.
    expect((await end(admin.token, stays.id, 'tenant-admin')).status).toBe(200)
    expect(await told(admin.email)).toHaveLength(1)

    const gone = await operator([...both, 'analyst'], 'telko')
    const [one, two] = [await keyOf(gone.token), await keyOf(gone.token)]
    // Not by a right that no key needs.
    await end(admin.token, gone.id, 'analyst', { SchluesselBeenden: true })
    expect([await importBy(one.key), await importBy(two.key)]).toEqual([207, 207])
    await end(admin.token, gone.id, 'tenant-admin', { SchluesselBeenden: true })
    expect([await importBy(one.key), await importBy(two.key)]).toEqual([403, 403])
    expect(await importBy(key)).toBe(207)
    expect((await told(admin.email)).slice(1)).toMatchObject([
      { keys: `${one.Name}\n${two.Name}`, ended: 'ja' },
    ])
    const log = await withTenant(server.db, 'telko', (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['actor_id', 'reason'])
        .where('tenant', '=', 'telko')
        .where('action', '=', 'api-key-revoked')
        .where('reason', '=', 'Entlassen')
        .orderBy('number')
        .execute(),
    )
    expect(log).toEqual([
      { actor_id: admin.id, reason: 'Entlassen' },
      { actor_id: admin.id, reason: 'Entlassen' },
    ])
  })

  test('are mailed once when the right ends by itself', async () => {
    const admin = await operator(['tenant-admin'], 'telko')
    const guest = await operator([], 'telko')
    const expiresAt = server.clock.realNow().add({ hours: 1 })
    await withTenant(server.db, 'telko', async (tx) => {
      for (const role of both) {
        const grant = { operatorId: guest.id, role, by: 'test', expiresAt }
        await insertGrant(tx, 'telko', grant, server.clock.realNow())
      }
    })
    const { Name, key } = await keyOf(guest.token)
    const sweep = () => Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
    await sweep()
    const of = async () => (await told(admin.email)).filter(({ keys }) => keys === Name)
    expect(await of()).toEqual([])
    server.clock.advance('PT2H')
    await sweep()
    expect(await of()).toHaveLength(1)
    expect(await importBy(key)).toBe(207)
    server.clock.advance('-PT2H')
  })

  test('none is made behind the back of a right that ends at the same moment', async () => {
    const admin = await operator(['tenant-admin'], 'telko')
    for (let round = 0; round < 4; round++) {
      const maker = await operator(both, 'telko')
      const Name = `Zugleich ${++made}`
      await Promise.all([
        makeKey(maker.token, 'telko', 'telko', Name),
        end(admin.token, maker.id, 'payout-preparer', { SchluesselBeenden: true }),
      ])
      expect(await shown(Name)).toBeUndefined()
    }
  })
})

/** As if the passkey of a session had been asked for long ago. */
const age = ({ id }: { id: string }) =>
  withTenant(server.db, platformCode, (tx) =>
    sql`update tokens set details = details || '{"provedAt": "2000-01-01T00:00:00Z"}'
      where tenant = ${platformCode} and subject = ${id}`.execute(tx),
  )

test('nobody changes what a public tenant pays with an old session, and its admins are mailed what moves money', async () => {
  const admins = [
    await operator(['tenant-admin'], 'telko'),
    await operator(['tenant-admin'], 'telko'),
  ]
  const row = (await findTenantRow(server.db, 'telko'))!
  const { products } = await withTenant(server.db, 'telko', (tx) => findListing(tx, 'telko'))
  const [first] = products
  const Datei = JSON.stringify({
    ...row.config,
    eligibility: { ...row.config.eligibility, sameBankAccount: 'allow' },
    home: { ...row.config.home, headline: { de: 'Neu', en: 'New' } },
    products: [{ ...first, commission: 'A;60000' }],
    rewardOptions: [],
    campaigns: [],
  })
  const late = await operator(['platform-operator'], platformCode)
  const lateAdmin = await operator(['tenant-admin'], 'telko')
  await age(late)
  await age(lateAdmin)
  const { Version } = (await show('telko')).body
  const file = await save('telko', Version, { Datei }, late.token)
  const form = { Einstellungen: { payoutDays: 0, 'contact.email': 'dieb@post.example' } }
  const times = await save('telko', Version, form, lateAdmin.token, 'telko')
  expect([file.body.ErrorCode, times.body.ErrorCode]).toEqual(['PSOF0702', 'PSOF0702'])
  expect((await findTenantRow(server.db, 'telko'))!.config).toEqual(row.config)

  expect((await save('telko', Version, { Datei })).status).toBe(200)
  const told = await toldOf('telko')
  expect(told.map(({ to_address }) => to_address)).toEqual(
    expect.arrayContaining([...admins, lateAdmin].map(({ email }) => email)),
  )
  const { changes, person } = told[0]!.data as { changes: string; person: string }
  expect(person).toBe('Person plattform')
  const id = first!.id
  expect(changes.split('\n')).toEqual([
    'Gleiches Konto: anhalten und prüfen → erlauben',
    `Betrag für Produkt ${id} (Plan;Cent): ${first!.commission} → A;60000`,
  ])
  // Mere words are nobody's alarm, and of a draft there is none.
  const { length } = told
  const words = { Einstellungen: { 'home.headline.de': 'Nur Worte' } }
  expect((await save('telko', Version + 1, words)).status).toBe(200)
  expect(await toldOf('telko')).toHaveLength(length)
  const away = { shopUrl: 'https://evil.example/shop', clickTarget: 'shop' }
  expect((await save('telko', Version + 2, { Einstellungen: away })).status).toBe(200)
  const sent = (await toldOf('telko')).slice(length)
  const addresses = (rows: typeof sent) => rows.map((one) => one.to_address).toSorted()
  expect(addresses(sent)).toEqual(addresses(told))
  const lines = (sent[0]!.data as { changes: string }).changes
  expect(lines).toContain(`Adresse des Shops: ${row.config.shopUrl} → ${away.shopUrl}`)
  expect(lines).toContain('Ziel geteilter Links: eigene Seite → Shop')
  const { code } = await create({ Vorlage: 'telko' })
  await operator(['tenant-admin'], code)
  expect((await save(code, 1, { Einstellungen: { payoutDays: 0 } })).status).toBe(200)
  expect(await toldOf(code)).toEqual([])
})

test('a preview of a draft does not come back with a right that is given again', async () => {
  const { code } = await create({ Vorlage: 'telko' })
  const admin = await operator(['tenant-admin'], code)
  const { body } = await server.call('POST', `/${code}/betrieb/einstellungen/${code}/vorschau`, {
    token: admin.token,
  })
  const { host, searchParams } = new URL(body.Adresse)
  const url = `/vorschau?t=${searchParams.get('t')}`
  const headers = { host, 'sec-fetch-site': 'same-origin' }
  const open = async () => (await server.app.inject({ method: 'POST', url, headers })).statusCode
  expect(await open()).toBe(303)
  const role = { operatorId: admin.id, role: 'tenant-admin', by: 'test' } as const
  await withTenant(server.db, code, (tx) => endGrantOf(tx, code, role, server.clock.realNow()))
  expect(await open()).toBe(404)
  server.clock.advance('PT1S')
  await withTenant(server.db, code, (tx) =>
    insertGrant(tx, code, { ...role, expiresAt: null }, server.clock.realNow()),
  )
  expect(await open()).toBe(404)
})

test('the mail about settings lists all of them, however many, and first where people log in, who may earn, and amounts', async () => {
  const row = (await findTenantRow(server.db, 'bgv'))!
  const admin = await operator(['tenant-admin'], 'bgv')
  const { config } = row
  const slight = {
    referralDays: config.referralDays + 1,
    unconfirmedWeeks: config.unconfirmedWeeks + 1,
    payoutDays: config.payoutDays + 1,
    rewardMonths: config.rewardMonths + 1,
    reviewDays: 4,
    claimMonths: 5,
    unclaimedDays: 30,
    retentionYears: config.retentionYears + 1,
    'reminders.rewardDays': [11, 3],
    'reminders.referralDays': [12, 4],
    leastAge: 17,
    'captcha.afterCreationsPerHour': 77,
    customerNumberPattern: '[0-9]{8}',
  }
  const grave = {
    'eligibility.sameBankAccount': 'allow',
    providerLogin: 'https://anmeldung.evil.example/?zu={ziel}',
  }
  const { Version } = (await show('bgv')).body
  const saved = await save(
    'bgv',
    Version,
    { Einstellungen: { ...slight, ...grave } },
    admin.token,
    'bgv',
  )
  expect(saved.status).toBe(200)
  const told = (await toldOf('bgv')).at(-1)
  const lines = (told!.data as { changes: string }).changes.split('\n')
  expect(lines).toHaveLength(Object.keys({ ...slight, ...grave }).length)
  expect(lines[0]).toContain('anmeldung.evil.example')
  const at = (word: string) => lines.findIndex((line) => line.includes(word))
  expect(at('Gleiches Konto')).toBeLessThan(4)
  expect(at('Auszahlung nach Abruf')).toBeLessThan(at('Erinnern vor Verfall'))
})

const toldOf = (code: string) =>
  withTenant(server.db, code, (tx) =>
    tx
      .selectFrom('mails')
      .select(['to_address', 'data'])
      .where('tenant', '=', code)
      .where('template', '=', 'operatorSettings')
      .orderBy('mail_id')
      .execute(),
  )

test('publishing and deleting ask for the passkey anew', async () => {
  const { code } = await create()
  const late = await operator(['platform-operator'], platformCode)
  await age(late)
  for (const what of ['veroeffentlichung', 'loeschung'])
    expect(
      (await act(code, what, { Version: 1, GleichGewollt: true }, late.token)).body.ErrorCode,
    ).toBe('PSOF0702')
})

test('a deleted draft leaves no row behind, and the platform’s log keeps who, when and why', async () => {
  const { code } = await create({ Vorlage: 'telko' })
  const admin = await operator(['tenant-admin'], code)
  const saved = await save(code, 1, { Einstellungen: { referralDays: 9 } }, admin.token, code)
  expect(saved.status).toBe(200)
  const filled = await rowsOf(code)
  expect(Object.keys(filled).length).toBeGreaterThan(6)
  expect(filled['audit_log']).toBeGreaterThan(1)
  const answers = await Promise.all([1, 2].map(() => act(code, 'loeschung', {})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await rowsOf(code)).toEqual({})
  expect((await show(code)).status).toBe(404)
  const log = (await logOf(platformCode)).filter(({ subject_id }) => subject_id === code)
  expect(log).toMatchObject([
    {
      action: 'tenant-deleted',
      reason: Grund,
      details: { before: { name: 'Neuland' }, after: null },
    },
  ])
  // Its name is free again.
  expect((await create({ Mandant: code })).status).toBe(200)
})

test('a draft with people in it, and a tenant that is public, are not deleted', async () => {
  const { code } = await create()
  await withTenant(server.db, code, (tx) =>
    ensureAccount(
      tx,
      code,
      newAccount({ email: 'eva@post.example', firstName: 'Eva', language: 'de' }),
      server.clock.now(),
    ),
  )
  const before = await rowsOf(code)
  expect((await act(code, 'loeschung', {})).body.ErrorCode).toBe('PSOF0742')
  expect(await rowsOf(code)).toEqual(before)
  expect((await act('bgv', 'loeschung', {})).body.ErrorCode).toBe('PSOF0742')
  // Nor by the app's login itself, or for another tenant's transaction.
  await expect(
    withTenant(server.db, 'bgv', (tx) => sql`select delete_draft_tenant(${code})`.execute(tx)),
  ).rejects.toThrow('another tenant')
})

/** How many rows of a tenant each table has, by the tables that have any. */
async function rowsOf(code: string): Promise<Record<string, number>> {
  return withTenant(server.db, code, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(tx)
    const counted: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ count: number }>`
        select count(tenant)::int as count from ${sql.table(name)} where tenant = ${code}`.execute(
        tx,
      )
      if (rows[0]!.count > 0) counted[name] = rows[0]!.count
    }
    return counted
  })
}
