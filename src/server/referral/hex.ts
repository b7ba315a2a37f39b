import { alphabet, isNumber, numberFrom } from '../../domain/numbers.ts'
import type { Keys } from '../base/keys.ts'
import { sameText } from '../base/keys.ts'

type Keyring = Pick<Keys, 'lookup' | 'proofs'>

// `Hex` is derived from SECRET_KEY, not stored: 128 bits only this server can make. It survives a key rotation unless the old key
// leaked.

/** A referral owner's secret: 32 hex digits. */
export function referralHex(keys: Keyring, tenant: string, number: string): string {
  return digits(keys.lookup(`hex|${tenant}|${number}`))
}

export function verifyHex(keys: Keyring, tenant: string, number: string, hex: string): boolean {
  return keys
    .proofs(`hex|${tenant}|${number}`)
    .some((made) => sameText(digits(made), hex.toLowerCase()))
}

/** A recipient's secret: 52 hex digits, number (20) and proof (32). It contains the number, as its call names nothing else. */
export function recipientHex(keys: Keyring, tenant: string, number: string): string {
  return numberDigits(number) + digits(keys.lookup(`recipient-hex|${tenant}|${number}`))
}

/** The recipient number of this hex, or null. */
export function readRecipientHex(keys: Keyring, tenant: string, hex: string): string | null {
  const text = hex.toLowerCase()
  if (!/^[0-9a-f]{52}$/.test(text)) return null
  const number = numberFrom(Buffer.from(text.slice(0, 20), 'hex'))
  const made = keys.proofs(`recipient-hex|${tenant}|${number}`)
  return made.some((one) => sameText(digits(one), text.slice(20))) ? number : null
}

const digits = (hash: string) => Buffer.from(hash, 'base64url').toString('hex').slice(0, 32)

function numberDigits(number: string): string {
  if (!isNumber(number)) throw new RangeError('not a recipient number')
  const value = [...number].reduce((sum, sign) => sum * 32n + BigInt(alphabet.indexOf(sign)), 0n)
  return value.toString(16).padStart(20, '0')
}
