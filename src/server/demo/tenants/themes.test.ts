import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bgv } from './bgv.ts'
import { standard } from './standard.ts'
import { telko } from './telko.ts'

/** Relative luminance of an opaque #rrggbb colour (WCAG 2.2, "relative luminance"). */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const textPairs = [
  ['text', 'background'],
  ['text', 'surface'],
  ['muted', 'background'],
  ['muted', 'surface'],
  ['onPrimary', 'primary'],
  ['onAccent', 'accent'],
  ['heroText', 'heroBackground'],
  ['link', 'background'],
  ['link', 'surface'],
  ['danger', 'background'],
  ['danger', 'surface'],
  ['success', 'background'],
  ['success', 'surface'],
] as const

const shapePairs = [
  ['focus', 'background'],
  ['focus', 'surface'],
  ['focus', 'heroBackground'],
  ['line', 'background'],
  ['line', 'surface'],
  ['primary', 'background'],
  ['primary', 'surface'],
] as const

describe.each([standard, bgv, telko])('the theme of $tenant.name', ({ tenant }) => {
  const { colours } = tenant.theme

  test('writes every colour as #rrggbb', () => {
    for (const colour of Object.values(colours)) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  })

  test.each(textPairs)('can be read: %s on %s', (front, back) => {
    expect(contrast(colours[front], colours[back])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapePairs)('can be seen: %s on %s', (front, back) => {
    expect(contrast(colours[front], colours[back])).toBeGreaterThanOrEqual(3)
  })
})

describe.each([standard, bgv, telko])('the pictures of $tenant.name', (demo) => {
  const { theme } = demo.tenant
  const drawings = [
    theme.logo,
    theme.heroPicture,
    ...demo.products.map((product) => product.picture),
    ...demo.rewardOptions.map((option) => option.picture),
  ]
  const previews = [theme.previewPicture, ...demo.products.map((product) => product.previewPicture)]
  const bytes = (path: string) =>
    statSync(new URL(`../../../web/public${path}`, import.meta.url)).size

  test.each(drawings)('%s is there and small', (path) => {
    expect(bytes(path)).toBeLessThan(12_000)
  })

  test.each(previews)('%s is there and small enough for messengers', (path) => {
    expect(bytes(path)).toBeLessThan(120_000)
  })
})

test('no two demo tenants share a colour scheme, a typeface or a corner', () => {
  const themes = [standard, bgv, telko].map(({ tenant }) => tenant.theme)
  for (const value of [
    (t: (typeof themes)[number]) => t.colours.primary,
    (t: (typeof themes)[number]) => t.fontHeading,
    (t: (typeof themes)[number]) => t.radius,
    (t: (typeof themes)[number]) => t.look,
  ]) {
    expect(new Set(themes.map(value)).size).toBe(themes.length)
  }
})
