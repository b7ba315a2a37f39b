import type { wire as Wire } from 'virtual:wire'
import type { BodyOf, ParamsOf, QueryOf, AnswerOf } from '../../contract/endpoint.ts'
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, noAnswer } from './api-error.ts'
import { fromWire, innerField, toWire } from './wire-names.ts'

type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

export type CallInput<N extends EndpointName> = Part<'params', ParamsOf<Endpoints[N]>> &
  Part<'query', QueryOf<Endpoints[N]>> &
  Part<'body', BodyOf<Endpoints[N]>> & { idempotencyKey?: string; tenant?: string }

type AnyInput = {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  tenant?: string // in the console: the one worked at
}

/** Methods, paths and names of the calls that are known so far. */
export const wire = {} as typeof Wire

/** Adds calls of a rarely visited area, together with its pages. */
export function addCalls(more: Partial<typeof wire>): void {
  Object.assign(wire, more)
}

/** Loads the calls of the usual pages: none is made before a visitor's first touch (hydrate.tsx). */
export async function loadCalls(): Promise<void> {
  addCalls((await import('virtual:wire')).wire)
}

/**
 * Calls an endpoint with inner field names: in process on the server, by fetch in the browser. Throws ApiError for every non-success
 * answer, and without an answer (`status` 0).
 */
export async function callApi<N extends EndpointName>(
  context: Pick<PageContext, 'send' | 'locale' | 'tenant'>,
  name: N,
  input: CallInput<N>,
): Promise<AnswerOf<Endpoints[N]>> {
  const { params, query, body, idempotencyKey, tenant } = input as AnyInput
  if (!Object.hasOwn(wire, name))
    await loadCalls().catch(() => {
      throw noAnswer()
    })
  const [method, path, paramNames, queryNames, bodyNames, answerNames] = wire[name]
  const answer = await context.send({
    method,
    path:
      fillPath(path, toWire(params ?? {}, paramNames)) + search(toWire(query ?? {}, queryNames)),
    ...(body === undefined ? {} : { body: toWire(body, bodyNames) }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(tenant === undefined ? {} : { tenant }),
  })
  if (answer.status >= 200 && answer.status < 300) {
    return (import.meta.env.SSR ? fromWireOnce : fromWire)(answer.body, answerNames) as AnswerOf<
      Endpoints[N]
    >
  }
  throw readError(answer, (field) => innerField(field, bodyNames ?? queryNames))
}

const renamed = new WeakMap<object, unknown>()

// The server's frozen answers are shared by many pages (pages/kept-answers.ts): convert once, keep as a cache key.
function fromWireOnce(body: unknown, names: Parameters<typeof fromWire>[1]): unknown {
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body))
    return fromWire(body, names)
  const known = renamed.get(body) ?? fromWire(body, names)
  renamed.set(body, known as object)
  return known
}

function fillPath(path: string, params: unknown): string {
  const values = params as Record<string, string>
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function search(query: unknown): string {
  const entries = Object.entries(query as Record<string, unknown>)
  const named = entries.flatMap(([name, values]) =>
    [values].flat().map((one) => [name, String(one)]),
  )
  const text = new URLSearchParams(named).toString()
  return text === '' ? '' : `?${text}`
}

type WireError = {
  ErrorCode?: string
  Message?: string
  Fields?: { Field: string; Message: string }[]
  Details?: Record<string, unknown>
}

function readError(
  answer: { status: number; body: unknown; retryAfterSeconds?: number },
  inner: (field: string) => string,
): ApiError {
  const body = (answer.body ?? {}) as WireError
  return new ApiError({
    code: body.ErrorCode ?? '',
    status: answer.status,
    message: body.Message ?? '',
    fields: (body.Fields ?? []).map((field) => ({
      field: inner(field.Field),
      message: field.Message,
    })),
    details: body.Details ?? {},
    retryAfterSeconds: answer.retryAfterSeconds ?? null,
  })
}
