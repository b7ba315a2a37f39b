import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

type Common = {
  product_id: string
  external_id: string
  category: string // DP or TP
  title: Localised
  description: Localised
  plan: string
  commission_cents: number
  picture: string
  preview_picture: string
  position: number
  active: boolean
  featured: boolean
}
export type FixedLine = {
  name: string
  young: boolean
  hybrid: boolean
  product_group: string
  product_class: string
  monthly_cents: number
  one_off_cents: number
  descriptions: Localised[]
  footnotes: string[]
  price_text: Localised | null
  promotion_name: Localised | null
  promotion_discount_cents: number | null
}
export type MobileOffer = {
  device_type: 'smartphone' | 'tablet' | null
  manufacturer: string | null
  product_class: string
  tariff_name: Localised
  device_name: string | null
  device_cents: number
  tariff_cents: number
  tariff_id: string
  device_id: string | null
  descriptions: Localised[]
  promotion: boolean
  top_position: number | null
  promotion_cents: number | null
  footnotes: string[]
}
/** A product with its fixed-line or mobile details, if any. */
export type CatalogueRow = Common & { fixedLine: FixedLine | null; mobile: MobileOffer | null }

const inOrder = (rows: CatalogueRow[]) =>
  rows.toSorted(
    (a, b) =>
      a.position - b.position || a.product_id.localeCompare(b.product_id, 'en', { numeric: true }),
  )

/** All products of a tenant in order, inactive ones included. */
export async function readCatalogueRows(tx: Tx, tenant: string): Promise<CatalogueRow[]> {
  const { rows } = await sql<CatalogueRow>`
    select p.product_id, p.external_id, p.category, p.title, p.description, p.plan, p.commission_cents, p.picture,
      p.preview_picture, p.position, p.active, p.featured,
      to_jsonb(f) - 'tenant' - 'product_id' as "fixedLine", to_jsonb(m) - 'tenant' - 'product_id' as mobile
    from products p
    left join fixed_line_products f on f.tenant = p.tenant and f.product_id = p.product_id and f.tenant = ${tenant}
    left join mobile_offers m on m.tenant = p.tenant and m.product_id = p.product_id and m.tenant = ${tenant}
    where p.tenant = ${tenant}`.execute(tx)
  return inOrder(rows)
}

/** Serialises a tenant's imports; recommendations wait that moment. */
export async function lockCatalogue(tx: Tx, tenant: string): Promise<void> {
  await sql`select tenant from tenants where tenant = ${tenant} for no key update`.execute(tx)
}

// Rows are one parameter: a statement each would take as long as a page may.
const batch = 1000

function* batches<T>(rows: readonly T[]): Generator<string> {
  for (let start = 0; start < rows.length; start += batch)
    yield JSON.stringify(rows.slice(start, start + batch))
}

/** Upserts products with details; others stay unchanged. */
export async function saveCatalogueRows(
  tx: Tx,
  tenant: string,
  rows: readonly CatalogueRow[],
): Promise<void> {
  const ids = rows.map(({ product_id }) => product_id)
  // Two products may swap provider ids: first each gets a temporary one no file can name.
  await sql`
    update products set external_id = chr(1) || product_id
    where tenant = ${tenant} and product_id = any(${ids})`.execute(tx)
  for (const json of batches(rows)) await saveProducts(tx, tenant, json)
  const fixed = rows.filter((row) => row.fixedLine)
  for (const json of batches(
    fixed.map(({ product_id, fixedLine }) => ({ product_id, ...fixedLine })),
  ))
    await saveFixedLines(tx, tenant, json)
  const mobile = rows.filter((row) => row.mobile)
  for (const json of batches(mobile.map(({ product_id, mobile }) => ({ product_id, ...mobile }))))
    await saveMobileOffers(tx, tenant, json)
}

const saveProducts = (tx: Tx, tenant: string, json: string) =>
  sql`
    insert into products (tenant, product_id, external_id, category, title, description, plan, commission_cents, picture,
      preview_picture, position, active, featured)
    select tenants.tenant, r.* from tenants, jsonb_to_recordset(${json}::jsonb) as r (product_id text, external_id text, category text,
      title jsonb, description jsonb, plan text, commission_cents bigint, picture text, preview_picture text,
      position integer, active boolean, featured boolean)
    where tenants.tenant = ${tenant}
    on conflict (tenant, product_id) do update set external_id = excluded.external_id, category = excluded.category,
      title = excluded.title, in_sentence = case when products.title = excluded.title then products.in_sentence end,
      description = excluded.description, plan = excluded.plan,
      commission_cents = excluded.commission_cents, picture = excluded.picture, preview_picture = excluded.preview_picture,
      position = excluded.position, active = excluded.active, featured = excluded.featured`.execute(
    tx,
  )

const saveFixedLines = (tx: Tx, tenant: string, json: string) =>
  sql`
    insert into fixed_line_products (tenant, product_id, name, young, hybrid, product_group, product_class, monthly_cents,
      one_off_cents, descriptions, footnotes, price_text, promotion_name, promotion_discount_cents)
    select tenants.tenant, r.* from tenants, jsonb_to_recordset(${json}::jsonb) as r (product_id text, name text, young boolean,
      hybrid boolean, product_group text, product_class text, monthly_cents bigint, one_off_cents bigint,
      descriptions jsonb, footnotes text[], price_text jsonb, promotion_name jsonb, promotion_discount_cents bigint)
    where tenants.tenant = ${tenant}
    on conflict (tenant, product_id) do update set name = excluded.name, young = excluded.young, hybrid = excluded.hybrid,
      product_group = excluded.product_group, product_class = excluded.product_class,
      monthly_cents = excluded.monthly_cents, one_off_cents = excluded.one_off_cents,
      descriptions = excluded.descriptions, footnotes = excluded.footnotes, price_text = excluded.price_text,
      promotion_name = excluded.promotion_name,
      promotion_discount_cents = excluded.promotion_discount_cents`.execute(tx)

const saveMobileOffers = (tx: Tx, tenant: string, json: string) =>
  sql`
    insert into mobile_offers (tenant, product_id, device_type, manufacturer, product_class, tariff_name, device_name,
      device_cents, tariff_cents, tariff_id, device_id, descriptions, promotion, top_position, promotion_cents, footnotes)
    select tenants.tenant, r.* from tenants, jsonb_to_recordset(${json}::jsonb) as r (product_id text, device_type text,
      manufacturer text, product_class text, tariff_name jsonb, device_name text, device_cents bigint,
      tariff_cents bigint, tariff_id text, device_id text, descriptions jsonb, promotion boolean, top_position integer,
      promotion_cents bigint, footnotes text[])
    where tenants.tenant = ${tenant}
    on conflict (tenant, product_id) do update set device_type = excluded.device_type,
      manufacturer = excluded.manufacturer, product_class = excluded.product_class, tariff_name = excluded.tariff_name,
      device_name = excluded.device_name, device_cents = excluded.device_cents, tariff_cents = excluded.tariff_cents,
      tariff_id = excluded.tariff_id, device_id = excluded.device_id, descriptions = excluded.descriptions,
      promotion = excluded.promotion, top_position = excluded.top_position, promotion_cents = excluded.promotion_cents,
      footnotes = excluded.footnotes`.execute(tx)

/** Removes products from all lists. Their referrals go on. */
export async function retireProducts(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update products set active = false where tenant = ${tenant} and product_id = any(${ids})`.execute(
    tx,
  )
}

/** Active fixed-line tariffs and mobile offers. */
export async function countCatalogue(tx: Tx, tenant: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products p
    where p.tenant = ${tenant} and p.active
      and (exists (select from fixed_line_products f where f.tenant = ${tenant} and f.product_id = p.product_id)
        or exists (select from mobile_offers m where m.tenant = ${tenant} and m.product_id = p.product_id))`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
