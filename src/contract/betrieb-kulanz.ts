import { z } from 'zod'
import { goodwillStates } from '../domain/goodwill.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, flag, instant } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// Goodwill that needs a second person: what was proposed, and the decision.

const rowFields = {
  id: ['KulanzId', z.string()],
  person: ['Person', z.string().nullable()], // of the page; null for those who may not see people
  name: ['Name', z.string()], // initials for those
  cents: ['WertCent', cents],
  reason: ['Grund', z.string()],
  proposedBy: ['VorgeschlagenVon', z.string().nullable()],
  proposedAt: ['VorgeschlagenAm', instant],
  isOwnProposal: ['EigenerVorschlag', flag],
  state: ['Stand', z.enum(goodwillStates)],
  decidedBy: ['EntschiedenVon', z.string().nullable()],
  decidedAt: ['EntschiedenAm', instant.nullable()],
  decisionReason: ['Begruendung', z.string().nullable()],
  version: ['Version', count],
} as const

const filter = { state: ['Stand', anyOf(z.enum(goodwillStates)).optional()] } as const // open ones if not asked for
const sorts = ['Seit', 'WertCent'] as const

const access = { caller: 'operator', console: 'any' } as const

export const listGoodwill = endpoint({
  ...access,
  needs: ['read', 'goodwill'],
  name: 'listGoodwill',
  method: 'PUT',
  path: '/betrieb/kulanz',
  summary: 'Goodwill that was proposed to a second person, the oldest that waits at the top',
  body: listRequest(sorts, shape(filter)),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showGoodwillFile = listFile(listGoodwill, {
  name: 'showGoodwillFile',
  summary: 'Goodwill that was proposed to a second person',
  sorts,
  filter,
})

export const showGoodwill = endpoint({
  ...access,
  needs: ['read', 'goodwill'],
  name: 'showGoodwill',
  method: 'GET',
  path: '/betrieb/kulanz/:id',
  summary: 'One proposal, with what the person was granted before',
  params: shape({ id: ['id', z.string().max(40)] }),
  answer: shape({
    ...rowFields,
    grantedCents: ['GewaehrtCent', cents], // goodwill of the last twelve months
    mostCents: ['HoechstensCent', cents], // that the caller may approve
    isOwnCase: ['Eigener', flag],
  }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const decideGoodwill = endpoint({
  ...access,
  needs: ['approve', 'goodwill'],
  asksProof: true,
  name: 'decideGoodwill',
  method: 'PUT',
  path: '/betrieb/kulanz/:id/entscheidung',
  summary: 'Grants or refuses a proposal as the second person, within the limit of the role',
  params: showGoodwill.params,
  body: shape({
    version: ['Version', count],
    verdict: ['Entscheidung', z.enum(['gewaehrt', 'abgelehnt'])],
    reason: ['Grund', reason],
  }),
  errors: [
    'session-missing',
    'not-authorised',
    'not-found',
    'proof-needed',
    'own-case',
    'second-person',
    'above-own-limit',
    'changed-meanwhile',
  ],
})
