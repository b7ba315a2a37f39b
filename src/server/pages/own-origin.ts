import type { FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'

/** The public origin: behind a TLS proxy the scheme is PUBLIC_ORIGIN's, whatever the proxy says. */
export function ownOrigin(deps: Pick<Deps, 'publicOrigin'>, request: FastifyRequest): string {
  const scheme = deps.publicOrigin.startsWith('https:') ? 'https' : request.protocol
  return `${scheme}://${request.host}`
}
