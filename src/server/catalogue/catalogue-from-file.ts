import type { CatalogueFile, FixedLineRow, MobileRow } from '../../contract/katalog-datei.ts'
import { formatCents, parsePlan, type Cents } from '../../domain/money.ts'
import type { Localised, Tenant } from '../../domain/tenant.ts'
import type { CatalogueRow } from './catalogue-store.ts'

type Known = Pick<CatalogueRow, 'picture' | 'preview_picture' | 'position' | 'featured'>

/** A file's rows for the tables. `known`: pictures and homepage position of existing products, kept where the file has none. */
export function rowsOfFile(
  tenant: Pick<Tenant, 'code' | 'theme'>,
  file: CatalogueFile,
  known: ReadonlyMap<string, Known>,
): CatalogueRow[] {
  return [
    ...(file.fixedLine ?? []).map((row, index) =>
      fixedLineRow(row, index + 1, base(tenant, row, known.get(row.id))),
    ),
    ...(file.mobile ?? []).map((row) => mobileRow(row, base(tenant, row, known.get(row.id)))),
  ]
}

const base = (
  tenant: Pick<Tenant, 'code' | 'theme'>,
  row: FixedLineRow | MobileRow,
  known: Known | undefined,
) => {
  const plan = parsePlan(row.commission)
  if (!plan) throw new Error(`The commission of product ${row.id} is not "plan;cents"`)
  return {
    product_id: row.id,
    external_id: row.externalId,
    plan: plan.plan,
    commission_cents: plan.cents,
    picture: known?.picture ?? `/api/v1/${tenant.code}/produkt/${row.id}/grafik`,
    preview_picture: known?.preview_picture ?? tenant.theme.previewPicture,
    active: true,
    featured: row.featured ?? known?.featured ?? false,
  }
}
type Base = ReturnType<typeof base>

const localised = (de: string, en: string | null): Localised => ({ de, en: en ?? de })
const maybe = (de: string | null, en: string | null) => (de === null ? null : localised(de, en))

const monthly = (cents: Cents): Localised => ({
  de: `${formatCents(cents, 'de')} im Monat`,
  en: `${formatCents(cents, 'en')} a month`,
})

/** An offer's price as a sentence. */
function mobilePrice({
  tariffCents,
  deviceCents,
  promotion,
  promotionCents,
}: MobileRow): Localised {
  const price = monthly(tariffCents)
  const low = promotion && promotionCents !== null ? promotionCents : null
  const once = (locale: keyof Localised, words: (cents: string) => string) =>
    deviceCents === 0 ? '' : words(formatCents(deviceCents, locale))
  return {
    de:
      (low === null ? price.de : `Erst ${formatCents(low, 'de')}, danach ${price.de}`) +
      once('de', (cents) => `, einmalig ${cents}`),
    en:
      (low === null ? price.en : `${formatCents(low, 'en')} at first, then ${price.en}`) +
      once('en', (cents) => `, ${cents} once`),
  }
}

/** A product's paragraph: descriptions and price, a sentence each. */
const paragraph = (descriptions: readonly Localised[], locale: keyof Localised) =>
  descriptions
    .map((one) => one[locale])
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ')

function fixedLineRow(row: FixedLineRow, place: number, common: Base): CatalogueRow {
  const descriptions = [
    maybe(row.description1, row.description1En),
    maybe(row.description2, row.description2En),
    maybe(row.description3, row.description3En),
    maybe(row.description4, row.description4En),
  ].filter((one) => one !== null)
  const priceText = maybe(row.priceText, row.priceTextEn)
  const said = [...descriptions, priceText ?? monthly(row.monthlyCents)]
  return {
    ...common,
    category: row.category,
    title: localised(row.displayName, row.displayNameEn),
    description: { de: paragraph(said, 'de'), en: paragraph(said, 'en') },
    position: place,
    mobile: null,
    fixedLine: {
      name: row.name,
      young: row.young,
      hybrid: row.hybrid,
      product_group: row.group,
      product_class: row.productClass,
      monthly_cents: row.monthlyCents,
      one_off_cents: row.oneOffCents,
      descriptions,
      footnotes: marksOf(row.footnotes),
      price_text: priceText,
      promotion_name: maybe(row.promotionName, row.promotionNameEn),
      promotion_discount_cents: row.promotionDiscountCents,
    },
  }
}

function mobileRow(row: MobileRow, common: Base): CatalogueRow {
  const tariff = localised(row.tariffName, row.tariffNameEn)
  const descriptions = pointsOf(row.description, row.descriptionEn)
  const said = [...descriptions, mobilePrice(row)]
  return {
    ...common,
    category: 'TP',
    title:
      row.deviceName === null
        ? tariff
        : {
            de: `${row.manufacturer} ${row.deviceName} mit ${tariff.de}`,
            en: `${row.manufacturer} ${row.deviceName} with ${tariff.en}`,
          },
    description: { de: paragraph(said, 'de'), en: paragraph(said, 'en') },
    position: row.position,
    fixedLine: null,
    mobile: {
      device_type:
        row.deviceType === null ? null : row.deviceType === 'Tablet' ? 'tablet' : 'smartphone',
      manufacturer: row.manufacturer,
      product_class: row.productClass,
      tariff_name: tariff,
      device_name: row.deviceName,
      device_cents: row.deviceCents,
      tariff_cents: row.tariffCents,
      tariff_id: row.tariffId,
      device_id: row.deviceId,
      descriptions,
      promotion: row.promotion,
      top_position: row.topPosition,
      promotion_cents: row.promotionCents,
      footnotes: marksOf(row.footnotes),
    },
  }
}

/** A description's points, separated by bars: "10 GB in 5G | Allnet-Flat". */
function pointsOf(de: string | null, en: string | null): Localised[] {
  const parts = (text: string | null) =>
    (text ?? '').split('|').flatMap((part) => part.trim() || [])
  const [german, english] = [parts(de), parts(en)]
  return german.map((point, index) => localised(point, english[index] ?? null))
}

const marksOf = (text: string | null): string[] =>
  text === null ? [] : [...new Set(text.split(',').map((mark) => mark.trim()))]
