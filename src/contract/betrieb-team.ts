import { z } from 'zod'
import { empty, operatorRole, reason, tokenUse } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { count, emailText, flag, instant, name } from './fields.ts'
import { shape } from './shape.ts'

// Who may do what at a tenant, and who lets them.

/** At a tenant; at the platform itself for its operators. */
const team = { caller: 'operator', console: 'any' } as const
const member = shape({ operator: ['operator', z.string().max(40)] })

export const listTeam = endpoint({
  ...team,
  name: 'listTeam',
  method: 'GET',
  path: '/betrieb/team',
  summary: 'Who may do what at a tenant',
  needs: ['read', 'team'],
  answer: shape({
    members: [
      'Mitglieder',
      z.array(
        shape({
          id: ['Id', z.string()],
          name: ['Name', z.string()],
          email: ['Email', z.string()],
          isJoined: ['Dabei', flag],
          passkeys: ['Passkeys', count],
          isLinked: ['Firmenkonto', flag], // signs in by the company's provider
          seenAt: ['ZuletztGesehen', instant.nullable()],
          isSelf: ['Selbst', flag],
          isBeyond: ['AuchAnderswo', flag], // works where whoever asks does not manage: neither renewed nor all sessions ended here
          grants: [
            'Rechte',
            z.array(
              shape({
                role: ['Rolle', operatorRole],
                since: ['Seit', instant],
                until: ['Bis', instant.nullable()],
              }),
            ),
          ],
          sessions: [
            'Sitzungen', // wherever they are; each works at all tenants
            z.array(shape({ device: ['Geraet', z.string()], seenAt: ['ZuletztGesehen', instant] })),
          ],
          moreSessions: ['WeitereSitzungen', count],
          keys: ['Schluessel', z.array(z.string())], // names of the API keys that they made here, and that work
          tokens: [
            'Tokens', // of this tenant
            z.array(
              shape({
                id: ['Id', z.string()],
                use: ['Zweck', tokenUse],
                name: ['Name', z.string()],
                roles: ['Rollen', z.array(operatorRole)],
                until: ['Bis', instant],
                lastUsedAt: ['ZuletztBenutzt', instant.nullable()],
              }),
            ),
          ],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const inviteOperator = endpoint({
  ...team,
  name: 'inviteOperator',
  method: 'POST',
  path: '/betrieb/team',
  summary:
    'Give somebody a right at this tenant; who is not an operator yet gets a link by mail, for one use within 24 hours. What moves money is mailed to the admins',
  needs: ['create', 'team'],
  asksProof: true,
  body: shape({
    email: ['Email', emailText],
    name: ['Name', name],
    role: ['Rolle', operatorRole],
    until: ['Bis', z.iso.date().optional()],
    reason: ['Grund', reason],
  }),
  answer: shape({ outcome: ['Ergebnis', z.enum(['eingeladen', 'berechtigt', 'unveraendert'])] }),
  errors: ['session-missing', 'not-authorised', 'proof-needed', 'own-right', 'validation'],
})

export const endGrant = endpoint({
  ...team,
  name: 'endGrant',
  method: 'POST',
  path: '/betrieb/team/:operator/ende',
  summary:
    'End a right of somebody at this tenant, at once; the last admin’s stays. If making API keys takes it, those of theirs end with it or are mailed to the admins',
  needs: ['delete', 'team'],
  asksProof: true,
  params: member,
  body: shape({
    role: ['Rolle', operatorRole],
    endKeys: ['SchluesselBeenden', flag.optional()], // API keys that they made here, too
    reason: ['Grund', reason],
  }),
  answer: empty,
  errors: ['session-missing', 'not-authorised', 'proof-needed', 'not-found', 'last-admin'],
})

export const endMemberAccess = endpoint({
  ...team,
  name: 'endMemberAccess',
  method: 'POST',
  path: '/betrieb/team/:operator/zugang/ende',
  summary:
    'End a token of somebody at this tenant or, without one, all their sessions, wherever they are; these for whoever manages all of their teams, or the platform',
  needs: ['delete', 'team'],
  asksProof: true,
  params: member,
  body: shape({
    token: ['Token', z.string().max(400).optional()], // its id
    reason: ['Grund', reason],
  }),
  answer: shape({ ended: ['Beendet', count] }),
  errors: ['session-missing', 'not-authorised', 'proof-needed', 'own-right', 'not-found'],
})

export const renewOperator = endpoint({
  ...team,
  name: 'renewOperator',
  method: 'POST',
  path: '/betrieb/team/:operator/neu',
  summary:
    'Invite somebody anew who lost all passkeys: the old ones, sessions and tokens end everywhere, and the admins there are told; for whoever manages all of their teams, or the platform, and never the last admin of one',
  needs: ['update', 'team'],
  asksProof: true,
  params: member,
  body: shape({ reason: ['Grund', reason] }),
  answer: empty,
  errors: [
    'session-missing',
    'not-authorised',
    'proof-needed',
    'own-right',
    'not-found',
    'last-admin',
  ],
})
