import { describe, expect, test } from 'vitest'
import { errorCatalogue } from './errors.ts'
import type { ErrorName, Failure } from './errors.ts'

// The table of domain.md section 5.
const statuses: Record<string, number> = {
  '0001': 500,
  '0002': 503,
  '0101': 400,
  '0102': 415,
  '0201': 400,
  '0202': 403,
  '0203': 403,
  '0204': 401,
  '0205': 410,
  '0206': 410,
  '0207': 403,
  '0208': 404,
  '0209': 409,
  '0210': 403,
  '0211': 403,
  '0212': 403,
  '0213': 403,
  '0214': 403,
  '0215': 403,
  '0216': 403,
  '0217': 403,
  '0218': 422,
  '0219': 410,
  '0301': 409,
  '0302': 409,
  '0303': 422,
  '0304': 400,
  '0305': 422,
  '0306': 422,
  '0307': 410,
  '0308': 404,
  '0309': 403,
  '0310': 422,
  '0401': 409,
  '0402': 403,
  '0403': 422,
  '0404': 422,
  '0405': 409,
  '0406': 409,
  '0501': 428,
  '0502': 422,
  '0601': 503,
  '0602': 500,
  '0603': 404,
  '0604': 404,
  '0605': 429,
  '0606': 409,
  '0701': 400,
  '0702': 403,
  '0703': 409,
  '0704': 403,
  '0705': 409,
  '0706': 403,
  '0707': 409,
  '0708': 403,
  '0709': 403,
  '0710': 409,
  '0741': 409,
  '0742': 409,
}

const entries = Object.entries(errorCatalogue)

test('the catalogue has every code of the wire once, with its status', () => {
  const found = entries.map(([, { code, status }]) => [code, status] as const)
  const expected = Object.entries(statuses).map(
    ([digits, status]) => [`PSOF${digits}`, status] as const,
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
  expect(entries).toHaveLength(59)
})

test('only a session failure answers 401, because a 401 logs the client out', () => {
  const names = entries.filter(([, { status }]) => status === 401).map(([name]) => name)
  expect(names).toEqual(['session-missing'])
})

describe.each(entries)('%s', (name, entry) => {
  test('has an English kebab-case name and whole sentences in both languages', () => {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
    for (const text of [entry.de, entry.en]) {
      expect(text).toMatch(/^\p{Lu}.{20,}[.]$/u)
      expect(text).toBe(text.trim())
    }
    expect(entry.de).not.toBe(entry.en)
    expect(entry.de).not.toMatch(/\b(?:du|dein|deine|dich|dir)\b/i)
    expect(entry.de).not.toMatch(/\b(?:fuer|ueber|koennen|moechten|waehlen|pruefen)\b/i)
  })
})

test('the texts that the specification fixes are there', () => {
  expect(errorCatalogue['email-invalid'].de).toBe(
    'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  )
  expect(errorCatalogue['content-unreachable'].de).toMatch(/^Inhalt nicht verfügbar/)
  expect(errorCatalogue['link-expired'].de).toContain('Passwort vergessen')
  for (const locale of ['de', 'en'] as const)
    expect(errorCatalogue['unknown-category'][locale]).toContain('404 - Unknown category')
})

test('a failure names its error and may carry more', () => {
  const name: ErrorName = 'too-many-requests'
  const failure: Failure = { name, retryAfterSeconds: 30 }
  expect(errorCatalogue[failure.name].status).toBe(429)
})
