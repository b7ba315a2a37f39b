import type { FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'

/** The origin that people see: behind a proxy that ends TLS the scheme is that of PUBLIC_ORIGIN, whatever the proxy says. */
export function ownOrigin(deps: Pick<Deps, 'publicOrigin'>, request: FastifyRequest): string {
  const scheme = deps.publicOrigin.startsWith('https:') ? 'https' : request.protocol
  return `${scheme}://${request.host}`
}
