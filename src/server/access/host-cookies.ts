import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { cookiesOf } from './cookies.ts'

// Over TLS, cookies that let somebody in carry `__Host-`: browsers take them from this very host alone, over TLS, and from no subdomain's
// page. Within the program they have their plain names (spec section 4).

const prefix = '__Host-'
/** Ours, but for the visitor's choices (consent/visitor-cookies.ts), which open nothing. */
const letsIn = /^zs_(?!consent$|channel$|language$)/

type At = Pick<Deps, 'publicOrigin'>
const isSecure = ({ publicOrigin }: At) => publicOrigin.startsWith('https:')

/** A cookie's name between browser and server. */
export const sentName = (at: At, name: string): string =>
  isSecure(at) && letsIn.test(name) ? prefix + name : name

/** A cookie's name within the program; null: a bare one, which anybody could have set. */
export const ownName = (at: At, name: string): string | null => {
  if (!isSecure(at)) return name
  if (name.startsWith(prefix)) return name.slice(prefix.length)
  return letsIn.test(name) ? null : name
}

/** `Set-Cookie` as it is sent. A cookie is ended by its own kind alone, so that is secure, too. */
function sentCookie(at: At, cookie: string): string {
  const [name = ''] = cookie.split('=')
  const sent = sentName(at, name)
  const rest = cookie.slice(name.length)
  return sent === name || /;\s*secure\b/i.test(rest) ? sent + rest : `${sent}${rest}; Secure`
}

/** Translates between both, behind @fastify/cookie. */
export function useHostCookies(app: FastifyInstance, at: At): void {
  if (!isSecure(at)) return
  app.addHook('onRequest', async (request) => {
    const cookies = cookiesOf(request)
    const sent = Object.entries(cookies)
    for (const [name] of sent) delete cookies[name]
    for (const [name, value] of sent) {
      const own = ownName(at, name)
      if (own !== null) cookies[own] = value
    }
  })
  app.addHook('onSend', async (_request, reply) => {
    const set = reply.getHeader('set-cookie')
    if (set === undefined) return
    const named = [set].flat().map((cookie) => sentCookie(at, String(cookie)))
    void reply.removeHeader('set-cookie')
    void reply.header('set-cookie', named)
  })
}
