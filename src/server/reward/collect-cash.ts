import { payableBic } from '../../domain/bic.ts'
import { checkReward } from '../../domain/eligibility.ts'
import { expectedOn } from '../../domain/payout.ts'
import { dueOn as firstDay } from '../../domain/reward.ts'
import { say } from '../../domain/say.ts'
import { keepAccount } from '../account/store.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import {
  findBankAccount,
  isReferrersAccount,
  keepFirstBankAccount,
  listSameAccount,
  saveRewardBankData,
} from './bank-store.ts'
import { changeRewardState } from './change-reward-state.ts'
import {
  accountPlace,
  checkBankData,
  openBankData,
  rewardPlace,
  sealBankData,
  type BankData,
} from './check-bank-data.ts'
import { refuseEnded, type CollectCall } from './reward-call.ts'
import { mailRewardCollected } from './reward-mails.ts'
import { holdReward } from './hold-reward.ts'
import { lockReward, type Reward } from './store.ts'
import { isUnclaimed } from './unclaimed-reward.ts'

/** Collects a provided reward as cash: encrypted bank data, due after the tenant's days, confirmed by mail. */
export async function collectCash(
  tx: Tx,
  call: CollectCall,
  reward: Reward,
  optionId: string,
  tokenId: string,
): Promise<void> {
  const { deps, tenant, now: at } = call
  const rewardId = reward.reward_id
  const bank = await bankDataOf(tx, call, reward)
  const sealed = sealBankData(deps.keys, bank, rewardPlace(tenant.code, rewardId))
  await saveRewardBankData(tx, tenant.code, rewardId, sealed, at)
  const dueOn = firstDay(call.today, tenant.payoutDays)
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId,
    from: 'provided',
    to: 'collected',
    event: null,
    eventKey: 'collected',
    action: 'reward-collected',
    actor: actorOf(call.caller),
    at,
    set: {
      option_id: optionId,
      taken_as: 'cash',
      collected_at: at.toString(),
      due_on: dueOn.toString(),
      payout_id: null,
      payout_problem: null,
    },
    details: { takenAs: 'cash' },
  })
  if (!changed) throw fail('reward-collected')
  const isHeld = await holdSameAccount(tx, call, reward, bank)
  if (reward.account_id && tenant.storesBankData) {
    await keepAccount(tx, tenant.code, reward.account_id)
    await refuseEnded(tx, call)
    const kept = sealBankData(deps.keys, bank, accountPlace(tenant.code, reward.account_id))
    await keepFirstBankAccount(tx, tenant.code, reward.account_id, kept, at)
  }
  const dedupeKey = `reward-collected|${rewardId}|${at.epochMilliseconds}`
  const said = {
    tokenId,
    maskedIban: sealed.iban_mask,
    // A held reward has no date.
    expectedOn: isHeld ? null : expectedOn(dueOn, call.today).toString(),
    locale: call.locale,
    again: reward.payout_problem !== null,
    held: isHeld,
  }
  await mailRewardCollected(tx, deps, tenant, reward, said, dedupeKey)
}

/** From the call, else the referrer's stored account. */
async function bankDataOf(tx: Tx, call: CollectCall, reward: Reward): Promise<BankData> {
  const { deps, tenant, locale, body } = call
  if (body.bankData) return checkBankData(body.bankData, tenant, locale, 'Bankdaten.')
  const stored =
    reward.account_id && tenant.storesBankData
      ? await findBankAccount(tx, tenant.code, reward.account_id)
      : undefined
  if (stored) {
    const place = accountPlace(tenant.code, reward.account_id!)
    // Checked again: the tenant may have restricted accounts to Germany since.
    const { bic, ...rest } = openBankData(deps.keys, stored, place)
    const kept = payableBic(rest.iban, bic)
    return checkBankData({ ...rest, ...(kept ? { bic: kept } : {}) }, tenant, locale, 'Bankdaten.')
  }
  throw fail('validation', { fields: [{ field: 'Bankdaten', message: say(missing, call) }] })
}

const missing = {
  de: 'Bitte geben Sie das Konto an, auf das wir überweisen sollen.',
  du: 'Bitte gib das Konto an, auf das wir überweisen sollen.',
  en: 'Please enter the account that we should transfer the money to.',
}

/** Returns whether this one is held. Holds both sides of an order that go to one account; payments at the bank stay. */
async function holdSameAccount(
  tx: Tx,
  call: CollectCall,
  reward: Reward,
  bank: BankData,
): Promise<boolean> {
  const { deps, tenant } = call
  const wasHeld = reward.review === 'held'
  if (!reward.order_number) return wasHeld
  const ibanHashes = deps.keys.lookups(bank.iban)
  const asked = { orderNumber: reward.order_number, except: reward.reward_id, ibanHashes }
  const others = await listSameAccount(tx, tenant.code, asked)
  const isSame =
    others.length > 0 ||
    (reward.beneficiary === 'recipient' &&
      (await isReferrersAccount(tx, tenant.code, reward.order_number, ibanHashes)))
  const facts = {
    sameEmail: false,
    sameHousehold: false,
    existingCustomer: false,
    contractBeforeAcceptance: false,
    rewardedThisYear: 0,
  }
  const rules = { ...tenant.eligibility, maxRewardedPerYear: null }
  const decision = checkReward(
    { ...facts, sameBankAccount: isSame },
    isSame && (await isUnclaimed(tx, tenant, reward))
      ? { ...rules, sameBankAccount: 'hold' }
      : rules,
  )
  if (decision.kind === 'ok') return wasHeld
  const isHeld = await hold(tx, call, reward)
  for (const id of others) {
    const other = await lockReward(tx, tenant.code, id)
    if (other?.state === 'collected' && other.payout_id === null) await hold(tx, call, other)
  }
  return wasHeld || isHeld
}

/** An approved reward is not held again for the same reason. */
async function hold(tx: Tx, { tenant, deps }: CollectCall, reward: Reward): Promise<boolean> {
  if (reward.review_reasons.includes('same-bank-account')) return false
  await holdReward(tx, tenant, {
    rewardId: reward.reward_id,
    cents: reward.cents,
    reasons: [...reward.review_reasons, 'same-bank-account'],
    at: deps.clock.now(),
  })
  return true
}
