import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Frame } from '../../domain/frame.ts'

const policy = 'Content-Security-Policy'

/** Allows framing by the tenant's origins only; default is none (app.ts). */
export function allowFraming(reply: FastifyReply, frame: Frame | null): void {
  if (!frame) return
  const written = String(reply.getHeader(policy) ?? '')
  const ancestors = `frame-ancestors ${frame.origins.join(' ')}`
  reply.header(policy, written.replace(/frame-ancestors [^;]*/, ancestors))
  // It has no list, and is ignored beside frame-ancestors.
  reply.removeHeader('X-Frame-Options')
}

type Attributes = { sameSite: 'lax' | 'none'; secure: boolean; partitioned?: true }

/**
 * Cookie attributes. Framed pages need SameSite=None, and Partitioned, so that storage is per embedding site without tracking.
 * Forms are protected by Origin check and token, calls by X-Requested-With.
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
