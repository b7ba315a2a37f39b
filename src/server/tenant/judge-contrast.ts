import { wcagContrast } from 'culori'
import type { Theme } from '../../domain/tenant.ts'

type Colour = keyof Theme['colours']

// The pairs that the components use: text has 4.5:1 (WCAG 2.2, 1.4.3), what is seen as a shape 3:1 (1.4.11).
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

/** Pairs of a theme that people with weak sight cannot tell apart, each with its colour and why. */
export function judgeContrast(colours: Theme['colours']): { colour: Colour; why: string }[] {
  return contrastPairs.flatMap(([front, back, least]) => {
    const ratio = wcagContrast(colours[front], colours[back])
    // Cut, not rounded: 4.499 is not enough.
    const shown = Math.floor(ratio * 100) / 100
    return ratio >= least
      ? []
      : [{ colour: front, why: `has ${shown}:1 on ${back}, and ${least}:1 is the least` }]
  })
}
