import type { Theme } from '../../domain/tenant.ts'

// Mail colours. Light ones are the tenant's; dark ones are derived, because mail clients either honour prefers-color-scheme or invert. No
// pure black or white, so that inverting keeps the contrast.

type Rgb = [number, number, number]

export type MailColours = {
  page: string
  card: string
  text: string
  muted: string
  line: string
  link: string
  button: string
  onButton: string
  band: string
  onBand: string
  accent: string
  tint: string
}

export function lightColours({ colours }: Theme): MailColours {
  return {
    page: colours.background,
    card: colours.surface,
    text: colours.text,
    muted: colours.muted,
    line: mix(colours.line, colours.surface, 0.6),
    link: colours.link,
    button: colours.primary,
    onButton: colours.onPrimary,
    band: colours.heroBackground,
    onBand: colours.heroText,
    accent: colours.accent,
    tint: mix(colours.primary, colours.surface, 0.93),
  }
}

export function darkColours({ colours }: Theme): MailColours {
  const card = mix(colours.text, '#1b1b1d', 0.55)
  const page = mix(card, '#0b0b0c', 0.55)
  return {
    page,
    card,
    text: '#f1f0ee',
    muted: readable(mix(colours.muted, '#d0d0d4', 0.6), card, 5),
    line: mix(card, '#f1f0ee', 0.2),
    link: readable(colours.link, card, 5.5),
    // On a dark background most accents stand out more than a primary colour mixed with white.
    ...(contrast(colours.accent, card) >= 4.5
      ? { button: colours.accent, onButton: colours.onAccent }
      : { button: readable(colours.primary, card, 5), onButton: '#101012' }),
    band: mix(mix(colours.primary, colours.heroBackground, 0.15), '#0b0b0c', 0.7),
    onBand: '#f1f0ee',
    accent: colours.accent,
    tint: mix(card, '#f1f0ee', 0.06),
  }
}

/** `colour` mixed with as much white as it needs on a dark `background`. */
function readable(colour: string, background: string, ratio: number): string {
  for (let part = 0; part < 1; part += 0.05) {
    const lighter = mix(colour, '#ffffff', part)
    if (contrast(lighter, background) >= ratio) return lighter
  }
  return '#f1f0ee'
}

/** Mixes `part` (0 to 1) of the second colour into the first; returns anything but #rrggbb unchanged. */
function mix(colour: string, other: string, part: number): string {
  const [a, b] = [rgb(colour), rgb(other)]
  if (!a || !b) return colour
  const parts = a.map((value, index) => Math.round(value + ((b[index] ?? value) - value) * part))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number]
  return (a + 0.05) / (b + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = (rgb(colour) ?? [0, 0, 0]).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgb(colour: string): Rgb | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  return digits ? (digits.slice(1).map((pair) => Number.parseInt(pair, 16)) as Rgb) : null
}
