import type { FastifyRequest } from 'fastify'
import { visitorNetwork, visitorSite } from '../domain/visitor-network.ts'
import type { Deps } from './context.ts'

type Caller = Pick<FastifyRequest, 'address'>

/** Keyed hash of the caller's network, for limits; the address is not stored. */
export const visitorOf = (deps: Pick<Deps, 'keys'>, tenant: string, request: Caller) =>
  deps.keys.lookup(`visitor|${tenant}|${visitorNetwork(request.address)}`).slice(0, 22)

/** The same of the /48 around an IPv6 address, whose every /64 one sender may use; null for IPv4. */
export function siteOf(deps: Pick<Deps, 'keys'>, tenant: string, request: Caller): string | null {
  const site = visitorSite(request.address)
  return site && deps.keys.lookup(`visitor|${tenant}|${site}`).slice(0, 22)
}
