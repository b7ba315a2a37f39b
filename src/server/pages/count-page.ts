import type { FastifyRequest } from 'fastify'
import { readCampaign } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { countedPages, isCountedPage, type CountedPage } from '../../domain/tracking-goals.ts'
import { analyticsOf } from '../consent/analytics-consent.ts'
import { rememberedCampaign } from '../consent/visitor-cookies.ts'
import { makeVisitorLimit } from '../base/visitor-limit.ts'
import type { Deps } from '../context.ts'
import { isPerson } from '../is-person.ts'
import { visitorOf } from '../visitor.ts'
import { recordEvent } from '../tracking/record-event.ts'
import { ownOrigin } from './own-origin.ts'
import { pageNameAt } from './page-at.ts'

/** Counts a shown page, if countable and seen by a person: without cookie, from the request. */
export function countPage(
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
  request: FastifyRequest,
  { pathname, search }: URL,
): void {
  if (request.method === 'HEAD' || !isPerson(request)) return
  const page = pageAt(tenant.routes, pathname.replace(/^\/[a-z]{2}(?=\/|$)/i, ''))
  if (!page) return
  const visitor = visitorOf(deps, tenant.code, request)
  if (!viewsOf(deps).count(visitor)) return
  recordEvent(deps, {
    tenant: tenant.code,
    event: countedPages[page],
    page,
    way: wayOf(readCampaign(search), rememberedCampaign(request.cookies)),
    isEntry: isEntry(deps, request),
    visitor,
    analytics: analyticsOf(tenant, locale, request),
  })
}

/** As for browser events (consent/track-event.ts): a house shares one address. */
export const mostPerHour = 600
const limits = new WeakMap<object, ReturnType<typeof makeVisitorLimit>>()

/** As in limit-reads.ts. */
export function viewsOf({ db }: Pick<Deps, 'db'>) {
  const found =
    limits.get(db) ?? makeVisitorLimit({ name: 'views', most: mostPerHour, windowMs: 3_600_000 })
  limits.set(db, found)
  return found
}

/** A visit starts from elsewhere: another site, messenger, mail or typed address. */
function isEntry(deps: Deps, request: FastifyRequest): boolean {
  const { referer, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site !== 'same-origin'
  return !referer?.startsWith(`${ownOrigin(deps, request)}/`)
}

/** The counted page at a path without language. */
export function pageAt(routes: Tenant['routes'], path: string): CountedPage | undefined {
  const name = pageNameAt(routes, path)
  return name && isCountedPage(name) ? name : undefined
}
