import { describe, expect, test } from 'vitest'
import { sealAsBefore } from '../../../test/helpers/seal-as-before.ts'
import { secondSecret, testSecret } from '../../../test/helpers/test-secrets.ts'
import { headOf, makeKeys, sealedWith } from './keys.ts'
import { tenantKeys } from './seal-formats.ts'

const keys = makeKeys([testSecret])
const iban = 'DE89370400440532013000'

describe('a sealed value', () => {
  test('begins with its format and key, and opens at its own place alone: no other row, table or tenant', () => {
    const sealed = keys.encrypt(iban, 'standard|rewards|1')
    expect(sealed).toMatch(/^v2:[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/)
    expect([keys.newestMark, sealedWith(sealed)]).toEqual([sealed.split('.')[0], keys.newestId])
    expect(keys.decrypt(sealed, 'standard|rewards|1')).toBe(iban)
    for (const place of ['standard|rewards|2', 'standard|payouts|1', 'telko|rewards|1'])
      expect(() => keys.decrypt(sealed, place)).toThrow()
  })

  test('of a tenant does not open for another one, whose key is another', () => {
    const of = tenantKeys(Buffer.alloc(32, 7))
    const [one, other] = [of('v2', 'standard|rewards|1'), of('v2', 'telko|rewards|1')]
    expect(one).toHaveLength(32)
    expect(one.equals(other)).toBe(false)
    expect(of('v2', 'standard|payouts|9').equals(one)).toBe(true)
    // Before, all had one.
    expect(of('', 'standard|rewards|1').equals(of('', 'telko|rewards|1'))).toBe(true)
  })

  test('that is changed, cut short or given another format does not open', () => {
    const place = 'standard|rewards|1'
    const [mark, iv, tag, text] = keys.encrypt(iban, place).split('.') as [
      string,
      string,
      string,
      string,
    ]
    const { newestId } = keys
    const wrong = [
      [newestId, iv, tag, text], // as if it were of before the tags
      [`v3:${newestId}`, iv, tag, text],
      [`constructor:${newestId}`, iv, tag, text],
      [mark, iv, tag.slice(0, 8), text],
      [mark, iv, tag, text.slice(0, -4)],
      [mark, iv, '', text],
    ]
    for (const parts of wrong) expect(() => keys.decrypt(parts.join('.'), place)).toThrow()
    expect(() => keys.decrypt([`v3:${newestId}`, iv, tag, text].join('.'), place)).toThrow(
      'A value is sealed as v3, which this version cannot read',
    )
  })

  test('has a place that begins with its tenant', () => {
    expect(() => keys.encrypt(iban, 'rewards')).toThrow('A place begins with its tenant')
    expect(() => keys.encrypt(iban, '|rewards')).toThrow('A place begins with its tenant')
  })

  test('of before the formats had a tag still opens, at its own place, also in parts and after a new key', () => {
    const place = 'standard|rewards|1'
    const old = sealAsBefore(testSecret, iban, place)
    expect(sealedWith(old)).toBe(keys.newestId)
    expect(old.startsWith(keys.newestMark)).toBe(false)
    expect(keys.decrypt(old, place)).toBe(iban)
    expect(() => keys.decrypt(old, 'telko|rewards|1')).toThrow()
    const after = makeKeys([secondSecret, testSecret])
    const { open, end } = after.opener(headOf(old), place)
    const text = open(old.slice(headOf(old).length)).toString('utf8')
    end()
    expect(text).toBe(iban)
    expect(() => makeKeys([secondSecret]).decrypt(old, place)).toThrow(keys.newestId)
  })

  test('is found by its key whatever its format, for what a leaked key opened', () => {
    const reading = keys.sealReading(keys.newestId)
    expect(sealedWith(reading)).toBe(keys.newestId)
    const other = makeKeys([secondSecret, testSecret])
    expect(other.learnReading(keys.newestId, reading, true)).toBe(true)
    expect(makeKeys([secondSecret]).learnReading(keys.newestId, reading, true)).toBe(false)
    expect(() => other.learnReading('0a0b0c0d', reading, false)).toThrow()
  })
})
