import type { FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

/**
 * For the spec's GETs with side effects: other sites could make visitors' browsers send them. The browser sets the origin
 * header, pages cannot; clients without it are no browsers.
 */
export function refuseCrossSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw fail('not-authorised')
}
