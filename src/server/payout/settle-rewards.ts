import { reasonText } from '../../domain/bank-reasons.ts'
import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMails, type NewMail } from '../mail/store.ts'
import { changeRewardStates } from '../reward/change-reward-state.ts'
import { openClawback } from '../reward/clawback-store.ts'
import { post } from '../reward/ledger-store.ts'
import { forgetSpelling } from '../reward/payee-check-store.ts'
import { refreshReferrals } from '../reward/refresh-referral.ts'
import { issueRewardTokens, rewardLink } from '../reward/reward-mails.ts'
import type { Contact, Reward } from '../reward/store.ts'
import type { BankWord } from './read-bank-file.ts'
import { movePayouts, type Payout } from './store.ts'

export type Arrived = {
  payout: Payout // in transit
  reward: Reward
  contact: Contact | undefined
  word: BankWord
  bookedAt: Temporal.Instant
}

/**
 * What follows from money that arrived, of one payment or of many as a set: payouts, rewards, postings, mails and referrals. The caller holds
 * the rewards, and no payment stands twice in it.
 */
export async function settleRewards(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  arrived: readonly Arrived[],
  actor: Actor,
): Promise<void> {
  // One statement each for all with the same words and day: nearly always all of them.
  const alike = Map.groupBy(arrived, ({ word, bookedAt }) =>
    JSON.stringify([bookedAt.toString(), word.bankStatus, word.reasonCodes]),
  )
  for (const some of alike.values()) await settleAlike(tx, deps, tenant, some, actor)
  const referrals = arrived.flatMap(({ reward }) => reward.referral_number ?? [])
  await refreshReferrals(tx, tenant.code, [...new Set(referrals)], deps.clock.today())
}

async function settleAlike(
  tx: Tx,
  deps: Deps,
  { code }: Tenant,
  arrived: readonly Arrived[],
  actor: Actor,
): Promise<void> {
  const now = deps.clock.now()
  const { word, bookedAt } = arrived[0]!
  const reason = reasonText(word.reasonCodes)
  const payoutIds = arrived.map(({ payout }) => payout.payout_id)
  const moved = await movePayouts(tx, code, payoutIds, {
    from: 'in-transit',
    to: 'paid',
    bankStatus: word.bankStatus,
    reason,
    held: false,
    settledAt: bookedAt,
    now,
  })
  if (!moved) throw new Error('A payout was moved without its reward being locked')
  await forgetSpelling(tx, code, payoutIds)
  const rewards = arrived.map(({ reward, payout }) => ({
    rewardId: reward.reward_id,
    eventKey: `payout:${payout.payout_id}:settled`,
  }))
  const changed = await changeRewardStates(tx, code, rewards, {
    from: 'collected',
    to: 'paid',
    event: 'settled',
    action: 'reward-paid',
    actor,
    at: now,
    bookedAt,
    set: { paid_at: bookedAt.toString(), payout_problem: null },
  })
  if (changed !== rewards.length)
    throw new Error('A payout was in transit without a collected reward')
  const isOwedBack = ({ reward }: Arrived) => reward.claimed_back_at !== null
  for (const { reward } of arrived.filter(isOwedBack)) {
    // The order was cancelled in transit: now it is owed back, as mailed then. The key of reward/withdraw-rewards.ts, so that a
    // reward is claimed once.
    const claimed = { rewardId: reward.reward_id, cents: reward.cents }
    await post(tx, code, claimed, 'claim-bank', 'claimed-back', now)
    await openClawback(tx, code, { ...claimed, at: now })
  }
  await mailPaid(
    tx,
    deps,
    code,
    arrived.filter((one) => !isOwedBack(one)),
  )
  for (const subjectId of payoutIds)
    await audit(tx, code, {
      at: now,
      actor,
      action: 'payout-settled',
      subjectKind: 'payout',
      subjectId,
      details: { bankStatus: word.bankStatus, reasonCode: reason, follows: null },
      change: { before: { state: 'in-transit' }, after: { state: 'paid' } },
    })
}

async function mailPaid(
  tx: Tx,
  deps: Deps,
  tenant: string,
  arrived: readonly Arrived[],
): Promise<void> {
  // No advertising: without account, the payment shows on the reward's page.
  const withoutAccount = arrived.filter(({ contact }) => contact?.beneficiary === 'recipient')
  const tokens = await issueRewardTokens(
    tx,
    deps,
    tenant,
    withoutAccount.map(({ reward }) => reward.reward_id),
    deps.clock.today(),
  )
  const now = deps.clock.now()
  await queueMails(
    tx,
    tenant,
    arrived.flatMap(({ payout, reward, contact }): NewMail[] => {
      if (!contact) return []
      const token = tokens.get(reward.reward_id)
      return [
        {
          template: 'payoutDone',
          to: contact.email,
          locale: contact.language,
          data: {
            firstName: contact.firstName,
            beneficiary: contact.beneficiary,
            amount: formatCents(reward.cents, contact.language),
            maskedIban: payout.iban_mask,
            inNameOf: payout.ultimate_debtor,
            link: token ? rewardLink(token) : { link: { page: 'Dashboard' } },
          },
          dedupeKey: `payout-done|${payout.payout_id}`,
          now,
        },
      ]
    }),
  )
}
