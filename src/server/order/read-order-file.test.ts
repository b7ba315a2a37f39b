import { expect, test } from 'vitest'
import { feedOrder } from '../../contract/auftraege.ts'
import { orderFileTemplate, orderStatuses } from '../../domain/order-file.ts'
import { AppError } from '../errors.ts'
import { readOrderFile } from './read-order-file.ts'

const header = 'ExterneAuftragsnummer;Empfaengernummer;Email;ProduktExterneId;Vertragsdatum;Status'
const row = 'V-1;ABCDEFGHJKMNPQRS;;SON-STROM;05.11.2026;abgeschlossen'
const read = (text: string) => readOrderFile(new TextEncoder().encode(text))
const expected = {
  ExterneAuftragsnummer: 'V-1',
  Empfaengernummer: 'ABCDEFGHJKMNPQRS',
  ProduktExterneId: 'SON-STROM',
  Vertragsdatum: '2026-11-05',
  Status: 'abgeschlossen',
}

test('reads the same order from every way that German programs write it', () => {
  const text = `${header}\n${row}\n`
  const comma = text.replaceAll(';', ',')
  const variants: Record<string, Uint8Array> = {
    plain: new TextEncoder().encode(text),
    mark: new TextEncoder().encode(`\ufeff${text}`),
    windows: new TextEncoder().encode(text.replaceAll('\n', '\r\n')),
    comma: new TextEncoder().encode(comma),
    tab: new TextEncoder().encode(text.replaceAll(';', '\t')),
    quoted: new TextEncoder().encode(
      `${header}\n${row
        .split(';')
        .map((cell) => `"${cell}"`)
        .join(';')}`,
    ),
    utf16: new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
    capitals: new TextEncoder().encode(text.replace(header, header.toUpperCase())),
    iso: new TextEncoder().encode(text.replace('05.11.2026', '2026-11-05')),
    short: new TextEncoder().encode(text.replace('05.11.2026', '5.11.2026')),
    time: new TextEncoder().encode(text.replace('05.11.2026', '05.11.2026 00:00:00')),
    status: new TextEncoder().encode(text.replace('abgeschlossen', ' Abgeschlossen ')),
    separator: new TextEncoder().encode(`sep=;\n${text}`),
  }
  for (const [name, bytes] of Object.entries(variants)) {
    const line = name === 'separator' ? 3 : 2
    expect([name, readOrderFile(bytes)]).toEqual([name, [{ line, order: expected }]])
  }
})

test('reads Windows-1252, its umlauts in headers and cells included', () => {
  const text =
    header.replace('Empfaengernummer', 'Empfängernummer').replace('Email', 'Kunde') +
    '\n' +
    row.replace(';;', ';Jörg Weiß;')
  const bytes = Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))
  expect(readOrderFile(bytes)).toEqual([{ line: 2, order: expected }])
})

test('further columns, decimal commas in them, and empty lines do no harm', () => {
  const text = `Kunde;${header};Umsatz\n\n"Müller; Söhne";${row};1.234,50\n;;;;;;;\n`
  expect(read(text)).toEqual([
    { line: 3, order: expected },
    { line: 4, order: {} },
  ])
})

test('a line that cannot be read is told by its number and swallows no other', () => {
  const text = [
    header,
    `"V-0;${row}`,
    row,
    `${row};1234;50`,
    row.replace('05.11.2026', '31.11.2026'),
  ].join('\n')
  expect(read(text)).toEqual([
    { line: 2, error: 'quote-not-closed' },
    { line: 3, order: expected },
    { line: 4, error: 'too-many-cells' },
    { line: 5, order: { ...expected, Vertragsdatum: '31.11.2026' } },
  ])
})

test('a file without the needed columns is refused with their names', () => {
  for (const text of ['', '\n\n', 'Name;Status\nx;y', row]) {
    try {
      read(text)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      const { name, fields } = (error as AppError).failure
      expect([name, fields?.some(({ field }) => field === 'Vertragsdatum')]).toEqual([
        'validation',
        true,
      ])
    }
  }
})

test('the template to fill in is a file without faults, with a line of every status', () => {
  const orders = read(orderFileTemplate).map((line) => ('order' in line ? line.order : line.error))
  expect(orders.map((order) => feedOrder.parse(order).status)).toEqual(orderStatuses)
})
