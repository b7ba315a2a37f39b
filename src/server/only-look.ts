import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from './context.ts'
import { onlyLooking } from './db/connection.ts'

// HEAD answers like GET without effects: the same handlers run, and their writes are rolled back. A page passes this to its own
// calls by a secret of this process. So does a draft on its own host: who looks at it leaves nothing in it.

const header = 'x-only-look'
const word = randomBytes(18).toString('base64url')

const onlyLooks = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  method === 'HEAD' || headers[header] === word

export const lookingHeaders = (request: FastifyRequest): Record<string, string> =>
  onlyLooks(request) ? { [header]: word } : {}

/** A handler's deps for a request. */
export const depsFor = (deps: Deps, request: FastifyRequest): Deps =>
  onlyLooks(request) || isPreview(deps, request) ? { ...deps, db: onlyLooking(deps.db) } : deps

const isPreview = ({ tenants }: Deps, { tenant, host }: FastifyRequest) =>
  tenant?.isDraft === true && !tenants.isConsole(host)
