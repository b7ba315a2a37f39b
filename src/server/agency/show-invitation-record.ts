import type { z } from 'zod'
import { showInvitationRecord as endpoint } from '../../contract/einladung.ts'
import { isUuid } from '../base/uuid.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { findInvited, listInvitationFacts, type InvitationFact } from './invitation-record-store.ts'
import { findInvitation } from './invitation-store.ts'
import { invitationView, whoseOf } from './invitation-view.ts'

type Event = z.output<typeof endpoint.answer & z.ZodType>['events'][number]

const steps: Record<InvitationFact['what'], Event['step']> = {
  invite: 'eingeladen',
  mailed: 'gesendet',
  'not-mailed': 'nicht-zugestellt',
  remind: 'erinnert',
  accepted: 'angenommen',
  withdrawn: 'zurueckgezogen',
  expired: 'abgelaufen',
}
const actors = {
  'agency-user': 'Mitarbeiter',
  invited: 'Eingeladen',
  operator: 'Betreiber',
  system: 'System',
} as const
// Order of simultaneous events.
const order = Object.keys(steps)

/** An invitation with its history. Another agency's, or for an employee a colleague's, is not found. */
export const showInvitationRecord = serve(endpoint, (call) => {
  const { tenant, caller, params, today } = call
  const whose = whoseOf(caller)
  if (!isUuid(params.id)) throw fail('not-found')
  return call.transaction(async (tx) => {
    const id = params.id.toLowerCase()
    const invitation = await findInvitation(tx, tenant.code, whose, id)
    if (!invitation) throw fail('not-found')
    const [facts, referrerId] = await together([
      () => listInvitationFacts(tx, tenant.code, whose.agencyId, id),
      () => findInvited(tx, tenant.code, whose, id),
    ])
    return {
      invitation: invitationView(invitation, today),
      events: facts
        .toSorted(
          (a, b) =>
            Temporal.Instant.compare(b.at, a.at) || order.indexOf(b.what) - order.indexOf(a.what),
        )
        .map(({ at, what, actor, name, reminder }) => ({
          at: at.toString(),
          step: steps[what],
          reminder,
          by: actor === null ? null : { kind: actors[actor], name },
        })),
      referrerId,
    }
  })
})
