import { normaliseEmail } from '../../domain/email.ts'
import { mostGoodwillCents } from '../../domain/goodwill.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { findAccountByEmail, keepAccount } from '../account/store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { isUuid, uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { findAlikeGoodwill } from './goodwill-store.ts'
import { post } from './ledger-store.ts'
import { insertReward } from './store.ts'

const longestReason = 500

/**
 * Grants an account a reward without an order; it is provided and collected as usual. A repeated `rewardId` (the caller's uuid)
 * grants nothing. Without one, the same person, amount and reason within 24 hours return the earlier reward (`repeats`), unless
 * `again`. Throws `email-not-registered`, or `validation` for the amount.
 */
export async function grantGoodwill(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  grant: { email: string; cents: number; reason: string; rewardId?: string; again?: boolean },
  actor: Actor,
): Promise<{ rewardId: string; granted: boolean; repeats?: boolean }> {
  const { cents, reason } = grant
  if (!Number.isSafeInteger(cents) || cents <= 0 || cents > mostGoodwillCents) {
    throw fail('validation', { fields: [{ field: 'WertCent', message: `1-${mostGoodwillCents}` }] })
  }
  if (grant.rewardId && !isUuid(grant.rewardId)) {
    throw fail('validation', { fields: [{ field: 'Id', message: 'UUID' }] })
  }
  const account = await findAccountByEmail(tx, tenant.code, normaliseEmail(grant.email))
  if (!account || !(await keepAccount(tx, tenant.code, account.account_id)))
    throw fail('email-not-registered')
  const at = deps.clock.now()
  if (!grant.rewardId && !grant.again) {
    const { account_id: accountId } = account
    const since = at.subtract({ hours: 24 })
    const alike = { accountId, cents, reason: reason.slice(0, longestReason), since }
    const known = await findAlikeGoodwill(tx, tenant.code, alike)
    if (known) return { rewardId: known, granted: false, repeats: true }
  }
  const rewardId = grant.rewardId ?? uuidv7()
  const granted = await insertReward(tx, tenant.code, {
    rewardId,
    orderNumber: null,
    referralNumber: null,
    beneficiary: 'referrer',
    accountId: account.account_id,
    recipientNumber: null,
    cents,
    rule: { plan: 'goodwill', reason: reason.slice(0, longestReason), totalCents: cents },
    held: [],
    at,
  })
  if (!granted) return { rewardId, granted }
  await post(tx, tenant.code, { rewardId, cents }, 'created', 'created', at)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'goodwill-granted',
    subjectKind: 'reward',
    subjectId: rewardId,
    change: { before: null, after: { state: 'open', cents } },
    reason: actor.reason ?? reason.slice(0, longestReason),
  })
  await enqueue(tx, tenant.code, 'provide-rewards', { rewardId })
  return { rewardId, granted }
}
