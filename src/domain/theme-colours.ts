import { brightest, contrast, isDark, mix, readable } from './colours.ts'
import type { Theme } from './tenant.ts'

type Colours = Theme['colours']
type Colour = keyof Colours

/** Colour pairs in use: text has 4.5:1 (WCAG 2.2, 1.4.3), shapes 3:1 (1.4.11). */
const contrastPairs: readonly (readonly [Colour, Colour, number])[] = [
  ['text', 'background', 4.5],
  ['text', 'surface', 4.5],
  ['muted', 'background', 4.5],
  ['muted', 'surface', 4.5],
  ['onPrimary', 'primary', 4.5],
  ['onAccent', 'accent', 4.5],
  ['heroText', 'heroBackground', 4.5],
  ['link', 'background', 4.5],
  ['link', 'surface', 4.5],
  ['danger', 'background', 4.5],
  ['danger', 'surface', 4.5],
  ['success', 'background', 4.5],
  ['success', 'surface', 4.5],
  ['focus', 'background', 3],
  ['focus', 'surface', 3],
  ['focus', 'heroBackground', 3],
  ['line', 'background', 3],
  ['line', 'surface', 3],
  // As a shape; its text is `primaryTextOf`.
  ['primary', 'background', 3],
  ['primary', 'surface', 3],
]

/** A theme's pairs with too little contrast, each with colour and reason. */
export function judgeContrast(colours: Colours): { colour: Colour; why: string }[] {
  return contrastPairs.flatMap(([front, back, least]) => {
    const ratio = contrast(colours[front], colours[back])
    // Truncated, not rounded: 4.499 is not enough.
    const shown = Math.floor(ratio * 100) / 100
    return ratio >= least
      ? []
      : [{ colour: front, why: `has ${shown}:1 on ${back}, and ${least}:1 is the least` }]
  })
}

/**
 * The main colour where it is text (the second button of a page, large figures): itself if it can be read on the page, on surfaces and on its own
 * tint; else darker, or lighter on a dark theme, by as little as it takes. So a tenant keeps a brand colour that is fine for shapes alone.
 */
export function primaryTextOf(colours: Colours): string {
  const { background, surface, primary, text } = colours
  // `--color-tint` of ui/style.css.
  const backs = [background, surface, mix(surface, primary, 0.08)]
  const extreme = isDark(surface) ? '#ffffff' : '#000000'
  return readable(readable(primary, text, backs, 4.5), extreme, backs, 4.5)
}

const [pale, ink, night] = ['#f1f0ee', '#101012', '#0b0b0c']

/**
 * A theme's colours for people whose system is dark, derived so that a tenant has nothing to maintain: its own tone, darkened, behind its
 * own hues, lightened until they can be read. No pure black or white, so that a mail program which inverts keeps the contrast. A theme
 * that is dark already stays. Every pair of `judgeContrast` holds, whatever the theme.
 */
export function darkColoursOf(colours: Colours): Colours {
  if (isDark(colours.background) && isDark(colours.surface)) return colours
  const tone = mix(isDark(colours.text) ? colours.text : ink, ink, 0.45)
  const surface = mix(mix(tone, pale, 0.04), ink, contrast(tone, pale) < 12 ? 0.6 : 0)
  const background = mix(surface, night, 0.55)
  const hero = readable(
    isDark(colours.heroBackground)
      ? colours.heroBackground
      : mix(mix(colours.primary, colours.heroBackground, 0.15), night, 0.6),
    night,
    [pale],
    12,
  )
  const backs = [background, surface, hero]
  const lit = (colour: string, ratio: number) => {
    const pastel = mix(brightest(colour), pale, 0.5)
    return readable(readable(colour, pastel, backs, ratio), pale, backs, ratio)
  }
  const primary =
    contrast(colours.primary, surface) >= 3 && contrast(colours.primary, background) >= 3
      ? { primary: colours.primary, onPrimary: colours.onPrimary }
      : { primary: lit(colours.primary, 6), onPrimary: ink }
  return {
    ...colours,
    ...primary,
    background,
    surface,
    text: pale,
    muted: lit(mix(colours.muted, pale, 0.5), 6),
    line: lit(colours.line, 3.2),
    heroBackground: hero,
    heroText: pale,
    link: lit(colours.link, 6),
    focus: lit(colours.focus, 3.2),
    danger: lit(colours.danger, 6),
    success: lit(colours.success, 6),
  }
}
