import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { particularsOf, type Company } from '../../../domain/company.ts'
import { familyOf, loadFonts, splitByFont } from './document-fonts.ts'
import type { DocumentRow, InvoiceDocument } from './invoice-document.ts'
import { fee, makeDocument, reward, streamsOf, wordsOf } from './invoice-files.test-helper.ts'
import { unpackWoff } from './unpack-woff.ts'
import { writeFacturX } from './write-factur-x.ts'
import type { DocumentLook } from './draw-page.ts'
import { writeInvoicePdf } from './write-invoice-pdf.ts'

const fonts = { body: 'source-sans-3', heading: 'source-serif-4' }
const look = { primary: '#1d5937', muted: '#536058', line: '#7d8b82', logo: null, fonts }
const at = Temporal.Instant.from('2026-12-01T00:05:00Z')

const write = (rows: Parameters<typeof makeDocument>[0]) => {
  const document = makeDocument(rows)
  const xml = writeFacturX(document)
  return writeInvoicePdf(document, xml, look, at).then((pdf) => ({ pdf, xml }))
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

describe('the file of an invoice', () => {
  test('is the same to the byte whenever it is written again', async () => {
    const [one, other] = await Promise.all([write([reward(1), fee(1)]), write([reward(1), fee(1)])])
    expect(one.pdf.equals(other.pdf)).toBe(true)
  })

  test('holds its data as factur-x.xml, byte for byte, as an alternative of the page', async () => {
    const { pdf, xml } = await write([reward(1), fee(1)])
    const text = pdf.toString('latin1')
    expect(text).toContain('/AFRelationship /Alternative')
    expect(text).toContain('(factur-x.xml)')
    expect(text).toContain('/Subtype /text#2Fxml')
    expect(streamsOf(pdf).some((stream) => stream.equals(Buffer.from(xml)))).toBe(true)
  })

  test('says that it is PDF/A-3 and an invoice in the profile EN 16931, in German, with tags', async () => {
    const { pdf } = await write([reward(1), fee(1)])
    const text = pdf.toString('utf8')
    for (const part of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '/OutputIntents',
      '/StructTreeRoot',
      '/Marked true',
      '/Lang (de-DE)',
      '/DisplayDocTitle true',
    ])
      expect(text, part).toContain(part)
  })

  test('has its fonts inside, and no other', async () => {
    const { pdf } = await write([reward(1), fee(1)])
    const text = pdf.toString('latin1')
    const fonts = [...text.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name)
    expect(fonts.length).toBeGreaterThan(0)
    for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+SourceS(ans3|erif4)/)
    expect(text).toContain('/FontFile2')
    expect(text).not.toMatch(/Helvetica|Times|Courier/)
  })

  test('goes on over as many pages as its rewards need', async () => {
    expect(pagesOf((await write([reward(1), fee(1)])).pdf)).toBe(1)
    const many = await write([
      ...Array.from({ length: 120 }, (_, index) => reward(index)),
      fee(120),
    ])
    expect(pagesOf(many.pdf)).toBeGreaterThan(5)
  })
})

type Box = { x: number; y: number; width: number; size: number }

/** Where each text stands on its page, by the operators of the page and the widths of the fonts in the file. */
function boxesOf(pdf: Buffer): Box[][] {
  const source = pdf.toString('latin1')
  // A font's name on the page, its object, and how wide each of its glyphs is.
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id, body!]),
  )
  const fonts = new Map<string, number[]>()
  for (const [, name, id] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const child = /\/DescendantFonts \[(\d+) 0 R\]/.exec(objects.get(id!) ?? '')?.[1]
    const widths = /\/W \[0 \[([\s\S]*?)\]\]/.exec(objects.get(child ?? '') ?? '')?.[1]
    if (name && widths) fonts.set(name, widths.trim().split(/\s+/).map(Number))
  }
  const pages = streamsOf(pdf)
    .map((stream) => stream.toString('latin1'))
    .filter((stream) => /\bTJ\b/.test(stream))
  return pages.map((content) =>
    [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, text = '']) => {
      const [, x = '', y = ''] = /1 0 0 1 (\S+) (\S+) Tm/.exec(text) ?? []
      const [, font = '', size = ''] = /\/(F\d+) (\S+) Tf/.exec(text) ?? []
      const widths = fonts.get(font) ?? []
      let width = 0
      for (const [, hex, kern] of /\[([\s\S]*)\] TJ/
        .exec(text)![1]!
        .matchAll(/<([0-9a-f]*)>|(-?[\d.]+)/g)) {
        if (kern !== undefined) width -= Number(kern)
        for (const glyph of hex?.match(/.{4}/g) ?? []) width += widths[parseInt(glyph, 16)] ?? 0
      }
      return {
        x: Number(x),
        y: Number(y),
        width: (width * Number(size)) / 1000,
        size: Number(size),
      }
    }),
  )
}

test('its foot names register and directors of whoever issues it, once, and the register entry where nothing else is known', async () => {
  const company: Company = {
    form: 'ag',
    seat: 'München',
    court: 'Amtsgericht München',
    number: 'HRB 999999',
    directors: ['Alma Steinadler', 'Konrad Felsgrat'],
    chair: 'Alma Steinadler',
    supervisoryChair: 'Hieronymus Latschenkamm',
    partner: null,
  }
  const plain = makeDocument([reward(1), fee(1)])
  const particulars = particularsOf({ company })
  const write = async (document: InvoiceDocument) =>
    wordsOf(await writeInvoicePdf(document, writeFacturX(document), look, at))
      .join(' ')
      .replaceAll('\u00a0', ' ')
  const entry = plain.seller.registerEntry!
  expect(await write(plain)).toContain(entry)
  for (const document of [
    { ...plain, seller: { ...plain.seller, particulars } },
    {
      ...plain,
      kind: 'self-billed' as const,
      seller: { ...plain.buyer, iban: 'DE44 ****', bic: '' },
      buyer: { ...plain.seller, particulars },
    },
  ]) {
    const text = await write(document)
    expect(text).not.toContain(entry)
    expect(text.match(/Sitz: München, Amtsgericht München, HRB 999999/g)).toHaveLength(1)
    for (const name of ['Alma Steinadler (Vorsitz)', 'Konrad Felsgrat', 'Latschenkamm'])
      expect(text).toContain(name)
  }
})

test('no line shows the id that a row is found again by', async () => {
  const shown = await write([reward(1), fee(1)])
  const without = await write([{ ...reward(1), reference: null }, fee(1)])
  expect(boxesOf(shown.pdf)).toEqual(boxesOf(without.pdf))
})

describe('the logo', () => {
  const document = makeDocument([reward(1), fee(1)])
  const withLogo = (logo: DocumentLook['logo']) =>
    writeInvoicePdf(document, writeFacturX(document), { ...look, logo }, at)
  const picture = async (width: number, height: number) => ({
    width,
    height,
    jpeg: await sharp({ create: { width, height, channels: 3, background: '#7a2048' } })
      .jpeg()
      .toBuffer(),
  })
  const square = { fill: '#7a2048', d: 'M0 0h10v10H0z' }

  /** How large it is on the page, in points, by the last matrix before it is drawn. */
  const sizeIn = (pdf: Buffer, drawn: RegExp) => {
    const page = streamsOf(pdf)
      .map((stream) => stream.toString('latin1'))
      .find((stream) => drawn.test(stream))!
    return drawn.exec(page)!.slice(1).map(Number)
  }

  test('of a tenant’s own picture is in the file as it is, and the same to the byte again', async () => {
    const logo = await picture(400, 90)
    const pdf = await withLogo(logo)
    expect(streamsOf(pdf).some((stream) => stream.equals(logo.jpeg))).toBe(true)
    expect(pdf.toString('latin1')).toContain('/Filter /DCTDecode')
    expect((await withLogo(logo)).equals(pdf)).toBe(true)
  })

  test.each([
    ['wide', 1200, 90],
    ['square', 500, 500],
    ['high', 90, 1200],
    ['small', 12, 12],
  ])('that is %s keeps its shape, in the room above the address', async (_, width, height) => {
    const shown = await withLogo(await picture(width, height))
    const [wide = 0, high = 0] = sizeIn(shown, /(\S+) 0 0 -?(\S+) \S+ \S+ cm\s+\/I\d+ Do/)
    expect(wide / high).toBeCloseTo(width / height, 1)
    expect(wide).toBeLessThanOrEqual(240)
    expect(high).toBeLessThanOrEqual(60)
    expect(Math.max(wide / 240, high / 40)).toBeGreaterThanOrEqual(0.99)
    const drawn = await withLogo({ width, height, paths: [square] })
    const [scale = 0] = sizeIn(drawn, /(\S+) 0 0 \S+ 0 0 cm\s+0 0 m/)
    expect(scale * width).toBeCloseTo(wide, 1)
  })
})

describe('the page', () => {
  const long = 'VERTRAG-2026-11-MUENCHEN-SCHWABING-000000012345678'
  const wordy: DocumentRow = {
    ...reward(1, 123_456_789),
    text: `Prämie des Empfehlers zum Auftrag ${long}${long}`,
    detail: `Empfehlung 7KQ2M4XZ8PQRST3V, storniert am 03.11.2026 · Rechnung ${long}`,
  }
  const extremes = {
    'an ordinary document': makeDocument([reward(1), fee(1)]),
    'long numbers of contracts, referrals and documents': makeDocument(
      [wordy, wordy, fee(99_999)],
      {
        number: `${long}-2026-123456`,
        corrects: [{ number: `${long}-2026-9`, issuedOn: '2026-10-01' }],
      },
    ),
    'millions of euros': makeDocument([
      reward(1, 99_999_999_999),
      fee(12_345, 9_999_999),
      fee(7, 250, 7),
    ]),
    'a board of twelve': makeDocument([reward(1), fee(1)], {
      seller: {
        ...makeDocument([]).seller,
        particulars: [
          'Sitz: Frankfurt am Main, Amtsgericht Frankfurt am Main, HRB 123456',
          `Vorstand: ${Array.from({ length: 12 }, (_, index) => `Dr. Friederike Wolkenstein-Abendroth ${index}`).join(', ')}`,
        ],
      },
    }),
    'more pages than one': makeDocument([...Array.from({ length: 60 }, () => wordy), fee(60)]),
  }

  test.each(Object.entries(extremes))(
    '%s: no text touches another or leaves the page',
    async (_, document) => {
      const pages = boxesOf(await writeInvoicePdf(document, writeFacturX(document), look, at))
      expect(pages.flat().length).toBeGreaterThan(20)
      for (const boxes of pages) {
        for (const [index, box] of boxes.entries()) {
          expect(box.width).toBeGreaterThan(0)
          expect(box.x).toBeGreaterThanOrEqual(56)
          expect(box.x + box.width).toBeLessThanOrEqual(539.2)
          for (const other of boxes.slice(index + 1)) {
            // Half of the letters' height: what is closer stands on one line.
            const isBeside = Math.abs(box.y - other.y) < Math.min(box.size, other.size) * 0.5
            const apart = Math.max(box.x - other.x - other.width, other.x - box.x - box.width)
            // A text of two fonts is written in two pieces that follow one another.
            if (isBeside) expect(apart).toBeGreaterThan(-0.1)
          }
        }
      }
    },
  )
})

describe('fonts', () => {
  test.each([
    ["'Source Sans 3 Variable', 'Source Sans 3 Fallback', sans-serif", 'SourceSans3'],
    ["'Outfit Variable', system-ui, sans-serif", 'Outfit'],
    ["'Nunito Sans Variable', sans-serif", 'NunitoSans'],
    ['Elsewhere, serif', 'SourceSerif4'], // none of ours: the spare one
  ])('a document of a tenant with %s is written in %s', async (family, name) => {
    const document = makeDocument([reward(1), fee(1)])
    const own = { ...look, fonts: { body: familyOf(family), heading: familyOf(family) } }
    const pdf = await writeInvoicePdf(document, writeFacturX(document), own, at)
    const embedded = [...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]{6}\+([A-Za-z0-9]+)/g)]
    expect(embedded.length).toBeGreaterThan(0)
    for (const [, found] of embedded) expect(found?.startsWith(name)).toBe(true)
  })

  test('letters of Central Europe come from the second file, what a family lacks from the spare one, and what none has is left out', async () => {
    const own = await loadFonts('outfit')
    const [latin, extended] = ['outfit latin', 'outfit latin-ext']
    expect(splitByFont('Größe 5 €', own)).toEqual([{ font: latin, text: 'Größe 5 €' }])
    expect(splitByFont('Łódź', own)).toEqual([
      { font: extended, text: 'Ł' },
      { font: latin, text: 'ód' },
      { font: extended, text: 'ź' },
    ])
    expect(splitByFont('A🙂\u0000中\nB', own)).toEqual([{ font: latin, text: 'A B' }])
    const bare = own.filter(({ name }) => name !== extended)
    expect(splitByFont('ź', bare)).toEqual([{ font: 'source-serif-4 latin-ext', text: 'ź' }])
  })

  test('a font unpacked has the glyphs of its file, and what is no font is refused', async () => {
    const { resolve } = createRequire(import.meta.url)
    const path = resolve('@fontsource/outfit/files/outfit-latin-400-normal.woff')
    const file = await readFile(path)
    const [packed, unpacked] = [create(file), create(unpackWoff(file))]
    const words = 'Prämie für Łódź, 50 €'
    const widths = (font: typeof packed) => font.layout(words).positions.map((one) => one.xAdvance)
    expect(widths(unpacked)).toEqual(widths(packed))
    expect(() => unpackWoff(Buffer.from('no font at all'))).toThrow('not a WOFF file')
  })

  test('every file has one weight, that to read', async () => {
    for (const family of ['outfit', 'nunito-sans', 'source-sans-3', 'source-serif-4'])
      for (const { file } of await loadFonts(family)) {
        const font = create(file)
        expect([font.variationAxes, font['OS/2'].usWeightClass]).toEqual([{}, 400])
      }
  })
})
