import type { FastifyRequest } from 'fastify'
import type { PageContext, SessionKind } from '../../contract/page-context.ts'
import type { PageOperator } from '../../contract/page-operator.ts'
import type { SellerKind } from '../../domain/seller.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { callerOf } from '../access/authenticate.ts'
import type { Kind, SessionSource } from '../access/kind.ts'
import { readSession } from '../access/read-session.ts'
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
import { cookieNames, sessionSources } from '../kinds.ts'
import { isLinked } from '../team/linked.ts'
import { previewCookie } from '../team/preview.ts'
import { ownOrigin } from './own-origin.ts'
import { makeFormToken } from './form-token.ts'
import { knowVisitor, type Callers, type PageCalls } from './page-calls.ts'
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
const isPassed = (name: string) => isRecipientCookie(name) || passedCookies.includes(name)

export async function makePageContext(
  calls: PageCalls,
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
          const [user, caller] = await together([
            () => kind.pageUserOf(tx, tenant, token, deps.clock.realNow()),
            async () => (isKind(kind) ? callerOf(kind, tx, tenant, token, null) : null),
          ])
          return user && { tokenId: token.token_id, user, caller }
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
  const callers: Callers | null = request.method === 'GET' ? new Map() : null
  const set = (cookie: Cookie) => {
    cookies.push(cookie)
    callers?.clear()
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
  for (const session of sessions)
    if (callers && session?.caller) knowVisitor(callers, tenant.code, session.caller)
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
      tenant: pageTenant(tenant, locale),
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
        const asked = { tenant: tenant.code, locale, cookies: sent, request, call, callers }
        const { cookies: answered, ...answer } = await calls(asked)
        for (const cookie of answered) if (isPassed(cookie.name)) set(cookie)
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

const isKind = (source: SessionSource): source is Kind => 'callerOf' in source

// Cookies are joined into one header: a separator in a value would add a cookie.
const isTokenText = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)
const isCookieText = (text: string) => /^[A-Za-z0-9._-]{1,4000}$/.test(text)
