import type { FastifyRequest } from 'fastify'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Analytics } from '../tracking/goal-job.ts'
import { consentOf } from './visitor-cookies.ts'

/**
 * Whether analytics may be told: the tenant has it, the visitor consented to statistics, and the browser does not object (Global
 * Privacy Control, or Do Not Track, which override consent).
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
