import type { ApiAnswer, ApiRequest } from '../../contract/page-context.ts'
import { ApiError, errorCodes, noAnswer } from './api-error.ts'
import { leaveToLogin } from './leave-to-login.ts'
import type { PageView } from './page-context.tsx'

const timeoutMs = 300_000 // spec section 7

/** A call by fetch, with the session's cookie. */
export async function sendInBrowser(view: PageView, request: ApiRequest): Promise<ApiAnswer> {
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), timeoutMs)
  try {
    return await receive(view, await ask(view, request, slow.signal))
  } catch (error) {
    // Also if the answer broke off: the outcome is unknown.
    throw error instanceof ApiError ? error : noAnswer()
  } finally {
    clearTimeout(timer)
  }
}

function ask(view: PageView, request: ApiRequest, signal: AbortSignal): Promise<Response> {
  return fetch(`/api/v1/${request.tenant ?? view.tenant.code}${request.path}`, {
    method: request.method,
    credentials: 'same-origin',
    signal,
    headers: {
      'X-Requested-With': 'zuspruch',
      'Accept-Language': view.locale,
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(request.idempotencyKey ? { 'Idempotency-Key': request.idempotencyKey } : {}),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
}

async function receive(view: PageView, response: Response): Promise<ApiAnswer> {
  const retryAfter = Number(response.headers.get('Retry-After'))
  const isJson = response.headers.get('Content-Type')?.includes('json')
  const body: unknown = isJson ? await response.json() : null
  const code = (body as { ErrorCode?: unknown } | null)?.ErrorCode
  if (response.status === 401 || code === errorCodes.sessionMissing) return leaveForGood(view)
  return {
    status: response.status,
    body,
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  }
}

// A 401 or PSOF0204 ends the session (spec section 8). The page is left for good, so nothing continues with half an answer.
function leaveForGood(view: PageView): Promise<never> {
  leaveToLogin(view)
  return new Promise(() => {})
}
