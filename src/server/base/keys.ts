import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { markOf, newestFormat, readMark, sealer, tenantKeys, unsealer } from './seal-formats.ts'

type KeySet = {
  id: string
  cipher: ReturnType<typeof tenantKeys> | null
  token: Buffer
  lookup: Buffer
  leaked: boolean
}

/** Everything derived from SECRET_KEY: tokens, encryption at rest, keyed hashes. The newest key writes, all read. */
export type Keys = {
  newestId: string
  /** What newly sealed values begin with: the newest format and key. */
  newestMark: string
  /** The keys of SECRET_KEY, newest first. */
  ids: readonly string[]
  /** base64url HMAC of an id: deterministic, so that a mail can be written again. */
  token: (id: string, keyId?: string) => string
  /** Encrypts for one place (`tenant|table|id`) with its tenant's own key; moved elsewhere, it does not open. */
  encrypt: (text: string, place: string) => string
  /** The same of a long text, in parts. */
  encryptParts: (parts: Iterable<string>, place: string) => string
  decrypt: (sealed: string, place: string) => string
  /** Opens in parts what starts with this head (`headOf`). Nothing of it is sure before `end`, which throws unless all is as it was sealed. */
  opener: (head: string, place: string) => Opener
  /** Keyed hash for values too guessable for a bare hash (IBANs, codes, addresses). */
  lookup: (text: string) => string
  /** Lookups by all keys, newest first, for rows older than a rotation. */
  lookups: (text: string) => string[]
  /** Lookups valid as proof: without leaked keys, with which anybody could make one. */
  proofs: (text: string) => string[]
  derive: (purpose: string) => string
  /** A key's reading (recognises its tokens and hashes, opens nothing), sealed with the newest key. */
  sealReading: (id: string) => string
  /** Learns a retired key's reading; false if no key opens it. */
  learnReading: (id: string, sealed: string, leaked: boolean) => boolean
  /** Stops encryption: what is written during the shutdown could be unreadable. */
  stopWriting: (problem: string) => void
}

/** Takes the sealed text behind its head in parts, each but the last of whole fours of characters. */
export type Opener = { open: (part: string) => Buffer; end: () => void }

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'zuspruch', purpose, 32))

const lacking = (id: string) =>
  new Error(
    `A value was written with the key ${id}, which SECRET_KEY lacks: put it behind the newest one`,
  )

/** @param secrets newest first, each at least 32 characters */
export function makeKeys(secrets: string[]): Keys {
  const sets: KeySet[] = secrets.map((secret) => ({
    id: createHash('sha256')
      .update('key-id')
      .update(derive(secret, 'id'))
      .digest('hex')
      .slice(0, 8),
    cipher: tenantKeys(derive(secret, 'cipher')),
    token: derive(secret, 'token'),
    lookup: derive(secret, 'lookup'),
    leaked: false,
  }))
  const ids = sets.map(({ id }) => id)
  const newest = sets[0]
  if (!newest) throw new Error('SECRET_KEY is missing')
  const find = (id: string): KeySet => {
    const set = sets.find((candidate) => candidate.id === id)
    if (!set) throw lacking(id)
    return set
  }
  const keyedHash = (set: KeySet, text: string) =>
    createHmac('sha256', set.lookup).update(text).digest('base64url')
  const cipherOf = (id: string) => {
    const { cipher } = find(id)
    if (!cipher) throw lacking(id)
    return cipher
  }
  let refusal: string | null = null
  const keys: Keys = {
    newestId: newest.id,
    newestMark: markOf(newestFormat, newest.id),
    ids,
    token: (id, keyId = newest.id) =>
      createHmac('sha256', find(keyId).token).update(id).digest('base64url'),
    encrypt: (text, place) => keys.encryptParts([text], place),
    encryptParts(parts, place) {
      if (refusal !== null) throw new Error(refusal)
      const iv = randomBytes(12)
      const cipher = sealer(newestFormat, cipherOf(newest.id), place, iv)
      const sealed = Buffer.concat([
        ...Array.from(parts, (part) => cipher.update(part, 'utf8')),
        cipher.final(),
      ])
      return [
        keys.newestMark,
        iv.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        sealed.toString('base64url'),
      ].join('.')
    },
    decrypt(sealed, place) {
      const head = headOf(sealed)
      const { open, end } = keys.opener(head, place)
      const text = open(sealed.slice(head.length)).toString('utf8')
      end()
      return text
    },
    opener(head, place) {
      const [, iv = '', tag = ''] = head.split('.')
      const { format, keyId } = readMark(head)
      const key = cipherOf(keyId)
      const decipher = unsealer(format, key, place, Buffer.from(iv, 'base64url')).setAuthTag(
        Buffer.from(tag, 'base64url'),
      )
      return {
        open: (part) => decipher.update(Buffer.from(part, 'base64url')),
        end: () => void decipher.final(),
      }
    },
    lookup: (text) => keyedHash(newest, text),
    lookups: (text) => sets.map((set) => keyedHash(set, text)),
    proofs: (text) => sets.filter(({ leaked }) => !leaked).map((set) => keyedHash(set, text)),
    derive: (purpose) =>
      createHmac('sha256', newest.token).update(`purpose:${purpose}`).digest('base64url'),
    sealReading(id) {
      const { token, lookup } = find(id)
      const parts = [token, lookup].map((part) => part.toString('base64url'))
      return keys.encrypt(parts.join('.'), readingPlace(id))
    },
    learnReading(id, sealed, leaked) {
      const known = sets.find((set) => set.id === id)
      if (known) {
        known.leaked = leaked
        return true
      }
      if (!ids.includes(sealedWith(sealed))) return false
      const [token = '', lookup = ''] = keys.decrypt(sealed, readingPlace(id)).split('.')
      const part = (text: string) => Buffer.from(text, 'base64url')
      sets.push({ id, cipher: null, token: part(token), lookup: part(lookup), leaked })
      return true
    },
    stopWriting(problem) {
      refusal = problem
    },
  }
  return keys
}

/** What stands before the sealed text itself, of a value or its beginning: `''` if it is none. */
export const headOf = (sealed: string) => /^(?:[^.]*\.){3}/.exec(sealed)?.[0] ?? ''

/** The key of a sealed value. */
export const sealedWith = (sealed: string) => readMark(sealed).keyId

const readingPlace = (id: string) => `secret_keys|${id}`

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

export function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
