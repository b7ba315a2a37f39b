/** Numbers and codes for people (domain.md section 3). Crockford's Base32, without I, L, O and U. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen characters, 80 bits, from at least ten random bytes. */
export function numberFrom(bytes: Uint8Array): string {
  return write(symbols(bytes, 16))
}

export function isNumber(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(text)
}

/**
 * Eight characters, ABCD-EFGH, from at least five random bytes. The last is a check character over GF(32) with a different weight
 * per place, so it detects every wrong character and every swap of two.
 */
export function codeFrom(bytes: Uint8Array): string {
  const data = symbols(bytes, 7)
  // The eighth place has weight one.
  return group(write([...data, weightedSum(data)]))
}

/** Parses a typed code: any case, spaces and dashes, O for 0, I and L for 1, U for V. Returns the normal form, or null. */
export function parseCode(text: string): string | null {
  if (text.length > 64) return null
  const plain = text
    .replace(/[\s.,_\-\u2010-\u2015\u2212]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replaceAll('U', 'V')
  if (plain.length !== 8) return null
  const values = [...plain].map((character) => alphabet.indexOf(character))
  if (values.includes(-1) || weightedSum(values.slice(0, 7)) !== values[7]) return null
  return group(plain)
}

// Weights 2, 4, 8, ... as powers of the generator, from the seventh place to the first.
function weightedSum(data: readonly number[]): number {
  return data.reduce((sum, value) => double(sum ^ value), 0)
}

// Doubles in GF(2^5) with the primitive polynomial x^5 + x^2 + 1.
function double(value: number): number {
  const shifted = value << 1
  return shifted & 32 ? shifted ^ 0b100101 : shifted
}

function symbols(bytes: Uint8Array, count: number): number[] {
  if (bytes.length * 8 < count * 5) throw new RangeError(`too few random bytes: ${bytes.length}`)
  return Array.from({ length: count }, (_, place) => {
    const bit = place * 5
    const first = bit >> 3
    const pair = (bytes[first]! << 8) | (bytes[first + 1] ?? 0)
    return (pair >> (11 - (bit & 7))) & 31
  })
}

function write(values: readonly number[]): string {
  return values.map((value) => alphabet[value]).join('')
}

function group(plain: string): string {
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}
