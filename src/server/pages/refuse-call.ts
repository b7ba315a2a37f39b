import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { answerError, refuse } from '../answer-error.ts'
import type { Deps } from '../context.ts'
import { findTenant, routeOf, routing, type Served } from '../serve.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'])

/** Refuses what no route takes: 405 on the path of a call with another method, else 404. */
export function makeRefusal(deps: Deps, routes: readonly Served[]) {
  // Made when first asked: as routes of the framework they took a tenth of a start.
  let paths: ReturnType<typeof findPaths> | null = null
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    paths ??= findPaths(routes)
    const found = methods.has(request.method) ? paths.find('GET', request.url) : null
    if (found) {
      request.params = found.params
      try {
        await findTenant(deps, request)
      } catch (error) {
        return answerError(request, reply, error)
      }
      return refuse('not-accepted', 405)(request, reply)
    }
    const code = /^\/api\/v1\/([^/?]+)/i.exec(request.url)?.[1]
    const named = code ? await deps.tenants.get(code).catch(() => null) : null
    // The form of address of the error.
    if (named && !named.isDraft) request.tenant = named
    return refuse('not-found')(request, reply)
  }
}

function findPaths(routes: readonly Served[]) {
  const router = findMyWay(routing)
  for (const path of new Set(routes.map(({ endpoint }) => routeOf(endpoint))))
    if (!router.hasRoute('GET', path)) router.on('GET', path, () => {})
  return router
}
