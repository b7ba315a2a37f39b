import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '../env/is-loopback.ts'

type Asked = { method: string; headers: IncomingHttpHeaders }

/**
 * Whether a call of demo mode comes from this machine's own pages, or from a script. The demo logs anyone in as anyone, so a
 * stranger's page in the browser of whoever runs it must reach nothing: neither under a name of its own that points
 * here (Host), nor by a form or a script of its own (Origin, Sec-Fetch-Site). Scripts send neither of the last two.
 */
export function isOwnCaller({ method, headers }: Asked): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)
  if (!host || !isLoopback(host.hostname)) return false
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, headers.host ?? '')
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  // To a browser telko.localhost and localhost are different sites. Opening one of our pages by a link changes nothing, and
  // whoever linked to it cannot read it.
  return (method === 'GET' || method === 'HEAD') && headers['sec-fetch-mode'] === 'navigate'
}

/** Any loopback name, as each tenant has its own, with the port of this server. */
function isOwnOrigin(text: string, host: string): boolean {
  const origin = URL.parse(text)
  if (!origin || !/^https?:$/.test(origin.protocol) || !isLoopback(origin.hostname)) return false
  return origin.port === URL.parse(`${origin.protocol}//${host}`)?.port
}
