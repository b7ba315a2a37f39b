import type { CategorySlug } from '../../domain/category.ts'
import type { Theme } from '../../domain/tenant.ts'
import { drawDevice } from './draw-device.ts'
import { drawKind, type OfferKind } from './draw-kind.ts'
import type { CatalogueRow } from './catalogue-store.ts'

/** A product's picture: a device, or a tariff's purpose with its class figure. */
export type OfferPicture =
  | {
      kind: 'device'
      tablet: boolean
      manufacturer: string
      name: string
      rank: 0 | 1 | 2 // plain to best: more cameras, finer edges
    }
  | { kind: OfferKind; figure: string }

export function pictureOf(
  { title, fixedLine, mobile }: CatalogueRow,
  categories: readonly CategorySlug[],
): OfferPicture {
  if (mobile?.device_id) {
    return {
      kind: 'device',
      tablet: mobile.device_type === 'tablet',
      manufacturer: mobile.manufacturer ?? '',
      name: mobile.device_name ?? '',
      rank: rankOf(mobile.product_class),
    }
  }
  const kind = kinds.find((one) => categories.includes(one)) ?? 'internet'
  return {
    kind,
    figure: shortFigure(fixedLine?.product_class ?? mobile?.product_class ?? title.de),
  }
}

// The first match is the most specific.
const kinds: OfferKind[] = [
  'geschaeftskunden',
  'young',
  'hybrid',
  'glasfaser',
  'sport-tv',
  'tv',
  'mobilfunk',
]

function rankOf(productClass: string): 0 | 1 | 2 {
  if (/premium|ober|pro/i.test(productClass)) return 2
  return /mittel|plus/i.test(productClass) ? 1 : 0
}

/** A class short enough for a picture, such as "1000" or "XL". */
const shortFigure = (text: string) => (/^[\p{L}\p{N}+]{1,5}$/u.test(text) ? text : '')

/** The picture as an SVG file, 480 x 360, in the tenant's colours. */
export function drawOffer(
  theme: Pick<Theme, 'colours' | 'fontHeading'>,
  picture: OfferPicture,
): string {
  return picture.kind === 'device' ? drawDevice(theme.colours, picture) : drawKind(theme, picture)
}
