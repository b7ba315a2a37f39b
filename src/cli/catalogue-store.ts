import { sql } from 'kysely'
import type { Localised } from '../domain/tenant.ts'
import type { Tx } from '../server/db/connection.ts'
import type { CatalogueFile, FileOption } from './catalogue-file.ts'

/** A tenant's products and reward options as in a tenant file, in page order. */
export async function readCatalogue(tx: Tx, tenant: string): Promise<CatalogueFile> {
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
      kind: row.kind as FileOption['kind'],
      title: row.title as Localised,
      text: row.description as Localised,
      picture: row.picture,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      displayEndsOn: row.display_ends_on,
      voucher: row.voucher as FileOption['voucher'],
      position: row.position,
    })),
  }
}

export type Pool = { option: string; cents: number; free: number; taken: number }

/** Every voucher denomination with its full number of codes, for operators. */
export async function countPools(tx: Tx, tenant: string): Promise<Pool[]> {
  const { rows } = await sql<Pool>`
    select option_id as option, cents, (count(*) filter (where reward_id is null))::int as free,
      count(reward_id)::int as taken
    from vouchers where tenant = ${tenant} group by option_id, cents order by option_id, cents`.execute(
    tx,
  )
  return rows
}
