import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswer } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { readCampaign } from '../../domain/campaign.ts'
import type { CookieConsent } from '../../domain/cookie-consent.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { channelCookie, consentOf, visitorCookies } from '../consent/visitor-cookies.ts'
import type { Deps } from '../context.ts'
import { together } from '../db/together.ts'
import { lookingHeaders } from '../only-look.ts'
import { compressed, encodingOf, type Encoding } from './compress-page.ts'
import { ownOrigin } from './own-origin.ts'
import { pageNameAt } from './page-at.ts'

// Pages that are the same for every stranger are made once for each tenant, language, choice of cookies and revision of their data, and sent
// as they lie there, compressed. What is of a person never comes in: only who has no cookie but that of a choice is answered from here, and
// the page is made of a request that has nothing of its visitor (asNobody).

/** Without effects, captchas and anything of the one who asks. */
export const sharedPages: ReadonlySet<PageName> = new Set<PageName>([
  'Homepage',
  'Categories',
  'Category',
  'Comparison',
  'Faq',
  'TOS',
  'Privacy',
  'Imprint',
  'Accessibility',
  'RewardOverview',
  'AgencyInfo',
  'AgencyRules',
  'AgencyPrivacy',
])

/** A visit that may be answered by a shared page. `isRare`: its address may be one visitor's own, as a mailing's. */
export type SharedVisit = { key: string; isRare: boolean; consent: CookieConsent }

const choices: readonly string[] = Object.values(visitorCookies)
const campaign = /^(?:channel|c|pk_campaign|mtm_campaign)=[\w.-]{1,80}$/

/** Null: the page is made for this visitor alone. */
export function sharedVisitOf(
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
  request: FastifyRequest,
  { pathname, search }: URL,
): SharedVisit | null {
  if (request.method !== 'GET' || tenant.isDraft) return null
  if (Object.keys(lookingHeaders(request)).length > 0) return null
  if (
    Object.keys(request.cookies).some((name) => name.startsWith('zs_') && !choices.includes(name))
  )
    return null
  if (
    search.length > 1 &&
    !search
      .slice(1)
      .split('&')
      .every((part) => campaign.test(part))
  )
    return null
  const page = pageNameAt(tenant.routes, pathname)
  if (!page || !sharedPages.has(page)) return null
  const said = consentOf(tenant, request.cookies)
  if (channelCookie(said, readCampaign(search), request.cookies)) return null
  const consent = { ...said, id: null }
  const chosen = JSON.stringify([consent.remembered, consent.choices])
  const key = [tenant.code, ownOrigin(deps, request), locale, pathname + search, chosen].join('\n')
  return { key, isRare: search.length > 1, consent }
}

/** A page as it lies there. */
export type SharedPage = {
  bodies: Record<Encoding, Buffer>
  headers: Record<string, string>
  tag: string
  inline: PageAnswer['inline']
}

type Entry = {
  tenant: Tenant // another object as soon as anything of it changed
  revision: number
  madeAt: number // ms of the app's clock
  page: Promise<SharedPage | null>
  bytes: number
}

/** Nothing else tells of the clock, and of what begins or ends on a day. A content service is asked by the pages that are made. */
const freshFor = ({ contentService }: Tenant) =>
  Math.min(60, contentService?.refreshSeconds ?? 60) * 1000
const most = { bytes: 64_000_000, entries: 5_000, makings: 2 }

/**
 * The shared pages of a process. Parallel requests share a making; null: what was made is not to be shared, a rare one was never asked for
 * before, or enough is being made: to compress for good takes the threads that files and passwords want.
 */
export function makeSharedPages(deps: Pick<Deps, 'cache' | 'clock'>) {
  const entries = new Map<string, Entry>()
  const seen = new Set<string>()
  let bytes = 0
  let makings = 0

  const isFirst = (key: string) => {
    if (seen.has(key)) return false
    if (seen.size >= most.entries) seen.clear()
    seen.add(key)
    return true
  }

  const drop = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  const isFresh = ({ tenant, revision, madeAt }: Entry, now: Tenant) =>
    tenant === now &&
    revision === deps.cache.revision(now.code) &&
    Math.abs(deps.clock.now().epochMilliseconds - madeAt) < freshFor(now)

  return function get(
    tenant: Tenant,
    { key, isRare }: Pick<SharedVisit, 'key' | 'isRare'>,
    make: () => Promise<PageAnswer | null>,
  ): Promise<SharedPage | null> {
    const found = entries.get(key)
    if (found && isFresh(found, tenant)) return found.page
    drop(key)
    if (makings >= most.makings || (isRare && isFirst(key))) return Promise.resolve(null)
    makings += 1
    const entry: Entry = {
      tenant,
      // Before it is made: what changes meanwhile makes it old.
      revision: deps.cache.revision(tenant.code),
      madeAt: deps.clock.now().epochMilliseconds,
      page: make()
        .then(toShared)
        .finally(() => (makings -= 1)),
      bytes: 0,
    }
    entries.set(key, entry)
    entry.page.then(
      (page) => {
        if (entries.get(key) !== entry) return
        entry.bytes = page ? sizeOf(page) : 0
        bytes += entry.bytes
        for (const oldest of entries.keys()) {
          if (bytes <= most.bytes && entries.size <= most.entries) break
          drop(oldest)
        }
      },
      () => entries.get(key) === entry && drop(key),
    )
    return entry.page
  }
}

async function toShared(answer: PageAnswer | null): Promise<SharedPage | null> {
  if (answer?.status !== 200) return null
  const { headers, body, inline } = answer
  const identity = Buffer.from(body.join(''))
  const [br, gzipped] = await together([
    () => compressed.br(identity),
    () => compressed.gzip(identity),
  ])
  const tag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return {
    bodies: { br, gzip: gzipped, identity },
    headers: {
      ...Object.fromEntries(headers),
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Accept-Encoding',
      etag: `W/${tag}`,
    },
    tag,
    inline,
  }
}

const sizeOf = ({ bodies }: SharedPage) =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0)

export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SharedPage,
): FastifyReply {
  reply.headers(page.headers)
  const known = (request.headers['if-none-match'] ?? '').split(',')
  // A proxy may make it a strong one.
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === page.tag))
    return reply.code(304).send()
  const encoding = encodingOf(request)
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.send(page.bodies[encoding])
}

/** The request without anything of its visitor, of whom a shared page is made. */
export const asNobody = (request: FastifyRequest): FastifyRequest =>
  Object.create(request, {
    cookies: { value: {} },
    headers: { value: { host: request.headers.host } },
  }) as FastifyRequest
