import type { ClassUnit } from '../../domain/category.ts'

/** What a card shows of an offer, and what it is filtered and sorted by; the call's answer (contract/produkt.ts) has more. */
export type Offer = {
  id: string
  title: string
  descriptions: string[]
  monthlyCents: number
  oneOffCents: number
  priceText: string | null
  promotion: string | null
  promotionCents: number | null // per month, while the promotion lasts
  productClass: string
  classUnit: ClassUnit | null
  manufacturer: string | null
  deviceType: string | null
  top: number | null
  position: number
  rewardCents: number
  footnotes: string[]
  picture: string
}

/** What a comparison shows beside that. */
export type ComparedOffer = Offer & { deviceName: string | null; tariffName: string | null }
