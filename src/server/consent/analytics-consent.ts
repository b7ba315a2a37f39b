import type { FastifyRequest } from 'fastify'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Analytics } from '../tracking/goal-job.ts'
import { consentOf } from './visitor-cookies.ts'

/**
 * Whether the analytics service may be told what this visitor does: the tenant has one, the visitor said yes to statistics, and the
 * browser does not object (Global Privacy Control, and the older Do Not Track: a setting for all sites stands above a yes to one).
 */
export function analyticsOf(
  tenant: Pick<Tenant, 'matomo' | 'cookieCategories'>,
  locale: Locale,
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
): Analytics | null {
  if (!tenant.matomo) return null
  const { headers } = request
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return null
  const { id, choices } = consentOf(tenant, request.cookies)
  if (choices.analytical !== 'given' || id === null) return null
  return { consentId: id, locale, userAgent: (headers['user-agent'] ?? '').slice(0, 300) }
}
