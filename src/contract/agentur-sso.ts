import { z } from 'zod'
import { agencyUser } from './agentur-konto.ts'
import { endpoint } from './endpoint.ts'
import { shape } from './shape.ts'

/** Where the provider's login is, and what proves later that this browser began. */
export const begunSignOn = shape({
  url: ['Url', z.string()],
  verifier: ['Verifier', z.string()],
  validUntil: ['GueltigBis', z.string()],
})
export const signOnTarget = shape({ target: ['Ziel', z.string().max(500).optional()] })
/** What the provider gave; without a verifier that of the browser's cookie. */
export const signOnAnswer = shape({
  code: ['Code', z.string().min(1).max(2000)],
  verifier: ['Verifier', z.string().min(20).max(200).optional()],
  state: ['State', z.string().max(200).optional()],
  issuer: ['Iss', z.string().max(500).optional()],
})

export const startSignOn = endpoint({
  name: 'startSignOn',
  method: 'POST',
  path: '/agentur/sso',
  summary:
    "Begin a single sign-on: where the provider's login is, and the verifier that PUT /agentur/sso takes, once, within 10 minutes",
  caller: 'anyone',
  body: signOnTarget,
  answer: begunSignOn,
  errors: ['not-found', 'unavailable', 'too-many-requests'],
})

export const signOn = endpoint({
  name: 'signOn',
  method: 'PUT',
  path: '/agentur/sso',
  summary:
    "Finish a single sign-on with the provider's code and the verifier; State and Iss of the provider's answer are checked where they are sent. Pages keep the verifier in a cookie",
  caller: 'anyone',
  body: signOnAnswer,
  answer: shape({ user: ['Benutzer', agencyUser], target: ['Ziel', z.string().nullable()] }),
  errors: [
    'not-found',
    'unavailable',
    'link-expired',
    'token-used',
    'not-authorised',
    'blocked-single',
  ],
})
