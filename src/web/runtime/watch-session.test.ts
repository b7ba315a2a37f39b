import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSession } from './watch-session.ts'

const replace = vi.fn()
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-17T11:00:00Z') })
  vi.stubGlobal('location', { pathname: '/de/meinedaten', search: '?edit=bank', replace })
  replace.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const user = (tokenValidUntil: string) => ({
  firstName: 'Lena',
  lastName: 'Sommer',
  email: 'lena@post.example',
  supportAccess: false,
  moneyAsks: null,
  asksAge: true,
  tokenValidUntil,
})

test('expiry is looked at every 60 s: the page opens anew at the first look after it, once', () => {
  watchSession({ user: user('2026-11-17T11:02:30Z'), agencyUser: null, salesPartner: null })
  vi.advanceTimersByTime(179_999)
  expect(replace).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(replace).toHaveBeenCalledExactlyOnceWith('/de/meinedaten?edit=bank')
  vi.advanceTimersByTime(600_000)
  expect(replace).toHaveBeenCalledTimes(1)
})

test('a device whose clock is ahead of the session does not open the page again and again', () => {
  watchSession({ user: user('2026-11-17T10:00:00Z'), agencyUser: null, salesPartner: null })
  vi.advanceTimersByTime(600_000)
  expect(replace).not.toHaveBeenCalled()
})

test('for nobody there is nothing to watch', () => {
  watchSession({ user: null, agencyUser: null, salesPartner: null })
  expect(vi.getTimerCount()).toBe(0)
})
