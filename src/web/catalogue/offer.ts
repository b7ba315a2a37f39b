import type { ClassUnit } from '../../domain/category.ts'

/** What cards, filters and sorts need of an offer; the call's answer (contract/produkt.ts) has more. */
export type Offer = {
  id: string
  title: string
  descriptions: string[]
  monthlyCents: number
  oneOffCents: number
  priceText: string | null
  promotion: string | null
  promotionCents: number | null // per month, during the promotion
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

export type ComparedOffer = Offer & { deviceName: string | null; tariffName: string | null }
