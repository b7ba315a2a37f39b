import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'

type Wire = Record<string, any> // eslint-disable-line -- wire answers, asserted field by field

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const get = async (path: string, language = 'de') =>
  (await server.call('GET', path, { headers: { 'accept-language': language } })).body as Wire
const code = async (path: string) => {
  const { status, body } = await server.call('GET', path)
  return [status, body.ErrorCode]
}

/** Runs `work` while the tenant's settings are others. */
async function configured(
  tenant: string,
  change: Partial<StoredTenant>,
  work: () => Promise<void>,
) {
  const save = (settings: (stored: StoredTenant) => StoredTenant) =>
    withTenant(server.db, tenant, async (tx) => {
      const stored = await lockStoredTenant(tx, tenant)
      await saveTenant(tx, settings(stored!), server.clock.now())
      return stored!
    })
  const before = await save((stored) => ({ ...stored, ...change }))
  server.deps.tenants.forget()
  try {
    await work()
  } finally {
    await save(() => before)
    server.deps.tenants.forget()
  }
}

test('categories come in the order of the tenant, each with its count, its highest reward and a teaser that is true', async () => {
  const list = (await get('/telko/produktkategorie')) as unknown as Wire[]
  expect(list.map(({ Id }) => Id)).toEqual([
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
  // Spec section 9: 50, 70, up to 90 and up to 110 € by category.
  const teasers = list.map(
    ({ TeaserBisZu, TeaserCent }) => `${TeaserBisZu ? 'bis zu ' : ''}${TeaserCent / 100}`,
  )
  expect(new Set(teasers)).toEqual(new Set(['50', '70', 'bis zu 70', 'bis zu 90', 'bis zu 110']))
  for (const one of list) {
    const { Angebote, Kategorie } = await get(`/telko/produktkategorie/${one['Id']}`)
    const rewards = (Angebote as Wire[]).map(({ PraemieCent }) => PraemieCent as number)
    expect(Kategorie).toEqual(one)
    expect([one['Anzahl'], one['MaxPraemieCent']]).toEqual([rewards.length, Math.max(...rewards)])
    expect(rewards.length, one['Id']).toBeGreaterThanOrEqual(5)
    expect(one['TeaserCent']).toBeLessThanOrEqual(Math.max(...rewards))
    expect(one['TeaserBisZu'] || Math.min(...rewards) >= one['TeaserCent'], one['Id']).toBe(true)
  }
})

test('a category has all of its offers, recommended ones first, and what they can be filtered by', async () => {
  const page = await get('/telko/produktkategorie/handys')
  const offers = page['Angebote'] as Wire[]
  expect(offers.length).toBeGreaterThanOrEqual(120)
  expect(offers.slice(0, 7).map(({ TopPosition }) => TopPosition)).toEqual([1, 2, 3, 4, 5, 6, null])
  const rest = offers.slice(6).map(({ Position }) => Position as number)
  expect(rest).toEqual(rest.toSorted((a, b) => a - b))
  expect(page['Hersteller']).toEqual([
    'Brimtal',
    'Halvaro',
    'Nuvind',
    'Ostrik',
    'Quenta',
    'Velmora',
  ])
  expect(new Set(page['Klassen'])).toEqual(new Set(['Einstieg', 'Mittelklasse', 'Premium']))
  expect(page['Geraetetypen']).toEqual(['Smartphone', 'Tablet'])
  expect(offers.find(({ Id }) => Id === '1001')).toEqual({
    Id: '1001',
    ExterneId: 'FN-VEL-VELA4-SP',
    Quelle: 'mobilfunk',
    Kategorie: 'TP',
    Titel: 'Velmora Vela 4 mit Mobil S Plus',
    Beschreibungen: [
      '20 GB in 5G',
      'Allnet-Flat und EU-Roaming',
      '6,5-Zoll-Display, 128 GB Speicher',
    ],
    MonatspreisCent: 2195,
    EinmalpreisCent: 4900,
    Preistext: null,
    AktionText: 'Aktionspreis',
    AktionspreisCent: 1695,
    Klasse: 'Einstieg',
    KlasseEinheit: null,
    Hersteller: 'Velmora',
    Geraetetyp: 'Smartphone',
    Geraetename: 'Vela 4',
    GeraetId: 'velmora-vela-4',
    Tarifname: 'Mobil S Plus',
    TarifId: 'mobil-s-plus',
    TopPosition: 5,
    Position: 101,
    PraemieCent: 5000,
    Fussnoten: [
      'datenvolumen',
      'netzabdeckung',
      'mobil-laufzeit',
      'geraeterate',
      'mobil-aktion',
      'bonus',
    ],
    Bild: expect.stringMatching(/^\/api\/v1\/telko\/produkt\/1001\/grafik\?v=[\w-]{16}$/),
  })
})

test('a fixed-line product says price, promotion, class and descriptions, in the language asked for', async () => {
  const offerOf = async (language: string) =>
    ((await get('/telko/produktkategorie/glasfaser', language))['Angebote'] as Wire[]).find(
      ({ Id }) => Id === '202',
    )
  expect(await offerOf('de')).toMatchObject({
    ExterneId: 'FN-GF-1000',
    Quelle: 'festnetz',
    Kategorie: 'DP',
    Titel: 'Glasfaser 1000',
    MonatspreisCent: 5995,
    EinmalpreisCent: 0,
    Preistext: '29,95 € in den ersten 6 Monaten, danach 59,95 € im Monat',
    AktionText: 'Sechs Monate günstiger',
    AktionspreisCent: 2995,
    Klasse: '1000',
    PraemieCent: 11_000,
  })
  const english = await offerOf('en')
  expect(english).toMatchObject({ Titel: 'Fibre 1000', AktionText: 'Less for six months' })
  expect(english?.['Beschreibungen'][0]).toBe('A full gigabit, 500 Mbit/s up')
})

test('every footnote that an offer names stands in its category, and no other does', async () => {
  for (const { Id } of (await get('/telko/produktkategorie')) as unknown as Wire[]) {
    const { Angebote, Fussnoten } = await get(`/telko/produktkategorie/${Id}`)
    const named = new Set((Angebote as Wire[]).flatMap((offer) => offer['Fussnoten'] as string[]))
    expect(new Set((Fussnoten as Wire[]).map(({ Identifier }) => Identifier)), Id).toEqual(named)
  }
})

test('an unknown category is a 404 with its code, also where the tenant shows none; the manufacturer lookup says it in the words of the specification', async () => {
  for (const path of [
    '/telko/produktkategorie/kühlschränke',
    '/telko/produktkategorie/toString',
    '/telko/produktkategorie/nichts/icon',
    '/standard/produktkategorie/handys',
    '/standard/produktkategorie/handys/icon',
    '/telko/produkt?kategorie=nichts',
  ])
    expect([path, ...(await code(path))]).toEqual([path, 404, 'PSOF0603'])
  const { status, body } = await server.call('GET', '/telko/produktkategorie/nichts/hersteller')
  expect(status).toBe(404)
  expect(body.Message).toContain('404 - Unknown category')
  expect(await get('/telko/produktkategorie/handys/hersteller')).toContain('Velmora')
  expect(await get('/telko/produktkategorie/tv/hersteller')).toEqual([])
  expect(await get('/standard/produktkategorie')).toEqual([])
})

test('the homepage has its featured products alone; quelle, kategorie and tarifId choose from all', async () => {
  const ids = async (query: string) =>
    ((await get(`/telko/produkt${query}`)) as unknown as Wire[]).map(({ Id }) => Id as string)
  expect(await ids('')).toEqual(['201', '202', '203', '204', '205', '206', '207', '208'])
  expect((await ids('?quelle=festnetz')).length).toBeGreaterThanOrEqual(40)
  expect((await ids('?quelle=mobilfunk')).length).toBeGreaterThanOrEqual(120)
  expect(await ids('?quelle=mobilfunk&kategorie=DP')).toEqual([])
  expect((await ids('?kategorie=tp')).length).toBe((await ids('?quelle=mobilfunk')).length)
  expect((await get('/standard/produkt?kategorie=energie')).length).toBeGreaterThan(1)
  expect(await ids('?quelle=festnetz&kategorie=young')).toEqual(['204', '321', '322', '323', '324'])
  const tariff = (await get('/telko/produkt?quelle=mobilfunk&tarifId=mobil-s')) as unknown as Wire[]
  expect(tariff.map(({ Id, Angebot }) => [Id, Angebot.TarifId])).toEqual([['206', 'mobil-s']])
  expect(tariff[0]?.['Praemien'].length).toBeGreaterThan(0)
  expect(await code('/telko/produkt?quelle=kiosk')).toEqual([400, 'PSOF0101'])
})

test('one product by its id, by the id of the provider, by its catalogue, and as a tariff with a device', async () => {
  const id = async (path: string) => (await get(`/telko/produkt/${path}`))['Id']
  expect(await id('202')).toBe('202')
  expect((await get('/telko/produkt/202'))['Angebot'].Klasse).toBe('1000')
  expect((await get('/standard/produkt/101'))['Angebot']).toBeNull()
  expect(await id('extern/FN-GF-1000')).toBe('202')
  expect(await id('202?quelle=festnetz')).toBe('202')
  expect(await id('207?quelle=mobilfunk&handyId=velmora-vela-4')).toBe('1002')
  expect(await id('mobil-m?quelle=mobilfunk&handyId=velmora-vela-4')).toBe('1002')
  for (const path of [
    '202?quelle=mobilfunk',
    '207?quelle=mobilfunk&handyId=keins',
    '206?quelle=mobilfunk&handyId=velmora-vela-4',
    'extern/202',
    'extern/SON-STROM',
    'handytarife/keins',
  ])
    expect([path, ...(await code(`/telko/produkt/${path}`))]).toEqual([path, 404, 'PSOF0308'])
})

test('the tariffs of a device come by price', async () => {
  const offers = (await get('/telko/produkt/handytarife/velmora-vela-4')) as unknown as Wire[]
  expect(offers.map(({ TarifId }) => TarifId)).toEqual([
    'mobil-s-plus',
    'mobil-m',
    'mobil-m-plus',
    'mobil-100',
    'mobil-l',
  ])
})

test('the highest reward is that of the product that earns most', async () => {
  expect(await get('/telko/produkt/maxpraemiewert')).toEqual({
    WertCent: 11_000,
    Wert: '110,00\u00a0€',
  })
  expect(await get('/standard/produkt/maxpraemiewert', 'en')).toEqual({
    WertCent: 9000,
    Wert: '€90.00',
  })
})

const recommend = (productId: string) =>
  server.call('POST', '/telko/empfehlen/create', {
    ip: `198.51.100.${productId.length}`,
    body: {
      Empfehlung: { ProductId: productId, Anteil: 100 },
      Empfehler: { Vorname: 'Wera', Nachname: 'Werber', Email: 'wera@post.example', Agb: true },
    },
  })

test('excluded products are nowhere: 637 to 640 unless the tenant says otherwise', async () => {
  const all = ((await get('/telko/produkt?quelle=mobilfunk')) as unknown as Wire[]).map(
    ({ Id }) => Id,
  )
  for (const id of ['637', '638', '639', '640']) {
    expect(all).not.toContain(id)
    expect(await code(`/telko/produkt/${id}`)).toEqual([404, 'PSOF0308'])
    const { status, body } = await recommend(id)
    expect([status, body.ErrorCode]).toEqual([404, 'PSOF0308'])
  }
  await configured('telko', { excludedProducts: ['201', '202', '1001'] }, async () => {
    expect((await get('/telko/produkt/637'))['Titel']).toBe('Mobil Alt 1')
    expect(((await get('/telko/produkt')) as unknown as Wire[]).map(({ Id }) => Id)).not.toContain(
      '201',
    )
    const page = await get('/telko/produktkategorie/handys')
    expect((page['Angebote'] as Wire[]).map(({ Id }) => Id)).not.toContain('1001')
    for (const path of ['201/grafik', 'extern/FN-GF-1000'])
      expect(await code(`/telko/produkt/${path}`)).toEqual([404, 'PSOF0308'])
    expect((await recommend('201')).status).toBe(404)
  })
})

test('a tariff and a device are recommended as any product is', async () => {
  const { status, body } = await recommend('1020')
  expect(status).toBe(201)
  const shown = await get(`/telko/empfehlen/${body.Empfehlungsnummer}`)
  expect(shown['Produkt']).toMatchObject({
    ExterneId: 'FN-VEL-VELAMAX-L',
    Titel: 'Velmora Vela Max mit Mobil L',
  })
})

test('a tenant whose categories are switched off shows none, and its products are there all the same', async () => {
  const stored = await withTenant(server.db, 'telko', (tx) => lockStoredTenant(tx, 'telko'))
  await configured(
    'telko',
    { flags: { ...stored!.flags, ShowProductCategory: false } },
    async () => {
      expect(await get('/telko/produktkategorie')).toEqual([])
      expect(await code('/telko/produktkategorie/handys')).toEqual([404, 'PSOF0603'])
      expect((await get('/telko/produkt/1001'))['Id']).toBe('1001')
    },
  )
})

test('an unknown product API is said by every call that shows or takes a product', async () => {
  await configured('telko', { productApi: { type: 'toString', route: '' } }, async () => {
    for (const path of [
      'produkt',
      'produkt?quelle=festnetz',
      'produkt/201',
      'produkt/extern/FN-TV',
      'produkt/handytarife/velmora-vela-4',
      'produkt/maxpraemiewert',
      'produkt/201/grafik',
      'produkt/201/icon',
      'produktkategorie',
      'produktkategorie/tv',
      'produktkategorie/handys/hersteller',
    ])
      expect([path, ...(await code(`/telko/${path}`))]).toEqual([path, 500, 'PSOF0602'])
    const { status, body } = await recommend('201')
    expect([status, body.ErrorCode]).toEqual([500, 'PSOF0602'])
  })
})

test('pictures are drawn, kept for good under the address that carries their mark, and told apart by it', async () => {
  const { Bild } = (await get('/telko/produkt/1001'))['Angebot']
  const other = (await get('/telko/produkt/1020'))['Angebot'].Bild
  expect(other.split('=')[1]).not.toBe(Bild.split('=')[1])
  const own = await server.call('GET', Bild.replace('/api/v1', ''))
  expect(own.status).toBe(200)
  expect(own.headers['content-type']).toContain('image/svg+xml')
  expect(own.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(own.body).toMatch(/^<svg [^>]*width="480" height="360"/)
  expect(own.body).not.toMatch(/<script|href|onload/)
  for (const path of [
    '/telko/produkt/1001/grafik',
    '/telko/produkt/1001/grafik?v=older',
    '/telko/produktkategorie/tv/icon',
    '/telko/produkt/205/icon',
  ]) {
    const plain = await server.call('GET', path)
    expect([path, plain.status, plain.headers['cache-control']]).toEqual([
      path,
      200,
      'public, max-age=3600',
    ])
    const again = await server.call('GET', path, {
      headers: { 'if-none-match': String(plain.headers.etag) },
    })
    expect([path, again.status, again.body]).toEqual([path, 304, ''])
  }
  const icons = ((await get('/telko/produktkategorie')) as unknown as Wire[]).map(
    ({ Icon }) => Icon as string,
  )
  expect(new Set(icons).size).toBe(icons.length)
  for (const path of ['/telko/produkt/999/grafik', '/standard/produkt/101/grafik'])
    expect([path, ...(await code(path))]).toEqual([path, 404, 'PSOF0308'])
})

test('who has a category already is told that it still holds, in that language, until something in it changes', async () => {
  const ask = (locale: string, tag = '') =>
    server.call('GET', '/telko/produktkategorie/handys', {
      headers: { 'accept-language': locale, 'if-none-match': tag },
    })
  const first = await ask('de')
  const tag = String(first.headers.etag)
  expect(first.headers['cache-control']).toBe('private, no-cache')
  for (const same of [tag, `W/${tag}`]) {
    const again = await ask('de', same)
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', tag])
  }
  const english = await ask('en', tag)
  expect([english.status, english.body.Angebote[0].Titel]).toEqual([
    200,
    'Velmora Vela Max with Mobile L',
  ])
  await configured('telko', { excludedProducts: ['1001'] }, async () => {
    const changed = await ask('de', tag)
    expect(changed.status).toBe(200)
    expect(changed.body.Angebote).toHaveLength(first.body.Angebote.length - 1)
  })
  expect((await ask('de', tag)).status).toBe(304)
})

test('one tenant’s catalogue is nobody else’s', async () => {
  for (const path of [
    'produkt/1001',
    'produkt/extern/FN-GF-1000',
    'produkt/handytarife/velmora-vela-4',
  ])
    for (const tenant of ['standard', 'bgv'])
      expect(await code(`/${tenant}/${path}`)).toEqual([404, 'PSOF0308'])
  expect(await get('/standard/produkt?quelle=mobilfunk')).toEqual([])
})
