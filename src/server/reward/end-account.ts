import { endOf } from '../../domain/account-end.ts'
import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Account } from '../account/store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { closeProofs } from '../base/proof-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { blankMailsTo } from '../mail/blank-store.ts'
import { queueMail } from '../mail/store.ts'
import { endReferrals } from '../referral/end-store.ts'
import { forgetPerson, listProven, type EndingReward } from './account-end-store.ts'
import { giveUp } from './give-up.ts'
import { refreshReferral } from './refresh-referral.ts'

/**
 * Ends an account: uncollected rewards are cancelled with their posting, collected ones are still paid. Personal data is
 * deleted, referrals end, a last mail confirms. The caller locks account and rewards.
 */
export async function endAccount(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  ending: { account: Account; rewards: EndingReward[]; actor: Actor },
): Promise<void> {
  const { account, rewards, actor } = ending
  const id = account.account_id
  const now = deps.clock.now()
  const today = deps.clock.today()
  const lost = rewards.filter(({ state }) => endOf(state) === 'given-up')
  for (const reward of lost) await giveUp(tx, tenant, reward, actor, now)
  await blankMailsTo(tx, tenant.code, account.email)
  const owed = rewards.filter(({ state }) => endOf(state) === 'still-paid')
  await mailGoodbye(tx, tenant, account, sum(owed), now)
  const proven = await listProven(tx, tenant.code, id)
  await closeProofs(tx, deps.keys, tenant.code, account.email, proven, now)
  await forgetPerson(tx, tenant.code, id, now)
  const numbers = await endReferrals(tx, tenant.code, id, { now, today })
  // A cancelled own reward may finish its referral.
  for (const number of numbers.filter((one) => lost.some((it) => it.referral_number === one)))
    await refreshReferral(tx, tenant.code, number, today)
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: 'account-deleted',
    subjectKind: 'account',
    subjectId: id,
    details: {
      referrals: numbers.length,
      givenUp: lost.map(({ reward_id, cents }) => ({ rewardId: reward_id, cents })),
      stillPaidCents: sum(owed),
    },
    change: { before: { known: true }, after: null },
  })
}

/** Written after the other mails are deleted; its address goes once sent (mail/send-mail.ts). */
async function mailGoodbye(
  tx: Tx,
  tenant: Tenant,
  account: Account,
  owedCents: number,
  now: Temporal.Instant,
): Promise<void> {
  await queueMail(tx, tenant.code, {
    template: 'accountDeleted',
    to: account.email,
    locale: account.language,
    data: {
      firstName: account.first_name,
      amount: owedCents > 0 ? formatCents(owedCents, account.language) : null,
      link: { link: { page: 'Homepage' } },
    },
    dedupeKey: `account-deleted|${account.account_id}`,
    now,
  })
}

const sum = (rewards: EndingReward[]) => rewards.reduce((all, { cents }) => all + cents, 0)
