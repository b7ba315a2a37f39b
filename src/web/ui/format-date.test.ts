import { describe, expect, test } from 'vitest'
import { formatDate, formatDateTime } from './format-date.ts'

describe('a moment', () => {
  test('is dd.mm.yyyy and hh:mm in the zone of the programme, in winter and in summer', () => {
    expect(formatDateTime('2026-11-21T13:05:59Z', 'de')).toBe('21.11.2026, 14:05')
    expect(formatDateTime('2026-07-01T22:30:00Z', 'de')).toBe('02.07.2026, 00:30')
  })

  test('in English has the month in words and the same 24 hours', () => {
    expect(formatDateTime('2026-11-21T23:05:00Z', 'en')).toBe('22 November 2026, 00:05')
    expect(formatDate('2026-11-21', 'en')).toBe('21 November 2026')
  })
})
