import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

type KeySet = { id: string; cipher: Buffer; token: Buffer; lookup: Buffer }

/** Everything made from SECRET_KEY: tokens, encryption at rest, keyed hashes. The newest key writes, all of them read. */
export type Keys = {
  newestId: string
  /** base64url HMAC of an id: the same id gives the same token, so that a mail can be written again. */
  token: (id: string, keyId?: string) => string
  /** Encrypts for one place (`tenant|table|id`); a value moved to another place does not open. */
  encrypt: (text: string, place: string) => string
  decrypt: (sealed: string, place: string) => string
  /** Keyed hash to compare secrets that are too guessable for a bare hash (IBANs, codes, addresses). */
  lookup: (text: string) => string
  /** All lookups of a text, the newest key's first, for finding rows written before a rotation. */
  lookups: (text: string) => string[]
  derive: (purpose: string) => string
}

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'zuspruch', purpose, 32))

/** @param secrets newest first, each at least 32 characters */
export function makeKeys(secrets: string[]): Keys {
  const sets: KeySet[] = secrets.map((secret) => ({
    id: createHash('sha256')
      .update('key-id')
      .update(derive(secret, 'id'))
      .digest('hex')
      .slice(0, 8),
    cipher: derive(secret, 'cipher'),
    token: derive(secret, 'token'),
    lookup: derive(secret, 'lookup'),
  }))
  const newest = sets[0]
  if (!newest) throw new Error('SECRET_KEY is missing')
  const find = (id: string): KeySet => {
    const set = sets.find((candidate) => candidate.id === id)
    if (!set) throw new Error('The key that wrote this value is not in SECRET_KEY any more')
    return set
  }
  const keyedHash = (set: KeySet, text: string) =>
    createHmac('sha256', set.lookup).update(text).digest('base64url')
  return {
    newestId: newest.id,
    token: (id, keyId = newest.id) =>
      createHmac('sha256', find(keyId).token).update(id).digest('base64url'),
    encrypt(text, place) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest.cipher, iv).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [
        newest.id,
        iv.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        sealed.toString('base64url'),
      ].join('.')
    },
    decrypt(sealed, place) {
      const [id = '', iv = '', tag = '', text = ''] = sealed.split('.')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        find(id).cipher,
        Buffer.from(iv, 'base64url'),
      )
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([
        decipher.update(Buffer.from(text, 'base64url')),
        decipher.final(),
      ]).toString('utf8')
    },
    lookup: (text) => keyedHash(newest, text),
    lookups: (text) => sets.map((set) => keyedHash(set, text)),
    derive: (purpose) =>
      createHmac('sha256', newest.token).update(`purpose:${purpose}`).digest('base64url'),
  }
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

export function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
