import { isUtf8 } from 'node:buffer'

const enoughBits = 170

// Of a thousand letters in German and English.
const frequencies: Record<string, number> = {
  a: 72, b: 17, c: 29, d: 46, e: 145, f: 19, g: 25, h: 53, i: 72, j: 3, k: 11, l: 37, m: 25,
  n: 83, o: 50, p: 14, q: 1, r: 65, s: 68, t: 76, u: 35, v: 9, w: 20, x: 1, y: 10, z: 6,
} // prettier-ignore
const weights = Object.values(frequencies).map(Math.log2)
const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
const deviation = Math.sqrt(
  weights.reduce((sum, weight) => sum + (weight - mean) ** 2, 0) / weights.length,
)
/** Standard deviations: of a million random keys none is so far. */
const wordy = 5

/**
 * Whether a key looks like 32 random bytes in hex, base64 or a longer alphabet. An estimate: it finds words, patterns and short keys, and
 * refuses fewer than one in a million random ones.
 */
export function isRandom(key: string): boolean {
  const isHex = /^[\da-f]+$/i.test(key)
  if (key.length < (isHex ? 64 : 43) || /\s/.test(key)) return false
  if (!isHex && !(/[a-z]/.test(key) && /[A-Z]/.test(key))) return false
  if (/(.{8}).*\1/s.test(key)) return false
  if (isText(Buffer.from(key, isHex ? 'hex' : 'base64')) || (!isHex && isOfWords(key))) return false
  const codes = Array.from(key, (letter) => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return bitsOf(codes) >= enoughBits && bitsOf(steps) >= enoughBits
}

/** Whether it is a text: in UTF-8, which random bytes are not once in a hundred million, or nearly all of readable signs. */
function isText(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true
  const readable = bytes.filter((byte) => byte >= 0x20 && byte < 0x7f)
  return readable.length >= bytes.length * 0.875
}

/** Whether its letters are those of words, frequent and small, rather than drawn from both alphabets alike. */
function isOfWords(key: string): boolean {
  const letters = key.match(/[a-z]/gi) ?? []
  const sum = letters.reduce((so, letter) => so + Math.log2(frequencies[letter.toLowerCase()]!), 0)
  const small = letters.filter((letter) => letter >= 'a').length
  const root = Math.sqrt(letters.length)
  const [frequent, lower] = [sum / letters.length - mean, small / letters.length - 0.5]
  return (frequent / deviation + lower / 0.5) * root > wordy * Math.SQRT2
}

/** Shannon's entropy of the sequence, from how often each value is in it. */
function bitsOf(values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / values.length)
  return bits
}
