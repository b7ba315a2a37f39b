const enoughBits = 170

/**
 * Whether a key looks like 32 random bytes in hex, base64 or a longer alphabet. An estimate: it finds words, patterns and short keys, and
 * refuses fewer than one in a million random ones.
 */
export function isRandom(key: string): boolean {
  const isHex = /^[\da-f]+$/i.test(key)
  if (key.length < (isHex ? 64 : 43) || /\s/.test(key)) return false
  if (!isHex && !(/[a-z]/.test(key) && /[A-Z]/.test(key))) return false
  if (/(.{8}).*\1/s.test(key)) return false
  if (!isHex && /^[\x20-\x7e]+$/.test(Buffer.from(key, 'base64').toString('latin1'))) return false
  const codes = Array.from(key, (letter) => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return bitsOf(codes) >= enoughBits && bitsOf(steps) >= enoughBits
}

/** Shannon's entropy of the sequence, from how often each value is in it. */
function bitsOf(values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / values.length)
  return bits
}
