import { inWholeEuros } from '../../domain/money.ts'
import { keepTogether } from '../../domain/keep-together.ts'
import type { Offer } from './offer.ts'

// Fields that no card shows are not sent to the browser. Field by field, since rest destructuring takes ten times as long.

/** What a card needs of an offer, with non-breaking text. */
export const showOffer = (offer: Offer): Offer => ({
  id: offer.id,
  title: keepTogether(offer.title),
  descriptions: offer.descriptions.map(keepTogether),
  monthlyCents: offer.monthlyCents,
  oneOffCents: offer.oneOffCents,
  priceText: offer.priceText && keepTogether(inWholeEuros(offer.priceText)),
  promotion: offer.promotion && keepTogether(offer.promotion),
  promotionCents: offer.promotionCents,
  productClass: offer.productClass,
  classUnit: offer.classUnit,
  manufacturer: offer.manufacturer,
  deviceType: offer.deviceType,
  top: offer.top,
  position: offer.position,
  rewardCents: offer.rewardCents,
  footnotes: offer.footnotes,
  picture: offer.picture,
})
