import { showVoucherCodes as endpoint } from '../../contract/praemierung.ts'
import { formatCents } from '../../domain/money.ts'
import { audit } from '../base/audit-store.ts'
import { voucherPlace } from '../base/voucher-places.ts'
import { actorOf, type Caller } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { refuseWaiting } from './blocked-reward.ts'
import { rewardOf } from './reward-call.ts'
import { listCodesToShow, markCodesShown } from './shown-code-store.ts'
import { isCorrectedSince, lockReward, type Reward } from './store.ts'

type RewardCaller = Extract<Caller, { kind: 'reward' }>

/**
 * Whether the caller sees this reward's codes: by the link of the mail that has them or reminds of them, or from a session by password. Other
 * links are forwarded and lead to no money.
 */
export async function seesCodes(
  tx: Tx,
  tenant: string,
  { opensCodes, bySession }: RewardCaller,
  reward: Reward,
): Promise<boolean> {
  const { state, taken_as: takenAs, claimed_back_at: claimedBackAt } = reward
  if (!opensCodes || state !== 'paid' || takenAs !== 'voucher' || claimedBackAt !== null)
    return false
  return !(bySession && (await isCorrectedSince(tx, tenant, reward)))
}

/** Shows the codes of a reward, as often as its owner asks; the first time is kept, and nothing is reminded of any more. */
export const showVoucherCodes = serve(endpoint, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, now, locale } = call
    const caller = rewardOf(call.caller)
    const { code } = tenant
    const reward = await lockReward(tx, code, caller.rewardId)
    if (!reward) throw fail('reward-token-invalid')
    if (!(await seesCodes(tx, code, caller, reward))) throw fail('not-found')
    // A code is money: whoever is blocked sees it afterwards.
    await refuseWaiting(tx, tenant, reward)
    const codes = await listCodesToShow(tx, code, reward.reward_id)
    if (codes.length === 0) throw fail('not-found')
    const first = await markCodesShown(tx, code, reward.reward_id, now)
    if (first > 0)
      await audit(tx, code, {
        at: now,
        actor: actorOf(caller),
        action: 'voucher-shown',
        subjectKind: 'reward',
        subjectId: reward.reward_id,
      })
    return {
      codes: codes.map(({ voucher_id, code_encrypted, cents, expires_on }) => ({
        code: deps.keys.decrypt(code_encrypted, voucherPlace(code, voucher_id)),
        amount: formatCents(cents, locale),
        expiresOn: expires_on,
      })),
    }
  }),
)
