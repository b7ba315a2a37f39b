import type { Localised } from './tenant.ts'

// Agencies and sales partners, whom operators let work and stop.

export const sellerKinds = ['agency', 'sales-partner'] as const
export type SellerKind = (typeof sellerKinds)[number]

export const sellerStates = ['registered', 'active', 'inactive', 'closed'] as const
export type SellerState = (typeof sellerStates)[number]

export const sellerVerdicts = ['activate', 'deactivate', 'close', 'refuse'] as const
export type SellerVerdict = (typeof sellerVerdicts)[number]

/** What a verdict makes of a seller; null: it is not possible in this state. A refused registration is closed. */
export function stateAfter(
  state: SellerState,
  verdict: SellerVerdict,
): Exclude<SellerState, 'registered'> | null {
  const allowed: Record<SellerState, readonly SellerVerdict[]> = {
    registered: ['activate', 'refuse'],
    active: ['deactivate', 'close'],
    inactive: ['activate', 'close'],
    closed: ['activate'],
  }
  const after = {
    activate: 'active',
    deactivate: 'inactive',
    close: 'closed',
    refuse: 'closed',
  } as const
  return allowed[state].includes(verdict) ? after[verdict] : null
}

export const registrationRefusals = ['unknown', 'duplicate', 'incomplete', 'not-wanted'] as const
export type RegistrationRefusal = (typeof registrationRefusals)[number]

/** Why a registration was refused, as the applicant reads it. */
export const registrationRefusalTexts: Record<RegistrationRefusal, Localised> = {
  unknown: {
    de: 'Die Angaben passen zu niemandem, mit dem wir zusammenarbeiten.',
    en: 'The details do not match anybody we work with.',
  },
  duplicate: {
    de: 'Mit diesen Angaben besteht schon ein Zugang.',
    en: 'An access with these details exists already.',
  },
  incomplete: {
    de: 'Die Angaben reichen für eine Zusammenarbeit nicht aus.',
    en: 'The details are not sufficient for working together.',
  },
  'not-wanted': {
    de: 'Zurzeit nehmen wir in diesem Programm niemanden neu auf.',
    en: 'We are not accepting anybody new in this programme at present.',
  },
}

export const sellerChecks = ['email', 'number', 'address', 'tax', 'terms', 'iban', 'alike'] as const
export type SellerCheck = (typeof sellerChecks)[number]
/** `warn`: a person has to look; `unknown`: nothing to compare with. */
export type CheckResult = 'ok' | 'missing' | 'warn' | 'unknown'

/** Whether a VAT id may be one: Germany's has nine digits and a check digit, others are taken by their shape. */
export function isVatId(vatId: string): boolean {
  const said = vatId.replaceAll(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(said)) return false
  return !said.startsWith('DE') || isGermanVatId(said.slice(2))
}

/** ISO 7064, MOD 11, 10. */
function isGermanVatId(digits: string): boolean {
  if (!/^[1-9]\d{8}$/.test(digits)) return false
  const product = Array.from(digits.slice(0, 8)).reduce((carried, digit) => {
    const sum = (Number(digit) + carried) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - product) % 10 === Number(digits[8])
}
