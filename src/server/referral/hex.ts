import { alphabet, isNumber, numberFrom } from '../../domain/numbers.ts'
import type { Keys } from '../base/keys.ts'
import { sameText } from '../base/keys.ts'

type Keyring = Pick<Keys, 'lookup' | 'proofs'>

// `Hex` is made from SECRET_KEY, not stored: 128 bits that only this server can make. One made before a rotation of the key
// stays good unless the older key leaked.

/** The secret of a referral's owner: 32 hex digits. */
export function referralHex(keys: Keyring, tenant: string, number: string): string {
  return digits(keys.lookup(`hex|${tenant}|${number}`))
}

export function verifyHex(keys: Keyring, tenant: string, number: string, hex: string): boolean {
  return keys
    .proofs(`hex|${tenant}|${number}`)
    .some((made) => sameText(digits(made), hex.toLowerCase()))
}

/**
 * The secret of a recipient: 52 hex digits, the number (20) and what proves it (32). It carries its number, because the
 * call that takes it names nothing else.
 */
export function recipientHex(keys: Keyring, tenant: string, number: string): string {
  return numberDigits(number) + digits(keys.lookup(`recipient-hex|${tenant}|${number}`))
}

/** The number of the recipient whose hex this is; null when it is nobody's. */
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
