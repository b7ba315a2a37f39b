import { collectWithBankData as endpoint } from '../../contract/empfaenger-konto.ts'
import { loadOffer } from '../catalogue/option-view.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { requireOwner } from '../referral/own-recipient.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { recipientOf } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { collectIn } from './collect-reward.ts'
import { requireProof } from './prove-owner.ts'
import { readRecipientAccount } from './recipient-account-store.ts'

/**
 * Bank data by recipient token: collects the waiting reward as cash, by the same rules. Nothing is stored in advance: without a
 * reward, no bank data is needed.
 */
export const collectWithBankData = serve(endpoint, (call) =>
  call.transaction(async (tx) => {
    const { tenant, caller, body, today } = call
    const recipient = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!recipient) throw fail('recipient-token-invalid')
    requireOwner(caller, recipient)
    const [{ rewards }, { options }] = await together([
      () => readRecipientAccount(tx, tenant.code, recipient.number),
      () => loadOffer(tx, tenant, today),
    ])
    const reward =
      rewards.find(({ state }) => state === 'provided') ??
      rewards.find(({ state }) => state === 'collected' || state === 'paid')
    const option = options.find(({ kind }) => kind === 'cash')
    if (!reward || !option) throw fail('not-found')
    const choice = { optionId: option.option_id, bankData: body }
    const { reward_id: rewardId } = reward
    const checkProof = () => requireProof(tx, call, rewardId)
    return collectIn(tx, { ...call, body: choice }, { rewardId, checkProof })
  }),
)
