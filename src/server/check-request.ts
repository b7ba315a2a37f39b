import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

// User info, path or invalid port: parses as a URL, but is no host.
const isName = (host: string) => URL.canParse(`http://${host}`) && !/[@/?#\\]|:$/.test(host)

export const countHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length

/**
 * Refuses what no client of ours sends: compressed bodies (a hundred bytes can hold 60 MB), two or invalid hosts, a target other
 * than a path (proxies and servers disagree on its host).
 */
export function checkRequest({ raw, headers, host }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw fail('not-accepted', { status: 415 })
  const hosts = countHosts(raw)
  // HTTP/1.0 has none; pages and calls that need one check it.
  const isHost = (hosts === 0 && raw.httpVersion === '1.0') || (hosts === 1 && isName(host))
  if (!isHost || !raw.url?.startsWith('/')) throw fail('validation')
}
