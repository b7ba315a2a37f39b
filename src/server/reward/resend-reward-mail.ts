import { resendRewardMail as endpoint } from '../../contract/empfehler.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { countTry, day, tooManyRequests } from '../base/limits.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { findRewardBankData } from './bank-store.ts'
import { expectedInAccount } from './expected-in-account.ts'
import {
  issueRewardToken,
  mailRewardCollected,
  mailRewardReady,
  mailVoucher,
} from './reward-mails.ts'
import { isCollectable } from './reward-view.ts'
import { findExecutionDay, findReward, isCorrectedSince, type Reward } from './store.ts'

export const mailsPerDay = 3

/**
 * Resends the newest mail of one's own reward with a new link: ready, collected, or voucher codes. At most three a day per
 * reward; others' rewards are not found.
 */
export const resendRewardMail = serve(endpoint, async (call) => {
  const { deps, tenant, params } = call
  refuseCrossSite(call.request)
  const { accountId, support } = referrerOf(call.caller)
  // A GET with side effects: support is refused here, as serve.ts does for other methods.
  if (support) throw fail('not-authorised')
  const reward = isUuid(params.id)
    ? await withTenant(deps.db, tenant.code, (tx) => findReward(tx, tenant.code, params.id))
    : undefined
  if (!reward || reward.account_id !== accountId || !hasRewardMail(reward, call))
    throw fail('not-found')
  const limit = { bucket: `reward-mail|${reward.reward_id}`, most: mailsPerDay, windowSeconds: day }
  const wait = await withTenant(deps.db, tenant.code, (tx) =>
    countTry(tx, tenant.code, [limit], call.realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
  await call.transaction(async (tx) => {
    // Support has brought the address; its mailbox may be somebody else's, and codes are money (decision 615).
    if (reward.state === 'paid' && (await isCorrectedSince(tx, tenant.code, reward)))
      throw fail('codes-at-older-address')
    await sendRewardMail(tx, call, tenant, reward)
    await audit(tx, tenant.code, {
      at: call.now,
      actor: actorOf(call.caller),
      action: 'reward-mail-resent',
      subjectKind: 'reward',
      subjectId: reward.reward_id,
    })
  })
  return {}
})

/** Whether a mail about the reward can be sent again. */
export const hasRewardMail = (reward: Reward, call: Pick<Call, 'today'>) =>
  reward.claimed_back_at === null &&
  (isCollectable(reward, call.today) ||
    reward.state === 'collected' ||
    (reward.state === 'paid' && reward.taken_as === 'voucher'))

export async function sendRewardMail(
  tx: Tx,
  call: Pick<Call, 'deps' | 'today' | 'requestId'>,
  tenant: Tenant,
  reward: Reward,
): Promise<void> {
  const { deps, today, requestId } = call
  const dedupeKey = `reward-mail|${reward.reward_id}|${requestId}|${deps.clock.realNow().epochMilliseconds}`
  const expiresOn = reward.expires_on ? Temporal.PlainDate.from(reward.expires_on) : null
  if (reward.state === 'provided') {
    await mailRewardReady(tx, deps, tenant, reward, expiresOn, dedupeKey)
    return
  }
  const later = expiresOn && Temporal.PlainDate.compare(expiresOn, today) < 0 ? today : expiresOn
  const tokenId = await issueRewardToken(tx, deps, tenant.code, reward.reward_id, later)
  if (reward.state === 'collected') {
    const bank = await findRewardBankData(tx, tenant.code, reward.reward_id)
    const execution_on = await findExecutionDay(tx, tenant.code, reward)
    const said = {
      tokenId,
      maskedIban: bank?.iban_mask ?? '',
      expectedOn: expectedInAccount({ ...reward, execution_on }, today)?.toString() ?? null,
    }
    await mailRewardCollected(tx, deps, tenant, reward, said, dedupeKey)
    return
  }
  const options = await listRewardOptions(tx, tenant.code)
  const option = options.find((one) => one.option_id === reward.option_id)
  if (!option) throw fail('not-found')
  await mailVoucher(tx, deps, tenant, reward, { option }, dedupeKey)
}
