import { revealClaim as claimEndpoint } from '../../contract/betrieb-nachbuchungen.ts'
import { revealReview as reviewEndpoint } from '../../contract/betrieb-pruefungen.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { withMailboxes } from './case-people.ts'
import { peopleOf as peopleOfClaim } from './claim-queue.ts'
import { listClaimSides, readClaim } from './claim-queue-store.ts'
import { eventsOf, evidenceOf, peopleOf } from './review-queue.ts'
import { readCase } from './review-queue-store.ts'

type Person = { kind: 'Empfehler' | 'Empfaenger' | 'Andere'; id: string }

/** As on a person's page: who saw whose data stands with each of them. */
async function logReveal(
  tx: Tx,
  { tenant, caller, now: at }: Pick<Call, 'tenant' | 'caller' | 'now'>,
  people: readonly Person[],
  details: { review: string } | { claim: string },
): Promise<void> {
  const actor = actorOf(caller)
  for (const { kind, id: subjectId } of people)
    await audit(tx, tenant.code, {
      at,
      actor,
      action: 'person-revealed',
      subjectKind: kind === 'Empfaenger' ? 'recipient' : 'account',
      subjectId,
      details,
    })
}

export const revealReview = serve(reviewEndpoint, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, locale } = call
    const found = isUuid(params.id) ? await readCase(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const people = await peopleOf(tx, tenant.code, found)
    await logReveal(tx, call, people, { review: found.reward_id })
    const events = await eventsOf(tx, tenant.code, found)
    return {
      people: withMailboxes(people),
      evidence: await evidenceOf(tx, tenant, found, events, locale),
    }
  }),
)

export const revealClaim = serve(claimEndpoint, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params } = call
    const found = isUuid(params.id) ? await readClaim(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const people = peopleOfClaim(await listClaimSides(tx, tenant.code, found.referral_number))
    await logReveal(tx, call, people, { claim: found.claim_id })
    return { people: withMailboxes(people) }
  }),
)
