import { isSEPACountry, isValidIBAN } from 'ibantools'

// Joined SEPA after the list that the library has: Albania, Moldova, Montenegro, North Macedonia, Serbia.
const joinedSince = new Set(['AL', 'MD', 'ME', 'MK', 'RS'])
const isSepa = (country: string) => isSEPACountry(country) || joinedSince.has(country)

export type IbanCheck = { kind: 'ok'; iban: string } | { kind: 'invalid' } | { kind: 'not-german' }

// Takes an IBAN as people type or paste it (spaces, dashes, dots, small letters, the word IBAN
// before it). 'ok' carries it without any of that. An IBAN of a country outside SEPA is invalid
// here: no SEPA payment reaches it.
export function checkIban(text: string, rules: { germanOnly: boolean }): IbanCheck {
  const iban = compact(text)
  if (!isValidIBAN(iban) || !isSepa(iban.slice(0, 2))) return { kind: 'invalid' }
  if (rules.germanOnly && !iban.startsWith('DE')) return { kind: 'not-german' }
  return { kind: 'ok', iban }
}

// Groups of four, for typing and reading: DE89 3704 0044 0532 0130 00. Works on half-typed input
// too.
export function groupIban(text: string): string {
  return inFours(compact(text))
}

// Country, check digits and the last two places: DE89 **** **** **** **** 00. Too short a text
// shows nothing.
export function maskIban(text: string): string {
  const iban = compact(text)
  if (iban.length < 15) return inFours('*'.repeat(iban.length))
  return inFours(iban.slice(0, 4) + '*'.repeat(iban.length - 6) + iban.slice(-2))
}

// The eight digits that name the bank in a German IBAN, as soon as they are typed; null otherwise.
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
