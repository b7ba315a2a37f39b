import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alphabet, codeFrom, isNumber, numberFrom, parseCode } from './numbers.ts'

const codeBytes = fc.uint8Array({ minLength: 5, maxLength: 5 })
const swapped = (text: string, a: number, b: number) => {
  const letters = [...text]
  ;[letters[a], letters[b]] = [letters[b]!, letters[a]!]
  return letters.join('')
}

test('the alphabet has 32 characters and no look-alikes', () => {
  expect(new Set(alphabet).size).toBe(32)
  expect(alphabet).not.toMatch(/[ILOU]/)
})

describe('numberFrom', () => {
  test('sixteen characters that use every bit of ten bytes', () => {
    expect(numberFrom(new Uint8Array(10))).toBe('0000000000000000')
    expect(numberFrom(new Uint8Array(10).fill(255))).toBe('ZZZZZZZZZZZZZZZZ')
    const seen = new Set<string>()
    for (let bit = 0; bit < 80; bit++) {
      const bytes = new Uint8Array(10)
      bytes[bit >> 3] = 128 >> (bit & 7)
      seen.add(numberFrom(bytes))
    }
    expect(seen.size).toBe(80)
  })

  test('more bytes than needed do no harm, fewer are refused', () => {
    expect(numberFrom(new Uint8Array(16))).toHaveLength(16)
    expect(() => numberFrom(new Uint8Array(9))).toThrow(RangeError)
  })

  test('is a number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 16 }), (bytes) => {
        expect(isNumber(numberFrom(bytes))).toBe(true)
      }),
    )
  })
})

test.each([
  '',
  '000000000000000',
  '00000000000000000',
  'I000000000000000',
  'o000000000000000',
  'O000000000000000',
  'U000000000000000',
  'a000000000000000',
  '0000000000000000\n',
  '../0000000000000',
])('%j is no number', (text) => {
  expect(isNumber(text)).toBe(false)
})

describe('codes', () => {
  test('have two groups and come back as they were', () => {
    fc.assert(
      fc.property(codeBytes, (bytes) => {
        const code = codeFrom(bytes)
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
        expect(parseCode(code)).toBe(code)
      }),
    )
    expect(() => codeFrom(new Uint8Array(4))).toThrow(RangeError)
  })

  test('forgive case, spaces, dashes and look-alikes', () => {
    const code = codeFrom(Uint8Array.of(0, 0x40, 0x20, 0x1b, 0xff))
    const plain = code.replace('-', '')
    const typed = [
      code.toLowerCase(),
      plain,
      ` ${plain.slice(0, 2)} ${plain.slice(2)} `,
      code.replace('-', '–'),
      code.replace('-', ' - '),
      [...code].join(' '),
      code.replaceAll('0', 'O'),
      code.replaceAll('0', 'o'),
      code.replaceAll('1', 'I'),
      code.replaceAll('1', 'l'),
      code.replaceAll('V', 'U'),
    ]
    expect(code).toMatch(/0/)
    expect(code).toMatch(/1/)
    for (const text of typed) expect(parseCode(text)).toBe(code)
  })

  test('every single wrong character is caught', () => {
    fc.assert(
      fc.property(codeBytes, (bytes) => {
        const plain = codeFrom(bytes).replace('-', '')
        for (let at = 0; at < 8; at++) {
          for (const wrong of alphabet) {
            if (wrong === plain[at]) continue
            const text = plain.slice(0, at) + wrong + plain.slice(at + 1)
            if (parseCode(text) !== null) expect.fail(`${text} instead of ${plain}`)
          }
        }
      }),
    )
  })

  test('every swap of two different characters is caught, adjacent or not', () => {
    fc.assert(
      fc.property(codeBytes, (bytes) => {
        const plain = codeFrom(bytes).replace('-', '')
        for (let a = 0; a < 8; a++) {
          for (let b = a + 1; b < 8; b++) {
            if (plain[a] === plain[b]) continue
            if (parseCode(swapped(plain, a, b)) !== null) expect.fail(`${plain} ${a} ${b}`)
          }
        }
      }),
    )
  })

  test('a guess is right once in 32', () => {
    const right = [...alphabet].filter((last) => parseCode(`ABCDEFG${last}`) !== null)
    expect(right).toHaveLength(1)
  })

  test.each([
    '',
    '-',
    'ABCD',
    'ABCD-EFGHJ',
    'ABCD-EF!H',
    'ÄBCD-EFGH',
    `${' '.repeat(100)}0000-0000`,
  ])('%j is none', (text) => {
    expect(parseCode(text)).toBeNull()
  })
})
