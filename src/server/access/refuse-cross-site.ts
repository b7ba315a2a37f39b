import type { FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

/**
 * For the calls of the spec that do something by GET: another site's page could make every visitor's browser send them. The
 * browser itself says where a request comes from, and no page can change that; programs without the header are no browsers.
 */
export function refuseCrossSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw fail('not-authorised')
}
