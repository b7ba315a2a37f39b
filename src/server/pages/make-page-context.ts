import type { FastifyInstance, FastifyRequest } from 'fastify'
import type {
  ApiAnswer,
  ApiRequest,
  PageContext,
  SessionKind,
} from '../../contract/page-context.ts'
import type { PageOperator } from '../../contract/page-operator.ts'
import type { SellerKind } from '../../domain/seller.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { SessionSource } from '../access/kind.ts'
import { ownName, sentName } from '../access/host-cookies.ts'
import { readSession } from '../access/read-session.ts'
import { inRequest } from '../base/current-request.ts'
import {
  isRecipientCookie,
  isRewardCookie,
  referrerCookie,
  tokenCookies,
} from '../access/cookies.ts'
import {
  consentOf,
  languageCookie,
  visitorCookies,
  type VisitorCookie,
} from '../consent/visitor-cookies.ts'
import type { Deps } from '../context.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import { noteRefusal } from '../log-request.ts'
import { lookingHeaders } from '../only-look.ts'
import { cookieNames, sessionSources } from '../kinds.ts'
import { isLinked } from '../team/linked.ts'
import { previewCookie } from '../team/preview.ts'
import { ownOrigin } from './own-origin.ts'
import { makeFormToken } from './form-token.ts'
import { keptAnswersOf } from './kept-answers.ts'
import { pageLinks } from './page-links.ts'
import { pageTenant } from './page-tenant.ts'
import { together } from '../db/together.ts'

type Cookie = VisitorCookie & { expires?: Date }

/** A page request: its context and cookie changes. */
export type Visit = {
  context: PageContext
  cookies: Cookie[]
  sessionId: string | null
  /** A form ended a session of this device. */
  hasEnded: () => boolean
}

// Beside tokens, what a page's calls read and set as their visitor's.
const passedCookies: readonly string[] = [
  ...Object.values(visitorCookies),
  referrerCookie,
  previewCookie,
  tokenCookies.address,
]

export async function makePageContext(
  app: FastifyInstance,
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
  request: FastifyRequest,
): Promise<Visit> {
  const sources = Object.values(sessionSources).filter((source) => source.isOffered(tenant))
  const sessions = await together(
    sources.map(
      (kind) => () =>
        readSession(deps, tenant, kind, request.cookies[kind.cookie], async (tx, token) => {
          const user = await kind.pageUserOf(tx, tenant, token, deps.clock.realNow())
          return user && { tokenId: token.token_id, user }
        }),
    ),
  )
  const own = await contentOf(deps, tenant).texts(locale)
  const cookies: Cookie[] = []
  let ended = false
  const sent: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.cookies)) {
    const isToken =
      isRecipientCookie(name) ||
      isRewardCookie(name) ||
      Object.values<string>(cookieNames).includes(name)
    if (isToken && value && isTokenText(value)) sent[name] = value
  }
  for (const name of passedCookies) {
    const value = request.cookies[name]
    if (value && isCookieText(value)) sent[name] = value
  }
  // Cookies set by an action apply to its later calls.
  const set = (cookie: Cookie) => {
    cookies.push(cookie)
    if (cookie.value === null) delete sent[cookie.name]
    else sent[cookie.name] = cookie.value
  }
  const links = pageLinks(deps, tenant, request, {
    sent,
    set: (name, value) => set({ name, value }),
  })
  // A dead session's cookie is removed.
  for (const [at, { cookie }] of sources.entries())
    if (!sessions[at] && request.cookies[cookie] !== undefined) {
      set({ name: cookie, value: null })
      noteRefusal(request, { name: 'session-missing' })
    }
  const caller = sources.find((_, at) => sessions[at])?.caller
  if (caller) request.actor = { kind: caller, id: sessions.find(Boolean)!.tokenId }
  // A form is bound to all sessions at its creation.
  const sessionId = sessions.flatMap((session) => session?.tokenId ?? []).join('|') || null
  const users = Object.fromEntries(
    Object.values(sessionSources).map((source) => {
      const at = sources.indexOf(source)
      return [source.page, sessions[at]?.user ?? null]
    }),
  ) as Pick<PageContext, SessionSource['page']>
  const operator = users.operator ? await withNames(deps, users.operator) : undefined
  return {
    cookies,
    sessionId,
    hasEnded: () => ended,
    context: {
      tenant: pageTenant(tenant),
      locale,
      origin: ownOrigin(deps, request),
      now: deps.clock.now().toString(),
      demo: deps.demo,
      ...users,
      operator,
      consent: consentOf(tenant, request.cookies),
      hasRecipientToken: request.cookies[tokenCookies.recipient] !== undefined,
      hasRewardToken: request.cookies[tokenCookies.reward] !== undefined,
      ...(Object.keys(own).length > 0 ? { own: { texts: own, areas: [] } } : {}),
      formToken: makeFormToken(deps.keys, tenant.code, sessionId, deps.clock.realNow()),
      send: async (call) => {
        const { cookies: answered, ...answer } = await sendInProcess(
          app,
          deps,
          tenant.code,
          locale,
          sent,
          request,
          call,
        )
        for (const cookie of answered) set(cookie)
        return answer
      },
      startSession: (kind, token, until) => {
        if (!isTokenText(token)) return
        const expires = until ? { expires: new Date(until) } : {}
        set({ name: cookieNames[kind], value: token, ...expires })
      },
      openLink: links.open,
      keepLanguage: (language) => {
        set(languageCookie(tenant, consentOf(tenant, request.cookies), language))
      },
      endLinks: (referral) => {
        ended ||= referral === undefined
        return links.end(referral)
      },
      endSession: (kind) => {
        ended ||= kind !== undefined && kind !== 'sso' && kind !== 'second'
        for (const one of kind ? [kind] : (Object.keys(sessionSources) as SessionKind[]))
          if (sent[cookieNames[one]] !== undefined || kind)
            set({ name: cookieNames[one], value: null })
      },
    },
  }
}

/** Where an operator works: the tenants' names, and through whom they sell. */
async function withNames(deps: Deps, operator: PageOperator): Promise<PageOperator> {
  const tenants = new Map((await deps.tenants.all()).map((one) => [one.code, one]))
  const places = operator.places.map((one) => {
    const at = tenants.get(one.tenant)
    const sellers: SellerKind[] = [
      ...(at?.agencies ? (['agency'] as const) : []),
      ...(at?.salesPartners ? (['sales-partner'] as const) : []),
    ]
    return { ...one, name: at?.name ?? '', sellers, rewardWord: at?.rewardWord ?? one.rewardWord }
  })
  const by = isLinked(deps, operator.provider) ? deps.operatorSignOn : null
  return { ...operator, places, provider: by?.name ?? null }
}

// Cookies are joined into one header: a separator in a value would add a cookie.
const isTokenText = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)
const isCookieText = (text: string) => /^[A-Za-z0-9._-]{1,4000}$/.test(text)

/** Headers of the visitor's language and objections: a page's calls are its visitor's. */
function toldAlong({ headers }: FastifyRequest): Record<string, string> {
  const names = ['user-agent', 'sec-gpc', 'dnt'] as const
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  )
}

/** How a page's calls name themselves. */
export const pageCalls = 'zuspruch-page'

/** A page's calls use the normal endpoints, in process, as part of its request. */
async function sendInProcess(
  app: FastifyInstance,
  deps: Deps,
  tenant: string,
  locale: Locale,
  cookies: Record<string, string>,
  request: FastifyRequest,
  call: ApiRequest,
): Promise<ApiAnswer & { cookies: Cookie[] }> {
  const answers = keptAnswersOf(app)
  const key = `${call.tenant ?? tenant} ${locale} ${call.path}`
  const known = call.method === 'GET' ? answers.get(key) : undefined
  const inject = () =>
    app.inject({
      method: call.method as 'GET',
      url: `/api/v1/${call.tenant ?? tenant}${call.path}`,
      remoteAddress: request.address,
      headers: {
        host: request.host,
        'x-requested-with': pageCalls,
        'accept-language': locale,
        ...(known ? { 'if-none-match': known.tag } : {}),
        ...toldAlong(request),
        ...lookingHeaders(request),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
        ...(Object.keys(cookies).length > 0
          ? {
              cookie: Object.entries(cookies)
                .map(([name, value]) => `${sentName(deps, name)}=${value}`)
                .join('; '),
            }
          : {}),
      },
      ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
    })
  const answer = await inRequest({ id: request.id }, async () => inject())
  const retryAfter = Number(answer.headers['retry-after'])
  const still = known !== undefined && answer.statusCode === 304
  const body: unknown = still ? known.body : answer.body === '' ? null : JSON.parse(answer.body)
  const tag = answer.headers.etag
  if (!still && call.method === 'GET' && answer.statusCode === 200 && typeof tag === 'string')
    answers.keep(key, { tag, body, length: answer.body.length })
  return {
    status: still ? 200 : answer.statusCode,
    body,
    // Cookies set by a call are passed on.
    cookies: answer.cookies
      .map((cookie) => ({ ...cookie, name: ownName(deps, cookie.name) ?? '' }))
      .filter(({ name }) => isRecipientCookie(name) || passedCookies.includes(name))
      .map(({ name, value, maxAge }) => ({
        name,
        value: value === '' ? null : value,
        ...(maxAge === undefined ? {} : { maxAge }),
      })),
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  }
}
