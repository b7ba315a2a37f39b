import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectSeparator, parseCsv, parseGermanDecimal, toCsvCell } from './csv.ts'

const rows = (text: string, separator: ';' | ',' | '\t' = ';') => [...parseCsv(text, { separator })]
const cells = (text: string) => rows(text).map((row) => row.cells)

describe('parseCsv', () => {
  test('rows carry the number of their line', () => {
    expect(rows('a;b\n1;2\n\n3;4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
      { line: 4, cells: ['3', '4'] },
    ])
  })

  test('every line ending, a byte order mark, a last line without an end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(rows(`\ufeffa;b${end}1;2${end}3;4`)).toEqual([
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['1', '2'] },
        { line: 3, cells: ['3', '4'] },
      ])
    }
  })

  test('quoted cells may hold separators, quotes and line breaks, and line numbers stay right', () => {
    expect(rows('"a;b";"c""d";"e\r\nf\ng"\r\nnext;;')).toEqual([
      { line: 1, cells: ['a;b', 'c"d', 'e\r\nf\ng'] },
      { line: 4, cells: ['next', '', ''] },
    ])
    expect(cells('""')).toEqual([['']])
    expect(cells('"";""""')).toEqual([['', '"']])
  })

  test('a quote inside an unquoted cell is a character', () => {
    expect(cells('24" Monitor;5')).toEqual([['24" Monitor', '5']])
  })

  test('blank lines are no rows, empty cells are', () => {
    expect(rows('')).toEqual([])
    expect(rows('\ufeff')).toEqual([])
    expect(rows('\n \n\t\n')).toEqual([])
    expect(rows('\n;\n')).toEqual([{ line: 2, cells: ['', ''] }])
  })

  test('a broken quote is an error of its own line only', () => {
    expect(rows('a;b\n"open;x\n1;2\n3;4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [], error: 'quote-not-closed' },
      { line: 3, cells: ['1', '2'] },
      { line: 4, cells: ['3', '4'] },
    ])
    expect(rows('"a"b;c\n1;2')).toEqual([
      { line: 1, cells: [], error: 'text-after-quote' },
      { line: 2, cells: ['1', '2'] },
    ])
    expect(rows('"open;x\n"a";b\n1;2')).toEqual([
      { line: 1, cells: [], error: 'text-after-quote' },
      { line: 2, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ])
  })

  test('a sep= line of a spreadsheet is no row', () => {
    expect(rows('sep=,\r\na,b\r\n', ',')).toEqual([{ line: 2, cells: ['a', 'b'] }])
  })

  test('rows come one by one', () => {
    const generator = parseCsv('a;b\nc;d', { separator: ';' })
    expect(generator.next().value).toEqual({ line: 1, cells: ['a', 'b'] })
  })

  test('what was written is read again', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'ä', ' ', ';', ',', '"', '\n', '\r', '\t', '1', '='),
    })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 })
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(';' as const, ',' as const, '\t' as const),
        (written, separator) => {
          const text = written.map((row) => row.map(toCsvCell).join(separator)).join('\r\n')
          const read = rows(text, separator).map((row) => row.cells)
          const expected = written.map((row) =>
            row.map((one) => (/^[=\t\r\n]/.test(one) ? `'${one}` : one)),
          )
          expect(read).toEqual(expected)
        },
      ),
    )
  })

  test('noise never throws, never loops and numbers its lines upwards', () => {
    const noise = fc.string({ unit: fc.constantFrom('a', ';', '"', '\n', '\r'), maxLength: 60 })
    fc.assert(
      fc.property(noise, (text) => {
        const lines = rows(text).map((row) => row.line)
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b))
        const count = text.split(/\r\n|\r|\n/).length
        expect(lines.every((line) => line >= 1 && line <= count)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('a hundred thousand lines with broken quotes are read in linear time', () => {
    const began = performance.now()
    expect(rows('"x\n'.repeat(100_000) + 'a;b').at(-1)?.cells).toEqual(['a', 'b'])
    expect(rows(`"${'""\n'.repeat(100_000)}`).length).toBeGreaterThan(0)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('detectSeparator', () => {
  test.each([
    ['a;b;c\n', ';'],
    ['a,b,c\n', ','],
    ['a\tb\tc', '\t'],
    ['a|b', '|'],
    ['Name;Betrag\nEva;1,50', ';'],
    ['"a;b;c",d', ','],
    ['', ';'],
    ['nur eine Spalte\n1,5', ','],
    ['\ufeffsep=,\r\na;b;c,d', ','],
    ['a;b,c', ';'],
  ])('%j: %j', (text, separator) => {
    expect(detectSeparator(text)).toBe(separator)
  })
})

describe('toCsvCell', () => {
  test.each([
    ['Eva', 'Eva'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [-5, '-5'],
    [1.5, '1.5'],
    ['a;b', '"a;b"'],
    ['a,b', '"a,b"'],
    ['sagt "ja"', '"sagt ""ja"""'],
    ['a\nb', '"a\nb"'],
    [' a', '" a"'],
    ['a-b', 'a-b'],
    ['=1+1', "'=1+1"],
    ['+49 170', "'+49 170"],
    ['-5,00', '"-5,00"'],
    ['-5,00+1', `"'-5,00+1"`],
    ['-A1', "'-A1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['＝1', "'＝1"],
  ])('%j becomes %j', (value, cell) => {
    expect(toCsvCell(value)).toBe(cell)
  })

  test('no exported text starts a formula', () => {
    const begins = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\uff1d', '\uff0d', '')
    fc.assert(
      fc.property(begins, fc.string(), (begin, rest) => {
        const cell = toCsvCell(begin + rest).replace(/^"/, '')
        expect(cell).not.toMatch(/^(?:[=+@\t\r\n\uff1d\uff0d]|-(?![\d,.]*"?$))/)
      }),
    )
  })
})

describe('parseGermanDecimal', () => {
  test.each([
    ['1.234,50', 123_450],
    ['1234,50', 123_450],
    ['1234,5', 123_450],
    ['1234', 123_400],
    ['1.234', 123_400],
    ['1.234.567,89', 123_456_789],
    ['0,05', 5],
    ['-12,30', -1230],
    ['+12,30', 1230],
    ['-0,00', 0],
    [' 12,00 € ', 1200],
    ['12,00\u00a0€', 1200],
    ['12 EUR', 1200],
  ])('%j is %s cents', (text, cents) => {
    expect(parseGermanDecimal(text)).toBe(cents)
  })

  test.each([
    '',
    '€',
    'abc',
    '1234.50',
    '1.23',
    '12.34,50',
    '1,234',
    '1,',
    ',5',
    '1,2,3',
    '1 234,50',
    '--1',
    '1e3',
    '1€2',
    '0x10',
    '1234567890123',
    '١٢',
    'NaN',
    '1.234.5678',
  ])('%j is none', (text) => {
    expect(parseGermanDecimal(text)).toBeNull()
  })

  test('every amount comes back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
        fc.pre(!Object.is(cents, -0))
        const text = (cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 })
        expect(parseGermanDecimal(text)).toBe(cents)
      }),
    )
  })
})
