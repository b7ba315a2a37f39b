import * as contract from '../../contract/betrieb-rueckforderungen.ts'
import { cannotRemind, cannotSetOff } from '../../domain/clawback.ts'
import { localDate } from '../../domain/dates.ts'
import { aloneCents, approvableCents } from '../../domain/goodwill.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { mailClawbackReminder, mailSetOff } from '../reward/clawback-mails.ts'
import { lockClawback, noteReminder, setProposal } from '../reward/clawback-store.ts'
import { canBeSetOff, isSamePerson, lockBoth, setOffReward } from '../reward/set-off-reward.ts'
import { lockReward } from '../reward/store.ts'
import { writeOff } from '../reward/write-off.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { isOwnReward } from './own-case.ts'
import { operatorOf } from './reward-list.ts'

type Deciding = Pick<
  Call<{ id: string }, unknown, { version: number; reason: string }>,
  'deps' | 'tenant' | 'params' | 'body' | 'caller' | 'now'
>

const actorOfCall = ({ caller, body }: Deciding) => ({ ...actorOf(caller), reason: body.reason })

/** The open clawback as the caller saw it, locked with its reward. */
async function lockSeen(tx: Tx, call: Deciding) {
  const { deps, tenant, params, body } = call
  const owed = isUuid(params.id) ? await lockReward(tx, tenant.code, params.id) : undefined
  const clawback = owed && (await lockClawback(tx, tenant.code, params.id))
  if (!clawback) throw fail('not-found')
  const actor = actorOfCall(call)
  if (await isOwnReward(tx, deps, tenant.code, actor.id, params.id)) throw fail('own-case')
  if (clawback.closed_at !== null || clawback.version !== body.version)
    throw fail('changed-meanwhile')
  return { owed, clawback, actor }
}

const note = (tx: Tx, call: Deciding, action: string, details: Record<string, unknown>) =>
  audit(tx, call.tenant.code, {
    at: call.now,
    actor: actorOfCall(call),
    action,
    subjectKind: 'reward',
    subjectId: call.params.id,
    details,
  })

export const remindOfClawback = serve(contract.remindOfClawback, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body, now: at, today } = call
    const { clawback } = await lockSeen(tx, call)
    const { left_cents: leftCents, reminders, reminded_at, version } = clawback
    const remindedOn = reminded_at && localDate(reminded_at)
    // Whoever saw this version was offered nothing else.
    if (cannotRemind({ leftCents, reminders, remindedOn }, today)) throw fail('changed-meanwhile')
    const told = { rewardId: params.id, at, key: String(version), leftCents }
    if (!(await mailClawbackReminder(tx, tenant, { ...told, note: body.note || null })))
      throw fail('not-found')
    await noteReminder(tx, tenant.code, params.id, at)
    await note(tx, call, 'clawback-reminded', { leftCents, reminders: reminders + 1 })
    return undefined
  }),
)

export const setOffClawback = serve(contract.setOffClawback, (call) =>
  // A parallel cancellation locks in another order; the retry sees it.
  retryConflict(() =>
    call.transaction(async (tx) => {
      const { deps, tenant, params, body, now: at, today } = call
      personOf(call)
      const both =
        isUuid(params.id) && isUuid(body.rewardId)
          ? await lockBoth(tx, tenant.code, { claimed: params.id, from: body.rewardId })
          : undefined
      if (!both) throw fail('not-found')
      const { clawback } = await lockSeen(tx, call)
      const { left_cents: leftCents, reminded_at } = clawback
      const remindedOn = reminded_at && localDate(reminded_at)
      if (cannotSetOff({ leftCents, remindedOn }, today)) throw fail('changed-meanwhile')
      if (!isSamePerson(both.owed, both.reward)) throw fail('not-found')
      if (!canBeSetOff(both.reward)) throw fail('changed-meanwhile')
      const done = await setOffReward(tx, deps, tenant.code, both, actorOfCall(call))
      await mailSetOff(tx, tenant, { ...done, rewardId: body.rewardId, at, key: params.id })
      return { cents: done.cents, leftCents: done.leftCents }
    }),
  ),
)

export const writeOffClawback = serve(contract.writeOffClawback, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body, now: at } = call
    const { operatorId } = personOf(call)
    const { clawback, actor } = await lockSeen(tx, call)
    if (clawback.proposed_at !== null) throw fail('changed-meanwhile')
    const { left_cents: cents } = clawback
    if (cents <= aloneCents) {
      await writeOff(tx, tenant, clawback, { actor, at, decidedBy: null })
      return { outcome: 'verzichtet' as const }
    }
    await setProposal(tx, tenant.code, params.id, { by: operatorId, reason: body.reason, at })
    await note(tx, call, 'write-off-proposed', { cents })
    return { outcome: 'vorgeschlagen' as const }
  }),
)

export const decideWriteOff = serve(contract.decideWriteOff, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body, now: at } = call
    const { operatorId } = personOf(call)
    const { roles } = operatorOf(call.caller)
    const { clawback, actor } = await lockSeen(tx, call)
    const { left_cents: cents, proposed_by: proposedBy } = clawback
    if (proposedBy === null) throw fail('changed-meanwhile')
    if (proposedBy === operatorId) throw fail('second-person')
    if (body.verdict === 'abgelehnt') {
      await setProposal(tx, tenant.code, params.id, null)
      await note(tx, call, 'write-off-refused', { cents, proposedBy })
      return undefined
    }
    if (cents > approvableCents(roles)) throw fail('above-own-limit')
    await writeOff(tx, tenant, clawback, { actor, at, decidedBy: operatorId })
    return undefined
  }),
)
