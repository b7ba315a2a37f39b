import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { errorCatalogue } from '../../domain/errors.ts'
import type { Admission } from '../base/admission.ts'
import { flatHeaders, type QuickAnswer } from '../base/answer-first.ts'
import { safetyHeaders } from '../base/safety-headers.ts'
import { errorBody } from '../answer-error.ts'
import type { Deps } from '../context.ts'
import type { LogFrequent } from '../log-request.ts'
import { errorPage, localeOfPage } from './answer-error-page.ts'
import { plainPage, plainStyle, plainType } from './plain-page.ts'

/** A busy process is no dead one, and a page that was answered is nothing without its files, which cost little. No page hides behind dots. */
const isAlwaysAnswered = (url: string) =>
  /^\/(?:health\/(?:live|ready)|assets\/(?!\.)[\w.-]+)(?:\?|$)/.test(url)
const retryAfterSeconds = 2

/**
 * Refuses at once what would be answered late, ahead of the framework: at several times the load most of the work would be refusing. In
 * hand is a request from its whole body to its whole answer, as slow senders and readers cost no work.
 */
export function refuseTooMuch(
  app: FastifyInstance,
  deps: Pick<Deps, 'publicOrigin' | 'tenants'>,
  admission: Admission,
  log: LogFrequent,
): QuickAnswer {
  const inHand = new WeakSet<IncomingMessage>()
  const enter = (request: IncomingMessage, response: ServerResponse) => {
    admission.enter()
    inHand.add(request)
    response.once('close', () => leave(request))
  }
  const leave = (request: IncomingMessage) => {
    if (inHand.delete(request)) admission.leave()
  }
  // What came with a body, now that it is whole: many that were sent slowly may end at once.
  app.addHook('preHandler', async ({ raw, url }, reply) => {
    if (isAlwaysAnswered(url) || inHand.has(raw)) return
    if (admission.mayEnter()) return enter(raw, reply.raw)
    reply.hijack()
    await refuse(raw, reply.raw, [])
  })
  app.addHook('onSend', async ({ raw }) => leave(raw))

  const safe = safetyHeaders(deps.publicOrigin)
  const styled = createHash('sha256').update(plainStyle).digest('base64')
  const policy = `${safe['Content-Security-Policy']}; style-src 'sha256-${styled}'`
  const always = flatHeaders({
    ...safe,
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Retry-After': String(retryAfterSeconds),
  })
  const process = randomBytes(6).toString('base64url')
  let refused = 0

  return (request, response, ends) => {
    if (isAlwaysAnswered(request.url ?? '/')) return null
    if (!admission.mayEnter()) return refuse(request, response, ends)
    // At once: those that arrive together are many before the first of them reaches its handler.
    if (!hasBody(request)) enter(request, response)
    return null
  }

  async function refuse(
    { url = '/', headers, method }: IncomingMessage,
    response: ServerResponse,
    ends: readonly string[],
  ): Promise<boolean> {
    const began = performance.now()
    const tenant = await deps.tenants.byHost(headers.host ?? '').catch(() => null)
    const id = `${process}${(refused += 1).toString(36)}`
    const listener = { locale: localeOfPage({ url, headers }), tenant }
    const isCall = url.startsWith('/api/')
    const body = isCall
      ? JSON.stringify(errorBody({ name: 'unavailable' }, listener, id))
      : plainPage(errorPage('unavailable', listener, id), `<style>${plainStyle}</style>`)
    const { status } = errorCatalogue.unavailable
    const type = isCall ? 'application/json; charset=utf-8' : plainType
    const length = String(Buffer.byteLength(body))
    response
      .writeHead(status, [
        ...always,
        ...ends,
        'X-Request-Id',
        id,
        'Content-Type',
        type,
        'Content-Length',
        length,
      ])
      .end(method === 'HEAD' ? undefined : body)
    log({ id, method, route: isCall ? '/api/*' : '/*', status, began, tenant: tenant?.code })
    return true
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
