import { wire as usual } from 'virtual:wire'
import type { EndpointName } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from './api-error.ts'
import { fromWire, innerField, toWire } from './wire-names.ts'

type AnyInput = {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  tenant?: string // in the console: the one worked at
}

/** Sends a call in the wire's names, and reads its answer. @param added calls beside the usual pages' */
export async function makeCall(
  added: Partial<typeof usual>,
  send: PageContext['send'],
  name: EndpointName,
  input: AnyInput,
): Promise<unknown> {
  const { params, query, body, idempotencyKey, tenant } = input
  const [method, path, paramNames, queryNames, bodyNames, answerNames] = added[name] ?? usual[name]
  const answer = await send({
    method,
    path:
      fillPath(path, toWire(params ?? {}, paramNames)) + search(toWire(query ?? {}, queryNames)),
    ...(body === undefined ? {} : { body: toWire(body, bodyNames) }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(tenant === undefined ? {} : { tenant }),
  })
  if (answer.status >= 200 && answer.status < 300)
    return (import.meta.env.SSR ? fromWireOnce : fromWire)(answer.body, answerNames)
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
