import type { z } from 'zod'
import type { offer } from '../../contract/produkt.ts'
import { classUnitOf } from '../../domain/category.ts'
import type { Locale, Localised, Tenant } from '../../domain/tenant.ts'
import type { CatalogueRow } from './catalogue-store.ts'

export type Offer = z.output<typeof offer>

const promotionText: Localised = { de: 'Aktionspreis', en: 'Special price' }

/** A product's offer in one language; null if neither tariff nor device. */
export function offerOf(
  tenant: Pick<Tenant, 'code'>,
  row: CatalogueRow,
  mark: string, // of its picture
  locale: Locale,
): Offer | null {
  const details = row.fixedLine ? fixedLineOf(row.fixedLine, locale) : mobileOf(row, locale)
  if (!details) return null
  return {
    id: row.product_id,
    externalId: row.external_id,
    category: row.category,
    title: row.title[locale],
    position: row.position,
    rewardCents: row.commission_cents,
    picture: `/api/v1/${tenant.code}/produkt/${encodeURIComponent(row.product_id)}/grafik?v=${mark}`,
    ...details,
  }
}

type Details = Omit<
  Offer,
  'id' | 'externalId' | 'category' | 'title' | 'position' | 'rewardCents' | 'picture'
>

function fixedLineOf(row: NonNullable<CatalogueRow['fixedLine']>, locale: Locale): Details {
  const discount = row.promotion_discount_cents
  return {
    source: 'festnetz',
    descriptions: row.descriptions.map((one) => one[locale]),
    monthlyCents: row.monthly_cents,
    oneOffCents: row.one_off_cents,
    priceText: row.price_text?.[locale] ?? null,
    promotion: row.promotion_name?.[locale] ?? null,
    promotionCents: discount === null ? null : row.monthly_cents - discount,
    productClass: row.product_class,
    classUnit: classUnitOf({
      source: 'festnetz',
      group: row.product_group,
      young: row.young,
      hybrid: row.hybrid,
      productClass: row.product_class,
    }),
    manufacturer: null,
    deviceType: null,
    deviceName: null,
    deviceId: null,
    tariffName: null,
    tariffId: null,
    top: null,
    footnotes: row.footnotes,
  }
}

function mobileOf({ mobile: row }: CatalogueRow, locale: Locale): Details | null {
  if (!row) return null
  return {
    source: 'mobilfunk',
    descriptions: row.descriptions.map((one) => one[locale]),
    monthlyCents: row.tariff_cents,
    oneOffCents: row.device_cents,
    priceText: null,
    promotion: row.promotion ? promotionText[locale] : null,
    promotionCents: row.promotion ? row.promotion_cents : null,
    productClass: row.product_class,
    classUnit: null,
    manufacturer: row.manufacturer,
    deviceType: row.device_type && (row.device_type === 'tablet' ? 'Tablet' : 'Smartphone'),
    deviceName: row.device_name,
    deviceId: row.device_id,
    tariffName: row.tariff_name[locale],
    tariffId: row.tariff_id,
    top: row.top_position,
    footnotes: row.footnotes,
  }
}
