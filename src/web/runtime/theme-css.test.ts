import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Theme } from '../../domain/tenant.ts'
import { darkThemeCss } from './theme-css.ts'

const demo = resolve(import.meta.dirname, '../../../demo')
const themeOf = (tenant: string) =>
  (JSON.parse(readFileSync(resolve(demo, tenant, 'tenant.json'), 'utf8')) as { theme: Theme }).theme

test.each(['standard', 'bgv', 'telko'])(
  'the logo for dark pages is not shown where colours are forced, which put a logo on white: %s',
  (tenant) => {
    const rules = darkThemeCss(themeOf(tenant)).split('@media ').slice(1)
    const ofLogo = rules.filter((rule) => rule.includes('img{'))
    expect(ofLogo).toHaveLength(1)
    expect(ofLogo[0]).toMatch(
      /^screen and \(prefers-color-scheme: dark\) and \(forced-colors: none\)\{.*logo-dark/,
    )
  },
)
