import { ourReason, payoutReason } from '../../domain/bank-reasons.ts'
import type { RewardEvent } from '../../domain/ledger.ts'
import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { changeRewardState } from '../reward/change-reward-state.ts'
import { isCorrectedSince } from '../reward/corrected-store.ts'
import { holdAfterCorrection } from '../reward/hold-after-correction.ts'
import { holderLink, issueRewardToken, rewardLink } from '../reward/reward-mails.ts'
import { findContact, type Reward } from '../reward/store.ts'
import { deleteBankData, forgetBankAccount, saveRewardBankData } from '../reward/bank-store.ts'
import { openBankData, rewardPlace, sealBankData } from '../reward/check-bank-data.ts'
import { keepSpelling } from '../reward/holder-store.ts'
import { findPaidTo } from './bank-data-store.ts'
import { payoutPlace } from './places.ts'
import type { Payout } from './store.ts'

type Reopening = {
  reward: Pick<Reward, 'reward_id' | 'cents' | 'provisions'>
  from: 'collected' | 'paid'
  event: Extract<RewardEvent, 'rejected' | 'returned'> | null // null: the money had not left
  eventKey: string
  bookedAt?: Temporal.Instant // as in changeRewardState()
  reasonCode: string | null
  actor: Actor
  /** The bank spells the owner of the payment's account otherwise: they are asked for that alone. */
  spelled?: { bankSpells: string; payout: Pick<Payout, 'payout_id' | 'created_at'> } | null
}

/**
 * Gives an unpayable reward back to its owner: provided again, with reason and new link by mail. It was collected in time, so it
 * never expires; the old link is used up. Its bank data are deleted, to be asked for again. If the owner was erased, it is held
 * for an operator (decide-held.ts). The caller holds the reward's lock.
 */
export async function reopenReward(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  reopening: Reopening,
): Promise<'asked' | 'held'> {
  const { reward, from, event, eventKey, reasonCode, actor, spelled = null } = reopening
  const now = deps.clock.now()
  const contact = await findContact(tx, tenant.code, reward.reward_id)
  if (!contact) {
    await holdReward(tx, deps, tenant, reopening)
    return 'held'
  }
  const provisions = reward.provisions + 1
  const isCorrected = await isCorrectedSince(tx, tenant.code, reward.reward_id)
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId: reward.reward_id,
    from,
    to: 'provided',
    event,
    eventKey,
    action: 'reward-reopened',
    actor,
    at: now,
    bookedAt: reopening.bookedAt ?? now,
    set: {
      option_id: null,
      taken_as: null,
      provided_at: now.toString(),
      collected_at: null,
      due_on: null,
      paid_at: null,
      payout_id: null,
      payout_problem: reasonCode ?? 'none',
      expires_on: null,
      provisions,
    },
    details: { reasonCode },
  })
  if (!changed) throw new Error(`A reward with a failed payment was not ${from}`)
  if (isCorrected) await holdAfterCorrection(tx, { tenant, now }, [reward.reward_id], null)
  // An unpayable account must not be offered as the stored one.
  await forgetBankAccount(tx, tenant.code, reward.reward_id)
  if (spelled) await keepToConfirm(tx, deps, tenant.code, reward.reward_id, spelled)
  else await deleteBankData(tx, tenant.code, reward.reward_id)
  await revokeTokens(tx, tenant.code, 'reward', reward.reward_id, now)
  const token = await issueRewardToken(tx, deps, tenant.code, reward.reward_id, null)
  await queueMail(tx, tenant.code, {
    template: spelled ? 'holderQuestion' : 'bankDataNeeded',
    to: contact.email,
    locale: contact.language,
    data: {
      firstName: contact.firstName,
      beneficiary: contact.beneficiary,
      amount: formatCents(reward.cents, contact.language),
      link: spelled ? holderLink(token) : rewardLink(token),
      ...(spelled ? {} : { reason: payoutReason(reasonCode, contact.language), expiresOn: null }),
      ...(reasonCode === 'payee-no-match' ? { noMatch: 1 } : {}),
      ...(spelled ? {} : { own: ourReason(reasonCode) }),
    },
    dedupeKey: `bank-data-needed|${reward.reward_id}|${provisions}`,
    now,
  })
  return 'asked'
}

/** Stays collected with its bank data: without a day it is in no batch. */
async function holdReward(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: Tenant,
  { reward, from, event, eventKey, bookedAt, reasonCode, actor }: Reopening,
): Promise<void> {
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId: reward.reward_id,
    from,
    to: 'collected',
    event,
    eventKey,
    action: 'reward-payment-held',
    actor,
    at: clock.now(),
    bookedAt: bookedAt ?? clock.now(),
    set: { due_on: null, payout_id: null, paid_at: null, payout_problem: reasonCode ?? 'none' },
    details: { reasonCode },
  })
  if (!changed) throw new Error(`A reward with a failed payment was not ${from}`)
}

/** The account stays as old as it is: what it waited for a change of account, it has waited for. */
async function keepToConfirm(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  rewardId: string,
  { bankSpells, payout }: NonNullable<Reopening['spelled']>,
): Promise<void> {
  const paidTo = await findPaidTo(tx, tenant, payout.payout_id)
  const data = openBankData(keys, paidTo, payoutPlace(tenant, payout.payout_id))
  const sealed = sealBankData(keys, data, rewardPlace(tenant, rewardId))
  await saveRewardBankData(tx, tenant, rewardId, sealed, payout.created_at)
  await keepSpelling(tx, tenant, rewardId, bankSpells)
}
