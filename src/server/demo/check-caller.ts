import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '../env/is-loopback.ts'

type Asked = { method: string; headers: IncomingHttpHeaders }

/**
 * Whether a demo call comes from this machine's pages or a script. The demo logs anyone in as anyone, so foreign pages must
 * reach nothing: neither by a host name pointing here (Host), nor by form or script (Origin, Sec-Fetch-Site). Scripts send
 * neither of the latter.
 */
export function isOwnCaller({ method, headers }: Asked): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)
  if (!host || !isLoopback(host.hostname)) return false
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, headers.host ?? '')
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  // To browsers telko.localhost and localhost are different sites. Following a link to our page changes nothing and is unreadable
  // to the linking page.
  return (method === 'GET' || method === 'HEAD') && headers['sec-fetch-mode'] === 'navigate'
}

/** Any loopback name (one per tenant) with this server's port. */
function isOwnOrigin(text: string, host: string): boolean {
  const origin = URL.parse(text)
  if (!origin || !/^https?:$/.test(origin.protocol) || !isLoopback(origin.hostname)) return false
  return origin.port === URL.parse(`${origin.protocol}//${host}`)?.port
}
