import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify'
import type { ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import type { Tenant } from '../domain/tenant.ts'
import { useHostCookies } from './access/host-cookies.ts'
import { noteArrival } from './base/own-turn.ts'
import { makeAdmission, type Admission } from './base/admission.ts'
import { answerFirst } from './base/answer-first.ts'
import { bodyLimit } from './base/body-limits.ts'
import { isStopping } from './base/close-within.ts'
import { makeAddressReader, type TrustedProxies } from './base/read-address.ts'
import { answerClientError } from './answer-client-error.ts'
import { answerError, registerErrors } from './answer-error.ts'
import { checkRequest } from './check-request.ts'
import { servePictures } from './content/serve-pictures.ts'
import type { Deps } from './context.ts'
import { registerDocs } from './docs/register-docs.ts'
import { registerHealth } from './health.ts'
import { logins } from './kinds.ts'
import { logFrequent, logRequests } from './log-request.ts'
import { allowNonce } from './pages/allow-inline.ts'
import { worthCompressing } from './pages/compress-page.ts'
import { makePageCalls } from './pages/page-calls.ts'
import { makeRefusal } from './pages/refuse-call.ts'
import { refuseTooMuch } from './pages/refuse-too-much.ts'
import { registerPages, type Web } from './pages/register-pages.ts'
import { servePreviews } from './pages/serve-previews.ts'
import { quickClick } from './referral/quick-click.ts'
import { routes } from './routes.ts'
import { safetyHeaders, usualHeaders } from './base/safety-headers.ts'
import { register, routing } from './serve.ts'

declare module 'fastify' {
  interface FastifyReply {
    nonce: string
    /** An answer has begun. Fastify's `sent` is set only at its end, which never comes for a client that hung up. */
    isAnswering: boolean
  }
  interface FastifyRequest {
    /** The client address, read on arrival: a closed connection has none. */
    address: string
    /** The request's tenant, once known, for the errors' form of address. */
    tenant: Tenant | null
    /** A call of the console, whose errors speak to operators. */
    isConsole?: boolean
  }
}

export type AppOptions = {
  deps: Deps
  web: Web | null // null: API only (endpoint tests, ROLE=worker)
  register?: (app: FastifyInstance) => Promise<void> // demo routes
  trustProxy?: TrustedProxies
  logSample?: number // every how many clicks and pictures have a line
  admission?: Admission // default: as many as are soon answered
}

/** The Host header says the tenant and PUBLIC_ORIGIN the scheme, whatever a proxy adds. */
const unheard = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded']

/** Under load every so many refusals have a line. */
const refusalsALine = 50

/** Text whose encoding a browser would guess; the framework adds it to the others. */
const wantsCharset = /^(image\/svg\+xml|text\/(csv|plain))$/i

const noSchemas = () => () => {
  throw new Error('Routes have no schemas.')
}

// One per answer, for header and page.
const nonces = new WeakMap<FastifyReply, string>()
function nonceOf(this: FastifyReply): string {
  const nonce = nonces.get(this) ?? allowNonce(this)
  nonces.set(this, nonce)
  return nonce
}

/** Builds the HTTP server: endpoints, pages, one error handler. */
export async function buildApp({
  deps,
  web,
  register: registerMore,
  trustProxy,
  logSample = 1,
  admission = makeAdmission(() => performance.now()),
}: AppOptions): Promise<FastifyInstance> {
  const safety = safetyHeaders(deps.publicOrigin)
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // URLs and bodies can hold tokens and personal data: log lines have method, path and status only.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: routing,
    bodyLimit,
    trustProxy: trustProxy ?? false,
    requestTimeout: 300_000,
    connectionTimeout: 300_000,
    genReqId: () => randomBytes(9).toString('base64url'),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // Errors before routing (a broken percent sign, an endless parameter, invalid HTTP) use the catalogue, too.
    clientErrorHandler: (error, socket) => answerClientError(error, socket, safety),
    frameworkErrors: (error, request, reply) => {
      void answerError(request, reply.headers({ ...safety, 'X-Request-Id': request.id }), error)
    },
    // Node would answer a missing one without headers: check-request.ts does.
    http: { requireHostHeader: false },
    // No route has a schema (serve.ts decodes): the framework's libraries for them, a hundred files, are not loaded.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
  })
  // Longer than clients are told: who asks just in time, on a slow way or a busy machine, would find the connection closed.
  app.server.keepAliveTimeoutBuffer = 10_000
  app.server.on('checkExpectation', (_: unknown, response: ServerResponse) => {
    response.writeHead(417, { ...safety, 'Content-Length': 0 }).end()
  })
  app.server.on('connection', noteArrival)
  app.decorateReply('nonce', { getter: nonceOf })
  app.decorateReply('isAnswering', false)
  app.decorateRequest('address', '')
  app.decorateRequest('tenant', null)
  app.addHook('onRequest', async (request, reply) => {
    const address = request.ip as string | undefined
    // The client is gone.
    if (address === undefined) {
      reply.hijack()
      return void request.raw.destroy()
    }
    request.address = address
    reply.header('X-Request-Id', request.id)
    for (const name of unheard) delete request.headers[name]
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.isAnswering = true
    const type = reply.getHeader('content-type')
    if (wantsCharset.test(String(type))) reply.header('content-type', `${type}; charset=utf-8`)
    if (isStopping(app)) reply.header('Connection', 'close')
  })
  logRequests(app, deps, logSample)
  await app.register(cookie)
  useHostCookies(app, deps)
  await app.register(formbody, { bodyLimit })
  const usual = usualHeaders(deps.publicOrigin, web?.connectsTo)
  // Node's response has them, too, for what is answered without the framework.
  app.addHook('onRequest', async (_request, { raw }) => {
    for (const [name, value] of usual) raw.setHeader(name, value)
  })
  // After it: what is refused has the headers, too.
  app.addHook('onRequest', async (request) => checkRequest(request))
  const refuseLate = refuseTooMuch(app, deps, admission, logFrequent(deps, refusalsALine))
  await app.register(compress, {
    globalDecompression: false,
    threshold: worthCompressing,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
      flush: constants.BROTLI_OPERATION_FLUSH,
    },
    zlibOptions: { level: 6, flush: constants.Z_SYNC_FLUSH },
  })
  readJson(app)
  registerErrors(app)
  registerHealth(app, deps)
  for (const served of routes) register(app, deps, logins, served)
  registerTenantRoute(app, deps)
  servePictures(app, deps)
  servePreviews(app, deps)
  await registerDocs(app)
  await registerMore?.(app)
  const addressOf = makeAddressReader(trustProxy ?? false)
  answerFirst(app, [quickClick(deps, addressOf, logFrequent(deps, logSample)), refuseLate])
  const refuse = makeRefusal(deps, routes)
  app.setNotFoundHandler(refuse)
  if (web) await registerPages(app, deps, web, makePageCalls(deps, logins, routes), refuse)
  return app
}

/** JSON; an absent body is null (the spec's captcha checks). */
function readJson(app: FastifyInstance): void {
  // Accepted by default; would reach handlers as text.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_, body, done) => {
    if (body === '') return done(null, null)
    try {
      done(null, JSON.parse(body))
    } catch {
      done(
        Object.assign(new Error('not JSON'), {
          code: 'FST_ERR_CTP_INVALID_JSON_BODY',
          statusCode: 400,
        }),
      )
    }
  })
}

/** GET /api/v1/mandant/{tenant}: the only call with the tenant at the end. */
function registerTenantRoute(app: FastifyInstance, deps: Deps): void {
  const served = routes.find(({ endpoint }) => endpoint.name === 'showTenant')
  if (served) register(app, deps, logins, served, '/api/v1/mandant/:tenant')
}
