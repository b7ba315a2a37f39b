import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { loadFonts, splitByFont } from './document-fonts.ts'
import { fee, makeDocument, reward } from './invoice-files.test-helper.ts'
import { writeFacturX } from './write-factur-x.ts'
import { writeInvoicePdf } from './write-invoice-pdf.ts'

const look = { primary: '#1d5937', muted: '#536058', line: '#7d8b82', logo: null }
const at = Temporal.Instant.from('2026-12-01T00:05:00Z')

const write = (rows: Parameters<typeof makeDocument>[0]) => {
  const document = makeDocument(rows)
  const xml = writeFacturX(document)
  return writeInvoicePdf(document, xml, look, at).then((pdf) => ({ pdf, xml }))
}

/** The streams of a PDF, unpacked where they are packed. */
function streamsOf(pdf: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let from = 0; ;) {
    const start = pdf.indexOf('stream\n', from)
    if (start < 0) return found
    const end = pdf.indexOf('\nendstream', start)
    const packed = pdf.subarray(start + 7, end)
    try {
      found.push(inflateSync(packed))
    } catch {
      found.push(packed)
    }
    from = end + 10
  }
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
    for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+SourceSerif4/)
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

describe('fonts', () => {
  test('letters of Central Europe come from the second file, and what neither has is left out', () => {
    expect(splitByFont('Größe 5 €')).toEqual([{ font: 'latin', text: 'Größe 5 €' }])
    expect(splitByFont('Łódź')).toEqual([
      { font: 'latinExtended', text: 'Ł' },
      { font: 'latin', text: 'ód' },
      { font: 'latinExtended', text: 'ź' },
    ])
    expect(splitByFont('A🙂\u0000中\nB')).toEqual([{ font: 'latin', text: 'A B' }])
  })

  test('both files are plain TrueType after unpacking', async () => {
    for (const font of Object.values(await loadFonts())) {
      expect(font.readUInt32BE(0)).toBe(0x00010000)
      expect(font.length).toBeGreaterThan(50_000)
    }
  })
})
