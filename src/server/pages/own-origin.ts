import type { FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'

/** The public origin: behind a TLS proxy the scheme is PUBLIC_ORIGIN's, whatever the proxy says. */
export function ownOrigin(deps: Pick<Deps, 'publicOrigin'>, request: FastifyRequest): string {
  const scheme = deps.publicOrigin.startsWith('https:') ? 'https' : request.protocol
  return `${scheme}://${request.host}`
}

/**
 * CSRF check: the Origin must be ours. Pages opened by mailed link send no referrer and so `Origin: null`; there Sec-Fetch-Site
 * decides, which pages cannot set.
 */
export function isOwnForm(deps: Deps, request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin !== undefined && origin !== 'null') return origin === ownOrigin(deps, request)
  return request.headers['sec-fetch-site'] === 'same-origin'
}
