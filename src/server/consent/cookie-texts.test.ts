import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionalCategories } from '../../domain/cookie-consent.ts'
import { cookieTexts } from './cookie-texts.ts'

// The server may not import the web, and proof is worth nothing when it says other words than the page did.

test.each(['de', 'en'] as const)('what is kept as proof is what the page showed (%s)', (locale) => {
  const shown = JSON.parse(readFileSync(`src/web/texts/${locale}/cookies.json`, 'utf8')) as Record<
    string,
    string
  >
  for (const category of optionalCategories)
    expect(cookieTexts[category][locale]).toBe(
      `${shown[`${category}.title`]}: ${shown[`${category}.text`]}`,
    )
})
