import { createHash, randomBytes } from 'node:crypto'
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
  const inHand = new WeakSet<object>()
  const leave = (request: object) => {
    if (inHand.delete(request)) admission.leave()
  }
  app.addHook('preHandler', async (request, reply) => {
    if (isAlwaysAnswered(request.url)) return
    admission.enter()
    inHand.add(request)
    reply.raw.once('close', () => leave(request))
  })
  app.addHook('onSend', async (request) => leave(request))

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
    const { url = '/', headers, method } = request
    if (isAlwaysAnswered(url) || admission.mayEnter()) return null
    return refuse()

    async function refuse(): Promise<boolean> {
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
}
