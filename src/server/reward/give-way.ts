import { lockUnproven } from '../account/unproven-store.ts'
import { audit } from '../base/audit-store.ts'
import { recordReportNames } from '../reports/rows-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deleteAccounts } from '../referral/account-deletion-store.ts'
import { moveUnowned } from './give-way-store.ts'

/**
 * An unconfirmed account gives way to the one that has proven the same mailbox. Its recommendations become that account's
 * unclaimed ones, until their own link is pressed. Sent links stay valid, and a pending contract gets a new mail.
 */
export async function giveWay(
  tx: Tx,
  { tenant, now }: Pick<Call, 'tenant' | 'now'>,
  email: string,
  to: string,
): Promise<void> {
  const from = await lockUnproven(tx, tenant.code, email)
  if (from === undefined) return
  await moveUnowned(tx, tenant.code, from, to)
  await deleteAccounts(tx, tenant.code, [from])
  await recordReportNames(tx, tenant.code, to)
  await enqueue(tx, tenant.code, 'ask-to-claim', { accountId: to })
  await audit(tx, tenant.code, {
    at: now,
    actor: { kind: 'referrer', id: to },
    action: 'give-way',
    subjectKind: 'account',
    subjectId: from,
    details: { to },
  })
}
