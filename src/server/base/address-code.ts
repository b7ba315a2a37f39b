import type { Keys } from './keys.ts'

const textOf = (id: string) => `address-code|${id}`
const sixDigits = (hash: string) =>
  String(Buffer.from(hash, 'base64url').readUInt32BE(0) % 1_000_000).padStart(6, '0')

/** The code of 6 digits that belongs to an address proof, for its mail; kept nowhere. */
export const addressCode = (keys: Pick<Keys, 'lookup'>, id: string): string =>
  sixDigits(keys.lookup(textOf(id)))

/** What its mail may have said, also before a rotation of keys. */
export const addressCodes = (keys: Pick<Keys, 'proofs'>, id: string): string[] =>
  keys.proofs(textOf(id)).map(sixDigits)
