import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatDate, formatDateTime } from './format-date.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('a moment', () => {
  test('is dd.mm.yyyy and hh:mm in the zone of the programme, in winter and in summer', () => {
    expect(formatDateTime('2026-11-21T13:05:59Z', 'de')).toBe('21.11.2026, 14:05')
    expect(formatDateTime('2026-07-01T22:30:00Z', 'de')).toBe('02.07.2026, 00:30')
  })

  test('in English has the month in words and the same 24 hours', () => {
    expect(formatDateTime('2026-11-21T23:05:00Z', 'en')).toBe('22\u00a0November\u00a02026, 00:05')
    expect(formatDate('2026-11-21', 'en')).toBe('21\u00a0November\u00a02026')
  })
})

class AmericanOrder extends Intl.DateTimeFormat {
  constructor(_: string, options: Intl.DateTimeFormatOptions) {
    super('en-US', options)
  }
}

// WebKit with CLDR 42 writes en-CA as 11/22/2026, so no locale's text is an ISO date.
test('a local day is an ISO date, whatever order the browser writes dates in', async () => {
  vi.stubGlobal(
    'Intl',
    Object.create(Intl, { DateTimeFormat: { value: AmericanOrder } }) as typeof Intl,
  )
  const { localDayOf } = await import('./format-date.ts')
  expect(localDayOf('2026-12-31T23:30:00Z')).toBe('2027-01-01')
  expect(localDayOf('2026-06-30T21:30:00Z')).toBe('2026-06-30')
})
