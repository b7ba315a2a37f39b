import { isSEPACountry, isValidIBAN } from 'ibantools'

// Members of SEPA missing in the library: Albania, Moldova, Montenegro, North Macedonia, Serbia.
const joinedSince = new Set(['AL', 'MD', 'ME', 'MK', 'RS'])
const isSepa = (country: string) => isSEPACountry(country) || joinedSince.has(country)

export type IbanCheck = { kind: 'ok'; iban: string } | { kind: 'invalid' } | { kind: 'not-german' }

/**
 * Normalises an IBAN as typed or pasted (spaces, dashes, dots, small letters, a leading "IBAN"). Countries outside SEPA are
 * invalid: no SEPA payment reaches them.
 */
export function checkIban(text: string, rules: { germanOnly: boolean }): IbanCheck {
  const iban = compact(text)
  if (!isValidIBAN(iban) || !isSepa(iban.slice(0, 2))) return { kind: 'invalid' }
  if (rules.germanOnly && !iban.startsWith('DE')) return { kind: 'not-german' }
  return { kind: 'ok', iban }
}

/** Groups of four: DE89 3704 0044 0532 0130 00. Also for partial input. */
export function groupIban(text: string): string {
  return inFours(compact(text))
}

/** Country, check digits and last two characters: DE89 **** **** **** **** 00. Shorter texts are hidden. */
export function maskIban(text: string): string {
  const iban = compact(text)
  if (iban.length < 15) return inFours('*'.repeat(iban.length))
  return inFours(iban.slice(0, 4) + '*'.repeat(iban.length - 6) + iban.slice(-2))
}

/** The bank code in a German IBAN once complete; else null. */
export function germanBankCode(text: string): string | null {
  return /^DE\d{2}(\d{8})\d{0,10}$/.exec(compact(text))?.[1] ?? null
}

function compact(text: string): string {
  return text
    .replace(/[\s\u200b-\u200f\u2060\ufeff.\-\u2010-\u2015]/g, '')
    .toUpperCase()
    .replace(/^IBAN:?/, '')
}

function inFours(text: string): string {
  return text.replace(/.{4}(?=.)/g, '$& ')
}
