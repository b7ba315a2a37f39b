import type { FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

// Somebody's name before it, a path behind it, a port that is none: what parses as an address is not all a host.
const isName = (host: string) => URL.canParse(`http://${host}`) && !/[@/?#\\]|:$/.test(host)

/**
 * Refuses what no client of ours sends, before anything reads it: packed bodies (a hundred bytes can hold 60 MB), two hosts, a host
 * that is no part of an address, a target that is no path (proxies and servers take different parts of it for the host).
 */
export function checkRequest({ raw, headers, host }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw fail('not-accepted', { status: 415 })
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  // HTTP/1.0 has none; whose page or call needs a host says so itself.
  const isHost = hosts.length === 0 || (hosts.length === 1 && isName(host))
  if (!isHost || !raw.url?.startsWith('/')) throw fail('validation')
}
