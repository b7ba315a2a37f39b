import { expect, test } from 'vitest'
import { errorCatalogue } from '../domain/errors.ts'
import { errorWords } from './error-words.ts'
import du from './texts/du-errors.json' with { type: 'json' }

const formal = /\b(Sie|Ihnen|Ihre?[nmrs]?)\b/

test('a tenant that says du says it in every refusal, too', async () => {
  for (const { code, de } of Object.values(errorCatalogue)) {
    // Keys are for programs; no page shows their refusal.
    if (code === 'PSOF0213') continue
    const said = await errorWords({ locale: 'de', tenant: { address: 'du' } }, code, de)
    expect(said.match(formal), code).toBeNull()
  }
  const codes = new Set<string>(Object.values(errorCatalogue).map(({ code }) => code))
  expect(Object.keys(du).filter((code) => !codes.has(code))).toEqual([])
})

test('other tenants and languages keep the words of the API', async () => {
  const page = { locale: 'de', tenant: { address: 'Sie' } } as const
  expect(await errorWords(page, 'PSOF0605', 'Bitte warten Sie.')).toBe('Bitte warten Sie.')
  const english = { locale: 'en', tenant: { address: 'du' } } as const
  expect(await errorWords(english, 'PSOF0605', 'Please wait.')).toBe('Please wait.')
})
