import { expect, test } from 'vitest'
import { notesOf, paymentTerms } from './invoice-document.ts'
import { fee, makeDocument, reward, tagsOf } from './invoice-files.test-helper.ts'
import { writeEarningsPdf } from './write-earnings-pdf.ts'
import { writeFacturX } from './write-factur-x.ts'
import { writeInvoicePdf } from './write-invoice-pdf.ts'

// Documents as assistive technology reads them: by their tags, not by their look.

const fonts = { body: 'source-sans-3', heading: 'source-serif-4' }
const look = { primary: '#1d5937', muted: '#536058', line: '#7d8b82', logo: null, fonts }
const at = Temporal.Instant.from('2026-12-01T00:05:00Z')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('an invoice is read headline first, with heads of columns, words apart, and where to pay', async () => {
  const rows = [reward(1), { ...reward(2), text: `Prämie zum Auftrag ${'Nord Süd '.repeat(12)}` }]
  const document = makeDocument([...rows, fee(2)])
  const tags = tagsOf(await writeInvoicePdf(document, writeFacturX(document), look, at))
  const texts = tags.map(({ text }) => text)
  expect(tags[0]).toEqual({ type: 'H1', scope: null, text: 'Rechnung 80001-2026-1' })
  expect(tags.filter(({ type }) => type === 'H1')).toHaveLength(1)
  expect(tags.filter(({ type }) => type === 'TH')).toEqual(
    ['Nr.', 'Leistung', 'Menge', 'Einzelpreis', 'USt', 'Betrag'].map((text) => ({
      type: 'TH',
      scope: 'Column',
      text,
    })),
  )
  const { buyer } = document
  expect(texts).toEqual(
    expect.arrayContaining([
      'Nummer 80001-2026-1',
      'Agenturnummer 80001',
      `${buyer.name} ${buyer.street} ${buyer.zip} ${buyer.city}`,
      'Prämie zum Auftrag V-1001 Empfehlung 7KQ2-1, freigegeben am 03.11.2026',
      `${rows[1]!.text.trim()} ${rows[1]!.detail}`,
      'Summe netto 105,00 €',
      'IBAN DE44 5001 0517 5407 3249 31 BIC INGDDEFFXXX',
      ...[...notesOf(document), paymentTerms(document)].map(plain),
    ]),
  )
})

test('what is repeated on every page is read once', async () => {
  const many = makeDocument(Array.from({ length: 90 }, (_, index) => reward(index)))
  const tags = tagsOf(await writeInvoicePdf(many, writeFacturX(many), look, at))
  expect(tags.filter(({ type }) => type === 'TH')).toHaveLength(6)
  expect(tags.filter(({ text }) => text.startsWith('IBAN'))).toHaveLength(1)
  expect(tags.filter(({ text }) => text.startsWith('Prämie zum Auftrag'))).toHaveLength(90)
})

test('earnings are read headline first, each line with its words apart', async () => {
  const rows = [{ day: '03.11.2026', kind: 'Überweisung', cents: 2500 }]
  const pdf = await writeEarningsPdf(
    {
      locale: 'de',
      issuer: 'Sonnseite',
      title: 'Einnahmen',
      facts: [['Name', 'Lena Sommer']],
      years: [{ title: '2026', cents: 2500, rows, hint: 'Ein Hinweis.' }],
      none: 'Nichts.',
      pageOf: (page, count) => `${page}/${count}`,
    },
    look,
    at,
  )
  expect(tagsOf(pdf).map(({ type, text }) => `${type} ${text}`)).toEqual([
    'H1 Einnahmen',
    'P Name Lena Sommer',
    expect.stringMatching(/^H2 2026 \D?25,00 €$/),
    expect.stringMatching(/^P 03\.11\.2026 Überweisung \D?25,00 €$/),
    'P Ein Hinweis.',
  ])
})
