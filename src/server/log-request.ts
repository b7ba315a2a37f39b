import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorName, Failure } from '../domain/errors.ts'
import { logSecurity, securityEventOf, type SecurityLine } from './base/security-log.ts'
import type { Deps } from './context.ts'
import { visitorOf } from './visitor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once known. */
    actor: SecurityLine['actor']
    /** Why it was refused, as the catalogue calls it. */
    refusal: ErrorName | null
    /** What the security log says of this request. */
    security: Pick<SecurityLine, 'event' | 'reason'> | null
  }
}

/** Notes a refusal for the security log. */
export function noteRefusal(request: FastifyRequest, { name }: Pick<Failure, 'name'>): void {
  request.refusal = name
  const { headers, cookies = {} } = request as Partial<FastifyRequest>
  const sent =
    headers?.authorization !== undefined ||
    headers?.['x-authorization'] !== undefined ||
    Object.entries(cookies).some(([cookie, value]) => value && credential.test(cookie))
  const event = securityEventOf(name, sent)
  if (event) request.security = { event, reason: name }
}

/** Cookies with a session or a link's token; recipients' are one for each referral. */
const credential = /^zs_(user|agency|partner|betrieb|reward|recipient)/

/** Clicks, pictures and built files, which are most of the lines under load. */
const isFrequent = (route: string) =>
  route === '/k/:code' ||
  route.endsWith('/empfehlen/click/:number') ||
  /^\/(bild|marke|assets)\//.test(route) ||
  /\.(js|css|svg|png|ico|webp|woff2|txt|webmanifest)$/.test(route)

/** Writes the line of a request that was answered ahead of the framework. `began`: of `performance.now()`. */
export type LogFrequent = (line: {
  id: string
  method?: string | undefined // GET
  route: string
  status: number
  began: number
  tenant: string | undefined
}) => void

/** @param sample every how many have a line */
export function logFrequent({ log }: Pick<Deps, 'log'>, sample: number): LogFrequent {
  const isTurn = everyNth(sample)
  return ({ id, began, method = 'GET', ...line }) => {
    if (!isTurn()) return
    writeLine(log, { reqId: id, method, ...line, ms: performance.now() - began }, sample)
  }
}

/**
 * One line for each request with method, route, status, tenant and kind of caller, and one in the security log if something was refused or
 * somebody logged in. What a page calls stands in the page's line. @param sample every how many successful clicks and pictures have one
 */
export function logRequests(app: FastifyInstance, deps: Deps, sample: number): void {
  const isTurn = everyNth(sample)
  app.decorateRequest('actor', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('security', null)
  app.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions
    noteSecurity(deps, request)
    const status = reply.statusCode
    const isSampled = status < 400 && isFrequent(route ?? '')
    if (isSampled && !isTurn()) return
    const { method, actor, refusal } = request
    const line = { method, route, status, ms: reply.elapsedTime, tenant: request.tenant?.code }
    writeLine(
      request.log,
      { ...line, actor: actor?.kind, error: refusal ?? undefined },
      isSampled ? sample : 1,
    )
  })
}

/** The security log's line of a request, where it has one. */
export function noteSecurity(deps: Deps, request: FastifyRequest): void {
  const { security, tenant, actor, address, id, routeOptions } = request
  if (!security) return
  logSecurity(deps.log, {
    ...security,
    tenant: tenant?.code ?? null,
    actor,
    visitor: tenant && address ? visitorOf(deps, tenant.code, request) : null,
    request: id,
    route: routeOptions.url,
  })
}

type Line = {
  reqId?: string // unless the log has it
  method: string
  route: string | undefined
  status: number
  ms: number
  tenant: string | undefined
  actor?: string | undefined
  error?: string | undefined
}

const writeLine = (log: Pick<Deps['log'], 'info'>, { ms, ...line }: Line, sample: number): void =>
  log.info({ ...line, ms: Math.round(ms), sample: sample > 1 ? sample : undefined }, 'request')

/** True the first time, and every so many times after it. */
function everyNth(many: number): () => boolean {
  let seen = 0
  return () => seen++ % many === 0
}
