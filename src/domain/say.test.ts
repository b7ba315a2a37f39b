import { readFileSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCatalogue } from './errors.ts'
import { say } from './say.ts'

const sie = /\b(Ihnen|Ihre?[nmrs]?|(?<!^|[.!?:] )Sie)\b|\b(?:\w+en|sind|haben) Sie\b/
const du = /\b(du|dir|dich|deine?[nmrs]?)\b/i

test('German speaks as the tenant does, English and a text that addresses nobody stay as they are', () => {
  const text = { de: 'Bitte warten Sie.', du: 'Bitte warte.', en: 'Please wait.' }
  expect(say(text, { locale: 'de', tenant: { address: 'du' } })).toBe('Bitte warte.')
  expect(say(text, { locale: 'de', tenant: { address: 'Sie' } })).toBe('Bitte warten Sie.')
  expect(say(text, { locale: 'de', tenant: null })).toBe('Bitte warten Sie.')
  expect(say(text, { locale: 'en', tenant: { address: 'du' } })).toBe('Please wait.')
  const plain = { de: 'Diese Angabe fehlt.', en: 'This is missing.' }
  expect(say(plain, { locale: 'de', tenant: { address: 'du' } })).toBe('Diese Angabe fehlt.')
})

test('no refusal of the API is in the other form of address', () => {
  for (const [name, entry] of Object.entries(errorCatalogue)) {
    expect(say(entry, { locale: 'de', tenant: { address: 'du' } }), name).not.toMatch(sie)
    expect(say(entry, { locale: 'de', tenant: { address: 'Sie' } }), name).not.toMatch(du)
    expect(entry.du, name).toMatch(/^\p{Lu}.{20,}[.]$/u)
  }
})

// The demo's own pages say Sie to their visitors. Consents and the picture have both forms in a shape of their own, and the texts about
// a held reward are shown to nobody.
const elsewhere =
  /^src\/server\/demo\/|\/(consent-texts|reward-picture)\.ts$|^src\/domain\/eligibility\.ts$|\.test\.ts$/

test('whatever text of the API says Sie has one beside it that says du', () => {
  const texts = globSync('src/{server,domain,contract}/**/*.ts')
    .filter((file) => !elsewhere.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      return [...source.matchAll(/\bde: (['`])(.*?)\1,?\s*(du: .*)?/g)].map(
        ([, , text = '', beside = '']) => ({ file, text, beside }),
      )
    })
    .filter(({ text }) => sie.test(text))
  expect(texts.length).toBeGreaterThan(30)
  const alone = texts.filter(({ beside }) => beside === '' || sie.test(beside))
  expect(alone.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})
