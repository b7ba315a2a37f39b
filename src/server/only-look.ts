import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from './context.ts'
import { onlyLooking } from './db/connection.ts'

// HEAD answers as GET would and leaves no trace: no count, no mail, no link used up. The handlers are the same; what they write is
// rolled back. A page that is looked at says so to the calls that it makes, by a word that nobody outside of this process knows.

const header = 'x-only-look'
const word = randomBytes(18).toString('base64url')

const onlyLooks = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  method === 'HEAD' || headers[header] === word

export const lookingHeaders = (request: FastifyRequest): Record<string, string> =>
  onlyLooks(request) ? { [header]: word } : {}

/** What a request's handler works with. */
export const depsFor = (deps: Deps, request: FastifyRequest): Deps =>
  onlyLooks(request) ? { ...deps, db: onlyLooking(deps.db) } : deps
