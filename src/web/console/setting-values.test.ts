import { expect, test } from 'vitest'
import { findSetting } from '../../domain/tenant-settings.ts'
import { readSettings, saySetting, writeSetting } from './setting-values.ts'

const euros = findSetting('payouts.preparerCents')!

test('a sum stands in its field with separators, and is read back as the same cents in either language', async () => {
  expect(writeSetting(euros, 500_000, 'de')).toBe('5.000,00')
  expect(writeSetting(euros, 500_050, 'en')).toBe('5,000.50')
  for (const locale of ['de', 'en'] as const)
    for (const cents of [0, 1, 99, 100, 12_345, 99_999, 100_000, 500_000, 1_234_567, 99_999_999]) {
      const form = new FormData()
      form.set(euros.path, writeSetting(euros, cents, locale))
      expect([locale, cents, await readSettings(form, [euros])]).toEqual([
        locale,
        cents,
        { [euros.path]: cents },
      ])
    }
  for (const odd of ['x', 1.5, Number.NaN])
    expect(() => writeSetting(euros, odd, 'de')).not.toThrow()
})

test('whoever may not change a setting reads it in words: euros, yes or no, and what was chosen', () => {
  const said = { locale: 'de', yes: 'ja', no: 'nein' } as const
  const say = (path: string, value: unknown) => saySetting(findSetting(path)!, value, said)
  expect(say('payouts.preparerCents', 500_000)).toBe('5.000,00\u00a0€')
  expect(say('payouts.preparerCents', null)).toBe('')
  expect(say('payouts.instant', true)).toBe('ja')
  expect(say('payouts.instant', null)).toBe('nein')
  expect(say('vatModel', 'own')).toBe('im eigenen Namen, mit Umsatzsteuer')
  expect(say('accounting.encoding', 'utf-8')).toBe('UTF-8')
})
