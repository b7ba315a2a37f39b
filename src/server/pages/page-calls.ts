import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ApiAnswer, ApiRequest } from '../../contract/page-context.ts'
import type { Locale } from '../../domain/tenant.ts'
import { referralAsked, rewardAsked } from '../access/cookies.ts'
import type { Logins } from '../access/kind.ts'
import { answerError } from '../answer-error.ts'
import { bodyLimit, bodyLimits } from '../base/body-limits.ts'
import { inRequest } from '../base/current-request.ts'
import type { VisitorCookie } from '../consent/visitor-cookies.ts'
import { shareTransaction } from '../call-transaction.ts'
import type { Caller, Deps, SessionCaller } from '../context.ts'
import { fail } from '../errors.ts'
import { noteSecurity } from '../log-request.ts'
import { lookingHeaders } from '../only-look.ts'
import { introduce, makeCall, routeOf, routing, type Served } from '../serve.ts'
import { asJson } from './as-json.ts'
import { makeKeptAnswers } from './kept-answers.ts'
import { makeSharedReads } from './shared-reads.ts'

/** A call of a page, asked for its visitor. */
export type PageCall = {
  tenant: string
  locale: Locale
  cookies: Record<string, string>
  request: FastifyRequest // the page's
  call: ApiRequest
  /** Who the visitor is to the calls so far; null: a call may change it. */
  callers: Callers | null
}
export type Callers = Map<string, Promise<Caller>>
export type PageCalls = (asked: PageCall) => Promise<ApiAnswer & { cookies: VisitorCookie[] }>

/** Whose pages have several calls, and none that writes. */
const atDesk = ['agency', 'sales-partner'] as const

type Route = { served: Served; call: ReturnType<typeof makeCall> }
type Identify = Route['call']['identify']

/** Answers pages' calls by the endpoints' own handlers and all of their checks, without HTTP. */
export function makePageCalls(deps: Deps, logins: Logins, routes: readonly Served[]): PageCalls {
  const router = findMyWay(routing)
  for (const served of routes) {
    const call = makeCall(deps, logins, served)
    router.on(served.endpoint.method, routeOf(served.endpoint), () => {}, { served, call })
  }
  const answers = makeKeptAnswers()
  const share = makeSharedReads<Callers>(deps.db)
  return async ({ tenant, locale, cookies, request, call, callers }) => {
    const path = `/api/v1/${call.tenant ?? tenant}${call.path}`
    const isRead = call.method === 'GET'
    const key = `${locale} ${path}`
    const known = isRead ? answers.get(key) : undefined
    const reply = new PageReply()
    const found = router.find(call.method as 'GET', path)
    const route = found?.store as Route | undefined
    const asked = {
      ...ofPage(request),
      method: call.method,
      url: path,
      headers: {
        host: request.host,
        'x-requested-with': 'zuspruch-page',
        'accept-language': locale,
        ...(known ? { 'if-none-match': known.tag } : {}),
        ...toldAlong(request),
        ...lookingHeaders(request),
        ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
      },
      cookies: { ...cookies },
      params: found?.params ?? {},
      query: found?.searchParams ?? {},
      body: undefined as unknown,
      tenant: null,
      actor: null,
      refusal: null,
      security: null,
      routeOptions: { url: route && routeOf(route.served.endpoint) },
    } as unknown as FastifyRequest
    const answering = reply as unknown as FastifyReply
    await inRequest({ id: request.id }, async () => {
      try {
        if (!route) throw fail('not-found')
        const { served, call: answer } = route
        asked.body = bodyOf(served, call)
        await answer.begin(asked)
        if (callers) await introduceVisitor(callers, served, answer.identify, asked, answering)
        if (callers && isShared(callers, tenant, served))
          shareTransaction(asked, (code, work) => share(callers, code, work))
        await answer.answer(asked, answering)
      } catch (error) {
        answerError(asked, answering, error)
      }
    })
    route?.call.end(asked, answering)
    noteSecurity(deps, asked)
    const still = known !== undefined && reply.statusCode === 304
    const { body, length } = still ? { body: known.body, length: 0 } : reply.read()
    const tag = reply.getHeader('etag')
    if (!still && isRead && reply.statusCode === 200 && tag !== undefined)
      answers.keep(key, { tag, body, length })
    const retryAfter = Number(reply.getHeader('retry-after'))
    return {
      status: still ? 200 : reply.statusCode,
      body,
      cookies: reply.cookies,
      ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
    }
  }
}

const named = (
  tenant: string | undefined,
  to: Endpoint['caller'],
  referral: string | null = null,
  reward: string | null = null,
) => [tenant, to, referral, reward].join()

/** The page has read its visitor's session, so its calls need not. */
export function knowVisitor(callers: Callers, tenant: string, caller: SessionCaller): void {
  const asking = Promise.resolve(caller)
  callers.set(named(tenant, caller.kind), asking)
  if (caller.kind !== 'referrer') return
  for (const to of ['anyone', 'referrer-or-reward'] as const) callers.set(named(tenant, to), asking)
}

/** Whether a call reads for a person's area, or for somebody at a desk: theirs, or of anyone and made for them. */
const isShared = (callers: Callers, tenant: string, { endpoint: { caller, method } }: Served) =>
  (caller === 'referrer' && method === 'GET') ||
  atDesk.some((kind) => caller === kind) ||
  (caller === 'anyone' &&
    method === 'GET' &&
    atDesk.some((kind) => callers.has(named(tenant, kind))))

/** Asks once for all calls of a page who its visitor is. */
async function introduceVisitor(
  callers: Callers,
  { endpoint }: Served,
  identify: Identify,
  asked: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const as = named(asked.tenant?.code, endpoint.caller, referralAsked(asked), rewardAsked(asked))
  const asking = callers.get(as) ?? identify(asked, reply)
  callers.set(as, asking)
  introduce(asked, await asking)
}

/** As it would come over HTTP: without what JSON does not know, and no larger than is read there. */
function bodyOf({ endpoint }: Served, { body }: ApiRequest): unknown {
  if (body === undefined || endpoint.byMailProgram) return null
  const json = JSON.stringify(body)
  if (Buffer.byteLength(json) > (bodyLimits[endpoint.name] ?? bodyLimit))
    throw fail('not-accepted', { status: 413 })
  return JSON.parse(json) as unknown
}

const ofPage = ({ id, raw, log, host, hostname, protocol, ip, address }: FastifyRequest) => ({
  id,
  raw,
  log,
  host,
  hostname,
  protocol,
  ip,
  address,
})

/** Headers of the visitor's language and objections: a page's calls are its visitor's. */
function toldAlong({ headers }: FastifyRequest): Record<string, string> {
  const names = ['user-agent', 'sec-gpc', 'dnt'] as const
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  )
}

/** What an endpoint says to its caller, kept instead of sent. */
class PageReply {
  statusCode = 200
  sent = false
  isAnswering = false
  readonly raw = { destroyed: false }
  readonly cookies: VisitorCookie[] = []
  readonly #headers = new Map<string, string>()
  #payload: unknown

  code(status: number): this {
    this.statusCode = status
    return this
  }

  header(name: string, value: unknown): this {
    this.#headers.set(name.toLowerCase(), String(value))
    return this
  }

  headers(values: Record<string, unknown>): this {
    for (const [name, value] of Object.entries(values)) this.header(name, value)
    return this
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name)
  }

  type(value: string): this {
    return this.header('content-type', value)
  }

  redirect(url: string, status = 302): this {
    return this.code(status).header('location', url).send()
  }

  setCookie(name: string, value: string, { maxAge }: CookieSerializeOptions = {}): this {
    const isEnded = value === ''
    this.cookies.push({
      name,
      value: isEnded ? null : value,
      ...(maxAge === undefined ? {} : { maxAge }),
    })
    return this
  }

  clearCookie(name: string): this {
    return this.setCookie(name, '')
  }

  send(payload?: unknown): this {
    this.sent = true
    this.#payload = payload
    return this
  }

  /** The answer, and how long its JSON is where it came as such. */
  read(): { body: unknown; length: number } {
    const payload = this.#payload ?? null
    if (typeof payload === 'string')
      return { body: payload === '' ? null : JSON.parse(payload), length: payload.length }
    return { body: asJson(payload), length: 0 }
  }
}
