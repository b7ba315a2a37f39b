import { z } from 'zod'
import {
  catalogueFile,
  fixedLineColumns,
  mobileColumns,
  type FixedLineRow,
  type MobileRow,
} from '../../contract/katalog-datei.ts'
import { toCsvCell } from '../../domain/csv.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { CatalogueRow } from './catalogue-store.ts'

type Wire = Partial<Record<'Festnetz' | 'Mobilfunk', Record<string, unknown>[]>>

/** A catalogue as an import file in wire names; re-importing it changes nothing. */
export function exportCatalogue(rows: readonly CatalogueRow[]): Wire {
  const active = rows.filter((row) => row.active)
  const fixedLine = active.flatMap((row) =>
    row.fixedLine ? [fixedLineOf(row, row.fixedLine)] : [],
  )
  const mobile = active.flatMap((row) => (row.mobile ? [mobileOf(row, row.mobile)] : []))
  if (fixedLine.length + mobile.length === 0) return {}
  return z.encode(catalogueFile, {
    ...(fixedLine.length > 0 ? { fixedLine } : {}),
    ...(mobile.length > 0 ? { mobile } : {}),
  }) as Wire
}

/** One kind as CSV. */
export function exportCsv(wire: Wire, kind: keyof Wire): string {
  const columns = kind === 'Festnetz' ? fixedLineColumns : mobileColumns
  const cell = (value: unknown) =>
    typeof value === 'boolean'
      ? value
        ? 'ja'
        : 'nein'
      : toCsvCell(typeof value === 'number' ? value : typeof value === 'string' ? value : null)
  const lines = (wire[kind] ?? []).map((row) =>
    columns.map(({ name }) => cell(row[name])).join(';'),
  )
  return `${[columns.map(({ name }) => name).join(';'), ...lines].join('\n')}\n`
}

const english = (text: Localised | null | undefined) =>
  text && text.en !== text.de ? text.en : null

export function fixedLineOf(
  row: CatalogueRow,
  details: NonNullable<CatalogueRow['fixedLine']>,
): FixedLineRow {
  const [one, two, three, four] = details.descriptions
  return {
    id: row.product_id,
    category: row.category === 'TP' ? 'TP' : 'DP',
    name: details.name,
    young: details.young,
    hybrid: details.hybrid,
    group: details.product_group,
    productClass: details.product_class,
    monthlyCents: details.monthly_cents,
    oneOffCents: details.one_off_cents,
    displayName: row.title.de,
    displayNameEn: english(row.title),
    description1: one?.de ?? null,
    description1En: english(one),
    description2: two?.de ?? null,
    description2En: english(two),
    description3: three?.de ?? null,
    description3En: english(three),
    description4: four?.de ?? null,
    description4En: english(four),
    commission: `${row.plan};${row.commission_cents}`,
    externalId: row.external_id,
    footnotes: details.footnotes.join(', ') || null,
    priceText: details.price_text?.de ?? null,
    priceTextEn: english(details.price_text),
    promotionName: details.promotion_name?.de ?? null,
    promotionNameEn: english(details.promotion_name),
    promotionDiscountCents: details.promotion_discount_cents,
    featured: row.featured,
  }
}

export function mobileOf(
  row: CatalogueRow,
  details: NonNullable<CatalogueRow['mobile']>,
): MobileRow {
  const points = (locale: keyof Localised) =>
    details.descriptions.map((point) => point[locale]).join(' | ') || null
  return {
    id: row.product_id,
    externalId: row.external_id,
    deviceType: details.device_type && (details.device_type === 'tablet' ? 'Tablet' : 'Smartphone'),
    manufacturer: details.manufacturer,
    productClass: details.product_class,
    tariffName: details.tariff_name.de,
    tariffNameEn: english(details.tariff_name),
    deviceName: details.device_name,
    deviceCents: details.device_cents,
    tariffCents: details.tariff_cents,
    tariffId: details.tariff_id,
    deviceId: details.device_id,
    position: row.position,
    promotion: details.promotion,
    topPosition: details.top_position,
    promotionCents: details.promotion_cents,
    commission: `${row.plan};${row.commission_cents}`,
    footnotes: details.footnotes.join(', ') || null,
    description: points('de'),
    descriptionEn: points('en'),
    featured: row.featured,
  }
}
