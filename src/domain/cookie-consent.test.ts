import { describe, expect, test } from 'vitest'
import {
  chooseCategories,
  isAnyGiven,
  isUndecided,
  optionalCategories,
  readConsent,
  writeConsent,
  type ConsentState,
  type CookieChoices,
  type OptionalCategory,
} from './cookie-consent.ts'

const id = 'aZ09_-aZ09_-aZ09_-aZ09'
const version = '2026-11'

/** Every set of categories that a tenant can use. */
const sets = Array.from({ length: 8 }, (_, bits) =>
  optionalCategories.filter((_category, place) => bits & (1 << place)),
)
const statesOf = (used: OptionalCategory[], states: ConsentState[]): CookieChoices[] =>
  used.reduce<CookieChoices[]>(
    (all, category) => all.flatMap((one) => states.map((state) => ({ ...one, [category]: state }))),
    [{}],
  )

describe('the consent cookie', () => {
  test('the answer for each category is read back, in every combination', () => {
    for (const used of sets) {
      for (const choices of statesOf(used, ['given', 'declined', 'unset'])) {
        for (const remembered of [true, false]) {
          for (const known of [id, null]) {
            const consent = { id: known, remembered, choices }
            expect(readConsent(writeConsent(consent, version), used, version)).toEqual(consent)
          }
        }
      }
    }
  })

  test('without a cookie every category that is in use is unset, and no other is there', () => {
    for (const used of sets) {
      const { choices, id: known } = readConsent(undefined, used, version)
      expect(known).toBeNull()
      expect(choices).toEqual(Object.fromEntries(used.map((category) => [category, 'unset'])))
      expect(isUndecided({ choices })).toBe(used.length > 0)
      expect(isAnyGiven({ choices })).toBe(false)
    }
  })

  test('consent to an older text does not count, and the proof keeps its id', () => {
    const text = `2025-01.r1a1m1.${id}`
    expect(readConsent(text, ['analytical', 'marketing'], version)).toEqual({
      id,
      remembered: true,
      choices: { analytical: 'unset', marketing: 'unset' },
    })
  })

  test('a category that the tenant uses since then is asked about, the others keep their answer', () => {
    const { choices } = readConsent(`${version}.r1m1.${id}`, ['functional', 'marketing'], version)
    expect(choices).toEqual({ functional: 'unset', marketing: 'given' })
    expect(isUndecided({ choices })).toBe(true)
  })

  test.each([
    '',
    'nonsense',
    `${version}.a1`,
    `${version}.a2m1.${id}`,
    `${version}.a1m1.short`,
    `${version}.a1m1.${id}; path=/`,
    `${version}.x1.${id}`,
    'x'.repeat(5000),
  ])('a text that is none of ours says nothing: %.40s', (text) => {
    expect(readConsent(text, ['analytical', 'marketing'], version)).toEqual({
      id: null,
      remembered: true,
      choices: { analytical: 'unset', marketing: 'unset' },
    })
  })
})

test('a choice decides every category in use: what is not given is declined, and nothing else is touched', () => {
  for (const used of sets) {
    for (const given of sets) {
      const choices = chooseCategories(used, given)
      expect(Object.keys(choices)).toEqual(used)
      for (const category of used)
        expect(choices[category]).toBe(given.includes(category) ? 'given' : 'declined')
      expect(isUndecided({ choices })).toBe(false)
      expect(isAnyGiven({ choices })).toBe(used.some((category) => given.includes(category)))
    }
  }
})
