import { forgetHits } from './base/limit-store.ts'
import { forgetKeys } from './base/idempotency-store.ts'
import type { Deps } from './context.ts'
import { withTenant } from './db/connection.ts'
import { blankOldMails } from './mail/blank-mails.ts'
import {
  deleteMergedRecipients,
  deleteUnconfirmedAccounts,
  deleteUnconfirmedRecipients,
  expireReferrals,
} from './referral/jobs.ts'
import { runRewardSweeps } from './reward/jobs.ts'

/** Does whatever fell due in all tenants. Safe to run twice and by several processes at once. */
export async function runSweeps(deps: Deps): Promise<void> {
  for (const { code } of await deps.tenants.all()) {
    // One tenant's trouble keeps no other waiting; it is told and tried again with the next run.
    await sweepTenant(deps, code).catch((error: unknown) =>
      deps.log.error({ tenant: code, err: { message: (error as Error).message } }, 'sweep failed'),
    )
  }
}

async function sweepTenant(deps: Deps, code: string): Promise<void> {
  await expireReferrals(deps, code)
  await deleteUnconfirmedRecipients(deps, code)
  await deleteMergedRecipients(deps, code)
  await deleteUnconfirmedAccounts(deps, code)
  await blankOldMails(deps, code)
  await runRewardSweeps(deps, code)
  await withTenant(deps.db, code, async (tx) => {
    const now = deps.clock.realNow()
    await forgetKeys(tx, code, now)
    await forgetHits(tx, code, now.subtract({ hours: 48 }))
  })
}
