import * as contract from '../../contract/betrieb-pruefungen.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { mostSnoozedDays } from '../../domain/review.ts'
import { fail } from '../errors.ts'
import { updateCase } from '../reward/review-store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { decideReviewAs } from './decide-as.ts'
import { lockSeenCase } from './lock-review.ts'
import { isOwnReward } from './own-case.ts'
import { verdictOf, wrongReason } from './review-verdict.ts'
import { nextAfter } from './next-review.ts'

export const decideReview = serve(contract.decideReview, async (call) => {
  const { deps, tenant, body, params, locale } = call
  personOf(call)
  const note = body.note || null
  const decide = async (tx: Tx) => {
    const found = await lockSeenCase(tx, call)
    const wrong = wrongReason([found.reasons], body.verdict === 'anerkannt', {
      code: body.reason,
      note,
    })
    if (wrong) throw invalid(wrong, locale)
    const { verdict, why } = verdictOf(body.reason, note)
    const done = await decideReviewAs(
      tx,
      deps,
      tenant,
      params.id,
      verdict,
      actorOf(call.caller),
      why,
    )
    if (done === 'second-person') throw fail('second-person')
    if (done !== 'done') throw fail('changed-meanwhile')
    return { next: await nextAfter(tx, call, found) }
  }
  return retryConflict(() => call.transaction(decide))
})

export const assignReview = serve(contract.assignReview, async (call) => {
  const { tenant, body, params, now } = call
  const { operatorId } = personOf(call)
  return call.transaction(async (tx) => {
    const found = await lockSeenCase(tx, call)
    const assignedTo = body.isMine ? operatorId : null
    await updateCase(tx, tenant.code, params.id, {
      assignedTo,
      snoozedUntil: found.snoozed_until,
      at: now,
      by: operatorId,
    })
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: body.isMine ? 'review-taken' : 'review-given-back',
      subjectKind: 'reward',
      subjectId: params.id,
      change: {
        before: { assignedTo: found.assigned_to },
        after: { assignedTo },
      },
    })
    return undefined
  })
})

export const snoozeReview = serve(contract.snoozeReview, async (call) => {
  const { deps, tenant, body, params, now, today, locale } = call
  const { operatorId } = personOf(call)
  const { until, reason } = body
  if (until !== null) {
    const last = today.add({ days: mostSnoozedDays })
    const [early, late] = [today, last].map((day) => Temporal.PlainDate.compare(until, day))
    if (early! <= 0 || late! > 0) throw invalid('Bis', locale)
  }
  return call.transaction(async (tx) => {
    const found = await lockSeenCase(tx, call)
    if (await isOwnReward(tx, deps, tenant.code, operatorId, params.id)) throw fail('own-case')
    const assignedTo = found.assigned_to ?? operatorId
    await updateCase(tx, tenant.code, params.id, {
      assignedTo,
      snoozedUntil: until,
      at: now,
      by: operatorId,
    })
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: 'review-snoozed',
      subjectKind: 'reward',
      subjectId: params.id,
      change: {
        before: { until: found.snoozed_until, assignedTo: found.assigned_to },
        after: { until, assignedTo },
      },
      reason,
    })
    return { next: await nextAfter(tx, call, found) }
  })
})

const texts = {
  Grund: {
    de: 'Dieser Grund passt nicht zu dieser Entscheidung oder nicht zum Anlass der Prüfung.',
    en: 'This reason does not fit the decision, or not what is reviewed.',
  },
  Notiz: {
    de: 'Die Person braucht dazu einen Grund in Worten.',
    en: 'The person needs a reason in words.',
  },
  Bis: {
    de: `Möglich ist ein Tag nach heute, höchstens ${mostSnoozedDays} Tage voraus.`,
    en: `It has to be a day after today, at most ${mostSnoozedDays} days ahead.`,
  },
}

const invalid = (field: keyof typeof texts, locale: 'de' | 'en') =>
  fail('validation', { fields: [{ field, message: texts[field][locale] }] })
