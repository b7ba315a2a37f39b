import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { makeInstallation, type Installation } from './installation.test-helper.ts'
import { startEachAfresh } from '../../test/helpers/start-each-afresh.ts'

// Processes that start on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
startEachAfresh(() => installation.server)
afterAll(() => installation.stop())

const demo = (name: string) =>
  readFileSync(new URL(`../../demo/telko/catalogue/${name}`, import.meta.url), 'utf8')

test('catalogue: a dry run shows the first changes, the import makes them, and again it changes nothing', async () => {
  const { cli, file, audited, server } = installation
  const run = (...words: string[]) => cli('catalogue', 'import', ...words, '--tenant', 'telko')
  const path = file(
    'festnetz.csv',
    demo('festnetz.csv')
      .replace(';1000;0;Funkel-TV;', ';1100;0;Funkel-TV;')
      .replace(/^345;.*\n/m, '')
      .replace(/^344;/m, '9344;')
      .replace(';FN-TV-FAMILIE;', ';FN-TV-FAMILIE-2;'),
  )
  const dry = await run(path, '--dry-run')
  expect(dry.code).toBe(0)
  expect(dry.out).toMatch(/^New: 9344$/m)
  expect(dry.out).toMatch(/^Gone: 344, 345$/m)
  expect(dry.out).toMatch(/^205 +MonatspreisCent +1000 +1100$/m)
  expect(dry.out).not.toMatch(/Position|monthly_cents/)
  expect(dry.out).toMatch(/^\d+ rows? moves? up or down$/m)
  expect((await run(path, '--dry-run', '--all')).out).toMatch(/^\d+ +Position +\d+ +\d+$/m)
  expect(dry.out).toMatch(
    /^Products that would be new: 1, changed: \d+, gone: 2, unchanged: \d+\. Nothing was written\.$/m,
  )
  expect(await audited('catalogue-imported', 'telko')).toEqual([])
  expect((await server.call('GET', '/telko/produkt/9344')).status).toBe(404)
  expect((await run(path)).out).toMatch(/^Products new: 1, changed: \d+, gone: 2/m)
  server.deps.cache.forget()
  expect((await server.call('GET', '/telko/produkt/9344')).body.Titel).toBe('Funkel-TV Familie')
  expect((await server.call('GET', '/telko/produkt/345')).status).toBe(404)
  expect(await audited('catalogue-imported', 'telko')).toMatchObject([
    {
      actor_kind: 'operator',
      actor_id: 'command line, set-up',
      details: { after: { added: 1, gone: 2 } },
    },
  ])
  const again = await run(path, '--json')
  expect(again.json()).toMatchObject({ added: [], changed: [], gone: [], missingFootnotes: [] })
})

test('catalogue: of a bad file every bad row is named, and nothing is written', async () => {
  const { cli, file, server } = installation
  const run = (...words: string[]) => cli('catalogue', 'import', ...words, '--tenant', 'telko')
  const path = file(
    'kaputt.csv',
    demo('mobilfunk.csv')
      .replace(/^206;(.*);999;/m, '206;$1;9,99;')
      .replace(/^1001;/m, '1002;')
      .replace('Mobil M;Mobile M;', 'Mobil N;Mobile N;'),
  )
  const refused = await run(path)
  expect(refused.code).toBe(1)
  expect(refused.out).toMatch(/^Mobilfunk +2 +TarifpreisCent +is not whole cents, such as 1995$/m)
  expect(refused.out).toMatch(/^Mobilfunk +\d+ +Id +stands further up already$/m)
  expect(refused.out).toContain('Nothing was written: 2 things are wrong.')
  const taken = file(
    'fremd.json',
    JSON.stringify({
      Festnetz: [
        {
          Id: '777',
          Kategorie: 'DP',
          Name: 'x',
          Young: false,
          Hybrid: false,
          Gruppe: 'TV',
          Klasse: 'x',
          MonatspreisCent: 1,
          EinmalpreisCent: 0,
          Anzeigename: 'x',
          Provision: 'standard;1',
          AnbieterProduktId: 'FN-MOBIL-S',
        },
      ],
    }),
  )
  expect((await run(taken)).out).toContain('of product 777 belongs to product 206')
  expect((await run(file('leer.csv', ''))).out).toContain('has no header line')
  server.deps.cache.forget()
  expect((await server.call('GET', '/telko/produkt/207')).body.Titel).toBe('Mobil M')
})

test('catalogue: exported as JSON and as CSV, it is imported again without a change; hints say what is missing around it', async () => {
  const { cli, file, folder } = installation
  const out = `${folder}/mobil.csv`
  expect(
    (await cli('catalogue', 'export', '--csv', 'mobile', '--out', out, '--tenant', 'telko')).code,
  ).toBe(0)
  const json = (await cli('catalogue', 'export', '--tenant', 'telko')).out
  for (const path of [out, file('alles.json', json)]) {
    const again = await cli('catalogue', 'import', path, '--tenant', 'telko', '--json')
    expect(again.json()).toMatchObject({ added: [], changed: [], gone: [] })
  }
  expect((await cli('catalogue', 'export', '--tenant', 'bgv')).code).toBe(1)
  expect((await cli('catalogue', 'export', '--csv', 'both', '--tenant', 'telko')).code).toBe(2)
  const elsewhere = await cli('catalogue', 'import', out, '--tenant', 'bgv', '--dry-run')
  expect(elsewhere.out).toContain('bgv has no pages by category: ShowProductCategory is off.')
  expect(elsewhere.out).toMatch(/^Footnotes that the content does not have: .*mobil-laufzeit/m)
  const help = (await cli('catalogue', 'import', '--help')).out
  for (const column of ['MonatspreisCent', 'Geraetetyp', 'AktionRabattCent', 'Startseite'])
    expect(help).toContain(column)
})

test('catalogue: products that would earn nothing, or three times as much, are named', async () => {
  const { cli, file } = installation
  const lines = demo('mobilfunk.csv').split('\n')
  const earning = (line: string | undefined, plan: string) => line!.replace(/standard;\d+/, plan)
  const plans = lines.map((line) => /"?standard;\d+"?/.exec(line)?.[0] ?? '')
  expect(plans[1]).toMatch(/^"standard;/)
  lines[1] = earning(lines[1], 'standard;0')
  lines[2] = earning(lines[2], 'standard;90000')
  const path = file('provision.csv', lines.join('\n'))
  const dry = await cli('catalogue', 'import', path, '--dry-run', '--tenant', 'telko')
  const [, first, second] = lines.map((line) => line.split(';')[0])
  expect(dry.out).toContain(`Earn nothing any more: ${first}.`)
  expect(dry.out).toContain(`Earn more than three times as much, or less than a third: ${second}.`)
})

test('catalogue: a group that no page knows and a price text that was forgotten are told, and taken', async () => {
  const { cli, file } = installation
  const wire = JSON.parse((await cli('catalogue', 'export', '--tenant', 'telko')).out)
  const told = wire.Festnetz.find(({ Preistext }: { Preistext?: string }) => Preistext)
  const old = told.MonatspreisCent
  expect(told.Preistext).toContain((old / 100).toFixed(2).replace('.', ','))
  Object.assign(told, { MonatspreisCent: old + 100, Gruppe: 'Satellit' })
  const path = file('warnung.json', JSON.stringify({ Festnetz: wire.Festnetz }))
  const dry = await cli('catalogue', 'import', path, '--dry-run', '--tenant', 'telko')
  expect(dry.code).toBe(0)
  expect(dry.out).toContain('Gruppe "Satellit" is none of Internet, Glasfaser, TV, Sport-TV')
  expect(dry.out).toContain(`Preistext of product ${told.Id} still names the old MonatspreisCent`)
  const mended = { ...told, Preistext: null, Preistext_en: null, Gruppe: 'Internet' }
  const fine = wire.Festnetz.map((row: { Id: string }) => (row.Id === told.Id ? mended : row))
  const good = file('gut.json', JSON.stringify({ Festnetz: fine }))
  const quiet = await cli('catalogue', 'import', good, '--dry-run', '--tenant', 'telko', '--json')
  expect(quiet.json().warnings).toEqual([])
})

test('agents: written, updated and retired from a file, wrong lines named, pictures checked', async () => {
  const { cli, file, audited } = installation
  const bgv = (...words: string[]) => cli(...words, '--tenant', 'bgv', '--json')
  const drawn = sharp({ create: { width: 40, height: 50, channels: 3, background: 'teal' } })
  const withPlace = await drawn
    .withExif({ IFD0: { ImageDescription: 'at home' } })
    .png()
    .toBuffer()
  file('foto.png', Buffer.concat([withPlace, Buffer.from('<script>appended</script>')]))
  file('head.png', Buffer.from('89504e470d0a1a0a0000', 'hex'))
  file('foto.html', '<p>no picture</p>')
  const path = file(
    'agents.csv',
    Buffer.from(
      [
        'Nummer;Vorname;Nachname;PLZ;Ort;Foto',
        'B-1;J\u00f6rg;H\u00f6rnle;80331;M\u00fcnchen;foto.png',
        'B-2;Ada;Quell;8033;M\u00fcnchen;',
        'B-1;Ada;Quell;80331;M\u00fcnchen;',
        'B 3;Ada;Quell;80331;M\u00fcnchen;',
        'B-4;;Quell;80331;M\u00fcnchen;',
        'B-5;Ada;Quell;80331;M\u00fcnchen;foto.html',
        'B-6;Ada;Quell;80331;M\u00fcnchen;nichts.png',
        `B-7;${'x'.repeat(81)};Quell;80331;M\u00fcnchen;`,
        'B-8;Ada;Quell;80331;M\u00fcnchen;head.png',
      ].join('\r\n'),
      'latin1',
    ),
  )
  const first = await bgv('agents', 'import', path, '--retire')
  expect(first.code).toBe(1)
  expect(first.json()).toEqual({
    saved: 1,
    retired: 0, // nobody is retired by a file that could not be read whole
    refused: [
      { line: 3, reason: 'zip' },
      { line: 4, reason: 'twice' },
      { line: 5, reason: 'number' },
      { line: 6, reason: 'empty' },
      { line: 7, reason: 'photo' },
      { line: 8, reason: 'photo-missing' },
      { line: 9, reason: 'long' },
      { line: 10, reason: 'photo' },
    ],
  })
  // Nothing of the file is served but what it shows.
  const { rawPayload: photo, headers } = await installation.server.app.inject(
    '/api/v1/bgv/produkt/berater/B-1/foto',
  )
  expect(headers['content-type']).toBe('image/jpeg')
  const { width, height, exif } = await sharp(photo).metadata()
  expect([width, height, exif]).toEqual([40, 50, undefined])
  for (const words of ['appended', 'at home']) expect(photo.includes(words)).toBe(false)
  const good = file('good.csv', 'nummer,vorname,nachname,plz,ort\nB-1,Jörg,Hörnle,80333,München\n')
  const again = await bgv('agents', 'import', good, '--retire')
  expect([again.code, again.json()]).toEqual([0, { saved: 1, retired: 22, refused: [] }])
  const { call } = installation.server
  const left = await call('GET', '/bgv/produkt/berater')
  expect(left.body).toMatchObject({
    TotalCount: 1,
    Content: [{ ExterneId: 'B-1', FirstName: 'Jörg', ZipCode: '80333' }],
  })
  expect((await audited('agents-imported', 'bgv')).map(({ actor_id }) => actor_id)).toEqual([
    'command line, set-up',
    'command line, set-up',
  ])
  const wrong = file('wrong.csv', 'Nummer;Name\n1;x\n')
  expect((await bgv('agents', 'import', wrong)).err).toContain(
    'missing: Vorname, Nachname, PLZ, Ort',
  )
  expect((await installation.standard('agents', 'import', good)).out).toContain(
    'ModuleAgentRecommendation is off',
  )
})
