import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'
import type { Tenant } from '../domain/tenant.ts'
import { answerClientError } from './answer-client-error.ts'
import { answerError, registerErrors, refuse } from './answer-error.ts'
import { checkRequest } from './check-request.ts'
import { servePictures } from './content/serve-pictures.ts'
import type { Deps } from './context.ts'
import { registerDocs } from './docs/register-docs.ts'
import { registerHealth } from './health.ts'
import { kindList } from './kinds.ts'
import { registerPages, type Web } from './pages/register-pages.ts'
import { routes } from './routes.ts'
import { findTenant, register } from './serve.ts'

declare module 'fastify' {
  interface FastifyReply {
    nonce: string
    /** An answer is on its way. Fastify's `sent` says so only when it is over, which it never is for a client that hung up. */
    isAnswering: boolean
  }
  interface FastifyRequest {
    /** The visitor's address, read when the request arrived: a connection that was closed since has none any more. */
    address: string
    /** Whose API or page was asked for, once it is known: errors are told in its form of address. */
    tenant: Tenant | null
  }
}

export type AppOptions = {
  deps: Deps
  web: Web | null // null: the API alone (endpoint tests, ROLE=worker)
  register?: (app: FastifyInstance) => Promise<void> // demo routes
  trustProxy?: boolean | string[] | ((address: string, hop: number) => boolean)
}

/** No call needs more but the order feed, which says so itself (serve.ts). */
const bodyLimit = 64 * 1024

// Made once per answer and used by both the header and the page. Helmet's directives see Node's response, not Fastify's reply.
const nonces = new WeakMap<object, string>()
const nonceOf = (response: object) => nonces.get(response) ?? ''

/** Builds the HTTP server: the explicit list of endpoints, the pages, one error handler. */
export async function buildApp({
  deps,
  web,
  register: registerMore,
  trustProxy,
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // Query strings and bodies can hold tokens and personal data: a log line has method, path and status alone.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    bodyLimit,
    trustProxy: trustProxy ?? false,
    requestTimeout: 300_000,
    connectionTimeout: 300_000,
    genReqId: () => randomBytes(9).toString('base64url'),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // What fails before any route is found (a broken percent sign, an endless parameter) is answered by the catalogue, too.
    // So is what cannot be read as HTTP at all.
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      void answerError(request, reply, error)
    },
  })
  app.decorateReply('nonce', '')
  app.decorateReply('isAnswering', false)
  app.decorateRequest('address', '')
  app.decorateRequest('tenant', null)
  app.addHook('onRequest', async (request, reply) => {
    const address = request.ip as string | undefined
    // Gone before the request was read: there is nobody to answer.
    if (address === undefined) {
      reply.hijack()
      return void request.raw.destroy()
    }
    request.address = address
    reply.nonce = randomBytes(16).toString('base64')
    nonces.set(reply.raw, reply.nonce)
    reply.header('X-Request-Id', request.id)
    checkRequest(request)
  })
  // A connection that stays open after its last answer would hold up the stop until its keep-alive is over, a minute and more.
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.isAnswering = true
    if (isStopping) reply.header('Connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  await app.register(cookie)
  await app.register(formbody, { bodyLimit })
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", ...(web?.connectsTo ? [web.connectsTo] : [])],
        scriptSrc: ["'self'", (_, response) => `'nonce-${nonceOf(response)}'`],
        styleSrc: ["'self'", (_, response) => `'nonce-${nonceOf(response)}'`],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    // For browsers that do not know frame-ancestors, and the same as that.
    xFrameOptions: { action: 'deny' },
    // Same-origin, not no-referrer: with the latter browsers send `Origin: null` with a form, and the Origin check needs it.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: deps.publicOrigin.startsWith('https:')
      ? { maxAge: 31_536_000 }
      : false,
    crossOriginEmbedderPolicy: false,
  })
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1024,
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
  for (const served of routes) register(app, deps, kindList, served)
  registerTenantRoute(app, deps)
  refuseOtherMethods(app, deps)
  servePictures(app, deps)
  await registerDocs(app)
  await registerMore?.(app)
  if (web) await registerPages(app, deps, web)
  else app.setNotFoundHandler(refuse('not-found'))
  return app
}

/** JSON where an absent body means null (the captcha checks of the spec send none). */
function readJson(app: FastifyInstance): void {
  // Plain text is accepted by default, and would reach a handler as something it never asked for.
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

/** GET /api/v1/mandant/{tenant}: the one call whose tenant stands behind its name. */
function registerTenantRoute(app: FastifyInstance, deps: Deps): void {
  const served = routes.find(({ endpoint }) => endpoint.name === 'showTenant')
  if (served) register(app, deps, kindList, served, '/api/v1/mandant/:tenant')
}

/** A known path asked with another method is 405 with the catalogue's error, not 404. */
function refuseOtherMethods(app: FastifyInstance, deps: Deps): void {
  const byPath = new Map<string, Set<string>>()
  for (const { endpoint } of routes) {
    // find-my-way knows one parameter name at a place, so paths are told apart without their names.
    const path = endpoint.path
    const known = byPath.get(path) ?? new Set()
    byPath.set(path, known.add(endpoint.method))
  }
  for (const [path, known] of byPath) {
    const others = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const).filter(
      (method) => !known.has(method),
    )
    for (const method of others) {
      const url = `/api/v1/:tenant${path}`
      if (app.hasRoute({ method, url })) continue
      app.route({
        method,
        url,
        exposeHeadRoute: method === 'GET',
        onRequest: async (request) => void (await findTenant(deps, request)),
        handler: refuse('not-accepted', 405),
      })
    }
  }
}
