import { z } from 'zod'
import { begunSignOn, signOnAnswer, signOnTarget } from './agentur-sso.ts'
import { endpoint } from './endpoint.ts'
import { instant, name } from './fields.ts'
import { shape } from './shape.ts'

// Operators' sign-in by the company's OpenID Connect provider, where the platform has one. It lets in whom an invitation or a passkey let in
// before, and nobody new.

const open = { caller: 'anyone', console: 'platform' } as const
const own = { caller: 'operator', console: 'platform' } as const

export const showSignInWays = endpoint({
  ...open,
  name: 'showSignInWays',
  method: 'GET',
  path: '/betrieb/anmeldung',
  summary: 'Whether operators may sign in by the company’s provider, and its name',
  answer: shape({ provider: ['Anbieter', z.string().nullable()] }),
  errors: [],
})

export const beginOperatorSignOn = endpoint({
  ...open,
  name: 'beginOperatorSignOn',
  method: 'POST',
  path: '/betrieb/anmeldung/anbieter',
  summary:
    'Begin to sign in by the provider: where its login is, and the verifier that the PUT takes, once, within 10 minutes',
  body: signOnTarget,
  answer: begunSignOn,
  errors: ['not-found', 'unavailable', 'too-many-requests'],
})

export const endOperatorSignOn = endpoint({
  ...open,
  name: 'endOperatorSignOn',
  method: 'PUT',
  path: '/betrieb/anmeldung/anbieter',
  summary:
    "Begin a session with the provider's code and the verifier of a sign-in or of an accepted invitation. Who was let in before is known by address, where the provider calls it verified, and from then on by the provider's own id",
  body: signOnAnswer,
  answer: shape({
    token: ['Token', z.string()],
    validUntil: ['GueltigBis', instant],
    target: ['Ziel', z.string().nullable()],
  }),
  errors: ['not-found', 'unavailable', 'link-expired', 'token-used', 'not-authorised'],
})

export const beginSignOnProof = endpoint({
  ...own,
  name: 'beginSignOnProof',
  method: 'POST',
  path: '/betrieb/bestaetigung/anbieter',
  summary:
    'Where the provider asks its person to log in anew, before what moves money or grants rights',
  answer: begunSignOn,
  errors: ['session-missing', 'not-authorised', 'not-found', 'unavailable', 'too-many-requests'],
})

export const endSignOnProof = endpoint({
  ...own,
  name: 'endSignOnProof',
  method: 'PUT',
  path: '/betrieb/bestaetigung/anbieter',
  summary:
    'Prove with a new login at the provider that the session is still in its owner’s hands: until 5 minutes after that login',
  body: signOnAnswer,
  answer: shape({ provedUntil: ['BestaetigtBis', instant] }),
  errors: [
    'session-missing',
    'not-authorised',
    'not-found',
    'unavailable',
    'link-expired',
    'token-used',
  ],
})

export const beginInvitedSignOn = endpoint({
  caller: 'anyone',
  console: 'any',
  name: 'beginInvitedSignOn',
  method: 'POST',
  path: '/betrieb/einladung/anbieter',
  summary: 'Accept an invitation by the provider instead of a passkey: where its login is',
  body: shape({ token: ['Token', z.string().max(200)], name: ['Name', name] }),
  answer: begunSignOn,
  errors: ['not-found', 'unavailable', 'link-expired', 'token-used', 'too-many-requests'],
})
