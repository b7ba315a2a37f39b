import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

/** A way to seal: its algorithm, the key of a tenant, and what is bound to the sealed text without being in it. */
export type SealFormat = {
  algorithm: 'aes-256-gcm'
  /** @param key the 32 bytes of SECRET_KEY's cipher */
  keyOf: (key: Buffer, tenant: string) => Buffer
  bound: (place: string) => Buffer
}

/**
 * By the tag before a value's key (`v2:3f0c9a1b.…`); values of before the tags have none. All are read, `newestFormat` writes. Another
 * algorithm is one more line here and the newest, then `keys rotate` seals what is stored anew.
 */
const sealFormats: Readonly<Record<string, SealFormat>> = {
  '': { algorithm: 'aes-256-gcm', keyOf: (key) => key, bound: (place) => Buffer.from(place) },
  v2: {
    algorithm: 'aes-256-gcm',
    keyOf: (key, tenant) =>
      Buffer.from(hkdfSync('sha256', key, 'zuspruch', `v2|aes-256-gcm|${tenant}`, 32)),
    bound: (place) => Buffer.from(`v2|${place}`),
  },
}

export const newestFormat = 'v2'

const authTagLength = 16 // no shorter one is taken

/** The tag and key that a sealed value begins with: `v2:3f0c9a1b`. */
export const markOf = (format: string, keyId: string) => `${format}:${keyId}`

/** Of a sealed value: its format, '' of before the tags, and its key. */
export function readMark(sealed: string): { format: string; keyId: string } {
  const mark = sealed.split('.', 1)[0] ?? ''
  const at = mark.indexOf(':')
  return at < 0
    ? { format: '', keyId: mark }
    : { format: mark.slice(0, at), keyId: mark.slice(at + 1) }
}

export const isKnownFormat = (tag: string) => Object.hasOwn(sealFormats, tag)

function formatOf(tag: string): SealFormat {
  const format = isKnownFormat(tag) ? sealFormats[tag] : undefined
  if (!format) throw new Error(`A value is sealed as ${tag}, which this version cannot read`)
  return format
}

/** @param key SECRET_KEY's @param place begins with the tenant: `tenant|table|id` */
export function sealer(tag: string, key: TenantKeys, place: string, iv: Buffer) {
  const { algorithm, bound } = formatOf(tag)
  return createCipheriv(algorithm, key(tag, place), iv, { authTagLength }).setAAD(bound(place))
}

export function unsealer(tag: string, key: TenantKeys, place: string, iv: Buffer) {
  const { algorithm, bound } = formatOf(tag)
  return createDecipheriv(algorithm, key(tag, place), iv, { authTagLength }).setAAD(bound(place))
}

type TenantKeys = (tag: string, place: string) => Buffer

/** The keys of tenants, each derived once. */
export function tenantKeys(key: Buffer): TenantKeys {
  const known = new Map<string, Buffer>()
  return (tag, place) => {
    const end = place.indexOf('|')
    if (end < 1) throw new Error('A place begins with its tenant')
    const name = `${tag}|${place.slice(0, end)}`
    const made = known.get(name) ?? formatOf(tag).keyOf(key, place.slice(0, end))
    known.set(name, made)
    return made
  }
}
