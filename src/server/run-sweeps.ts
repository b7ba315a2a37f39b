import { platformCode } from '../domain/platform.ts'
import { keptDays, keptSince } from '../domain/retention.ts'
import { sweepInvitations } from './agency/invitation-jobs.ts'
import { forgetHits } from './base/limit-store.ts'
import { forgetKeys } from './base/idempotency-store.ts'
import { forgetEndedTokens } from './base/forget-ended-tokens.ts'
import { stoppedClock } from './base/clock.ts'
import { onceAMinute } from './base/once-a-minute.ts'
import { runEveryStep } from './base/run-every-step.ts'
import { queueFeed } from './catalogue/queue-feed.ts'
import {
  forgetConsentProofs,
  forgetCookieProofs,
  forgetUnsaidTexts,
} from './consent/forget-proofs.ts'
import type { Deps } from './context.ts'
import { forgetSelections } from './base/selection-store.ts'
import { forgetObjections } from './base/objection-store.ts'
import { withTenant, wouldChange } from './db/connection.ts'
import { together } from './db/together.ts'
import { forgetBankUploads, resumeBankUploads } from './operator/bank-uploads.ts'
import { endBrokenImports } from './operator/import-commanded.ts'
import { closeMonthByItself } from './operator/close-month-by-itself.ts'
import { tellOperators } from './operator/tell-operators.ts'
import { usePayoutAccount } from './operator/use-payout-account.ts'
import { blankOldMails } from './mail/blank-mails.ts'
import { closeOldDays } from './payout/close-days.ts'
import { deletePaymentRecords } from './payout/delete-payment-records.ts'
import { proposeScheduled } from './payout/propose-scheduled.ts'
import { foldReports } from './reports/fold-reports.ts'
import { askToClaimAgain, forgetNetworks } from './referral/ask-to-claim.ts'
import {
  auditDeletions,
  deleteMergedRecipients,
  deleteUnconfirmedAccounts,
  deleteUnconfirmedRecipients,
  expireReferrals,
} from './referral/jobs.ts'
import { remindOfReferrals } from './referral/remind-of-referrals.ts'
import { forgetOldQuestions } from './reward/review-question-store.ts'
import { resumeVoucherOrders } from './reward/order-voucher.ts'
import { runRewardSweeps } from './reward/jobs.ts'
import { checkEachNight } from './books/run-check.ts'
import { remindOfInvoices } from './billing/remind-of-invoices.ts'
import { runBilling } from './billing/write-documents.ts'
import { forgetOrderFiles } from './operator/order-files.ts'
import { compareSellers } from './operator/seller-figures.ts'
import { forgetClaimed } from './order/forget-claimed.ts'
import { releasePartnerOrders } from './sales-partner/release-orders.ts'
import { forgetPictures } from './tenant/forget-pictures.ts'
import { forgetOperators } from './team/forget-operators.ts'
import { tellLeftKeys } from './team/left-keys.ts'
import { forgetVisits } from './team/visit-store.ts'
import { foldOldCampaigns } from './tracking/fold-campaigns.ts'

/**
 * Runs due work of all tenants and of the platform. Idempotent and safe in parallel.
 * @param signal ends it between two steps
 * @param isShared tenants that another process has begun within this minute are left to it; else all is done when this returns
 */
export async function runSweeps(deps: Deps, signal?: AbortSignal, isShared = false): Promise<void> {
  for (const code of await deps.tenants.codes()) {
    if (signal?.aborted) return
    // A tenant's failure does not stop others; it is logged and retried by the next run.
    const sweep = () => runEveryStep(everySweep(deps, code), signal)
    await (isShared ? onceAMinute(deps, code, 'sweep', sweep) : sweep()).catch((error: unknown) =>
      deps.log.error({ tenant: code, err: { message: (error as Error).message } }, 'sweep failed'),
    )
  }
}

/** What a run does at a tenant or the platform, in this order. */
export const everySweep = (deps: Deps, code: string): (() => Promise<unknown>)[] => [
  ...sweepsOf(deps, code),
  // Operators are told by real time, and a process breaks off in it, so a jump of the demo's clock does not ask for that.
  () => tellOperators(deps, code),
  () => tellLeftKeys(deps, code),
  () => resumeVoucherOrders(deps, code),
  () => endBrokenImports(deps, code),
  () => resumeBankUploads(deps, code),
]

/** Whether a run at that time would change anything. Due work stays due, so this is monotonic. */
export async function isAnythingDue(deps: Deps, at: Temporal.Instant): Promise<boolean> {
  const [clock, log] = [stoppedClock(deps.clock, at), deps.log.child({}, { level: 'silent' })]
  for (const code of await deps.tenants.codes()) {
    const isDue = await wouldChange(deps.db, code, (db) =>
      together(sweepsOf({ ...deps, db, clock, log }, code)),
    )
    if (isDue) return true
  }
  return false
}

const sweepsOf = (deps: Deps, code: string): (() => Promise<unknown>)[] => [
  ...(code === platformCode ? [() => forgetOperators(deps)] : tenantSweeps(deps, code)),
  ...commonSweeps(deps, code),
]

/**
 * Money before deletions, as releases need personal data. Referrals expire first, because accounts wait for open ones, and
 * rewards before reminders of them.
 */
function tenantSweeps(deps: Deps, code: string): (() => Promise<unknown>)[] {
  return [
    async () => queueFeed(deps, await deps.tenants.get(code)),
    () => expireReferrals(deps, code),
    async () => remindOfReferrals(deps, await deps.tenants.get(code)),
    () => runRewardSweeps(deps, code),
    // Before proposals, which are of the account that pays then.
    () => usePayoutAccount(deps, code),
    () => proposeScheduled(deps, code),
    () => askToClaimAgain(deps, code),
    () => foldReports(deps, code),
    () => releasePartnerOrders(deps, code),
    () => runBilling(deps, code),
    async () => remindOfInvoices(deps, await deps.tenants.get(code)),
    () => checkEachNight(deps, code),
    () => closeMonthByItself(deps, code),
    () => compareSellers(deps, code),
    () => deleteUnconfirmedRecipients(deps, code),
    () => deleteMergedRecipients(deps, code),
    () => deleteUnconfirmedAccounts(deps, code),
    () => auditDeletions(deps, code),
    () => forgetNetworks(deps, code),
    () => closeOldDays(deps, code),
    () => deletePaymentRecords(deps, code),
    () => sweepInvitations(deps, code),
    () => forgetCookieProofs(deps, code),
    () => forgetConsentProofs(deps, code),
    () => forgetUnsaidTexts(deps, code),
    () => foldOldCampaigns(deps, code),
    () => forgetPictures(deps, code),
    () =>
      withTenant(deps.db, code, (tx) =>
        forgetObjections(tx, code, keptSince(deps.clock.today(), keptDays.closedObjection)),
      ),
    () =>
      withTenant(deps.db, code, (tx) =>
        forgetOldQuestions(tx, code, keptSince(deps.clock.today(), keptDays.closedQuestion)),
      ),
    () =>
      withTenant(deps.db, code, (tx) =>
        forgetSelections(tx, code, keptSince(deps.clock.today(), keptDays.selection)),
      ),
    () => forgetClaimed(deps, code),
    () => forgetOrderFiles(deps, code),
    () => forgetBankUploads(deps, code),
  ]
}

/** What the platform has, too. */
function commonSweeps(deps: Deps, code: string): (() => Promise<unknown>)[] {
  const now = deps.clock.realNow()
  const before = (days: number) => now.subtract({ hours: 24 * days })
  return [
    () => blankOldMails(deps, code),
    () => withTenant(deps.db, code, (tx) => forgetKeys(tx, code, now)),
    () => withTenant(deps.db, code, (tx) => forgetHits(tx, code, before(2))),
    () => withTenant(deps.db, code, (tx) => forgetVisits(tx, code, before(keptDays.endedAccess))),
    () => forgetEndedTokens(deps, code, { now, before: before(keptDays.endedAccess) }),
  ]
}
