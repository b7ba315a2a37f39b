// Within the European Economic Area the IBAN says which bank is meant; for accounts elsewhere in SEPA (Switzerland, the United
// Kingdom, Monaco, San Marino, the Vatican ...) banks ask for the BIC, too.
const eea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
)

/** Banks whose BIC names another country than their accounts' IBANs (the territories of ISO 13616, and branches in Monaco). */
const alsoOf: Partial<Record<string, string>> = {
  FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT',
  MC: 'FR',
  GB: 'GG IM JE',
  FI: 'AX',
}

export type BicCheck =
  | { kind: 'ok'; bic: string | null }
  | { kind: 'malformed' }
  | { kind: 'other-country' }
  | { kind: 'missing' }

/** A BIC as typed, without spaces and in capitals; null if there is none. */
export const spellBic = (text: string | null | undefined): string | null =>
  text?.replace(/\s/g, '').toUpperCase() || null

/** Whether the IBAN alone does not reach the account. Also for a beginning of an IBAN. */
export const needsBic = (iban: string): boolean =>
  /^[A-Z]{2}/.test(iban) && !eea.has(iban.slice(0, 2))

/** Whether the two belong together. `iban`: normalised, of SEPA (domain/iban.ts). */
export function checkBic(iban: string, given: string | null | undefined): BicCheck {
  const bic = spellBic(given)
  if (bic === null) return needsBic(iban) ? { kind: 'missing' } : { kind: 'ok', bic }
  if (!/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) return { kind: 'malformed' }
  const [account, bank] = [iban.slice(0, 2), bic.slice(4, 6)]
  const fits = account === bank || (alsoOf[account]?.split(' ').includes(bank) ?? false)
  return fits ? { kind: 'ok', bic } : { kind: 'other-country' }
}

/** The BIC for a payment of stored bank data: a wrong one is left out where the IBAN suffices; undefined: no payment without one. */
export function payableBic(iban: string, stored: string | null): string | null | undefined {
  const check = checkBic(iban, stored)
  if (check.kind === 'ok') return check.bic
  return needsBic(iban) ? undefined : null
}
