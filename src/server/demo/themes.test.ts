import { readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readLogo } from '../billing/read-document-look.ts'
import { judgeContrast } from '../../domain/theme-colours.ts'
import { brandFile } from '../gateways/pictures/brand-file.ts'
import { bgv, standard, telko } from './demo-tenants.ts'

describe.each([standard, bgv, telko])('the theme of $tenant.name', ({ tenant }) => {
  const { colours } = tenant.theme

  test('writes every colour as #rrggbb', () => {
    for (const colour of Object.values(colours)) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('can be read and seen', () => {
    expect(judgeContrast(colours)).toEqual([])
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
  const bytes = (path: string) => statSync(brandFile(path)!).size

  test('its documents show the logo', () => {
    expect(readLogo(readFileSync(brandFile(theme.logo)!, 'utf8'))).not.toBeNull()
  })

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
