import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, mix } from './colours.ts'
import type { Theme } from './tenant.ts'
import { darkColoursOf, judgeContrast, primaryTextOf } from './theme-colours.ts'

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

describe('the main colour as text', () => {
  const backsOf = ({ background, surface, primary }: Theme['colours']) => [
    background,
    surface,
    mix(surface, primary, 0.08),
  ]
  const least = (front: string, all: Theme['colours']) =>
    Math.min(...backsOf(all).map((back) => contrast(front, back)))

  test('can be read wherever it stands, by day and where the system is dark, whatever theme the settings accept', () => {
    const accepted = colours
      .map((all) => ({ ...all, background: '#f4efe4', surface: '#ffffff', text: '#201a12' }))
      .filter((all) => !judgeContrast(all).some(({ colour: name }) => name === 'primary'))
    fc.assert(
      fc.property(accepted, (all) => {
        expect(least(primaryTextOf(all), all)).toBeGreaterThanOrEqual(4.5)
        const dark = darkColoursOf(all)
        expect(least(primaryTextOf(dark), dark)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('is the colour itself where that can be read, and darker where it is fine for shapes alone', () => {
    const theme = { background: '#ffffff', surface: '#ffffff', text: '#101012' }
    const [teal, orange] = ['#0b5c63', '#e8590c'].map(
      (primary) => ({ ...theme, primary }) as Theme['colours'],
    )
    expect(primaryTextOf(teal!)).toBe('#0b5c63')
    expect(contrast(orange!.primary, '#ffffff')).toBeGreaterThan(3)
    expect(primaryTextOf(orange!)).not.toBe(orange!.primary)
    expect(least(primaryTextOf(orange!), orange!)).toBeLessThan(5.2)
  })
})
