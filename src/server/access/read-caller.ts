import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { authenticate } from './authenticate.ts'
import { deadRecipientCookies, sessionCookies } from './cookies.ts'
import type { Logins } from './kind.ts'
import { actorOf, type Caller, type Deps } from '../context.ts'
import { AppError, fail } from '../errors.ts'

/** Who calls; throws where nobody does who may, and clears the cookies that are over. */
export async function readCaller(
  deps: Deps,
  logins: Logins,
  tenant: Tenant,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const isOurs = endpoint.method === 'GET' || endpoint.byMailProgram
  if (!isOurs && !request.headers['x-requested-with']) {
    throw fail('not-authorised', { details: { MissingHeader: 'X-Requested-With' } })
  }
  const caller = await authenticate(deps, logins, tenant, endpoint.caller, request).catch(
    (error: unknown) => {
      if (endpoint.caller === 'recipient')
        for (const name of deadRecipientCookies(request)) reply.clearCookie(name, { path: '/' })
      if (error instanceof AppError && error.failure.name === 'session-missing')
        for (const name of sessionCookies(cookiesOf(logins, endpoint), request))
          reply.clearCookie(name, { path: '/' })
      throw error
    },
  )
  request.actor = { kind: caller.kind, id: actorOf(caller).id }
  return caller
}

/** Session cookies that a refused call ends: its own area's. */
const cookiesOf = ({ kinds, operator }: Logins, { console }: Endpoint) =>
  console ? [operator] : kinds
