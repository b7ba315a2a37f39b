import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from './colours.ts'
import type { Theme } from './tenant.ts'
import { darkColoursOf, judgeContrast } from './theme-colours.ts'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
const on = (back: string) =>
  contrast('#ffffff', back) > contrast('#000000', back) ? '#ffffff' : '#000000'

/** Any colours at all; text on buttons is readable, as the settings refuse others. */
const colours: fc.Arbitrary<Theme['colours']> = fc
  .record({
    background: colour,
    surface: colour,
    text: colour,
    muted: colour,
    line: colour,
    primary: colour,
    accent: colour,
    heroBackground: colour,
    heroText: colour,
    link: colour,
    focus: colour,
    danger: colour,
    success: colour,
  })
  .map((all) => ({ ...all, onPrimary: on(all.primary), onAccent: on(all.accent) }))
const isLight = ({ background, surface }: Theme['colours']) =>
  on(background) === '#000000' || on(surface) === '#000000'

describe('where the system is dark', () => {
  test('every pair has its contrast, whatever the colours by day', () => {
    fc.assert(
      fc.property(colours.filter(isLight), (light) => {
        expect(judgeContrast(darkColoursOf(light))).toEqual([])
      }),
    )
  })

  test('the page is dark and its text pale', () => {
    fc.assert(
      fc.property(colours.filter(isLight), (light) => {
        const dark = darkColoursOf(light)
        for (const back of [dark.background, dark.surface, dark.heroBackground])
          expect(contrast(dark.text, back)).toBeGreaterThanOrEqual(10)
      }),
    )
  })

  test('a theme that is dark already stays', () => {
    fc.assert(
      fc.property(colours, (given) => {
        const dark = { ...given, background: '#101318', surface: '#181c24' }
        expect(darkColoursOf(dark)).toEqual(dark)
      }),
    )
  })
})
