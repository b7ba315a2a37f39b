const signatures: [type: 'image/jpeg' | 'image/png' | 'image/webp', hex: RegExp][] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** A photograph's type by its magic bytes; null for anything else. */
export function pictureType(bytes: Uint8Array): (typeof signatures)[number][0] | null {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return signatures.find(([, pattern]) => pattern.test(hex))?.[0] ?? null
}
