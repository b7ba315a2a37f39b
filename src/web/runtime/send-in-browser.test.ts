import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { sendInBrowser } from './send-in-browser.ts'
import type { PageView } from './page-context.tsx'

const view = {
  tenant: { code: 'standard', routes: { Login: '/login' } },
  locale: 'de',
} as unknown as PageView
const call = { method: 'GET', path: '/produkt' }
const assign = vi.fn()
const fetching = vi.fn<typeof fetch>()

beforeEach(() => {
  // The test runner's own immediates are no timers of a call.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('location', { pathname: '/de/meinedaten', search: '?edit=bank', assign })
  vi.stubGlobal('fetch', fetching)
  assign.mockClear()
  fetching.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** The outcome of a call so far. */
function follow(sent: Promise<unknown>) {
  const state: { error?: unknown; done: boolean } = { done: false }
  sent.then(
    () => (state.done = true),
    (error: unknown) => {
      state.done = true
      state.error = error
    },
  )
  return state
}

test('a call without an answer is given up after 300,000 ms, not before', async () => {
  fetching.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  const state = follow(sendInBrowser(view, call))
  await vi.advanceTimersByTimeAsync(299_999)
  expect(state.done).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(state.error).toBeInstanceOf(ApiError)
  expect(state.error).toMatchObject({ status: 0 })
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'an answer that breaks off',
    async () => new Response('{"a":', { headers: { 'Content-Type': 'application/json' } }),
  ],
])('%s is no answer, and never taken for one', async (_, answer) => {
  fetching.mockImplementation(answer)
  const before = vi.getTimerCount()
  const state = follow(sendInBrowser(view, call))
  await vi.advanceTimersByTimeAsync(0)
  expect(state.error).toBeInstanceOf(ApiError)
  expect(state.error).toMatchObject({ status: 0 })
  expect(vi.getTimerCount()).toBeLessThanOrEqual(before)
})

test.each([
  ['a 401', 401, {}],
  ['PSOF0204 at any status', 403, { ErrorCode: 'PSOF0204' }],
])(
  '%s leads to login and back here, and nothing goes on with half an answer',
  async (_, status, body) => {
    fetching.mockResolvedValue(json(status, body))
    const state = follow(sendInBrowser(view, call))
    await vi.advanceTimersByTimeAsync(0)
    expect(assign).toHaveBeenCalledExactlyOnceWith(
      '/de/login?redirect=%2Fde%2Fmeinedaten%3Fedit%3Dbank',
    )
    expect(state.done).toBe(false)
  },
)

test('every other answer is passed on, and how long to wait with it', async () => {
  fetching.mockResolvedValue(
    new Response('{"ErrorCode":"PSOF0605"}', {
      status: 429,
      headers: { 'Content-Type': 'application/json', 'Retry-After': '7' },
    }),
  )
  expect(await sendInBrowser(view, call)).toEqual({
    status: 429,
    body: { ErrorCode: 'PSOF0605' },
    retryAfterSeconds: 7,
  })
  expect(assign).not.toHaveBeenCalled()
})
