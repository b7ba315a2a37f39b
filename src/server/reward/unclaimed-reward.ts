import { localDate } from '../../domain/dates.ts'
import { checkUnclaimed } from '../../domain/eligibility.ts'
import { mailboxOf } from '../../domain/email.ts'
import { providedUnclaimedOn } from '../../domain/reward.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { isSameHousehold } from './judge-reward.ts'
import { readOrderFacts } from './release-store.ts'
import { holdReward } from './hold-reward.ts'
import type { Reward } from './store.ts'
import { findClaim, findClaims, readLikeness, type Claim } from './unclaimed-store.ts'

/** Whether the reward is the contact's of an unclaimed referral, where likeness of the two persons matters. */
export async function isUnclaimed(tx: Tx, tenant: Tenant, reward: Reward): Promise<boolean> {
  const { referral_number, order_number } = reward
  if (referral_number === null || tenant.selfReferralAllowed) return false
  return !(await findClaim(tx, tenant.code, { referral_number, order_number })).owned
}

type Judged = 'goes-on' | 'not-owned' | 'held'

/**
 * Rewards of unclaimed referrals (domain.md section 4): the referrer's waits; the contact's is provided some days after
 * release, or held for review if its maker looks like the contact. Approved ones are not held again. @returns by reward
 */
export async function judgeUnclaimed(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  rewards: readonly Reward[],
): Promise<Map<string, Judged>> {
  const ofReferral = rewards.flatMap((reward) => {
    const { referral_number, order_number } = reward
    return referral_number === null ? [] : [{ reward, referral_number, order_number }]
  })
  const claims = await findClaims(tx, tenant.code, ofReferral)
  const judged = new Map<string, Judged>(rewards.map(({ reward_id: id }) => [id, 'goes-on']))
  for (const [place, { reward }] of ofReferral.entries())
    judged.set(reward.reward_id, await judgeOne(tx, deps, tenant, reward, claims[place]!))
  return judged
}

async function judgeOne(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  reward: Reward,
  claim: Claim,
): Promise<Judged> {
  const { order_number } = reward
  if (claim.owned) return 'goes-on'
  if (reward.beneficiary === 'referrer' || order_number === null || claim.releasedAt === null)
    return 'not-owned'
  const from = providedUnclaimedOn(localDate(claim.releasedAt), tenant.unclaimedDays)
  if (Temporal.PlainDate.compare(deps.clock.today(), from) < 0) return 'not-owned'
  const facts = await readOrderFacts(tx, tenant.code, order_number)
  const decision = checkUnclaimed(
    {
      ...(await readLikeness(tx, tenant.code, order_number)),
      sameEmail: mailboxOf(facts.accountEmail) === mailboxOf(facts.recipientEmail),
      sameHousehold: await isSameHousehold(tx, tenant.code, facts),
    },
    tenant,
  )
  const known = reward.review_reasons
  const reasons = decision.kind === 'held' ? decision.reasons : []
  const fresh = reasons.filter((reason) => !known.includes(reason))
  if (fresh.length === 0) return 'goes-on'
  const at = deps.clock.now()
  const { reward_id: rewardId, cents } = reward
  await holdReward(tx, tenant, { rewardId, cents, reasons: [...known, ...fresh], at })
  await audit(tx, tenant.code, {
    at,
    actor: system,
    action: 'reward-held',
    subjectKind: 'reward',
    subjectId: rewardId,
    details: { reasons: fresh, unclaimed: true },
  })
  return 'held'
}
