import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalogue, refusedInConsole, type ErrorName, type Failure } from '../domain/errors.ts'
import { say, type Listener } from '../domain/say.ts'
import { Ended } from './db/connection.ts'
import { AppError } from './errors.ts'
import { noteRefusal } from './log-request.ts'
import { localeOf } from './serve.ts'

const notAccepted: Record<string, number> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 415,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 400,
  FST_ERR_MAX_PARAM_LENGTH: 414,
}

// Connection lost or refused, shutdown or overload: the caller may retry.
const databaseAway = /^(08...|57P0[1-4]|53[0-4]00|58030|25P03)$/
const connectionAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
])
const poolAway =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client was closed/i

export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Ended) return true
  for (
    let cause = error as { code?: unknown; message?: unknown; cause?: unknown } | undefined,
      depth = 0;
    cause && depth < 5;
    depth += 1
  ) {
    const code = typeof cause.code === 'string' ? cause.code : ''
    if (databaseAway.test(code) || connectionAway.has(code)) return true
    if (typeof cause.message === 'string' && poolAway.test(cause.message)) return true
    cause = cause.cause as typeof cause
  }
  return false
}

const unreadableTexts = {
  json: { de: 'Der Inhalt ist kein gültiges JSON.', en: 'The body is not valid JSON.' },
  request: { de: 'Die Anfrage ist nicht lesbar.', en: 'The request cannot be read.' },
  value: {
    de: 'Ein Wert hat eine Form oder ein Zeichen, die nicht möglich sind.',
    en: 'A value has a form or a character that is not possible.',
  },
}

/** A validation failure of the whole body, which has no field name. */
const unreadable = (what: keyof typeof unreadableTexts, locale: 'de' | 'en'): Failure => ({
  name: 'validation',
  fields: [{ field: '', message: unreadableTexts[what][locale] }],
})

/** The failure for any error. Only the catalogue's texts leave the process. */
export function failureOf(error: unknown, locale: 'de' | 'en' = 'de'): Failure {
  if (error instanceof AppError) return error.failure
  const { code, statusCode } = error as Partial<FastifyError>
  if (code && notAccepted[code]) return { name: 'not-accepted', status: notAccepted[code] }
  // Of a built file, asked for as it no longer is.
  if (statusCode === 412) return { name: 'not-accepted', status: 412 }
  if (isDatabaseAway(error)) return { name: 'unavailable', retryAfterSeconds: 2 }
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return unreadable('json', locale)
  if (statusCode === 400 && code?.startsWith('FST_')) return unreadable('request', locale)
  // Text that PostgreSQL cannot store (NUL), or an invalid id.
  if (code === '22021' || code === '22P05' || code === '22P02') return unreadable('value', locale)
  return { name: 'technical-error' }
}

export function errorBody(failure: Failure, listener: Listener, requestId: string) {
  const entry = errorCatalogue[failure.name]
  return {
    ErrorCode: entry.code,
    Message: say(failure.said ?? entry, listener),
    Fields: (failure.fields ?? []).map(({ field, message }) => ({
      Field: field,
      Message: message,
    })),
    ...(failure.details ? { Details: failure.details } : {}),
    RequestId: requestId,
  }
}

export function logFailure(request: FastifyRequest, failure: Failure, error: unknown): void {
  noteRefusal(request, failure)
  if (failure.name === 'technical-error') {
    request.log.error({ err: error }, 'unexpected failure')
  } else if (failure.name === 'unknown-product-api') {
    request.log.error((error as Error).cause ?? {}, 'unknown product API configuration')
  } else if (failure.name === 'unavailable') {
    request.log.warn({ code: (error as FastifyError).code }, 'a needed part is unavailable')
  }
}

/** Operators are addressed formally, whatever their tenant's customers are. */
const listenerOf = ({ isConsole, tenant }: FastifyRequest): Listener['tenant'] =>
  isConsole && tenant ? { address: 'Sie', rewardWord: tenant.rewardWord } : tenant

export function answerError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const locale = localeOf(request)
  const found = isBrokenOff(request, reply, error)
    ? unreadable('request', locale)
    : failureOf(error, locale)
  const { isConsole = false } = request
  const failure =
    isConsole && found.name === 'not-authorised' && !found.said
      ? { ...found, said: refusedInConsole }
      : found
  const status = failure.status ?? errorCatalogue[failure.name].status
  logFailure(request, failure, error)
  if (failure.retryAfterSeconds) reply.header('Retry-After', String(failure.retryAfterSeconds))
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .send(errorBody(failure, { locale, tenant: listenerOf(request) }, request.id))
}

/** The client hung up mid-request or mid-stream: no failure of ours. */
const isBrokenOff = (request: FastifyRequest, reply: FastifyReply, error: unknown) =>
  (request.raw.destroyed && request.raw.complete === false) ||
  (reply.raw.destroyed && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE')

/** Registers the error handler, and answers unknown paths and methods. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerError(request, reply, error))
}

export const refuse =
  (name: ErrorName, status?: number) => (request: FastifyRequest, reply: FastifyReply) =>
    answerError(request, reply, new AppError({ name, ...(status ? { status } : {}) }))
