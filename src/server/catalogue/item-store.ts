import { parsePlan } from '../../domain/money.ts'
import type { Tx } from '../db/connection.ts'
import type { ListedOption, ListedProduct } from './listing.ts'

/** A product's table row; throws if the commission is not "plan;cents". */
function productRow(tenant: string, product: ListedProduct) {
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
const rewardOptionRow = (tenant: string, option: ListedOption) => ({
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

export async function saveProduct(tx: Tx, tenant: string, product: ListedProduct): Promise<void> {
  await tx
    .insertInto('products')
    .values({
      ...productRow(tenant, product),
      active: product.active,
      featured: product.featured,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'product_id']).doUpdateSet((eb) => ({
        external_id: eb.ref('excluded.external_id'),
        category: eb.ref('excluded.category'),
        title: eb.ref('excluded.title'),
        in_sentence: eb.ref('excluded.in_sentence'),
        description: eb.ref('excluded.description'),
        plan: eb.ref('excluded.plan'),
        commission_cents: eb.ref('excluded.commission_cents'),
        picture: eb.ref('excluded.picture'),
        preview_picture: eb.ref('excluded.preview_picture'),
        position: eb.ref('excluded.position'),
        active: eb.ref('excluded.active'),
        featured: eb.ref('excluded.featured'),
      })),
    )
    .execute()
}

export async function saveRewardOption(
  tx: Tx,
  tenant: string,
  option: ListedOption,
): Promise<void> {
  await tx
    .insertInto('reward_options')
    .values(rewardOptionRow(tenant, option))
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'option_id']).doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        title: eb.ref('excluded.title'),
        description: eb.ref('excluded.description'),
        picture: eb.ref('excluded.picture'),
        starts_on: eb.ref('excluded.starts_on'),
        ends_on: eb.ref('excluded.ends_on'),
        display_ends_on: eb.ref('excluded.display_ends_on'),
        voucher: eb.ref('excluded.voucher'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
}
