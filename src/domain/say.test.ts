import { readFileSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCatalogue } from './errors.ts'
import { say } from './say.ts'
import { rewardWords, type RewardWord } from './tenant.ts'

const sie = /\b(Ihnen|Ihre?[nmrs]?|(?<!^|[.!?:] )Sie)\b|\b(?:\w+en|sind|haben) Sie\b/
const du = /\b(du|dir|dich|deine?[nmrs]?)\b/i

const tenantOf = (address: 'du' | 'Sie', rewardWord: RewardWord = 'Prämie') => ({
  address,
  rewardWord,
})

test('German speaks as the tenant does, English and a text that addresses nobody stay as they are', () => {
  const text = { de: 'Bitte warten Sie.', du: 'Bitte warte.', en: 'Please wait.' }
  const [du, sie] = [tenantOf('du'), tenantOf('Sie')]
  expect(say(text, { locale: 'de', tenant: du })).toBe('Bitte warte.')
  expect(say(text, { locale: 'de', tenant: sie })).toBe('Bitte warten Sie.')
  expect(say(text, { locale: 'de', tenant: null })).toBe('Bitte warten Sie.')
  expect(say(text, { locale: 'en', tenant: du })).toBe('Please wait.')
  const plain = { de: 'Diese Angabe fehlt.', en: 'This is missing.' }
  expect(say(plain, { locale: 'de', tenant: du })).toBe('Diese Angabe fehlt.')
})

test('German says the word of the tenant for the reward, in its form of address', () => {
  const text = {
    de: 'Holen Sie die Prämie ab.',
    du: 'Hol die Prämie ab.',
    bonus: { de: 'Holen Sie den Bonus ab.', du: 'Hol den Bonus ab.' },
    en: 'Collect the reward.',
  }
  const said = (address: 'du' | 'Sie', rewardWord: RewardWord, locale: 'de' | 'en' = 'de') =>
    say(text, { locale, tenant: tenantOf(address, rewardWord) })
  expect(said('du', 'Bonus')).toBe('Hol den Bonus ab.')
  expect(said('Sie', 'Bonus')).toBe('Holen Sie den Bonus ab.')
  expect(said('du', 'Prämie')).toBe('Hol die Prämie ab.')
  expect(said('du', 'Bonus', 'en')).toBe('Collect the reward.')
  const head = { de: 'Prämien', bonus: { de: 'Boni' }, en: 'Rewards' }
  expect(say(head, { locale: 'de', tenant: tenantOf('du', 'Bonus') })).toBe('Boni')
  expect(say(head, { locale: 'de', tenant: null })).toBe('Prämien')
})

test('no refusal of the API is in the other form of address', () => {
  for (const [name, entry] of Object.entries(errorCatalogue)) {
    for (const rewardWord of rewardWords) {
      const said = (address: 'du' | 'Sie') =>
        say(entry, { locale: 'de', tenant: tenantOf(address, rewardWord) })
      expect(said('du'), name).not.toMatch(sie)
      expect(said('Sie'), name).not.toMatch(du)
    }
    expect(entry.du, name).toMatch(/^\p{Lu}.{20,}[.]$/u)
  }
})

// What is no sentence: the setting itself, and words chosen by it where they are used. The audit log and the settings have one word at all tenants.
const chosen = [
  'src/domain/tenant.ts',
  'src/domain/tenant-settings.ts',
  'src/domain/say.ts',
  'src/domain/setting-words.ts',
  'src/domain/accounting-words.ts',
  'src/domain/password-words.ts',
  'src/server/tenant/read-tenant.ts',
  'src/server/team/session.ts',
  'src/server/agency/statistics-words.ts',
  'src/server/gateways/invoice-files/invoice-document.ts',
  'src/contract/audit-words.ts',
]

test('whatever text of the API names the reward has one beside it that says Bonus', () => {
  const files = globSync('src/{server,domain,contract}/**/*.ts').filter(
    (file) => !elsewhere.test(file) && !/test-helper/.test(file) && !chosen.includes(file),
  )
  const named = /Prämi/i
  let found = 0
  const alone = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')
    const texts = [...source.matchAll(/\bde: .*?\ben:/gs)].map(([text]) => text)
    const naming = texts.filter((text) => named.test(text))
    found += naming.length
    const [bare, rest] = [
      naming.filter((text) => !/bonus: \{[^}]*Bon(us|i)/s.test(text)),
      texts.reduce((left, text) => left.replace(text, ''), source),
    ]
    return [...bare, ...(rest.match(/^.*Prämi.*$/gim) ?? [])].map((text) => `${file}: ${text}`)
  })
  expect(alone).toEqual([])
  expect(found).toBeGreaterThan(10)
})

// The demo's own pages say Sie to their visitors. The picture has both forms in a shape of its own, and the texts about a held reward
// are shown to nobody.
const elsewhere =
  /^src\/server\/demo\/|\/reward-picture\.ts$|^src\/domain\/eligibility\.ts$|\.test\.ts$/

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
