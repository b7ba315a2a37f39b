import { z } from 'zod'
import { recordRights } from './console-words.ts'
import { endpoint } from './endpoint.ts'
import { flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// Who else has a record open. Nobody is kept from anything: the later of two decisions is refused by its version.

/** Records that show who is there, by the right that opens their page. A review and a clawback are the reward's. */
export const presenceRights = { ...recordRights, settings: 'settings' } as const
export type PresenceKind = keyof typeof presenceRights

/** So long somebody is seen after the last call. */
export const presenceSeconds = 60

export const attendRecord = endpoint({
  caller: 'operator',
  console: 'any',
  needs: ['read', 'today'], // and to see this kind
  name: 'attendRecord',
  method: 'PUT',
  path: '/betrieb/anwesenheit/:kind/:id',
  summary: `Says that the caller looks at a record, for ${presenceSeconds} seconds, or that they leave it, and who else is there. For people, not for scripts`,
  params: shape({
    kind: ['kind', z.enum(Object.keys(presenceRights) as [PresenceKind, ...PresenceKind[]])],
    id: ['id', z.string().min(1).max(60)],
  }),
  body: shape({ leaves: ['Geht', flag] }),
  answer: shape({
    others: [
      'Andere',
      z.array(shape({ name: ['Name', z.string()], since: ['Seit', instant] })).max(20),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})
