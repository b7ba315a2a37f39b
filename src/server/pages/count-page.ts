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

function viewsOf({ db }: Deps) {
  const found = limits.get(db) ?? makeVisitorLimit({ most: mostPerHour, windowMs: 3_600_000 })
  limits.set(db, found)
  return found
}

/** A visit starts from elsewhere: another site, messenger, mail or typed address. */
function isEntry(deps: Deps, request: FastifyRequest): boolean {
  const { referer, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site !== 'same-origin'
  return !referer?.startsWith(`${ownOrigin(deps, request)}/`)
}

const matchers = new WeakMap<Tenant['routes'], [string, RegExp][]>()

/** The counted page at a path without language; fixed paths before parameters, as in the router. */
export function pageAt(routes: Tenant['routes'], path: string): CountedPage | undefined {
  const known = matchers.get(routes) ?? makeMatchers(routes)
  matchers.set(routes, known)
  const name = known.find(([, pattern]) => pattern.test(path))?.[0] ?? ''
  return isCountedPage(name) ? name : undefined
}

function makeMatchers(routes: Tenant['routes']): [string, RegExp][] {
  return Object.entries(routes)
    .toSorted(([, a], [, b]) => Number(a.includes(':')) - Number(b.includes(':')))
    .map(([name, route]) => {
      const parts = route.split('/').filter((part) => part !== '')
      const pattern = parts.map((part) =>
        part.startsWith(':') ? '/[^/]+' : `/${RegExp.escape(part)}`,
      )
      return [name, new RegExp(`^${pattern.join('')}/?$`, 'i')]
    })
}
