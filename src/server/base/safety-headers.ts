import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

const year = 31_536_000
// Not no-referrer: forms would send `Origin: null`, and the Origin check needs it.
const referrerPolicy = 'same-origin'

/** A picture or file: nothing is loaded, runs or is framed. */
export const fileCsp = "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
/** A drawn picture, which has styles of its own. */
export const pictureCsp = `${fileCsp}; style-src 'unsafe-inline'`

const isTls = (publicOrigin: string) => publicOrigin.startsWith('https:')

/** Headers of every answer: nothing inline is allowed (pages/allow-inline.ts). */
export function usualHeaders(publicOrigin: string, connectsTo: string | undefined) {
  const headers: [name: string, value: string][] = []
  const answer = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => {},
  }
  const set = helmet(helmetOptions(publicOrigin, connectsTo))
  set({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return headers
}

const helmetOptions = (publicOrigin: string, connectsTo: string | undefined): HelmetOptions => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      connectSrc: ["'self'", ...(connectsTo ? [connectsTo] : [])],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  // For browsers without frame-ancestors.
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: referrerPolicy },
  strictTransportSecurity: isTls(publicOrigin) ? { maxAge: year } : false,
  crossOriginEmbedderPolicy: false,
})

/** The same for answers that come before all hooks, and are no pages; a test compares both. */
export const safetyHeaders = (publicOrigin: string): Record<string, string> => ({
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': referrerPolicy,
  ...(isTls(publicOrigin)
    ? { 'Strict-Transport-Security': `max-age=${year}; includeSubDomains` }
    : {}),
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
})
