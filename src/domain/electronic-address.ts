import { isEmail } from './email.ts'
import { checkLeitwegId, tidyLeitwegId } from './leitweg-id.ts'

// Where an electronic invoice goes (BT-49), by the list of schemes EAS.

/** E-mail address, Leitweg-ID, GLN, German VAT id. */
export const addressSchemes = ['EM', '0204', '0088', '9930'] as const
export type AddressScheme = (typeof addressSchemes)[number]
export type ElectronicAddress = { scheme: AddressScheme; id: string }

/** The address as invoices have it; null: it is none of this scheme. */
export function readElectronicAddress(
  scheme: AddressScheme,
  typed: string,
): ElectronicAddress | null {
  const id = scheme === 'EM' ? typed.trim() : tidyLeitwegId(typed)
  return isOf[scheme](id) ? { scheme, id } : null
}

const isOf: Record<AddressScheme, (id: string) => boolean> = {
  EM: isEmail,
  '0204': (id) => checkLeitwegId(id) === 'ok',
  '0088': isGln,
  '9930': (id) => /^DE\d{9}$/.test(id),
}

/** Thirteen digits, the last one a check digit (GS1). */
function isGln(id: string): boolean {
  if (!/^\d{13}$/.test(id)) return false
  const sum = [...id].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
