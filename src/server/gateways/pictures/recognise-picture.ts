// By magic bytes, whatever the media type or name. No SVG: it can hold scripts and addresses.
const signatures = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['webp', /^52494646.{8}57454250/],
  ['gif', /^47494638(37|39)61/],
  ['avif', /^.{8}6674797061766966/],
] as const

export type RecognisedPicture = (typeof signatures)[number][0]

/** The kind of a raster picture, or null for anything not shown here. */
export function recognisePicture(bytes: Uint8Array): RecognisedPicture | null {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return signatures.find(([, pattern]) => pattern.test(hex))?.[0] ?? null
}
