import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCatalogueFile } from './read-catalogue-file.ts'

const fixed = {
  Id: '900',
  Kategorie: 'DP',
  Name: 'Leitung 100',
  Young: false,
  Hybrid: false,
  Gruppe: 'Internet',
  Klasse: '100',
  MonatspreisCent: 3995,
  EinmalpreisCent: 0,
  Anzeigename: 'Leitung 100',
  Provision: 'standard;5000',
  AnbieterProduktId: 'AN-900',
}
const mobile = {
  Id: '950',
  AnbieterProduktId: 'AN-950',
  Klasse: 'M',
  Tarifname: 'Mobil M',
  GeraetepreisCent: 0,
  TarifpreisCent: 1999,
  TarifId: 'm',
  Position: 1,
  Aktion: false,
  Provision: 'standard;5000',
}
const json = (value: unknown) => readCatalogueFile(JSON.stringify(value))
const problems = (read: ReturnType<typeof readCatalogueFile>) =>
  'problems' in read
    ? read.problems.map(({ kind, line, column, reason }) => `${kind} ${line} ${column}: ${reason}`)
    : []
const header = Object.keys(fixed).join(';')
const row = (more: Record<string, unknown> = {}) =>
  Object.values({ ...fixed, Young: 'nein', Hybrid: 'nein', ...more })
    .map((value) => (String(value).includes(';') ? `"${value}"` : value))
    .join(';')

describe('JSON', () => {
  test('one kind or both are read; what is left out is null', () => {
    const read = json({ Festnetz: [fixed], Mobilfunk: [mobile] })
    expect(read).toMatchObject({
      file: {
        fixedLine: [{ id: '900', monthlyCents: 3995, priceText: null, featured: null }],
        mobile: [{ id: '950', deviceId: null, promotion: false }],
      },
    })
    expect('file' in json({ Mobilfunk: [mobile] })).toBe(true)
  })

  test('every bad row is named with its number, column and reason, and nothing of the file is used', () => {
    const { Name: _, ...nameless } = fixed
    expect(
      problems(
        json({
          Festnetz: [
            fixed,
            { ...nameless, Id: '901', AnbieterProduktId: 'b' },
            {
              ...fixed,
              Id: '902',
              AnbieterProduktId: 'c',
              MonatspreisCent: '39,95',
              Kategorie: 'XP',
            },
            { ...fixed, Id: '903', AnbieterProduktId: 'd', Provision: 'fünfzig', Farbe: 'rot' },
            { ...fixed, Id: '904', AnbieterProduktId: 'e', AktionRabattCent: 4000 },
          ],
        }),
      ),
    ).toEqual([
      'Festnetz 2 Name: is empty',
      'Festnetz 3 Kategorie: is neither DP nor TP',
      'Festnetz 3 MonatspreisCent: is not whole cents, such as 1995',
      'Festnetz 4 Provision: is not "plan;cents"',
      'Festnetz 4 Farbe: is no column',
      'Festnetz 5 AktionRabattCent: is not between 1 and MonatspreisCent',
    ])
  })

  test.each([
    [
      'an id twice',
      { Festnetz: [fixed, { ...fixed, AnbieterProduktId: 'x' }] },
      'Festnetz 2 Id: stands further up already',
    ],
    [
      'an id in both kinds',
      { Festnetz: [fixed], Mobilfunk: [{ ...mobile, Id: '900' }] },
      'Mobilfunk 1 Id: stands further up already',
    ],
    [
      'a provider id twice',
      { Festnetz: [fixed, { ...fixed, Id: '901' }] },
      'Festnetz 2 AnbieterProduktId: stands further up already',
    ],
    [
      'an empty kind',
      { Festnetz: [] },
      'Festnetz 0 : is empty: leave it out where nothing of the kind is to change',
    ],
    ['neither kind', {}, ' 0 : has neither Festnetz nor Mobilfunk'],
    ['another kind', { Festnetz: [fixed], Strom: [] }, ' 0 Strom: is no column'],
    [
      'half a device',
      { Mobilfunk: [{ ...mobile, GeraetId: 'g1', Geraetename: 'G1', Geraetetyp: 'Tablet' }] },
      'Mobilfunk 1 Hersteller: is missing: a device has type, maker, name and id',
    ],
    [
      'a dear promotion',
      { Mobilfunk: [{ ...mobile, Aktion: true, AktionspreisCent: 2000 }] },
      'Mobilfunk 1 AktionspreisCent: is more than TarifpreisCent',
    ],
    [
      'a negative price',
      { Mobilfunk: [{ ...mobile, TarifpreisCent: -1 }] },
      'Mobilfunk 1 TarifpreisCent: is below zero',
    ],
    [
      'half a cent',
      { Mobilfunk: [{ ...mobile, TarifpreisCent: 1.5 }] },
      'Mobilfunk 1 TarifpreisCent: is not whole cents, such as 1995',
    ],
    [
      'a NUL character',
      { Festnetz: [{ ...fixed, Name: 'a\u0000b' }] },
      'Festnetz 1 Name: has characters that no text has',
    ],
    [
      'half a surrogate',
      { Festnetz: [{ ...fixed, Name: 'a\ud800b' }] },
      'Festnetz 1 Name: has characters that no text has',
    ],
    [
      'a path as id',
      { Festnetz: [{ ...fixed, Id: '../1' }] },
      'Festnetz 1 Id: is up to 40 letters, digits, _ and -',
    ],
    ['a list', [fixed], ' 0 : '],
  ])('%s is refused', (_, value, said) => {
    expect(problems(json(value)).join('\n')).toContain(said)
  })

  test('no key of an object is anything but a column, __proto__ included', () => {
    const text = JSON.stringify({ Festnetz: [fixed] }).replace(
      '"Id"',
      '"__proto__":{"polluted":1},"Id"',
    )
    expect(problems(readCatalogueFile(text))).toContain('Festnetz 1 __proto__: is no column')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('truncated input is reported as invalid JSON', () => {
    expect(problems(readCatalogueFile('{"Festnetz": [{"Id": "1"'))[0]).toContain('is not JSON')
  })
})

describe('CSV', () => {
  test('semicolons or commas, with a byte order mark or without, any order and case of the columns', () => {
    const want = json({ Festnetz: [fixed] })
    for (const text of [
      `${header}\n${row()}\n`,
      `\ufeff${header}\r\n${row()}`,
      `${header.toUpperCase()};Preistext\n${row()};\n`,
      `${header.replaceAll(';', ',')}\n${row().replaceAll(';', ',').replace('"standard,5000"', '"standard;5000"')}\n`,
    ])
      expect(readCatalogueFile(text)).toEqual(want)
    const [names, values] = [
      header.split(';').reverse(),
      Object.values({ ...fixed, Young: 'nein', Hybrid: '0' }).reverse(),
    ]
    const turned = `${names.join('|')}\n${values.join('|')}`
    expect(readCatalogueFile(turned)).toEqual(want)
  })

  test('every bad row is named with its line in the file', () => {
    const text = [
      header,
      row(),
      row({ Id: '901', AnbieterProduktId: 'b', MonatspreisCent: '39,95' }),
      '',
      row({ Id: '902', AnbieterProduktId: 'c', Young: 'vielleicht' }),
      row({ Id: '900', AnbieterProduktId: 'd' }),
      `"901;kaputt`,
      `${row({ Id: '903', AnbieterProduktId: 'f' })};zu viel`,
    ].join('\n')
    expect(problems(readCatalogueFile(text))).toEqual([
      'Festnetz 3 MonatspreisCent: is not whole cents, such as 1995',
      'Festnetz 5 Young: is neither ja nor nein',
      'Festnetz 6 Id: stands further up already',
      'Festnetz 7 : has a quotation mark that is not closed, or text behind one',
      'Festnetz 8 : has more cells than the header line',
    ])
  })

  test.each([
    ['', 'has no header line'],
    ['Name;Preis\na;1', 'has no header line'],
    [`${header.replace('Klasse;', '')}\n`, 'Festnetz 1 Klasse: is missing in the header line'],
    [`${header};Farbe\n`, 'Festnetz 1 Farbe: is no column, or stands twice'],
    [`${header};Name\n`, 'Festnetz 1 Name: is no column, or stands twice'],
    [`${header}\n`, 'is empty'],
  ])('a file that begins %j is refused', (text, said) => {
    expect(problems(readCatalogueFile(text)).join('\n')).toContain(said)
  })

  test('20,000 rows are read, one more is refused', () => {
    const many = (count: number) =>
      [
        header,
        ...Array.from({ length: count }, (_, at) =>
          row({ Id: `r${at}`, AnbieterProduktId: `x${at}` }),
        ),
      ].join('\n')
    expect('file' in readCatalogueFile(many(20_000))).toBe(true)
    expect(problems(readCatalogueFile(many(20_001)))).toEqual([' 0 : has more than 20000 rows'])
  })
})

test('no text makes the reader throw, and what it accepts is a catalogue', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      header,
      row(),
      JSON.stringify(fixed),
      '{"Festnetz":[',
      ']}',
      ';',
      '"',
      '\n',
      '{',
      '\u0000',
      'Tarifname',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const read = readCatalogueFile(pieces.join(''))
      if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0)
      else expect((read.file.fixedLine ?? read.file.mobile)?.length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

test('any JSON is a catalogue or a list of what is wrong with it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          Festnetz: fc.array(
            fc.record(Object.fromEntries(Object.keys(fixed).map((key) => [key, fc.jsonValue()]))),
          ),
        }),
      ),
      (value) => {
        const read = json(value)
        expect('problems' in read ? read.problems.length > 0 : true).toBe(true)
      },
    ),
  )
})

test('the catalogues that the demo brings along are whole: 40 lines, 120 offers, English beside every German text', () => {
  const read = (name: string) =>
    readCatalogueFile(
      readFileSync(new URL(`../../../demo/telko/catalogue/${name}`, import.meta.url), 'utf8'),
    )
  const [lines, offers] = [read('festnetz.csv'), read('mobilfunk.csv')]
  if ('problems' in lines || 'problems' in offers) throw new Error('not readable')
  expect(lines.file.fixedLine?.length).toBeGreaterThanOrEqual(40)
  expect(offers.file.mobile?.length).toBeGreaterThanOrEqual(120)
  for (const row of [...(lines.file.fixedLine ?? []), ...(offers.file.mobile ?? [])] as Record<
    string,
    unknown
  >[])
    for (const [field, value] of Object.entries(row))
      if (`${field}En` in row)
        expect([row['id'], field, row[`${field}En`] === null]).toEqual([
          row['id'],
          field,
          value === null,
        ])
})
