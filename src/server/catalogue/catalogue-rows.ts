import { parsePlan } from '../../domain/money.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { VoucherTerms } from './store.ts'

type Product = {
  id: string
  externalId: string
  category: string
  title: Localised
  inSentence: Localised | null
  description: Localised
  commission: string // plan;cents
  picture: string
  previewPicture: string
  position: number
}
type RewardOption = {
  id: string
  kind: string
  title: Localised
  text: Localised
  picture: string
  startsOn: string
  endsOn: string | null
  displayEndsOn: string | null
  voucher?: VoucherTerms | null | undefined
  position: number
}

/** A product's table row; throws if the commission is not "plan;cents". */
export function productRow(tenant: string, product: Product) {
  const plan = parsePlan(product.commission)
  if (!plan) throw new Error(`The commission of product ${product.id} is not "plan;cents"`)
  return {
    tenant,
    product_id: product.id,
    external_id: product.externalId,
    category: product.category,
    title: JSON.stringify(product.title),
    in_sentence: product.inSentence && JSON.stringify(product.inSentence),
    description: JSON.stringify(product.description),
    plan: plan.plan,
    commission_cents: plan.cents,
    picture: product.picture,
    preview_picture: product.previewPicture,
    position: product.position,
  }
}

/** A reward option's row; ISO dates, last day included. */
export const rewardOptionRow = (tenant: string, option: RewardOption) => ({
  tenant,
  option_id: option.id,
  kind: option.kind,
  title: JSON.stringify(option.title),
  description: JSON.stringify(option.text),
  picture: option.picture,
  starts_on: option.startsOn,
  ends_on: option.endsOn,
  display_ends_on: option.displayEndsOn,
  voucher: option.voucher ? JSON.stringify(option.voucher) : null,
  position: option.position,
})
