import { wholeEuros, type Split } from '../../domain/money.ts'
import type { Locale, Localised, Tenant } from '../../domain/tenant.ts'
import { escapeXml } from '../gateways/bank-files/escape-xml.ts'

export type PictureKind = 'grafik100' | 'grafik50' | 'grafik50empfehler' | 'grafik50empfaenger'

/** The whole file: 640 x 360, in the tenant's colours, with system fonts, because SVG pictures load none. */
export function drawRewardPicture(
  tenant: Pick<Tenant, 'name' | 'address' | 'theme'>,
  kind: PictureKind,
  amounts: { all: number; half: Split },
  locale: Locale,
): string {
  const { colours, fontHeading, radius } = tenant.theme
  const words = wordsOf(tenant, kind, amounts, locale)
  const [background, text, first, second] = [
    colours.heroBackground,
    colours.heroText,
    colours.accent,
    colours.primary,
  ].map(escapeXml)
  const half = (side: 'left' | 'right') => `M170 70A110 110 0 0 ${side === 'left' ? 0 : 1} 170 290Z`
  const faded = (is: boolean) => (is ? '' : ' opacity=".35"')
  const pie =
    kind === 'grafik100'
      ? `<circle cx="170" cy="180" r="110" fill="${first}"/>`
      : `<path d="${half('left')}" fill="${first}"${faded(kind !== 'grafik50empfaenger')}/>` +
        `<path d="${half('right')}" fill="${first}"${faded(kind !== 'grafik50empfehler')}/>` +
        `<path d="M170 70V290" stroke="${background}" stroke-width="8"/>`
  // Equal colours would hide the ring.
  const ring = `<circle cx="170" cy="180" r="132" fill="none" stroke="${second === background ? text : second}" stroke-width="6"/>`
  const lines = words.lines
    .map(
      ({ label, amount }, index) =>
        `<text x="340" y="${rowsFrom(words.lines.length) + index * 118}" font-size="26">${escapeXml(label)}</text>` +
        `<text x="340" y="${rowsFrom(words.lines.length) + 58 + index * 118}" font-size="56" font-weight="700">${escapeXml(amount)}</text>`,
    )
    .join('')
  const corner = Math.min(24, Number.parseFloat(radius) || 0)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360" role="img" lang="${locale}">` +
    `<title>${escapeXml(words.title)}</title>` +
    `<rect width="640" height="360" rx="${corner}" fill="${background}"/>${ring}${pie}` +
    `<g fill="${text}" font-family="${escapeXml(fontHeading)}">${lines}</g></svg>\n`
  )
}

const rowsFrom = (rows: number) => (rows === 1 ? 160 : 102)

type Line = { label: string; amount: string }

/** The amounts, and the alternative text. */
function wordsOf(
  tenant: Pick<Tenant, 'name' | 'address'>,
  kind: PictureKind,
  { all, half }: { all: number; half: Split },
  locale: Locale,
): { title: string; lines: Line[] } {
  const address = tenant.address === 'du' ? 'du' : 'sie'
  const me = (cents: number): Line => ({ label: labels.me[address][locale], amount: money(cents) })
  const contact = (cents: number): Line => ({
    label: labels.contact[address][locale],
    amount: money(cents),
  })
  const money = (cents: number) => wholeEuros(cents, locale)
  const lines = {
    grafik100: [me(all)],
    grafik50: [me(half.referrer), contact(half.recipient)],
    grafik50empfehler: [me(half.referrer)],
    grafik50empfaenger: [contact(half.recipient)],
  }[kind]
  const said = lines.map(({ label, amount }) => `${label} ${amount}`).join(', ')
  return { title: `${tenant.name}: ${said}`, lines }
}

const labels: Record<'me' | 'contact', Record<'du' | 'sie', Localised>> = {
  me: { du: { de: 'Für dich', en: 'For you' }, sie: { de: 'Für Sie', en: 'For you' } },
  contact: {
    du: { de: 'Für deinen Kontakt', en: 'For your contact' },
    sie: { de: 'Für Ihren Kontakt', en: 'For your contact' },
  },
}
