import type { FastifyRequest } from 'fastify'
import { countTry, quarterHour, takeBackTry, tooManyRequests, type Limit } from '../base/limits.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { noteUnknown, stopFrom } from '../limit-reads.ts'
import { siteOf, visitorOf } from '../visitor.ts'

export const wrongGuesses = { visitor: 10, site: 100 } // per quarter of an hour

/** What the guesses of a visitor, and of the site around, are counted by. */
export function guessLimits(
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  request: Pick<FastifyRequest, 'address'>,
): Limit[] {
  const site = siteOf(deps, tenant, request)
  const visitor = `code|visitor|${visitorOf(deps, tenant, request)}`
  return [
    { bucket: visitor, most: wrongGuesses.visitor, windowSeconds: quarterHour },
    ...(site
      ? [{ bucket: `code|site|${site}`, most: wrongGuesses.site, windowSeconds: quarterHour }]
      : []),
  ]
}

/**
 * Runs `find` for a typed code, for the call and the short link alike. Throws for a visitor with too many guesses; what is found is none.
 */
export async function guessCode<Found extends object>(
  deps: Deps,
  tenant: string,
  request: FastifyRequest,
  find: (tx: Tx) => Promise<Found | null>,
): Promise<Found | null> {
  const now = deps.clock.realNow()
  const limits = guessLimits(deps, tenant, request)
  // Its own transaction, so that the refusal does not roll back the count.
  const { wait, found } = await withTenant(deps.db, tenant, async (tx) => {
    const wait = await countTry(tx, tenant, limits, now)
    const found = wait === null ? await find(tx) : null
    if (found) await takeBackTry(tx, tenant, limits, now)
    return { wait, found }
  })
  if (wait !== null) {
    stopFrom(deps, tenant, 'code', request)
    throw tooManyRequests(wait)
  }
  if (!found) noteUnknown(deps, tenant, request, 'code')
  return found
}
