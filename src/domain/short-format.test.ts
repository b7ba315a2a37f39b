import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortFormat } from './short-format.ts'

describe('shortFormat', () => {
  test('40 characters stay, 41 become 19 and dots', () => {
    expect(shortFormat('x'.repeat(40))).toBe('x'.repeat(40))
    expect(shortFormat('x'.repeat(41))).toBe(`${'x'.repeat(19)}...`)
    expect(shortFormat('')).toBe('')
    expect(shortFormat('Hausratversicherung mit Fahrradschutz und Glasbruch')).toBe(
      'Hausratversicherung...',
    )
  })

  test('what people see as one character is counted as one and never cut', () => {
    const family = '👨‍👩‍👧'
    expect(shortFormat(family.repeat(40))).toBe(family.repeat(40))
    expect(shortFormat(family.repeat(41))).toBe(`${family.repeat(19)}...`)
    const umlaut = 'u\u0308'
    expect(shortFormat(umlaut.repeat(41))).toBe(`${umlaut.repeat(19)}...`)
  })

  test('is never longer than the text, and shortening again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => {
        const short = shortFormat(text)
        expect(short.length).toBeLessThanOrEqual(text.length)
        expect(shortFormat(short)).toBe(short)
      }),
    )
  })
})
