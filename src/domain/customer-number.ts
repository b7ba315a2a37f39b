import { matchesNumber } from './number-pattern.ts'

/** People type spaces, dashes and small letters; the provider uses none. */
export const spellCustomerNumber = (typed: string): string =>
  typed.replace(/[\s\-./]+/g, '').toUpperCase()

/** The normalised number if it matches the tenant's `pattern`, else null. */
export function readCustomerNumber(typed: string, pattern: string): string | null {
  const number = spellCustomerNumber(typed)
  return number.length > 0 && number.length <= 40 && matchesNumber(pattern, number) ? number : null
}

/** pending: the provider is being asked; checked: it exists; unknown: it does not. */
export type CustomerNumberState = 'pending' | 'checked' | 'unknown'
export const customerNumberLabels = {
  pending: 'inPruefung',
  checked: 'geprueft',
  unknown: 'unbekannt',
} as const satisfies Record<CustomerNumberState, string>

/** Recognisable by its owner only: FN12345678 becomes FN******78. */
export const maskCustomerNumber = (number: string): string =>
  number.length < 6
    ? '*'.repeat(number.length)
    : `${number.slice(0, 2)}${'*'.repeat(number.length - 4)}${number.slice(-2)}`
