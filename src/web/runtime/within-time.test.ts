import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isNotLoaded, withinTime } from './within-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const outcomeOf = (loading: Promise<unknown>) =>
  loading.then(
    (value) => ({ value }),
    (error: unknown) => ({ notLoaded: isNotLoaded(error) }),
  )

test('a page that comes is passed on, also at the second try', async () => {
  expect(await withinTime(async () => 'page')).toBe('page')
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce('page')
  const outcome = outcomeOf(withinTime(load))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await outcome).toEqual({ value: 'page' })
  expect(load).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('a page that fails twice is given up, and says that it could not be loaded', async () => {
  const load = vi.fn(() => Promise.reject(new Error('lost')))
  const outcome = outcomeOf(withinTime(load))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await outcome).toEqual({ notLoaded: true })
  expect(load).toHaveBeenCalledTimes(2)
})

test('a page that never comes is given up after 120 s, not before', async () => {
  let settled = false
  const outcome = outcomeOf(withinTime(() => new Promise(() => {})))
  void outcome.then(() => (settled = true))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toEqual({ notLoaded: true })
})
