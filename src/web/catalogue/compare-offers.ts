import { inWholeEuros, wholeEuros } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { shownCents } from './filter-offers.ts'
import type { ComparedOffer } from './offer.ts'

export type RowName =
  | 'bonus'
  | 'monthly'
  | 'regular'
  | 'promotion'
  | 'oneOff'
  | 'priceText'
  | 'manufacturer'
  | 'device'
  | 'tariff'
  | 'class'
  | 'points'

export type ComparedRow = {
  name: RowName
  cells: (string | readonly string[] | null)[] // in the offers' order; null: none
  differs: boolean
  best: boolean[] // lowest price, highest bonus; all false if equal
}

/** The rows of a comparison, without those that no offer fills. */
export function compareOffers(
  offers: readonly ComparedOffer[],
  locale: Locale,
  classOf: (offer: ComparedOffer) => string = ({ productClass }) => productClass, // as text
): ComparedRow[] {
  const row = (name: RowName, cells: ComparedRow['cells']): ComparedRow => ({
    name,
    cells,
    differs: new Set(cells.map((cell) => JSON.stringify(cell))).size > 1,
    best: cells.map(() => false),
  })
  const amounts = (
    name: RowName,
    cents: (number | null)[],
    write: (cents: number, locale: Locale) => string,
    better?: (...values: number[]) => number,
  ): ComparedRow => {
    const made = row(
      name,
      cents.map((value) => (value === null ? null : write(value, locale))),
    )
    const known = cents.filter((value) => value !== null)
    const best = better && made.differs ? better(...known) : null
    return { ...made, best: cents.map((value) => value !== null && value === best) }
  }
  return [
    amounts(
      'bonus',
      offers.map(({ rewardCents }) => rewardCents),
      wholeEuros,
      Math.max,
    ),
    amounts('monthly', offers.map(shownCents), wholeEuros, Math.min),
    amounts(
      'regular',
      offers.map((offer) => (shownCents(offer) === offer.monthlyCents ? null : offer.monthlyCents)),
      wholeEuros,
    ),
    row(
      'promotion',
      offers.map(({ promotion }) => promotion),
    ),
    amounts(
      'oneOff',
      offers.map(({ oneOffCents }) => oneOffCents),
      wholeEuros,
      Math.min,
    ),
    row(
      'priceText',
      offers.map(({ priceText }) => priceText && inWholeEuros(priceText)),
    ),
    row(
      'manufacturer',
      offers.map(({ manufacturer }) => manufacturer),
    ),
    row(
      'device',
      offers.map(({ deviceName }) => deviceName),
    ),
    row(
      'tariff',
      offers.map(({ tariffName }) => tariffName),
    ),
    row(
      'class',
      offers.map((offer) => classOf(offer) || null),
    ),
    row(
      'points',
      offers.map(({ descriptions }) => (descriptions.length > 0 ? descriptions : null)),
    ),
  ].filter(({ cells }) => cells.some((cell) => cell !== null))
}
