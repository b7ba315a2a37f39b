import { endOfLocalDay } from '../../domain/dates.ts'
import { audit } from '../base/audit-store.ts'
import { countHit } from '../base/limit-store.ts'
import { day } from '../base/limits.ts'
import { issueToken } from '../base/token-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { isHolderAsked } from './reward-view.ts'
import { findReward } from './store.ts'

/** A reward token for a known owner: valid for a day, at most as long as the session; the mailed link lasts. */
export async function openReward(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'caller' | 'now' | 'realNow' | 'today'>,
  rewardId: string,
): Promise<{ token: string; validUntil: string; asksHolder: boolean }> {
  const { deps, tenant, caller, now, realNow, today } = call
  const expiresAt = endOfLocalDay(today.add({ days: 1 }))
  const { text } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'reward',
    subject: rewardId,
    now,
    expiresAt,
    uses: null,
    ...(caller.kind === 'referrer'
      ? { details: { session: caller.tokenId, codes: !caller.support && !caller.byLink } }
      : {}),
  })
  // Once a day of a session: opening it again says nothing more.
  const bucket = `open-reward|${rewardId}|${caller.kind === 'anyone' ? '' : caller.tokenId}`
  if ((await countHit(tx, tenant.code, bucket, realNow, day)) === 1)
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(caller),
      action: 'open-reward',
      subjectKind: 'reward',
      subjectId: rewardId,
    })
  const reward = await findReward(tx, tenant.code, rewardId)
  const asksHolder = reward ? await isHolderAsked(tx, tenant.code, reward, today) : false
  return { token: text, validUntil: expiresAt.toString(), asksHolder }
}
