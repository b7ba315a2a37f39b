import type { OrderedVoucher } from '../../domain/voucher-order.ts'
import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'

export type Product = {
  product_id: string
  external_id: string
  category: string
  title: Localised
  description: Localised
  plan: string
  commission_cents: number
  picture: string
  preview_picture: string
  active: boolean
}

const columns = [
  'product_id',
  'external_id',
  'category',
  'title',
  'description',
  'plan',
  'commission_cents',
  'picture',
  'preview_picture',
  'active',
] as const

/** The products of the homepage. */
const featured = (tx: Tx, tenant: string) =>
  tx
    .selectFrom('products')
    .where('tenant', '=', tenant)
    .where('active', '=', true)
    .where('featured', '=', true)
    .orderBy('position')
    .orderBy('product_id')

export async function listProducts(tx: Tx, tenant: string): Promise<Product[]> {
  return (await featured(tx, tenant).select(columns).execute()) as Product[]
}

export async function listProductTitles(
  tx: Tx,
  tenant: string,
): Promise<Pick<Product, 'product_id' | 'title' | 'active'>[]> {
  const rows = await featured(tx, tenant).select(['product_id', 'title', 'active']).execute()
  return rows as Pick<Product, 'product_id' | 'title' | 'active'>[]
}

/** The same, preceded by the product with that provider id, featured or not. */
export async function listShopProducts(
  tx: Tx,
  tenant: string,
  external: string | undefined,
): Promise<Product[]> {
  const featured = await listProducts(tx, tenant)
  if (!external || featured.some((product) => product.external_id === external)) return featured
  const row = await tx
    .selectFrom('products')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('external_id', '=', external)
    .orderBy('active', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? [row as Product, ...featured] : featured
}

export type NamedProduct = Product & { in_sentence: Localised | null }

export async function findProduct(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<NamedProduct | undefined> {
  const [product] = await findProducts(tx, tenant, [id])
  return product
}

export async function findProducts(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<NamedProduct[]> {
  const rows = await tx
    .selectFrom('products')
    .select([...columns, 'in_sentence'])
    .modifyFront(keepsPlan)
    .where('tenant', '=', tenant)
    .where('product_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
  return rows as NamedProduct[]
}

/** Cents of the highest product, 0 if none; ignores `excluded` ids. */
export async function findHighestCommission(
  tx: Tx,
  tenant: string,
  excluded: readonly string[],
): Promise<number> {
  const row = await tx
    .selectFrom('products')
    .select((eb) => eb.fn.max('commission_cents').as('highest'))
    .where('tenant', '=', tenant)
    .where('active', '=', true)
    .$if(excluded.length > 0, (query) => query.where('product_id', 'not in', excluded))
    .executeTakeFirst()
  return row?.highest ?? 0
}

/** Facts for the holder of a voucher code. */
export type VoucherTerms = {
  redeem: Localised
  validity: Localised
  terms: Localised
  shopUrl: string | null
  order?: OrderedVoucher // at the tenant's provider; else codes come from a pool
}

export type RewardOption = {
  option_id: string
  kind: 'cash' | 'voucher'
  title: Localised
  description: Localised
  picture: string
  starts_on: string
  ends_on: string | null
  display_ends_on: string | null
  voucher: VoucherTerms | null
}

export async function listRewardOptions(tx: Tx, tenant: string): Promise<RewardOption[]> {
  const rows = await tx
    .selectFrom('reward_options')
    .select([
      'option_id',
      'kind',
      'title',
      'description',
      'picture',
      'starts_on',
      'ends_on',
      'display_ends_on',
      'voucher',
    ])
    .where('tenant', '=', tenant)
    .orderBy('position')
    .orderBy('option_id')
    .execute()
  return rows as RewardOption[]
}

export type VoucherPool = { option_id: string; cents: number; count: number }

// No reward takes more codes, so pools are counted up to this.
const mostCodes = 50

/** Denominations with codes that are free and good on `from` or longer, each counted up to `mostCodes`. An index skip scan: the cost does not grow with the pools. */
export async function listVoucherPools(
  tx: Tx,
  tenant: string,
  from: Temporal.PlainDate,
): Promise<VoucherPool[]> {
  const isFree = sql`tenant = ${tenant} and reward_id is null
    and (expires_on is null or expires_on >= ${from.toString()})`
  const { rows } = await sql<VoucherPool>`
    with recursive pools as (
      (select option_id, cents from vouchers
        where ${isFree}
        order by option_id, cents limit 1)
      union all
      select following.option_id, following.cents from pools
      cross join lateral (
        select option_id, cents from vouchers
        where ${isFree}
          and (option_id, cents) > (pools.option_id, pools.cents)
        order by option_id, cents limit 1) following
    )
    select option_id, cents, (
      select count(*) from (
        select from vouchers
        where ${isFree}
          and option_id = pools.option_id and cents = pools.cents
        limit ${mostCodes}) free
    ) as count
    from pools`.execute(tx)
  return rows
}
