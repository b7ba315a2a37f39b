import { BankFileError } from './bank-file-error.ts'

/** Whole cents as the decimal that bank files carry: `formatAmount(5001) // '50.01'`. No floats. */
export function formatAmount(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) {
    throw new BankFileError(`${cents} is not an amount in whole cents`)
  }
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Parses an ISO 20022 amount (up to five decimals) into cents. Undefined if invalid or no whole number of cents: rounding would
 * make or lose money.
 */
export function parseAmount(text: string | undefined): number | undefined {
  const match = /^(\d*)(?:\.(\d{0,5}))?$/.exec(text ?? '')
  const [, whole = '', fraction = ''] = match ?? []
  if (whole + fraction === '' || !/^\d{0,2}0*$/.test(fraction)) return undefined
  const cents = Number(whole + fraction.slice(0, 2).padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}
