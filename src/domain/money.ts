import type { Locale } from './tenant.ts'

// Whole cents, split and cap. Where an order's euros are decided: the product's commission or the bonus stage (bonus.ts), put
// together by server/reward/price-reward.ts; what was promised when recommending is what is paid (decision 155).

/** Whole euro cents; never fractions or float euros. */
export type Cents = number

export type Split = { referrer: Cents; recipient: Cents }

export function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`)
}

/**
 * `referrerShare`: whole percentage, 0..100; the odd cent goes to the referrer (domain.md section 3). split(5001, 50) // {
 * referrer: 2501, recipient: 2500 }
 */
export function split(totalCents: Cents, referrerShare: number): Split {
  assertCents(totalCents)
  if (totalCents < 0) throw new RangeError(`a total below zero cannot be split: ${totalCents}`)
  if (!Number.isInteger(referrerShare) || referrerShare < 0 || referrerShare > 100) {
    throw new RangeError(`not a share from 0 to 100: ${referrerShare}`)
  }
  const hundredths = totalCents * (100 - referrerShare)
  assertCents(hundredths)
  // Exact for every safe integer; a floating division could round up across a whole cent.
  const recipient = (hundredths - (hundredths % 100)) / 100
  return { referrer: totalCents - recipient, recipient }
}

export type ExcessTo = 'auto' | 'referrer' | 'forfeited'

export type CappedSplit = Split & { forfeited: Cents }

/**
 * Caps the recipient's part at what is left of `capCents` after `usedCents` (null: no cap). A yearly cap counts per person,
 * product and calendar year of release (decision 20). The tenant decides who gets the excess; 'auto' forfeits it at share 0,
 * else pays the referrer. The three parts always sum up to the total.
 */
export function applyRecipientCap(input: {
  split: Split
  capCents: Cents | null
  usedCents: Cents
  referrerShare: number
  excessTo: ExcessTo
}): CappedSplit {
  const { referrer, recipient } = input.split
  for (const cents of [referrer, recipient, input.usedCents, input.capCents ?? 0])
    assertCents(cents)
  if (input.capCents === null) return { referrer, recipient, forfeited: 0 }
  const left = Math.max(0, input.capCents - Math.max(0, input.usedCents))
  const kept = Math.min(recipient, left)
  const excess = recipient - kept
  const forfeit =
    input.excessTo === 'forfeited' || (input.excessTo === 'auto' && input.referrerShare === 0)
  return forfeit
    ? { referrer, recipient: kept, forfeited: excess }
    : { referrer: referrer + excess, recipient: kept, forfeited: 0 }
}

/** Parses a commission `plan;cents` (spec section 9: `standard;5000`), or null. */
export function parsePlan(text: string): { plan: string; cents: Cents } | null {
  const parts = text.split(';')
  const plan = parts[0]?.trim()
  const digits = parts[1]?.trim()
  if (parts.length !== 2 || !plan || !digits || !/^\d{1,9}$/.test(digits)) return null
  return { plan, cents: Number(digits) }
}

/**
 * de `1.234,50 €` (no-break space before the sign), en `€1,234.50`. Not Intl: server and browsers must show the same characters,
 * whatever their locale data.
 */
export function formatCents(cents: Cents, locale: Locale): string {
  assertCents(cents)
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  const hundredths = absolute % 100
  const fraction = String(hundredths).padStart(2, '0')
  const separator = locale === 'de' ? '.' : ','
  const euros = String((absolute - hundredths) / 100).replace(/\B(?=(?:\d{3})+$)/g, separator)
  return locale === 'de' ? `${sign}${euros},${fraction}\u00a0€` : `${sign}€${euros}.${fraction}`
}

/** As pages write an amount that may be below zero: with a real minus; files and mails keep the hyphen. */
export const signedCents = (cents: Cents, locale: Locale): string =>
  formatCents(cents, locale).replace('-', '\u2212')

/** `110 €` without zero cents, for advertised rewards. Only on pages that write all amounts this way. */
export function wholeEuros(cents: Cents, locale: Locale): string {
  return inWholeEuros(formatCents(cents, locale))
}

/** The same within a provider's texts. */
export function inWholeEuros(text: string): string {
  return text.replace(/(\d),00(?=\s?€)|(€\d[\d,]*)\.00(?!\d)/g, '$1$2')
}
