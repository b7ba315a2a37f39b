import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { afterFailure, reasonText, type AfterFailure } from '../../domain/bank-reasons.ts'
import { formatCents } from '../../domain/money.ts'
import { monthOf } from '../../domain/invoice.ts'
import { changePayout, paidAt } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { findRewardBankData, saveRewardBankData, deleteBankData } from '../reward/bank-store.ts'
import { openBankData, rewardPlace, sealBankData } from '../reward/check-bank-data.ts'
import { changeRewardState } from '../reward/change-reward-state.ts'
import { isCorrectedSince } from '../reward/corrected-store.ts'
import { holdAfterCorrection } from '../reward/hold-after-correction.ts'
import { lockClawback, updateLeft } from '../reward/clawback-store.ts'
import { post } from '../reward/ledger-store.ts'
import { refreshReferral } from '../reward/refresh-referral.ts'
import { findContact, lockReward, markClaimSettled, type Reward } from '../reward/store.ts'
import { forgetSpelling } from '../reward/payee-check-store.ts'
import { afterCheck } from './after-check.ts'
import { correctDays } from './correct-days.ts'
import { findPaidTo } from './bank-data-store.ts'
import { lockClosedTo } from './bank-line-store.ts'
import { findLink } from './line-payout-store.ts'
import { settlePartner, takeBackFromPartner } from './apply-partner-word.ts'
import { lockPaidPartner } from './partner-store.ts'
import type { PayoutChange } from './payout-change.ts'
import type { BankWord } from './read-bank-file.ts'
import { reopenReward } from './reopen-reward.ts'
import { payoutPlace } from './places.ts'
import { settleRewards } from './settle-rewards.ts'
import { findPayout, movePayouts, noteBankStatus, type Payout } from './store.ts'

export type Applied =
  | 'settled'
  | 'rejected'
  | 'returned'
  | 'dueAgain'
  | 'held'
  | 'ownerless'
  | 'ended'
  | 'pending'
  | 'alreadyDone'
  | { refused: string }

type Contact = Awaited<ReturnType<typeof findContact>>
type Case = PayoutChange & { reward: Reward; contact: Contact }

/**
 * Applies a bank's or operator's status to one payout in the caller's transaction: its state, reward or credit notes, postings,
 * mail and referral. Idempotent. Locks the reward or partner first and then reads the payout, so parallel files are serialised.
 */
export async function applyWord(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  given: BankWord,
  actor: Actor,
): Promise<Applied> {
  const { reward_id: rewardId, partner_id: partnerId } = given.payout
  const reward = rewardId ? await lockReward(tx, tenant.code, rewardId) : undefined
  const partner = partnerId ? await lockPaidPartner(tx, tenant.code, partnerId) : undefined
  const payout = await findPayout(tx, tenant.code, given.payout.end_to_end_id)
  if (!(reward ?? partner) || !payout)
    throw new Error('A payout is gone that was there a moment ago')
  const { word, bankSpells } = await afterCheck(tx, tenant.code, given)
  if (word.says === 'pending') {
    if (payout.state !== 'in-transit') return wasTakenBack(payout, word) ? atBank : 'alreadyDone'
    await noteBankStatus(tx, tenant.code, [payout.payout_id], word.bankStatus)
    return 'pending'
  }
  const to = targetOf(payout, word)
  const change = changePayout(payout.state, to)
  const now = deps.clock.now()
  const since =
    to === 'returned'
      ? await leftAt(tx, tenant.code, { payout, word }, { actor, now })
      : payout.created_at
  const bookedAt = paidAt(word.bookedOn, { sentAt: since, now })
  // A returned payment was settled before: of older files with that only its day may be news.
  if (change.kind === 'already' || payout.state === 'returned') {
    if (to === 'paid' && word.bookedOn)
      await correctDays(tx, tenant.code, [{ payout, bookedAt }], { actor, now })
    return 'alreadyDone'
  }
  if (change.kind === 'refused') return { refused: refusals[payout.state] }
  // No month is closed while something of it is being written.
  if (monthOf(bookedAt) !== monthOf(now)) await lockClosedTo(tx, tenant.code, 'share')
  const contact = reward && (await findContact(tx, tenant.code, reward.reward_id))
  if (reward && to === 'paid') {
    await settleRewards(tx, deps, tenant, [{ payout, reward, contact, word, bookedAt }], actor)
    return 'settled'
  }
  const follows = to === 'paid' ? null : followsOf(word, reward, !reward || Boolean(contact))
  const moved = await movePayouts(tx, tenant.code, [payout.payout_id], {
    from: payout.state,
    to,
    bankStatus: word.bankStatus,
    reason: reasonText(word.reasonCodes),
    held: follows === 'hold',
    settledAt: bookedAt,
    now,
  })
  if (!moved) throw new Error('A payout was moved without its reward being locked')
  await forgetSpelling(tx, tenant.code, [payout.payout_id])
  const at = { tx, deps, tenant, payout, word, follows, actor, bookedAt, bankSpells }
  const done = reward
    ? await takeBack({ ...at, reward, contact })
    : await (to === 'paid' ? settlePartner : takeBackFromPartner)({ ...at, partner: partner! })
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: `payout-${to === 'paid' ? 'settled' : to}`,
    subjectKind: 'payout',
    subjectId: payout.payout_id,
    details: {
      bankStatus: word.bankStatus,
      reasonCode: reasonText(word.reasonCodes),
      follows,
    },
    change: { before: { state: payout.state }, after: { state: to } },
  })
  if (reward?.referral_number)
    await refreshReferral(tx, tenant.code, reward.referral_number, deps.clock.today())
  return done
}

/**
 * When what came back had left: when it was settled. Where no line has told that day, it is the return's at the latest, and the settling is
 * moved there.
 */
async function leftAt(
  tx: Tx,
  tenant: string,
  { payout, word }: { payout: Payout; word: BankWord },
  by: { actor: Actor; now: Temporal.Instant },
): Promise<Temporal.Instant> {
  const { settled_at: settledAt, created_at: sentAt } = payout
  if (settledAt === null || payout.state !== 'paid') return settledAt ?? sentAt
  const bookedAt = paidAt(word.bookedOn, { sentAt, now: by.now })
  if (Temporal.Instant.compare(bookedAt, settledAt) >= 0) return settledAt
  if (await findLink(tx, tenant, payout.payout_id, 'settled')) return settledAt
  await correctDays(tx, tenant, [{ payout, bookedAt }], by)
  return bookedAt
}

// A cancelled order's reward is never paid again. What was collected is owed, so an operator decides where nobody can be asked for
// an account.
function followsOf(
  { says, reasonCodes }: BankWord,
  reward: Reward | undefined,
  canBeAsked: boolean,
): AfterFailure {
  if (reward?.claimed_back_at) return 'ask'
  const follows = afterFailure(reasonCodes, says === 'returned' ? 'returned' : 'rejected')
  return follows === 'ask' && !canBeAsked ? 'hold' : follows
}

/** What was said before its file was taken back, that the bank can read it, is no news. */
const wasTakenBack = (payout: Payout, { bankStatus }: BankWord) =>
  payout.bank_status === 'not-sent' && bankStatus !== 'ACTC' && bankStatus !== 'RCVD'

const atBank = {
  refused: bankFileReason('taken-back-at-bank'),
}

// Money returned before a reported settlement never arrived (domain/payout.ts).
function targetOf(payout: Payout, { says }: BankWord) {
  if (says === 'settled') return 'paid' as const
  return says === 'returned' && payout.state === 'paid'
    ? ('returned' as const)
    : ('rejected' as const)
}

const refusals = {
  'in-transit': bankFileReason('on-its-way'),
  paid: bankFileReason('settled-before'),
  rejected: bankFileReason('rejected-before'),
  returned: bankFileReason('returned-before'),
} as const

/** A failed or returned payment: paid again, held for an operator, given back to its owner, or cancelled with its order. */
async function takeBack(at: Case): Promise<Exclude<Applied, object>> {
  const { tx, deps, tenant, payout, reward, contact, word, follows, actor } = at
  const event = payout.state === 'paid' ? 'returned' : 'rejected'
  const from = payout.state === 'paid' ? 'paid' : 'collected'
  const eventKey = `payout:${payout.payout_id}:${event}`
  if (reward.claimed_back_at) {
    await (event === 'rejected' ? cancelUnpaid(at, eventKey) : recoverClaim(at, eventKey))
    await mailClaimSettled(at)
    await deleteBankData(tx, tenant.code, reward.reward_id)
    return 'ended'
  }
  if (follows !== 'ask') {
    await putBack(at, from, event, eventKey)
    if (follows === 'retry') return 'dueAgain'
    return contact ? 'held' : 'ownerless'
  }
  const reasonCode = reasonText(word.reasonCodes)
  const { bankSpells } = at
  const spelled = bankSpells === null ? null : { bankSpells, payout }
  await reopenReward(tx, deps, tenant, {
    reward,
    from,
    event,
    eventKey,
    bookedAt: at.bookedAt,
    reasonCode,
    actor,
    spelled,
  })
  return event
}

/** Not the person's fault: bank data and day stay, no mail. Without a day it is in no batch. */
async function putBack(
  { tx, deps, tenant, reward, payout, word, follows, actor, bookedAt }: Case,
  from: 'collected' | 'paid',
  event: 'rejected' | 'returned',
  eventKey: string,
): Promise<void> {
  const isCorrected = await isCorrectedSince(tx, tenant.code, reward.reward_id)
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId: reward.reward_id,
    from,
    to: 'collected',
    event,
    eventKey,
    action: follows === 'hold' ? 'reward-payment-held' : 'reward-due-again',
    actor,
    at: deps.clock.now(),
    bookedAt,
    set: { payout_id: null, paid_at: null, ...(follows === 'hold' && { due_on: null }) },
    details: { reasonCode: reasonText(word.reasonCodes) },
  })
  if (!changed) throw new Error(`A reward with a failed payment was not ${from}`)
  if (isCorrected)
    await holdAfterCorrection(tx, { tenant, now: deps.clock.now() }, [reward.reward_id], null)
  await keepBankData(tx, deps, tenant.code, payout.payout_id, reward.reward_id)
}

/** A deleted account was promised the money and cannot be asked for another account. */
async function keepBankData(
  tx: Tx,
  { keys, clock }: Deps,
  tenant: string,
  payoutId: string,
  rewardId: string,
): Promise<void> {
  if (await findRewardBankData(tx, tenant, rewardId)) return
  const paidTo = await findPaidTo(tx, tenant, payoutId)
  const data = openBankData(keys, paidTo, payoutPlace(tenant, payoutId))
  const sealed = sealBankData(keys, data, rewardPlace(tenant, rewardId))
  await saveRewardBankData(tx, tenant, rewardId, sealed, clock.now())
}

/** Those told to expect a claim learn that nothing is owed. */
async function mailClaimSettled(at: Case): Promise<void> {
  const { tx, deps, tenant, reward, contact, payout } = at
  if (!contact?.email) return
  const { language } = contact
  await queueMail(tx, tenant.code, {
    template: 'claimSettled',
    to: contact.email,
    locale: language,
    data: {
      firstName: contact.firstName,
      beneficiary: contact.beneficiary,
      productTitle:
        contact.productTitle && titleInMail(contact.productTitle, contact.inSentence, language),
      amount: formatCents(reward.cents, language),
      link: { link: { page: contact.beneficiary === 'referrer' ? 'Dashboard' : 'Homepage' } },
    },
    dedupeKey: `claim-settled|${payout.payout_id}`,
    now: deps.clock.now(),
  })
}

async function cancelUnpaid(
  { tx, deps, tenant, reward, actor }: Case,
  eventKey: string,
): Promise<void> {
  const now = deps.clock.now()
  await post(
    tx,
    tenant.code,
    { rewardId: reward.reward_id, cents: reward.cents },
    'rejected',
    eventKey,
    now,
  )
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId: reward.reward_id,
    from: 'collected',
    to: 'cancelled',
    event: 'cancelled-collected',
    eventKey: 'cancelled',
    action: 'reward-cancelled',
    actor,
    at: now,
    set: { payout_id: null, cancelled_at: now.toString(), due_on: null },
  })
  if (!changed) throw new Error('A payout was in transit without a collected reward')
}

/** The claim is settled: the reward stays paid, the ledger shows the money as back. */
async function recoverClaim(
  { tx, deps, tenant, reward, actor, bookedAt }: Case,
  eventKey: string,
): Promise<void> {
  const at = deps.clock.now()
  const rewardId = reward.reward_id
  const clawback = await lockClawback(tx, tenant.code, rewardId)
  // What was set off or written off before is more than was owed; the log says how much.
  const cents = clawback?.left_cents ?? reward.cents
  if (cents > 0) {
    await post(tx, tenant.code, { rewardId, cents }, 'claim-recovered', eventKey, bookedAt)
    if (clawback)
      await updateLeft(tx, tenant.code, rewardId, { leftCents: 0, outcome: 'recovered', at })
  }
  await markClaimSettled(tx, tenant.code, reward.reward_id, at)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'reward-claim-recovered',
    subjectKind: 'reward',
    subjectId: reward.reward_id,
    details: { orderNumber: reward.order_number, tooMuchCents: reward.cents - cents },
    change: { before: { leftCents: cents }, after: { leftCents: 0 } },
  })
}
