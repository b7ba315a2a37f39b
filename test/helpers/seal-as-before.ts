import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { makeKeys } from '../../src/server/base/keys.ts'

/** A value as it was sealed before values had a format's tag: with SECRET_KEY's one key for all tenants. */
export function sealAsBefore(secret: string, text: string, place: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'zuspruch', 'cipher', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))
  return [makeKeys([secret]).newestId, ...parts].join('.')
}
