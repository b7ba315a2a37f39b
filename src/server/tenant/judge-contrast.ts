import type { Theme } from '../../domain/tenant.ts'

type Colour = keyof Theme['colours']

/** Colour pairs in use: text has 4.5:1 (WCAG 2.2, 1.4.3), shapes 3:1 (1.4.11). */
export const contrastPairs: readonly (readonly [Colour, Colour, number])[] = [
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
  ['primary', 'background', 3],
  ['primary', 'surface', 3],
]

/** Relative luminance of an opaque #rrggbb colour (WCAG 2.2, "relative luminance"). */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** A theme's pairs with too little contrast, each with colour and reason. */
export function judgeContrast(colours: Theme['colours']): { colour: Colour; why: string }[] {
  return contrastPairs.flatMap(([front, back, least]) => {
    const ratio = contrast(colours[front], colours[back])
    // Truncated, not rounded: 4.499 is not enough.
    const shown = Math.floor(ratio * 100) / 100
    return ratio >= least
      ? []
      : [{ colour: front, why: `has ${shown}:1 on ${back}, and ${least}:1 is the least` }]
  })
}
