import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { saveCampaign } from './campaign-store.ts'
import { saveProduct, saveRewardOption } from './item-store.ts'
import type { ListedOption, Listing } from './listing.ts'

/** A tenant's products, reward options and campaigns as in a tenant file, in page order. */
export async function findListing(tx: Tx, tenant: string): Promise<Listing> {
  const products = await tx
    .selectFrom('products')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('position')
    .orderBy('product_id')
    .execute()
  const options = await tx
    .selectFrom('reward_options')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('position')
    .orderBy('option_id')
    .execute()
  const campaigns = await tx
    .selectFrom('campaigns')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('position')
    .orderBy('campaign_id')
    .execute()
  return {
    products: products.map((row) => ({
      id: row.product_id,
      externalId: row.external_id,
      title: row.title as Localised,
      inSentence: row.in_sentence as Localised | null,
      description: row.description as Localised,
      category: row.category,
      commission: `${row.plan};${row.commission_cents}`,
      picture: row.picture,
      previewPicture: row.preview_picture,
      position: row.position,
      active: row.active,
      featured: row.featured,
    })),
    rewardOptions: options.map((row) => ({
      id: row.option_id,
      kind: row.kind as ListedOption['kind'],
      title: row.title as Localised,
      text: row.description as Localised,
      picture: row.picture,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      displayEndsOn: row.display_ends_on,
      voucher: row.voucher as ListedOption['voucher'],
      position: row.position,
    })),
    campaigns: campaigns.map((row) => ({
      id: row.campaign_id,
      title: row.title as Localised,
      text: row.description as Localised,
      legalText: row.legal_text as Localised,
      consent: row.consent as Localised,
      version: row.version,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      position: row.position,
    })),
  }
}

export async function saveListing(tx: Tx, tenant: string, listing: Listing): Promise<void> {
  for (const product of listing.products) await saveProduct(tx, tenant, product)
  for (const option of listing.rewardOptions) await saveRewardOption(tx, tenant, option)
  for (const campaign of listing.campaigns) await saveCampaign(tx, tenant, campaign)
}
