const signatures: [type: 'image/jpeg' | 'image/png' | 'image/webp', hex: RegExp][] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** What a file is by its first bytes, whatever it is called; null for anything but a photograph that browsers show. */
export function pictureType(bytes: Uint8Array): (typeof signatures)[number][0] | null {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return signatures.find(([, pattern]) => pattern.test(hex))?.[0] ?? null
}
