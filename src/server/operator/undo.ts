import * as contract from '../../contract/betrieb-rueckgaengig.ts'
import { readLastRow } from '../base/audit-rows-store.ts'
import { audit, type LoggedChange } from '../base/audit-store.ts'
import { lockClaim, setClaimAssignee } from '../base/claim-store.ts'
import { takeBackNote } from '../base/note-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { updateCase } from '../reward/review-store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { findPerson, subjectOf } from './find-person.ts'
import { lockSeenCase } from './lock-review.ts'

// The log's row of an act says what was before. Its record's version says that nothing else happened since.

type Before = { assignedTo?: string | null; until?: string | null }
type Asked = Pick<Call, 'tenant' | 'caller' | 'now'>

/** The caller's own act about a record, if it is the last one and young enough. @throws undo-over */
async function ownAct(
  tx: Tx,
  call: Asked,
  record: { kind: string; id: string },
  actions: readonly string[],
) {
  const { operatorId } = personOf(call)
  const last = await readLastRow(tx, call.tenant.code, record)
  const since = call.now.subtract({ seconds: contract.undoSeconds })
  if (!last || last.actor_id !== operatorId || !actions.includes(last.action))
    throw fail('undo-over')
  if (Temporal.Instant.compare(last.at, since) < 0) throw fail('undo-over')
  const { before = {} } = last.details as { before?: Before }
  return { operatorId, action: last.action, before }
}

const note = (
  tx: Tx,
  call: Asked,
  [kind, id]: readonly [string, string],
  undone: string,
  change: LoggedChange,
) =>
  audit(tx, call.tenant.code, {
    at: call.now,
    actor: actorOf(call.caller),
    action: 'act-undone',
    subjectKind: kind,
    subjectId: id,
    change,
    details: { undone },
  })

export const undoReview = serve(contract.undoReview, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, now: at } = call
    const found = await lockSeenCase(tx, call)
    const act = await ownAct(tx, call, { kind: 'reward', id: params.id }, [
      'review-taken',
      'review-given-back',
      'review-snoozed',
    ])
    await updateCase(tx, tenant.code, params.id, {
      assignedTo: act.before.assignedTo ?? null,
      // Who took a case did not change until when it waits.
      snoozedUntil: act.before.until === undefined ? found.snoozed_until : act.before.until,
      at,
      by: act.operatorId,
    })
    await note(tx, call, ['reward', params.id], act.action, {
      before: { assignedTo: found.assigned_to, until: found.snoozed_until },
      after: act.before,
    })
    return undefined
  }),
)

export const undoClaim = serve(contract.undoClaim, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body, now: at } = call
    const claim = isUuid(params.id) ? await lockClaim(tx, tenant.code, params.id) : undefined
    if (!claim) throw fail('not-found')
    if (claim.state !== 'open' || claim.version !== body.version) throw fail('changed-meanwhile')
    const act = await ownAct(tx, call, { kind: 'claim', id: params.id }, [
      'claim-taken',
      'claim-given-back',
    ])
    const assigned = { to: act.before.assignedTo ?? null, at, by: act.operatorId }
    await setClaimAssignee(tx, tenant.code, params.id, assigned)
    await note(tx, call, ['claim', params.id], act.action, {
      before: { assignedTo: claim.assigned_to },
      after: act.before,
    })
    return undefined
  }),
)

export const undoPersonNote = serve(contract.undoPersonNote, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, now } = call
    const { operatorId } = personOf(call)
    const person = await findPerson(tx, tenant.code, params.person)
    const { subjectKind, subjectId } = subjectOf(person)
    const subject = { kind: person.account ? 'account' : 'recipient', id: person.id } as const
    const since = now.subtract({ seconds: contract.undoSeconds })
    if (!(await takeBackNote(tx, tenant.code, subject, { operatorId, since })))
      throw fail('undo-over')
    // Without the text: it is gone.
    await note(tx, call, [subjectKind, subjectId], 'person-noted', {
      before: { note: true },
      after: null,
    })
    return undefined
  }),
)
