import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Frame } from '../../domain/frame.ts'

const policy = 'Content-Security-Policy'

/** Lets exactly the tenant's origins frame the page; without a frame it stays as app.ts has it, in nobody's. */
export function allowFraming(reply: FastifyReply, frame: Frame | null): void {
  if (!frame) return
  const written = String(reply.getHeader(policy) ?? '')
  const ancestors = `frame-ancestors ${frame.origins.join(' ')}`
  reply.header(policy, written.replace(/frame-ancestors [^;]*/, ancestors))
  // It knows no list, and browsers that read frame-ancestors ignore it.
  reply.removeHeader('X-Frame-Options')
}

type Attributes = { sameSite: 'lax' | 'none'; secure: boolean; partitioned?: true }

/**
 * How a page's cookies travel. In a frame of another site browsers send only cookies that say so: SameSite=None, and Partitioned, so
 * that what is kept there is that site's alone and nobody is followed by it. Forms stay guarded by their Origin check and token,
 * calls by X-Requested-With.
 */
export function cookieAttributes(
  request: FastifyRequest,
  frame: Frame | null,
  secure: boolean,
): Attributes {
  const framed = /^i?frame$/.test(String(request.headers['sec-fetch-dest'] ?? ''))
  if (!frame || !framed || !secure) return { sameSite: 'lax', secure }
  return { sameSite: 'none', secure, partitioned: true }
}
