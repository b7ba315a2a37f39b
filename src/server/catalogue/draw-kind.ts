import type { Theme } from '../../domain/tenant.ts'
import { escapeXml } from '../gateways/bank-files/escape-xml.ts'

export const offerKinds = [
  'internet',
  'hybrid',
  'young',
  'glasfaser',
  'tv',
  'sport-tv',
  'mobilfunk',
  'geschaeftskunden',
] as const
export type OfferKind = (typeof offerKinds)[number]

type Colours = Theme['colours']

/** A tariff's scene, 480 x 360, on the tenant's dark colour, with a short class figure. */
export function drawKind(
  { colours, fontHeading }: Pick<Theme, 'colours' | 'fontHeading'>,
  { kind, figure }: { kind: OfferKind; figure: string },
): string {
  const size = figure.length > 3 ? 74 : 96
  const words =
    figure === ''
      ? ''
      : `<text x="36" y="316" font-family="${escapeXml(fontHeading)}" font-size="${size}" font-weight="800" letter-spacing="-2" fill="${colours.heroText}">${escapeXml(figure)}</text>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" width="480" height="360">` +
    `<rect width="480" height="360" fill="${colours.heroBackground}"/>${scenes[kind](colours)}${words}</svg>\n`
  )
}

const arcs = (x: number, y: number, colour: string, radii: number[]) =>
  radii
    .map(
      (r, index) =>
        `<path d="M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}" fill="none" stroke="${colour}" stroke-width="14" stroke-linecap="round" opacity="${1 - index * 0.25}"/>`,
    )
    .join('')

const box = ({ heroText, accent }: Colours, x: number, y: number) =>
  `<rect x="${x}" y="${y}" width="152" height="52" rx="16" fill="${heroText}"/>` +
  `<circle cx="${x + 28}" cy="${y + 26}" r="7" fill="${accent}"/><path d="M${x + 52} ${y + 26}H${x + 124}" stroke="#000" stroke-opacity=".2" stroke-width="6" stroke-linecap="round"/>`

const screen = ({ heroText, primary }: Colours, inside: string) =>
  `<rect x="170" y="44" width="270" height="168" rx="16" fill="${heroText}"/><rect x="182" y="56" width="246" height="144" rx="8" fill="${primary}"/>` +
  `<path d="M262 238H348M305 212V238" stroke="${heroText}" stroke-width="12" stroke-linecap="round"/>${inside}`

const scenes: Record<OfferKind, (colours: Colours) => string> = {
  internet: (c) =>
    `<circle cx="380" cy="60" r="180" fill="${c.primary}" opacity=".55"/>${arcs(360, 148, c.accent, [34, 68, 102])}${box(c, 284, 172)}`,
  hybrid: (c) =>
    `<path d="M250 0H480V360H140Z" fill="${c.primary}" opacity=".55"/>${box(c, 282, 190)}` +
    `<path d="M404 190V84M404 84l-26 30M404 84l26 30" stroke="${c.accent}" stroke-width="14" fill="none" stroke-linecap="round" stroke-linejoin="round"/>` +
    arcs(320, 160, c.heroText, [24, 50]),
  young: (c) =>
    `<circle cx="352" cy="150" r="126" fill="${c.accent}"/><circle cx="352" cy="150" r="126" fill="none" stroke="${c.primary}" stroke-width="10" stroke-dasharray="4 26" stroke-linecap="round"/>` +
    arcs(352, 186, c.heroBackground, [24, 54, 84]) +
    `<circle cx="352" cy="190" r="11" fill="${c.heroBackground}"/>`,
  glasfaser: (c) =>
    [0, 1, 2, 3, 4, 5, 6]
      .map((at) => {
        const end = [196 + at * 42, 46 + Math.abs(3 - at) * 16] as const
        const colour = at % 3 === 1 ? c.accent : at % 3 === 0 ? c.primary : c.heroText
        return (
          `<path d="M350 380C${346 + at * 2} 250 ${end[0]} 220 ${end[0]} ${end[1]}" stroke="${colour}" stroke-width="9" fill="none" stroke-linecap="round" opacity=".9"/>` +
          `<circle cx="${end[0]}" cy="${end[1]}" r="15" fill="${colour}"/><circle cx="${end[0]}" cy="${end[1]}" r="26" fill="${colour}" opacity=".22"/>`
        )
      })
      .join(''),
  tv: (c) =>
    screen(
      c,
      `<path d="M284 96v64l56-32z" fill="${c.accent}"/><path d="M200 184H300" stroke="${c.heroText}" stroke-width="6" stroke-linecap="round"/><path d="M312 184H410" stroke="${c.heroText}" stroke-opacity=".35" stroke-width="6" stroke-linecap="round"/>`,
    ),
  'sport-tv': (c) =>
    screen(
      c,
      `<g fill="none" stroke="${c.heroText}" stroke-opacity=".7" stroke-width="4"><path d="M305 56V200M182 92h40v72h-40M428 92h-40v72h40"/><circle cx="305" cy="128" r="30"/></g><circle cx="334" cy="112" r="14" fill="${c.accent}"/>`,
    ),
  mobilfunk: (c) =>
    `<circle cx="370" cy="330" r="210" fill="${c.primary}" opacity=".55"/>` +
    `<path d="M262 60H370L426 116V284A16 16 0 0 1 410 300H262A16 16 0 0 1 246 284V76A16 16 0 0 1 262 60Z" fill="${c.accent}"/>` +
    `<rect x="280" y="158" width="112" height="104" rx="16" fill="none" stroke="${c.heroBackground}" stroke-width="9"/>` +
    `<path d="M280 194H318M280 228H318M354 194H392M354 228H392M336 158V262" stroke="${c.heroBackground}" stroke-width="9"/>`,
  geschaeftskunden: (c) =>
    `<path d="M220 360V120H330V360Z" fill="${c.primary}"/><path d="M330 360V56H450V360Z" fill="${c.heroText}"/>` +
    [0, 1, 2, 3]
      .map(
        (row) =>
          `<path d="M352 ${96 + row * 52}h24M402 ${96 + row * 52}h24" stroke="${row === 1 ? c.accent : c.heroBackground}" stroke-width="20"/>` +
          (row < 3
            ? `<path d="M242 ${160 + row * 52}h22M286 ${160 + row * 52}h22" stroke="${row === 0 ? c.accent : c.heroText}" stroke-width="18" opacity="${row === 0 ? 1 : 0.6}"/>`
            : ''),
      )
      .join(''),
}
