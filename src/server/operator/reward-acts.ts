import * as contract from '../../contract/betrieb-praemien.ts'
import { cannotHold, extendableUntil } from '../../domain/reward-acts.ts'
import type { Said } from '../../domain/say.ts'
import { say } from '../../domain/say.ts'
import { audit, type LoggedChange } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { lockOrder } from '../order/store.ts'
import { extendExpiry } from '../reward/decided-store.ts'
import { holdReward } from '../reward/hold-reward.ts'
import { sendRewardMail } from '../reward/resend-reward-mail.ts'
import { findReward, lockReward, type Reward } from '../reward/store.ts'
import { serve } from '../serve.ts'
import { isOwnReward } from './own-case.ts'

/** @param version that whoever decides has seen; null: the command line, which acts on what is there */
export type Deciding<More = unknown> = Pick<
  Call<{ id: string }, unknown, { version: number | null; reason: string } & More>,
  'deps' | 'tenant' | 'params' | 'body' | 'caller' | 'now' | 'today' | 'locale' | 'requestId'
>

/** The reward as the caller saw it, locked after its order, and the caller as who decides about it. */
export async function decideAboutReward(tx: Tx, call: Deciding) {
  const { deps, tenant, params, body } = call
  const known = isUuid(params.id) ? await findReward(tx, tenant.code, params.id) : undefined
  if (known?.order_number) await lockOrder(tx, tenant.code, known.order_number)
  const reward = known && (await lockReward(tx, tenant.code, params.id))
  if (!reward) throw fail('not-found')
  const actor = { ...actorOf(call.caller), reason: body.reason }
  if (await isOwnReward(tx, deps, tenant.code, actor.id, params.id)) throw fail('own-case')
  if (body.version !== null && reward.version !== body.version) throw fail('changed-meanwhile')
  return { reward, actor }
}

export async function hold(tx: Tx, call: Deciding): Promise<void> {
  const { tenant, now: at } = call
  const { reward, actor } = await decideAboutReward(tx, call)
  // Whoever saw this version was offered nothing else.
  if (cannotHold({ ...reward, isInBatch: reward.payout_id !== null }))
    throw fail('changed-meanwhile')
  const reasons = [...new Set([...reward.review_reasons, 'by-hand' as const])]
  const { reward_id: rewardId, cents } = reward
  await holdReward(tx, tenant, { rewardId, cents, reasons, at })
  await note(tx, call, reward, 'reward-held-by-hand', actor, {
    before: { review: reward.review, reasons: reward.review_reasons },
    after: { review: 'held', reasons },
  })
}

export const holdRewardByHand = serve(contract.holdRewardByHand, (call) =>
  call.transaction(async (tx) => {
    await hold(tx, call)
    return undefined
  }),
)

const texts = {
  day: {
    de: 'Möglich ist ein Tag nach dem bisherigen, höchstens drei Monate später.',
    en: 'It has to be a day after the present one, three months later at most.',
  },
} satisfies Record<string, Said>

export async function extend(tx: Tx, call: Deciding<{ until: string }>): Promise<void> {
  const { tenant, today, body } = call
  const { reward, actor } = await decideAboutReward(tx, call)
  const expiresOn = reward.expires_on === null ? null : Temporal.PlainDate.from(reward.expires_on)
  const isExtended = reward.extended_on !== null
  const most = extendableUntil(
    { state: reward.state, expiresOn, isExtended },
    today,
    tenant.rewardMonths,
  )
  if (most === null || expiresOn === null) throw fail('changed-meanwhile')
  const until = Temporal.PlainDate.from(body.until)
  if (
    Temporal.PlainDate.compare(until, expiresOn) <= 0 ||
    Temporal.PlainDate.compare(until, most) > 0
  )
    throw fail('validation', { fields: [{ field: 'Bis', message: say(texts.day, call) }] })
  await extendExpiry(tx, tenant.code, reward.reward_id, { until, on: today })
  await note(tx, call, reward, 'reward-extended', actor, {
    before: { expiresOn: reward.expires_on },
    after: { expiresOn: body.until },
  })
  await sendRewardMail(tx, call, tenant, { ...reward, expires_on: body.until })
}

export const extendReward = serve(contract.extendReward, (call) =>
  call.transaction(async (tx) => {
    await extend(tx, call)
    return undefined
  }),
)

const note = (
  tx: Tx,
  { tenant, now: at }: Pick<Call, 'tenant' | 'now'>,
  reward: Pick<Reward, 'reward_id'>,
  action: 'reward-held-by-hand' | 'reward-extended',
  actor: ReturnType<typeof actorOf>,
  change: LoggedChange,
): Promise<void> =>
  audit(tx, tenant.code, {
    at,
    actor,
    action,
    subjectKind: 'reward',
    subjectId: reward.reward_id,
    change,
  })
