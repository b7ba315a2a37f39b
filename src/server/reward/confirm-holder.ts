import * as contract from '../../contract/praemierung.ts'
import { formatCents } from '../../domain/money.ts'
import { expectedOn } from '../../domain/payout.ts'
import { keepAccount } from '../account/store.ts'
import { loadOffer } from '../catalogue/option-view.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { lockOrder } from '../order/store.ts'
import { serve } from '../serve.ts'
import { findRewardBankData, keepFirstBankAccount } from './bank-store.ts'
import { refuseWaiting } from './blocked-reward.ts'
import { changeRewardState } from './change-reward-state.ts'
import { accountPlace, openBankData, rewardPlace, sealBankData } from './check-bank-data.ts'
import { findSpelling, takeSpelling } from './holder-store.ts'
import { refuseEnded, rewardOf } from './reward-call.ts'
import { issueRewardToken, mailRewardCollected } from './reward-mails.ts'
import { isCollectable, mayTake } from './reward-view.ts'
import { findReward, lockReward, type Reward } from './store.ts'

/** What the bank asked of the owner of a reward's account, as long as they have not answered. */
export const showHolderQuestion = serve(contract.showHolderQuestion, (call) => {
  const { deps, tenant, today, locale } = call
  const { rewardId } = rewardOf(call.caller)
  return withTenant(deps.db, tenant.code, async (tx) => {
    const reward = await findReward(tx, tenant.code, rewardId)
    if (!reward) throw fail('reward-token-invalid')
    const found = await findSpelling(tx, tenant.code, rewardId)
    const isAsked = isCollectable(reward, today) && found?.bank_spells
    return {
      question: isAsked
        ? {
            bankSpells: isAsked,
            holder: found.holder,
            maskedIban: found.iban_mask,
            amount: formatCents(reward.cents, locale),
          }
        : null,
      isPayable: reward.state === 'collected' && reward.review !== 'held',
    }
  })
})

/**
 * The owner says that the name which the bank has is theirs: the account has it from now on, and the reward is due again at once. It has
 * waited before, and the account is the same. A repeated answer changes nothing.
 */
export const confirmHolder = serve(contract.confirmHolder, (call) =>
  call.transaction(async (tx) => {
    const { tenant, today, body } = call
    const { rewardId, tokenId, bySession } = rewardOf(call.caller)
    const before = await findReward(tx, tenant.code, rewardId)
    if (before?.order_number) await lockOrder(tx, tenant.code, before.order_number)
    const reward = await lockReward(tx, tenant.code, rewardId)
    if (!reward) throw fail('reward-token-invalid')
    const found = await findSpelling(tx, tenant.code, rewardId)
    if (!isCollectable(reward, today)) {
      if (reward.state === 'collected' && found?.holder === body.bankSpells) return undefined
      throw fail(reward.state === 'collected' ? 'reward-collected' : 'reward-token-invalid')
    }
    await refuseWaiting(tx, tenant, reward)
    if (!found?.bank_spells) throw fail('not-found')
    // What is confirmed is what was read.
    if (found.bank_spells !== body.bankSpells) throw fail('changed-meanwhile')
    await payOut(tx, call, reward, bySession ? null : tokenId)
    return undefined
  }),
)

type ConfirmCall = Pick<
  Call<unknown, unknown, unknown>,
  'deps' | 'tenant' | 'caller' | 'now' | 'today' | 'locale'
>

async function payOut(
  tx: Tx,
  call: ConfirmCall,
  reward: Reward,
  known: string | null,
): Promise<void> {
  const { deps, tenant, now: at, today, locale } = call
  const { code } = tenant
  const { reward_id: rewardId, account_id: accountId } = reward
  const { options } = await loadOffer(tx, tenant, today)
  const cash = options.find((option) => option.kind === 'cash' && mayTake(reward, option))
  if (!cash) throw fail('not-found')
  await takeSpelling(tx, code, rewardId)
  const changed = await changeRewardState(tx, code, {
    rewardId,
    from: 'provided',
    to: 'collected',
    event: null,
    eventKey: 'collected',
    action: 'reward-collected',
    actor: actorOf(call.caller),
    at,
    set: {
      option_id: cash.option_id,
      taken_as: 'cash',
      collected_at: at.toString(),
      due_on: today.toString(),
      payout_id: null,
      payout_problem: null,
    },
    details: { takenAs: 'cash', holderConfirmed: true },
  })
  if (!changed) throw fail('reward-collected')
  const stored = (await findRewardBankData(tx, code, rewardId))!
  if (accountId && tenant.storesBankData) {
    await keepAccount(tx, code, accountId)
    await refuseEnded(tx, call)
    const bank = openBankData(deps.keys, stored, rewardPlace(code, rewardId))
    const kept = sealBankData(deps.keys, bank, accountPlace(code, accountId))
    await keepFirstBankAccount(tx, code, accountId, kept, at)
  }
  const held = reward.review === 'held'
  const said = {
    tokenId: known ?? (await issueRewardToken(tx, deps, code, rewardId, null)),
    maskedIban: stored.iban_mask,
    expectedOn: held ? null : expectedOn(today, today).toString(),
    locale,
    named: true,
    held,
  }
  await mailRewardCollected(
    tx,
    deps,
    tenant,
    reward,
    said,
    `reward-collected|${rewardId}|${at.epochMilliseconds}`,
  )
}
