import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswer, WebBundle } from '../../contract/page-context.ts'
import { pagePath } from '../../contract/paths.ts'
import { readCampaign } from '../../domain/campaign.ts'
import { platformCode } from '../../domain/platform.ts'
import { parseCode } from '../../domain/numbers.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { allowFraming, cookieAttributes } from './allow-framing.ts'
import { allowInline } from './allow-inline.ts'
import { answerErrorPage } from './answer-error-page.ts'
import { isRecipientCookie, isRewardCookie } from '../access/cookies.ts'
import { cookieNames } from '../kinds.ts'
import { analyticsOf } from '../consent/analytics-consent.ts'
import { channelCookie, storedLanguage } from '../consent/visitor-cookies.ts'
import type { Deps } from '../context.ts'
import { serveBrandPictures } from './serve-brand-pictures.ts'
import { serveBuiltFiles } from './serve-built-files.ts'
import { countPage } from './count-page.ts'
import { isOwnForm, ownOrigin } from './own-origin.ts'
import { ownTurn } from '../base/own-turn.ts'
import { fail } from '../errors.ts'
import { depsFor } from '../only-look.ts'
import { guessCode } from '../referral/guess-code.ts'
import { findNumberByCode } from '../referral/click-store.ts'
import { redirectClick } from '../referral/click-referral.ts'
import { isEnded } from '../referral/store.ts'
import { localeOf } from '../serve.ts'
import { admit } from '../team/admit.ts'
import { previewCookie } from '../team/preview.ts'
import { sendPage } from './compress-page.ts'
import { isFormToken } from './form-token.ts'
import {
  asNobody,
  makeSharedPages,
  sendShared,
  sharedVisitOf,
  type SharedPage,
  type SharedVisit,
} from './shared-pages.ts'
import { makePageContext, type Visit } from './make-page-context.ts'
import type { PageCalls } from './page-calls.ts'

/** For forms with a file: 8 MB plus overhead. */
export const formLimit = 9 * 1024 * 1024

export type Web = {
  bundle: () => Promise<WebBundle>
  clientFolder: string
  /** Development only: vite's head tags. */
  headTags?: (url: string, nonce: string) => Promise<string>
  /** Development only: vite, which serves its modules first. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Development only: vite's websocket. */
  connectsTo?: string
}

/** Of what is no page: of a call, for example. */
type Refuse = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Serves built files, short links and all tenants' pages. */
export async function registerPages(
  app: FastifyInstance,
  deps: Deps,
  web: Web,
  calls: PageCalls,
  refuse: Refuse,
): Promise<void> {
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    servePage(calls, deps, web, refuse, request, reply).catch((error: unknown) =>
      answerErrorPage(request, reply, error),
    )
  await serveBuiltFiles(app, web.clientFolder, answer)
  serveBrandPictures(app, deps)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/k/:code',
    handler: async (request, reply) => {
      const tenant = await tenantOf(deps, request)
      const locale = localeOf(request)
      const { code } = request.params as { code: string }
      const said = readCampaign(searchOf(request))
      const parsed = parseCode(code)
      const found = await guessCode(depsFor(deps, request), tenant.code, request, async (tx) => {
        if (!parsed) return null
        const known = await findNumberByCode(tx, tenant.code, parsed)
        if (known) return known
        return (await isEnded(tx, tenant.code, { code: parsed })) ? { number: '' } : null
      }).catch((error: unknown) => void answerErrorPage(request, reply, error))
      if (found === undefined) return reply
      const analytics = analyticsOf(tenant, locale, request)
      const call = {
        deps: depsFor(deps, request),
        tenant,
        locale,
        today: deps.clock.today(),
        analytics,
        request,
        reply,
      }
      await redirectClick(call, found?.number ?? '', said, undefined, 'KurzURL')
    },
  })
  // Printed on agencies' cards; the page shows the card's state.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/e/:code',
    handler: async (request, reply) => {
      const tenant = await tenantOf(deps, request)
      const { code } = request.params as { code: string }
      const query = { m: code.slice(0, 60) }
      const target = pagePath(tenant.routes, localeOf(request), 'Registration', {}, query)
      return reply.header('Cache-Control', 'no-store').redirect(target)
    },
  })
  await app.register(async (pages) => {
    // Multipart forms, in their own context: API calls take none.
    pages.addContentTypeParser<Buffer>(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: formLimit },
      // Another site's form is refused (servePage), unread.
      async (request: FastifyRequest, body: Buffer) =>
        isOwnForm(deps, request) ? readMultipart(request, body) : null,
    )
    pages.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/*',
      handler: answer,
    })
  })
}

const searchOf = ({ url }: FastifyRequest) => /\?.*$/s.exec(url)?.[0] ?? ''

/** Of a form with files. */
export const mostParts = 500

/** Names and types of a field; a browser writes a few hundred letters. */
const longestHead = 4_000

/** More parts or longer heads than any form has: a body of 9 MB may have 180,000, which hold the process for a second. */
function isOutsized(body: Buffer, boundary: string): boolean {
  let parts = 0
  for (let at = -1; (at = body.indexOf(boundary, at + 1)) !== -1;) {
    const after = at + boundary.length
    if (body.toString('latin1', after, after + 2) === '--') continue
    const head = body.subarray(after, after + longestHead).indexOf('\r\n\r\n')
    if (head < 0 || ++parts > mostParts) return true
  }
  return false
}

/** As browsers write it: with more in it, others could read another boundary than we do. */
const multipart =
  /^multipart\/form-data; ?boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+./?-]{1,70}))$/i

/** The parts of a multipart form; throws the usual error if unreadable. */
async function readMultipart(request: FastifyRequest, body: Buffer): Promise<FormData> {
  const type = request.headers['content-type'] ?? ''
  const [, quoted, plain] = multipart.exec(type) ?? []
  const boundary = quoted ?? plain
  if (!boundary || isOutsized(body, `--${boundary}`)) throw fail('validation')
  try {
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData()
  } catch {
    throw fail('validation')
  }
}

/** @param isPage the console has pages, and nothing else of a tenant's */
async function tenantOf(deps: Deps, request: FastifyRequest, isPage = false): Promise<Tenant> {
  const tenant = await deps.tenants.byHost(request.host)
  if (!tenant || (!isPage && tenant.code === platformCode)) throw fail('unknown-tenant')
  return (request.tenant = await admit(deps, tenant, request))
}

async function servePage(
  calls: PageCalls,
  deps: Deps,
  web: Web,
  refuse: Refuse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (web.middleware && (await answeredByVite(web.middleware, request, reply))) return reply
  // Two leading slashes would be another host, in our redirects as well.
  const url = URL.parse(request.url.replace(/^[/\\]+/, '/'), 'http://page')
  if (!url) throw fail('not-found')
  if (/^\/(api|demo|assets|bild|brand|health)(\/|$)/i.test(url.pathname))
    return refuse(request, reply)
  const tenant = await tenantOf(deps, request, true)
  const prefix = /^\/([a-z]{2})(?=\/|$)/i.exec(url.pathname)?.[1]?.toLowerCase()
  if (prefix === undefined) {
    const locale = preferredLocale(request, tenant)
    const path = url.pathname === '/' ? '' : url.pathname
    return reply
      .header('Vary', 'Accept-Language, Cookie')
      .redirect(`/${locale}${path}${url.search}`, 302)
  }
  allowFraming(reply, tenant.frame)
  const locale: Locale = prefix === 'en' && tenant.locales.includes('en') ? 'en' : 'de'
  const shared = web.headTags ? null : sharedVisitOf(deps, tenant, locale, request, url)
  const kept = shared && (await sharedPage(calls, deps, web, tenant, locale, request, shared))
  if (kept) {
    allowInline(reply, kept.inline)
    countPage(deps, tenant, locale, request, url)
    return sendShared(request, reply, kept)
  }
  const visit = await makePageContext(calls, deps, tenant, locale, request)
  if (request.method === 'POST') {
    if (!isOwnForm(deps, request)) throw fail('not-authorised')
    // Expired, or another session: a new page; the browser keeps the draft.
    if (!hasFormToken(deps, tenant, request, visit)) {
      request.security = { event: 'form-refused', reason: 'form-token' }
      return reply.redirect(url.pathname + url.search, 303)
    }
  } else {
    const { consent } = visit.context
    const cookie = channelCookie(consent, readCampaign(url.search), request.cookies)
    if (cookie) visit.cookies.push(cookie)
  }
  const headTags = await web.headTags?.(request.url, reply.nonce)
  const bundle = await web.bundle()
  const response = await bundle.handlePage(asRequest(deps, request), visit.context, {
    nonce: headTags ? reply.nonce : null,
    assets: { scripts: [], styles: [], ...(headTags ? { headTags } : {}) },
    ownTurn,
  })
  if (!headTags) allowInline(reply, response.inline)
  if (tenant.isDraft) reply.headers({ 'X-Robots-Tag': 'noindex' })
  else if (response.status === 200 && tenant.code !== platformCode)
    countPage(deps, tenant, locale, request, url)
  return answerPage(request, reply, response, visit)
}

const sharedPages = new WeakMap<Deps, ReturnType<typeof makeSharedPages>>()

async function sharedPage(
  calls: PageCalls,
  deps: Deps,
  web: Web,
  tenant: Tenant,
  locale: Locale,
  request: FastifyRequest,
  { consent, ...visit }: SharedVisit,
): Promise<SharedPage | null> {
  const ofProcess = sharedPages.get(deps) ?? makeSharedPages(deps)
  sharedPages.set(deps, ofProcess)
  return ofProcess(tenant, visit, async () => {
    const nobody = asNobody(request)
    const { context, cookies } = await makePageContext(calls, deps, tenant, locale, nobody)
    const bundle = await web.bundle()
    const assets = { scripts: [], styles: [] }
    const view = { ...context, consent }
    const answer = await bundle.handlePage(asRequest(deps, nobody), view, {
      nonce: null,
      assets,
      ownTurn,
    })
    return cookies.length > 0 ? null : answer
  })
}

function answeredByVite(
  middleware: NonNullable<Web['middleware']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  return new Promise((done) => {
    reply.raw.once('close', () => {
      reply.hijack()
      done(true)
    })
    middleware(request.raw, reply.raw, () => done(false))
  })
}

/** The stored language, then the browser's, then the default (spec section 2.3). */
function preferredLocale(request: FastifyRequest, tenant: Tenant): Locale {
  const stored = storedLanguage(tenant, request.cookies)
  if (stored) return stored
  const wanted = localeOf(request)
  return tenant.locales.includes(wanted) ? wanted : (tenant.locales[0] ?? 'de')
}

function hasFormToken(deps: Deps, tenant: Tenant, request: FastifyRequest, visit: Visit): boolean {
  const { body } = request
  const token =
    body instanceof FormData
      ? (body.get('_form') ?? '')
      : ((body ?? {}) as Record<string, string>)['_form']
  return isFormToken(
    deps.keys,
    tenant.code,
    visit.sessionId,
    String(token ?? ''),
    deps.clock.realNow(),
  )
}

function asRequest(deps: Deps, request: FastifyRequest): Request {
  const url = ownOrigin(deps, request) + request.url
  const headers = new Headers()
  for (const name of [
    'accept-language',
    'cookie',
    'user-agent',
    'referer',
    'sec-fetch-site',
  ] as const) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (request.method !== 'POST') return new Request(url, { method: 'GET', headers })
  if (request.body instanceof FormData)
    return new Request(url, { method: 'POST', headers, body: request.body })
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(
    (request.body ?? {}) as Record<string, string | string[]>,
  )) {
    for (const single of [value].flat()) form.append(name, String(single))
  }
  return new Request(url, { method: 'POST', headers, body: form })
}

/** Whether a page may show personal data: by cookie, URL or form input. */
function isPersonal(request: FastifyRequest, visit: Visit): boolean {
  const query = request.query as Record<string, unknown>
  return (
    request.method === 'POST' ||
    visit.cookies.length > 0 ||
    Object.values(cookieNames).some((name) => request.cookies[name] !== undefined) ||
    request.cookies[previewCookie] !== undefined ||
    Object.keys(request.cookies).some((name) => isRecipientCookie(name) || isRewardCookie(name)) ||
    ['t', 'token', 'hex'].some((name) => query[name] !== undefined)
  )
}

const isWholePage = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] === 'document'

async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PageAnswer,
  visit: Visit,
): Promise<FastifyReply> {
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') reply.header(name, value)
  })
  const { tenant, origin } = visit.context
  const attributes = cookieAttributes(request, tenant.frame, origin.startsWith('https:'))
  // HEAD sets no cookies.
  for (const cookie of request.method === 'HEAD' ? [] : visit.cookies) {
    if (cookie.value === null) reply.clearCookie(cookie.name, { path: '/', ...attributes })
    else
      reply.setCookie(cookie.name, cookie.value, {
        path: '/',
        httpOnly: true,
        ...attributes,
        ...(cookie.expires ? { expires: cookie.expires } : {}),
        ...(cookie.maxAge === undefined ? {} : { maxAge: cookie.maxAge }),
      })
  }
  // Not "cookies": other kinds of sessions go on. Nor in a frame, whose storage may be the page's around it.
  if (request.method === 'POST' && visit.hasEnded() && isWholePage(request))
    reply.header('Clear-Site-Data', '"cache", "storage"')
  // Personal pages are not cached, even for the back button.
  if (isPersonal(request, visit)) reply.header('Cache-Control', 'no-store')
  else if (!response.headers.has('cache-control'))
    reply.header('Cache-Control', 'private, no-cache')
  return sendPage(request, reply.code(response.status), response.body)
}
