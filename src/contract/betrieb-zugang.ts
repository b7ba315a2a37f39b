import { z } from 'zod'
import { operatorRoles } from '../domain/operator-abilities.ts'
import { ending, sessions } from './anmeldungen.ts'
import { endpoint } from './endpoint.ts'
import { count, flag, instant, locale, name } from './fields.ts'
import { answered, deviceName, options, passkeyList, webAuthn } from './passkeys.ts'
import { shape } from './shape.ts'

// How operators get in: passkeys instead of passwords, sessions, tokens for scripts. WebAuthn's own objects go through as they are.

export const operatorRole = z.enum(operatorRoles)
export const empty = shape({})
const tokenText = z.string().max(200)
/** Why a person decides so; kept in the audit log. */
export const reason = z.string().trim().min(3).max(500)

const begun = shape({ token: ['Token', z.string()], validUntil: ['GueltigBis', instant] })

/** At the platform: for operators wherever they work. */
const own = { caller: 'operator', console: 'platform' } as const
const open = { caller: 'anyone', console: 'platform' } as const
/** At a tenant, or for those of the platform itself. */
const invited = { caller: 'anyone', console: 'any' } as const

export const beginSignIn = endpoint({
  ...open,
  name: 'beginSignIn',
  method: 'POST',
  path: '/betrieb/anmeldung/beginn',
  summary: 'The challenge that a passkey of an operator has to sign',
  answer: options,
  errors: [],
})

export const signIn = endpoint({
  ...open,
  name: 'signIn',
  method: 'POST',
  path: '/betrieb/anmeldung',
  summary: 'Begin a session with a passkey',
  body: answered,
  answer: begun,
  errors: ['passkey-refused'],
})

export const signOut = endpoint({
  ...own,
  name: 'signOut',
  method: 'POST',
  path: '/betrieb/abmeldung',
  summary: 'End the own session',
  answer: empty,
  errors: ['session-missing'],
})

export const beginProof = endpoint({
  ...own,
  name: 'beginProof',
  method: 'POST',
  path: '/betrieb/bestaetigung/beginn',
  summary:
    'The challenge for a passkey that is asked for anew, before what moves money or grants rights',
  answer: options,
  errors: ['session-missing', 'not-authorised'],
})

export const prove = endpoint({
  ...own,
  name: 'prove',
  method: 'POST',
  path: '/betrieb/bestaetigung',
  summary: 'Prove with a passkey that the session is still in its owner’s hands: for 5 minutes',
  body: shape({ answer: ['Antwort', webAuthn.optional()] }),
  answer: shape({ provedUntil: ['BestaetigtBis', instant] }),
  errors: ['session-missing', 'not-authorised', 'passkey-refused'],
})

/** The command line's do more, for an hour and there alone. */
export const tokenUse = z.enum(['skripte', 'kommandozeile'])

const place = shape({
  tenant: ['Mandant', z.string()],
  name: ['Name', z.string()],
  roles: ['Rollen', z.array(operatorRole)],
})

export const showOperator = endpoint({
  ...own,
  name: 'showOperator',
  method: 'GET',
  path: '/betrieb/ich',
  summary: 'Who is logged in, and what they may do where',
  answer: shape({
    id: ['Id', z.string()],
    name: ['Name', z.string()],
    email: ['Email', z.string()],
    language: ['Sprache', locale],
    places: ['Orte', z.array(place)],
    validUntil: ['GueltigBis', instant],
    provedUntil: ['BestaetigtBis', instant.nullable()],
    isDemo: ['Demo', flag],
  }),
  errors: ['session-missing'],
})

export const showOwnAccess = endpoint({
  ...own,
  name: 'showOwnAccess',
  method: 'GET',
  path: '/betrieb/zugang',
  summary:
    'The own passkeys, sessions and tokens, and whether the company’s provider knows this person',
  answer: shape({
    provider: [
      'Anbieter', // null: none is configured
      shape({ name: ['Name', z.string()], isLinked: ['Verbunden', flag] }).nullable(),
    ],
    passkeys: ['Passkeys', passkeyList],
    sessions: ['Sitzungen', sessions],
    moreSessions: ['WeitereSitzungen', count],
    tokens: [
      'Tokens',
      z.array(
        shape({
          id: ['Id', z.string()],
          use: ['Zweck', tokenUse],
          name: ['Name', z.string()],
          tenant: ['Mandant', z.string()],
          roles: ['Rollen', z.array(operatorRole)],
          since: ['Seit', instant],
          until: ['Bis', instant],
          lastUsedAt: ['ZuletztBenutzt', instant.nullable()],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const beginPasskey = endpoint({
  ...own,
  name: 'beginPasskey',
  method: 'POST',
  path: '/betrieb/zugang/passkeys/beginn',
  summary: 'The challenge to make a further passkey',
  asksProof: true,
  answer: options,
  errors: ['session-missing', 'not-authorised', 'proof-needed'],
})

export const addPasskey = endpoint({
  ...own,
  name: 'addPasskey',
  method: 'POST',
  path: '/betrieb/zugang/passkeys',
  summary: 'Add a passkey to the own access',
  asksProof: true,
  body: shape({ name: ['Name', deviceName], answer: ['Antwort', webAuthn] }),
  answer: empty,
  errors: ['session-missing', 'not-authorised', 'proof-needed', 'passkey-refused'],
})

const byId = shape({ id: ['id', z.string().max(400)] })

export const endPasskey = endpoint({
  ...own,
  name: 'endPasskey',
  method: 'DELETE',
  path: '/betrieb/zugang/passkeys/:id',
  summary: 'End an own passkey; the last one stays',
  asksProof: true,
  params: byId,
  answer: empty,
  errors: ['session-missing', 'not-authorised', 'proof-needed', 'not-found', 'last-passkey'],
})

export const endSession = endpoint({
  ...own,
  name: 'endSession',
  method: 'DELETE',
  path: '/betrieb/zugang/sitzungen/:id',
  summary: 'End an own session; `andere` ends all but this one',
  ...ending,
  errors: ['session-missing', 'not-authorised'],
})

export const createOperatorToken = endpoint({
  ...own,
  name: 'createOperatorToken',
  method: 'POST',
  path: '/betrieb/zugang/tokens',
  summary:
    'A token for scripts at one tenant, with some of the own roles, for a year at most; or one for the command line, which decides what its person may, for an hour or until they sign out. Its text is shown once',
  asksProof: true,
  body: shape({
    name: ['Name', deviceName],
    tenant: ['Mandant', z.string().max(40)],
    roles: ['Rollen', z.array(operatorRole).min(1).max(10)],
    use: ['Zweck', tokenUse.optional()], // scripts
    until: ['Bis', z.iso.date().optional()], // needed for scripts
  }),
  answer: shape({ token: ['Token', z.string()], validUntil: ['GueltigBis', instant] }),
  errors: ['session-missing', 'not-authorised', 'proof-needed', 'validation'],
})

export const endOperatorToken = endpoint({
  ...own,
  name: 'endOperatorToken',
  method: 'DELETE',
  path: '/betrieb/zugang/tokens/:id',
  summary: 'End an own token',
  params: byId,
  answer: empty,
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const checkOperatorInvitation = endpoint({
  ...invited,
  name: 'checkOperatorInvitation',
  method: 'POST',
  path: '/betrieb/einladung/pruefen',
  summary: 'Whom an invitation’s link is for, and what it offers',
  body: shape({ token: ['Token', tokenText] }),
  answer: shape({
    email: ['Email', z.string()],
    name: ['Name', z.string()],
    place: ['Ort', z.string()],
    roles: ['Rollen', z.array(operatorRole)],
    provider: ['Anbieter', z.string().nullable()],
  }),
  errors: ['link-expired', 'token-used'],
})

export const beginInvitedPasskey = endpoint({
  ...invited,
  name: 'beginInvitedPasskey',
  method: 'POST',
  path: '/betrieb/einladung/passkey',
  summary: 'The challenge to make the first passkey, for who was invited',
  body: shape({ token: ['Token', tokenText] }),
  answer: options,
  errors: ['link-expired', 'token-used'],
})

export const acceptOperatorInvitation = endpoint({
  ...invited,
  name: 'acceptOperatorInvitation',
  method: 'POST',
  path: '/betrieb/einladung/annehmen',
  summary: 'Accept an invitation with a first passkey, and begin a session',
  body: shape({
    token: ['Token', tokenText],
    name: ['Name', name],
    passkeyName: ['Geraet', deviceName],
    answer: ['Antwort', webAuthn],
  }),
  answer: begun,
  errors: ['link-expired', 'token-used', 'passkey-refused'],
})
