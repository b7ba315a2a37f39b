import type { ApiAnswer, ApiRequest, PageContext } from '../contract/page-context.ts'
import { ApiError } from './api-error.ts'
import { loginHref } from './href.ts'
import type { PageView } from './page-context.tsx'

const timeoutMs = 300_000 // spec section 7

/** The page context in the browser: the hydration data, with fetch and the session cookie behind it. */
export function browserContext(view: PageView): PageContext {
  return {
    ...view,
    send: (request) => sendInBrowser(view, request),
    startSession: () => {
      throw new Error('a form that receives a token is submitted as a document (reloadDocument)')
    },
    // What it is for is submitted as a document; nothing is left to do in the browser.
    endRecipient: () => undefined,
    endSession: () => {
      location.assign(loginHref(view, here()))
    },
  }
}

const here = () => location.pathname + location.search

/** @param outlivesPage the call goes on when the page is left meanwhile */
export async function sendInBrowser(
  view: PageView,
  request: ApiRequest,
  outlivesPage = false,
): Promise<ApiAnswer> {
  const response = await fetch(`/api/v1/${view.tenant.code}${request.path}`, {
    method: request.method,
    credentials: 'same-origin',
    ...(outlivesPage ? { keepalive: true } : {}),
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'X-Requested-With': 'zuspruch',
      'Accept-Language': view.locale,
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(request.idempotencyKey ? { 'Idempotency-Key': request.idempotencyKey } : {}),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  }).catch(() => {
    throw new ApiError({
      code: '',
      status: 0,
      message: '',
      fields: [],
      details: {},
      retryAfterSeconds: null,
    })
  })
  if (response.status === 401) return leaveToLogin(view)
  const retryAfter = Number(response.headers.get('Retry-After'))
  const isJson = response.headers.get('Content-Type')?.includes('json')
  return {
    status: response.status,
    body: isJson ? await response.json() : null,
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  }
}

// A 401 ends the session (spec section 8). The page is left for good, so nothing goes on with half an answer.
function leaveToLogin(view: PageView): Promise<never> {
  location.assign(loginHref(view, here()))
  return new Promise(() => {})
}
