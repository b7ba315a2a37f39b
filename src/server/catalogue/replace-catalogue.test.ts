import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { catalogueFile, type CatalogueFile } from '../../contract/katalog-datei.ts'
import { withTenant } from '../db/connection.ts'
import { readCatalogueRows, type CatalogueRow } from './catalogue-store.ts'
import { exportCatalogue, exportCsv } from './export-catalogue.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'
import { CatalogueRefused, replaceCatalogue } from './replace-catalogue.ts'

let server: TestServer
let other: TestServer // a second process on the same database
beforeAll(async () => {
  server = await startTestServer({ hears: true })
  other = await startTestServer({ beside: server, hears: true })
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})

const rows = (tenant = 'telko') =>
  withTenant(server.db, tenant, (tx) => readCatalogueRows(tx, tenant))
const replace = async (file: CatalogueFile, dryRun = false, from = server) => {
  const tenant = await from.deps.tenants.get('telko')
  return withTenant(from.db, 'telko', (tx) => replaceCatalogue(tx, tenant, file, { dryRun }))
}
const fileOf = (stored: readonly CatalogueRow[]): Required<CatalogueFile> =>
  z.decode(catalogueFile, exportCatalogue(stored)) as Required<CatalogueFile>
const current = async () => fileOf(await rows())
/** The titles of TV packages as a process shows them. */
const titles = async (from: TestServer) =>
  (await from.call('GET', '/telko/produktkategorie/tv')).body.Angebote.map(
    ({ Titel }: { Titel: string }) => Titel,
  ) as string[]

test('what is exported is imported again without a change, as JSON and as CSV', async () => {
  const wire = exportCatalogue(await rows())
  const whole = readCatalogueFile(JSON.stringify(wire))
  if ('problems' in whole) throw new Error(JSON.stringify(whole.problems))
  const count = whole.file.fixedLine!.length + whole.file.mobile!.length
  expect(await replace(whole.file)).toEqual({
    added: [],
    changed: [],
    gone: [],
    unchanged: count,
    commissions: [],
  })
  for (const kind of ['Festnetz', 'Mobilfunk'] as const) {
    const read = readCatalogueFile(exportCsv(wire, kind))
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    expect(await replace(read.file)).toMatchObject({ added: [], changed: [], gone: [] })
  }
})

test('a dry run says what is new, changed field by field, gone and unchanged, and writes nothing', async () => {
  const before = await rows()
  const { fixedLine } = await current()
  const [first, second, ...rest] = fixedLine
  const file = {
    fixedLine: [
      { ...first!, monthlyCents: 4095, displayName: 'Glasfaser Zweifünfzig' },
      ...rest,
      { ...second!, id: '999', externalId: 'FN-NEU' },
    ],
  }
  const diff = await replace(file, true)
  expect(diff.added).toEqual(['999'])
  expect(diff.gone).toEqual(['202'])
  const own = diff.changed.find(({ id }) => id === '201')!
  expect(own.fields).toEqual(
    expect.arrayContaining([
      { field: 'MonatspreisCent', from: 3995, to: 4095 },
      { field: 'Anzeigename', from: 'Glasfaser 250', to: 'Glasfaser Zweifünfzig' },
    ]),
  )
  expect(diff.unchanged + diff.changed.length).toBe(fixedLine.length - 1)
  expect(await rows()).toEqual(before)
})

test('what leaves the file leaves the pages, and what was recommended of it goes on; the other kind stays', async () => {
  const file = await current()
  const { status, body } = await server.call('POST', '/telko/empfehlen/create', {
    body: {
      Empfehlung: { ProductId: '355', Anteil: 100 },
      Empfehler: { Vorname: 'Wera', Nachname: 'Werber', Email: 'wera@post.example', Agb: true },
    },
  })
  expect(status).toBe(201)
  const without = { fixedLine: file.fixedLine.filter(({ id }) => id !== '355') }
  expect(await replace(without)).toMatchObject({ added: [], gone: ['355'] })
  await expect.poll(async () => (await server.call('GET', '/telko/produkt/355')).status).toBe(404)
  const shown = await server.call('GET', `/telko/empfehlen/${body.Empfehlungsnummer}`)
  expect([shown.status, shown.body.Produkt.Titel]).toEqual([200, 'Sport-TV Komplett'])
  const recipient = await server.call(
    'POST',
    `/telko/empfaenger/create/${body.Empfehlungsnummer}`,
    {
      body: {
        Anrede: 'Frau',
        Vorname: 'Ida',
        Name: 'Sommer',
        Email: 'ida@post.example',
        Werbeeinwilligung: false,
        Agb: true,
      },
    },
  )
  expect(recipient.status).toBe(201)
  const mobiles = (await rows()).filter((row) => row.mobile)
  expect(mobiles.every(({ active }) => active)).toBe(true)
  // Once it is in the file again it is back, under its old id.
  expect(await replace({ fixedLine: file.fixedLine })).toMatchObject({ added: [], gone: [] })
  await expect.poll(async () => (await server.call('GET', '/telko/produkt/355')).status).toBe(200)
})

test('provider ids may be swapped within a file; one of a product that stays is refused, and nothing is written', async () => {
  const file = await current()
  const [a, b, ...rest] = file.fixedLine
  const swapped = [
    { ...a!, externalId: b!.externalId },
    { ...b!, externalId: a!.externalId },
    ...rest,
  ]
  expect((await replace({ fixedLine: swapped })).changed.map(({ id }) => id)).toEqual([
    '201',
    '202',
  ])
  expect(await replace({ fixedLine: file.fixedLine })).toMatchObject({ added: [], gone: [] })
  const before = await rows()
  const refusals: [CatalogueFile, string][] = [
    [
      { fixedLine: [{ ...a!, externalId: 'FN-MOBIL-S' }] },
      'AnbieterProduktId belongs to product 206',
    ],
    [{ fixedLine: [{ ...a!, id: '206', externalId: 'x' }] }, 'Id is the id of a mobile offer'],
    [
      { mobile: [{ ...file.mobile[0]!, id: '201', externalId: 'x' }] },
      'Id is the id of a fixed-line product',
    ],
  ]
  for (const [wrong, why] of refusals) {
    const refused = await replace(wrong).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CatalogueRefused)
    expect((refused as Error).message).toContain(why)
  }
  expect(await rows()).toEqual(before)
})

test('two imports at once go one after the other: the catalogue is that of one of them, whole', async () => {
  const file = await current()
  const named = (name: string) => ({
    fixedLine: file.fixedLine.map((row) => ({ ...row, name })),
    mobile: file.mobile.map((row) => ({ ...row, tariffName: name })),
  })
  await Promise.all(
    ['Eins', 'Zwei', 'Drei', 'Vier'].map((name, at) =>
      replace(named(name), false, at % 2 ? other : server),
    ),
  )
  const names = (await rows()).flatMap(
    (row) => row.fixedLine?.name ?? row.mobile?.tariff_name.de ?? [],
  )
  expect(new Set(names).size).toBe(1)
  await replace(file)
})

test('every process shows an import within a second, none shows half of it, and a dry run or the same file again makes nobody forget', async () => {
  const file = await current()
  const renamed = {
    fixedLine: file.fixedLine.map((row) =>
      row.group === 'TV' ? { ...row, displayName: `${row.displayName} Neu` } : row,
    ),
  }
  const before = [await titles(server), await titles(other)]
  expect(before[0]).toEqual(before[1])
  await replace(renamed, true)
  await replace(file)
  expect(await titles(other)).toEqual(before[0])
  const started = performance.now()
  await replace(renamed)
  for (;;) {
    const shown = await titles(other)
    const fresh = shown.filter((title) => title.endsWith(' Neu')).length
    expect([0, shown.length]).toContain(fresh)
    if (fresh > 0) break
    await pause(5)
  }
  expect(performance.now() - started).toBeLessThan(1000)
  await expect.poll(() => titles(server)).toEqual(before[0]!.map((title) => `${title} Neu`))
  await replace(file)
})

test('products stay on the homepage, with their pictures, unless the file says otherwise', async () => {
  const file = await current()
  const featured = async () =>
    (await rows()).filter((row) => row.featured).map(({ product_id }) => product_id)
  const silent = { fixedLine: file.fixedLine.map((row) => ({ ...row, featured: null })) }
  await replace(silent)
  expect(await featured()).toEqual(['201', '202', '203', '204', '205', '206', '207', '208'])
  expect((await rows()).find(({ product_id }) => product_id === '201')?.picture).toBe(
    '/brand/telko/product-glasfaser-250.svg',
  )
  const said = silent.fixedLine.map((row) => (row.id === '301' ? { ...row, featured: true } : row))
  await replace({ fixedLine: said })
  expect(await featured()).toContain('301')
  await replace(file)
})

test('no tenant’s import touches another tenant', async () => {
  const [standard, bgv] = [await rows('standard'), await rows('bgv')]
  const file = await current()
  const tenant = await server.deps.tenants.get('standard')
  const added = await withTenant(server.db, 'standard', (tx) =>
    replaceCatalogue(tx, tenant, { mobile: file.mobile.slice(0, 3) }),
  )
  expect(added.added).toHaveLength(3)
  expect(await current()).toEqual(file)
  expect(await rows('bgv')).toEqual(bgv)
  expect((await rows('standard')).length).toBe(standard.length + 3)
  await withTenant(server.db, 'standard', (tx) => replaceCatalogue(tx, tenant, { mobile: [] }))
  expect((await rows('standard')).filter(({ active }) => active)).toHaveLength(standard.length)
})
