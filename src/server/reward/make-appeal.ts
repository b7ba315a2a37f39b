import { localDate } from '../../domain/dates.ts'
import { objectUntil, refusalText, type RefusalReason } from '../../domain/refusal.ts'
import { answerBy } from '../../domain/review.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { insertAppeal } from '../base/objection-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { noteAppeal, reopenCase, type Outcome } from './review-store.ts'
import type { Contact, Reward } from './store.ts'

type Refused = {
  outcome: Outcome | null
  appeal_id: string | null
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  cancelled_at: Temporal.Instant | null
}

/** A refusal that nobody objected to yet; null: there is none. */
export function appealable(
  found: Refused,
  locale: Locale,
): { refusedAt: Temporal.Instant; refusal: string; until: Temporal.PlainDate } | null {
  const { refusal_reason: reason, refusal_note: note, cancelled_at: refusedAt } = found
  if (found.outcome !== 'refused' || found.appeal_id !== null || !reason || !refusedAt) return null
  const refusal = refusalText({ reason, note }, locale)
  return { refusedAt, refusal, until: objectUntil(localDate(refusedAt)) }
}

export type Appealed = { id: string; answerBy: Temporal.PlainDate }

/**
 * An objection to a refusal: the case is open again, and a second person answers it by the promised day. Null: it was objected to before.
 * The caller has locked reward and case.
 */
export async function makeAppeal(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: Tenant,
  appeal: {
    reward: Reward
    contact: Contact
    refusedAt: Temporal.Instant
    message: string
    enteredBy?: string // the operator who was told it
  },
  actor: Actor,
): Promise<Appealed | null> {
  const { reward, contact, refusedAt, message } = appeal
  const { reward_id: rewardId } = reward
  const [at, today] = [clock.now(), clock.today()]
  const made = { id: uuidv7(), at, answerBy: answerBy(today, tenant.reviewDays) }
  const inserted = await insertAppeal(tx, tenant.code, {
    ...made,
    rewardId,
    refusedAt,
    referralNumber: reward.referral_number,
    name: contact.firstName,
    email: contact.email,
    language: contact.language,
    message,
  })
  if (!inserted) return null
  const enteredBy = appeal.enteredBy ?? null
  if (!(await reopenCase(tx, tenant.code, rewardId, { ...made, enteredBy }))) return null
  await noteAppeal(tx, tenant.code, rewardId, today)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'appeal-made',
    subjectKind: 'reward',
    subjectId: rewardId,
    details: { appeal: made.id },
    change: { before: { appeal: null }, after: { appeal: 'open' } },
  })
  return made
}
