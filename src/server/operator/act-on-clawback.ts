import { cannotRemind, cannotRepay, cannotSetOff } from '../../domain/clawback.ts'
import { localDate } from '../../domain/dates.ts'
import { leftAlone, leftToApprove, type Given } from '../../domain/goodwill.ts'
import { formatCents } from '../../domain/money.ts'
import { say, type Said } from '../../domain/say.ts'
import { audit, type LoggedChange } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { lockClosedTo, reopenWithoutRepayment } from '../payout/bank-line-store.ts'
import { mailClawbackReminder, mailSetOff } from '../reward/clawback-mails.ts'
import { lockClawback, noteReminder, setProposal } from '../reward/clawback-store.ts'
import { repayClawback, takeBackRepayment } from '../reward/repay-clawback.ts'
import { canBeSetOff, isSamePerson, lockBoth, setOffReward } from '../reward/set-off-reward.ts'
import { lockReward } from '../reward/store.ts'
import { writeOff } from '../reward/write-off.ts'
import type { OperatorCaller } from '../team/session.ts'
import { readGiven } from './given-goodwill.ts'
import { isOwnReward } from './own-case.ts'
import { readOwner } from './own-case-store.ts'

// What people do about clawbacks, on the console and the command line.

/** @param version that whoever decides has seen; null: the command line, which acts on what is there */
type Seen = { version: number | null; reason: string }

export type Acting<More = unknown> = Pick<
  Call<{ id: string }, unknown, Seen & More>,
  'deps' | 'tenant' | 'params' | 'body' | 'now' | 'today' | 'locale'
> & { caller: OperatorCaller }

const actorOfCall = ({ caller, body }: Acting) => ({ ...actorOf(caller), reason: body.reason })

/** The clawback as the caller saw it, locked with its reward. */
async function lockSeen(tx: Tx, call: Acting, { mayBeClosed = false } = {}) {
  const { deps, tenant, params, body } = call
  const owed = isUuid(params.id) ? await lockReward(tx, tenant.code, params.id) : undefined
  const clawback = owed && (await lockClawback(tx, tenant.code, params.id))
  if (!clawback) throw fail('not-found')
  const actor = actorOfCall(call)
  if (await isOwnReward(tx, deps, tenant.code, actor.id, params.id)) throw fail('own-case')
  if (clawback.closed_at !== null && !mayBeClosed) throw fail('changed-meanwhile')
  if (body.version !== null && clawback.version !== body.version) throw fail('changed-meanwhile')
  return { owed, clawback, actor }
}

const note = (
  tx: Tx,
  call: Acting,
  action:
    | 'clawback-reminded'
    | 'write-off-proposed'
    | 'write-off-refused'
    | 'repayment-proposed'
    | 'repayment-refused',
  details: { leftCents: number; cents?: number },
  change: LoggedChange,
) =>
  audit(tx, call.tenant.code, {
    at: call.now,
    actor: actorOfCall(call),
    action,
    subjectKind: 'reward',
    subjectId: call.params.id,
    details,
    change,
  })

export async function remind(tx: Tx, call: Acting<{ note?: string | undefined }>): Promise<void> {
  const { tenant, params, body, now: at, today, caller } = call
  const { clawback } = await lockSeen(tx, call)
  const { left_cents: leftCents, reminders, reminded_at, version } = clawback
  const isProposed = clawback.proposed_at !== null
  const remindedOn = reminded_at && localDate(reminded_at)
  // Whoever saw this version was offered nothing else.
  if (cannotRemind({ leftCents, isProposed, reminders, remindedOn }, today))
    throw fail('changed-meanwhile')
  const told = { rewardId: params.id, at, key: String(version), leftCents }
  if (!(await mailClawbackReminder(tx, tenant, { ...told, note: body.note || null })))
    throw fail('not-found')
  await noteReminder(tx, tenant.code, params.id, { by: caller.operatorId, at })
  await note(
    tx,
    call,
    'clawback-reminded',
    { leftCents },
    {
      before: { reminders },
      after: { reminders: reminders + 1 },
    },
  )
}

/** A parallel cancellation locks in another order: retry it (db/retry-conflict.ts). */
export async function setOff(
  tx: Tx,
  call: Acting<{ rewardId: string }>,
): Promise<{ cents: number; leftCents: number }> {
  const { deps, tenant, params, body, now: at, today } = call
  const both =
    isUuid(params.id) && isUuid(body.rewardId)
      ? await lockBoth(tx, tenant.code, { claimed: params.id, from: body.rewardId })
      : undefined
  if (!both) throw fail('not-found')
  const { clawback } = await lockSeen(tx, call)
  const { left_cents: leftCents, reminded_at, version } = clawback
  const isProposed = clawback.proposed_at !== null
  const remindedOn = reminded_at && localDate(reminded_at)
  if (cannotSetOff({ leftCents, isProposed, remindedOn }, today)) throw fail('changed-meanwhile')
  if (!isSamePerson(both.owed, both.reward)) throw fail('not-found')
  if (!canBeSetOff(both.reward)) throw fail('changed-meanwhile')
  const done = await setOffReward(tx, deps, tenant.code, both, actorOfCall(call))
  const key = `${params.id}:${version}`
  await mailSetOff(tx, tenant, { ...done, rewardId: body.rewardId, at, key })
  return { cents: done.cents, leftCents: done.leftCents }
}

/** What was granted, waived and booked to whose reward it is. */
async function givenTo(tx: Tx, { deps, tenant, params, caller, now: at }: Acting): Promise<Given> {
  const sides = isUuid(params.id) ? await readOwner(tx, tenant.code, params.id) : undefined
  const concerned = sides ?? { accounts: [], recipients: [] }
  const asked = { operatorId: caller.operatorId, concerned, at, lock: true }
  return readGiven(tx, deps, tenant.code, asked)
}

export async function waive(
  tx: Tx,
  call: Acting,
): Promise<{ outcome: 'verzichtet' | 'vorgeschlagen'; cents: number }> {
  const { tenant, params, body, now: at, caller } = call
  const given = await givenTo(tx, call)
  const { clawback, actor } = await lockSeen(tx, call)
  if (clawback.proposed_at !== null) throw fail('changed-meanwhile')
  const { left_cents: cents } = clawback
  if (cents <= leftAlone(given, caller.roles)) {
    await writeOff(tx, tenant, clawback, { actor, at, decidedBy: null })
    return { outcome: 'verzichtet', cents }
  }
  const { operatorId: by } = caller
  await setProposal(tx, tenant.code, params.id, { by, reason: body.reason, at })
  await note(tx, call, 'write-off-proposed', { leftCents: cents }, proposedBy(by))
  return { outcome: 'vorgeschlagen', cents }
}

const proposedBy = (by: string) => ({
  before: { proposedBy: null },
  after: { proposedBy: by },
})

/** As the second person, about what is proposed: to write off, or a repayment. @returns the cents that it is about */
export async function decideProposal(
  tx: Tx,
  call: Acting<{ verdict: 'verzichtet' | 'gebucht' | 'abgelehnt' }>,
): Promise<number> {
  const { tenant, params, body, now: at } = call
  const { operatorId, roles } = call.caller
  // A repayment is of the bank's day: no month is closed meanwhile.
  await lockClosedTo(tx, tenant.code, 'share')
  const given = await givenTo(tx, call)
  const { clawback, actor } = await lockSeen(tx, call)
  const { left_cents: leftCents, proposed_by: by, repay_cents: repaid } = clawback
  if (by === null) throw fail('changed-meanwhile')
  if (by === operatorId) throw fail('second-person')
  if (body.verdict === 'abgelehnt') {
    await setProposal(tx, tenant.code, params.id, null)
    await reopenWithoutRepayment(tx, tenant.code, params.id)
    const [action, details] =
      repaid === null
        ? (['write-off-refused', { leftCents }] as const)
        : (['repayment-refused', { leftCents, cents: repaid }] as const)
    await note(tx, call, action, details, {
      before: { proposedBy: by },
      after: { proposedBy: null },
    })
    return leftCents
  }
  // Whoever says one of them has seen the other.
  if ((body.verdict === 'gebucht') !== (repaid !== null)) throw fail('changed-meanwhile')
  if ((repaid ?? leftCents) > leftToApprove(given, roles)) throw fail('above-own-limit')
  if (repaid === null) {
    await writeOff(tx, tenant, clawback, { actor, at, decidedBy: operatorId })
    return leftCents
  }
  // Something was set off or returned by the bank since: it is refused, and booked anew with what is right.
  if (repaid > leftCents) throw fail('changed-meanwhile')
  await setProposal(tx, tenant.code, params.id, null)
  const paidOn = Temporal.PlainDate.from(clawback.repay_on!)
  const { repay_reference: reference } = clawback
  const paid = { cents: repaid, paidOn, reference, by, approvedBy: operatorId, at }
  await repayClawback(tx, tenant, clawback, paid, actor)
  return repaid
}

const texts = {
  rest: {
    de: 'Mehr als das, was offen ist, wird nicht gebucht.',
    en: 'No more is booked than what is open.',
  },
  day: { de: 'Der Tag liegt in der Zukunft.', en: 'The day is in the future.' },
} satisfies Record<string, Said>

/** Books a transfer that has arrived; above what one person books alone it is proposed to a second one. */
export async function repay(
  tx: Tx,
  call: Acting<{ cents: number; paidOn: string; reference: string }>,
): Promise<{ outcome: 'gebucht' | 'vorgeschlagen'; leftCents: number; repayment: string | null }> {
  const { tenant, params, body, now: at, today, caller } = call
  await lockClosedTo(tx, tenant.code, 'share')
  const given = await givenTo(tx, call)
  const { clawback, actor } = await lockSeen(tx, call)
  const { left_cents: leftCents, proposed_at } = clawback
  if (proposed_at !== null) throw fail('changed-meanwhile')
  const { cents, reference } = body
  const paidOn = Temporal.PlainDate.from(body.paidOn)
  const why = cannotRepay(leftCents, { cents, paidOn }, today)
  if (why)
    throw fail('validation', {
      fields: [
        why === 'future'
          ? { field: 'Am', message: say(texts.day, call) }
          : {
              field: 'BetragCent',
              message: `${say(texts.rest, call)} (${formatCents(leftCents, call.locale)})`,
            },
      ],
    })
  const { operatorId: by } = caller
  if (cents <= leftAlone(given, caller.roles)) {
    const paid = { cents, paidOn, reference, by, approvedBy: null, at }
    const done = await repayClawback(tx, tenant, clawback, paid, actor)
    return { outcome: 'gebucht', ...done }
  }
  const repayment = { cents, paidOn, reference }
  await setProposal(tx, tenant.code, params.id, { by, reason: body.reason, at, repayment })
  await note(tx, call, 'repayment-proposed', { leftCents, cents }, proposedBy(by))
  return { outcome: 'vorgeschlagen', leftCents, repayment: null }
}

/** Takes a wrong booking back, also after the clawback was settled by it. */
export async function takeBack(
  tx: Tx,
  call: Acting<{ repayment: string }>,
): Promise<{ leftCents: number }> {
  const { tenant, params, body, now: at, caller } = call
  const { clawback, actor } = await lockSeen(tx, call, { mayBeClosed: true })
  const undone = { id: body.repayment, by: caller.operatorId, at }
  const done = isUuid(undone.id)
    ? await takeBackRepayment(tx, tenant, clawback, undone, actor)
    : undefined
  if (!done) throw fail('not-found')
  // Also what was proposed, which is over.
  await reopenWithoutRepayment(tx, tenant.code, params.id)
  return done
}
