import { matchesNumber } from './number-pattern.ts'

/** Customer numbers are typed with spaces, dashes and small letters; the provider writes them without. */
export const spellCustomerNumber = (typed: string): string =>
  typed.replace(/[\s\-./]+/g, '').toUpperCase()

/** The number in its one spelling, if it looks like one of the provider's; null if it does not. `pattern` is a tenant setting. */
export function readCustomerNumber(typed: string, pattern: string): string | null {
  const number = spellCustomerNumber(typed)
  return number.length > 0 && number.length <= 40 && matchesNumber(pattern, number) ? number : null
}

/** pending: the provider is still asked; checked: it is a number of the provider's; unknown: the provider has no such customer. */
export type CustomerNumberState = 'pending' | 'checked' | 'unknown'
export const customerNumberLabels = {
  pending: 'inPruefung',
  checked: 'geprueft',
  unknown: 'unbekannt',
} as const satisfies Record<CustomerNumberState, string>

/** Enough to be recognised by its owner, too little for anybody else: FN12345678 becomes FN******78. */
export const maskCustomerNumber = (number: string): string =>
  number.length < 6
    ? '*'.repeat(number.length)
    : `${number.slice(0, 2)}${'*'.repeat(number.length - 4)}${number.slice(-2)}`
