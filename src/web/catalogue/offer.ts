/** What the pages of a category need of an offer; the call's answer (contract/produkt.ts) has it all. */
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
  manufacturer: string | null
  deviceType: string | null
  deviceName: string | null
  tariffName: string | null
  top: number | null
  position: number
  rewardCents: number
  footnotes: string[]
  picture: string
}
