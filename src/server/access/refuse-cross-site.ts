import type { FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

const own = ['same-origin', 'none'] // typed, or from a bookmark or a mail program

/**
 * For the spec's GETs with side effects and for files: other sites, and other hosts of the provider's, could make visitors' browsers
 * send them. The browser sets the header, pages cannot; clients without it are no browsers.
 */
export function refuseCrossSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && !own.includes(String(site))) throw fail('not-authorised')
}
