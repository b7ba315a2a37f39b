import type { FastifyRequest } from 'fastify'
import { countTry, quarterHour, takeBackTry, tooManyRequests, type Limit } from '../base/limits.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { siteOf, visitorOf } from '../visitor.ts'

export const wrongGuesses = { visitor: 10, site: 100 } // per quarter of an hour

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
  const site = siteOf(deps, tenant, request)
  const limits: Limit[] = [
    {
      bucket: `code|visitor|${visitorOf(deps, tenant, request)}`,
      most: wrongGuesses.visitor,
      windowSeconds: quarterHour,
    },
    ...(site
      ? [{ bucket: `code|site|${site}`, most: wrongGuesses.site, windowSeconds: quarterHour }]
      : []),
  ]
  // Its own transaction, so that the refusal does not roll back the count.
  const { wait, found } = await withTenant(deps.db, tenant, async (tx) => {
    const wait = await countTry(tx, tenant, limits, now)
    const found = wait === null ? await find(tx) : null
    if (found) await takeBackTry(tx, tenant, limits, now)
    return { wait, found }
  })
  if (wait !== null) throw tooManyRequests(wait)
  return found
}
