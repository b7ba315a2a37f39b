import { platformCode } from '../domain/platform.ts'
import { keptDays, keptSince } from '../domain/retention.ts'
import type { Tenant } from '../domain/tenant.ts'
import { sweepInvitations } from './agency/invitation-jobs.ts'
import { forgetHits } from './base/limit-store.ts'
import { forgetKeys } from './base/idempotency-store.ts'
import { forgetEndedTokens } from './base/forget-ended-tokens.ts'
import { stoppedClock } from './base/clock.ts'
import { onceAMinute } from './base/once-a-minute.ts'
import { findDue, runDue, type Paces } from './base/run-due.ts'
import { isPaced, type Sweep } from './base/sweep.ts'
import { dueFeed } from './catalogue/feed-store.ts'
import { queueFeed } from './catalogue/queue-feed.ts'
import {
  forgetConsentProofs,
  forgetCookieProofs,
  forgetUnsaidTexts,
} from './consent/forget-proofs.ts'
import { atQueue, type Deps } from './context.ts'
import { forgetSelections } from './base/selection-store.ts'
import { forgetObjections } from './base/objection-store.ts'
import { Ended, withTenant, wouldChange, type Database, type Tx } from './db/connection.ts'
import { together } from './db/together.ts'
import { feedOf } from './gateways/product-feeds/product-api.ts'
import { forgetBankUploads, resumeBankUploads, silentMinutes } from './operator/bank-uploads.ts'
import { silentUploads } from './operator/bank-upload-store.ts'
import { endBrokenImports, importSilentSince } from './operator/import-commanded.ts'
import { silentImports } from './operator/order-import-store.ts'
import { closeMonthByItself } from './operator/close-month-by-itself.ts'
import { tellingSweeps } from './operator/tell-operators.ts'
import { usePayoutAccount } from './operator/use-payout-account.ts'
import { blankOldMails } from './mail/blank-mails.ts'
import { dueAccountChange } from './payout/account-change-store.ts'
import { closeOldDays } from './payout/close-days.ts'
import { deletePaymentRecords } from './payout/delete-payment-records.ts'
import { proposeScheduled } from './payout/propose-scheduled.ts'
import { foldReports } from './reports/fold-reports.ts'
import { toFold } from './reports/sums-store.ts'
import { claimsToAsk } from './referral/claim-store.ts'
import { againAfterDays, askToClaimAgain, forgetNetworks } from './referral/ask-to-claim.ts'
import {
  auditDeletions,
  deleteMergedRecipients,
  deleteUnconfirmedAccounts,
  deleteUnconfirmedRecipients,
  expireReferrals,
} from './referral/jobs.ts'
import { remindOfReferrals } from './referral/remind-of-referrals.ts'
import { dueToExpire } from './referral/store.ts'
import { forgetOldQuestions } from './reward/review-question-store.ts'
import { resumeVoucherOrders, voucherOrdersSince } from './reward/order-voucher.ts'
import { openOrders } from './reward/voucher-order-store.ts'
import { rewardSweeps } from './reward/jobs.ts'
import { checkEachNight } from './books/run-check.ts'
import { remindOfInvoices } from './billing/remind-of-invoices.ts'
import { runBilling } from './billing/write-documents.ts'
import { forgetOrderFiles } from './operator/order-files.ts'
import { compareSellers } from './operator/seller-figures.ts'
import { dueOrders } from './order/due-store.ts'
import { forgetClaimed } from './order/forget-claimed.ts'
import { releasePartnerOrders } from './sales-partner/release-orders.ts'
import { forgetPictures } from './tenant/forget-pictures.ts'
import { forgetOperators } from './team/forget-operators.ts'
import { tellLeftKeys } from './team/left-keys.ts'
import { forgetVisits } from './team/visit-store.ts'
import { closeFunnelDays, lastClosedDay } from './tracking/close-funnel-days.ts'
import { foldOldCampaigns } from './tracking/fold-campaigns.ts'
import { toCloseFunnel } from './tracking/funnel-days-store.ts'

type Options = {
  /** Ends it between two steps; between two rows, deps.queue does (untilEnd). */
  signal?: AbortSignal | undefined
  /** Kept by whoever calls it each minute; without them it looks for everything. */
  paces?: Paces | undefined
  /** Those alone. */
  tenants?: readonly string[] | undefined
  /** Tenants that another process has begun within this minute are left to it; else all is done when this returns. */
  isShared?: boolean
}

/** Runs due work of all tenants and of the platform, at the queue's node (deps.queue). Idempotent and safe in parallel. */
export async function runSweeps(given: Deps, options: Options = {}): Promise<void> {
  // What is due at a tenant is asked in one statement, dead jobs among it.
  const deps = atQueue(given)
  const { signal, paces = new Map(), tenants, isShared = false } = options
  for (const code of tenants ?? (await deps.tenants.codes())) {
    if (signal?.aborted) return
    // A tenant's failure does not stop others; it is logged and retried by the next run.
    try {
      const take = (work: () => Promise<unknown>) =>
        isShared ? onceAMinute(deps, code, 'sweep', work) : work()
      await runDue(deps, code, await everySweep(deps, code), { paces, signal, take })
    } catch (error) {
      if (error instanceof Ended) return
      const err = { message: (error as Error).message }
      deps.log.error({ tenant: code, err }, 'sweep failed')
    }
  }
}

/** What falls due at a tenant or the platform, in the order in which it is done. */
export const everySweep = async (deps: Deps, code: string): Promise<Sweep[]> => {
  const tenant = await deps.tenants.get(code)
  return [...sweepsOf(deps, tenant), ...realTimeSweeps(deps, tenant)]
}

/** Whether a tenant's run at that time would change something. Due work stays due, so this is monotonic. */
export async function isDue(given: Deps, code: string, at: Temporal.Instant): Promise<boolean> {
  const deps = atQueue(given)
  const [clock, log] = [stoppedClock(deps.clock, at), deps.log.child({}, { level: 'silent' })]
  const tenant = await deps.tenants.get(code)
  const sweepsBy = (db: Database) =>
    sweepsOf({ ...deps, db, clock, log }, tenant).filter(({ isUpkeep }) => !isUpkeep)
  if ((await findDue(deps, code, sweepsBy(deps.db))).size > 0) return true
  // Those that age alone makes due have no question: they are tried.
  return wouldChange(deps.db, code, (db) =>
    together(sweepsBy(db).flatMap(({ when, run }) => (isPaced(when) ? [run] : []))),
  )
}

const sweepsOf = (deps: Deps, tenant: Tenant): Sweep[] => [
  ...(tenant.code === platformCode
    ? [{ name: 'forgetOperators', when: 'hourly' as const, run: () => forgetOperators(deps) }]
    : tenantSweeps(deps, tenant)),
  ...commonSweeps(deps, tenant.code),
]

/**
 * Money before deletions, as releases need personal data. Referrals expire first, because accounts wait for open ones, and
 * rewards before reminders of them.
 */
function tenantSweeps(deps: Deps, tenant: Tenant): Sweep[] {
  const { code } = tenant
  const { db, clock } = deps
  const [now, today] = [clock.now(), clock.today()]
  const forget =
    (work: (tx: Tx, code: string, before: Temporal.Instant) => Promise<unknown>, days: number) =>
    () =>
      withTenant(db, code, (tx) => work(tx, code, keptSince(clock.today(), days)))
  const feed = feedOf(tenant)
  return [
    {
      name: 'queueFeed',
      when: feed ? dueFeed(code, feed.shown, clock.realNow()) : 'never',
      run: () => queueFeed(deps, tenant),
    },
    {
      name: 'expireReferrals',
      when: dueToExpire(code, today),
      run: () => expireReferrals(deps, code),
    },
    { name: 'remindOfReferrals', when: 'daily', run: () => remindOfReferrals(deps, tenant) },
    ...rewardSweeps(deps, tenant),
    // Before proposals, which are of the account that pays then.
    {
      name: 'usePayoutAccount',
      when: dueAccountChange(code, now),
      run: () => usePayoutAccount(deps, code),
    },
    {
      name: 'proposeScheduled',
      when: tenant.payouts.schedule ? 'hourly' : 'never',
      run: () => proposeScheduled(deps, code),
    },
    {
      name: 'askToClaimAgain',
      when: claimsToAsk(code, today, {
        afterDays: againAfterDays,
        tellsAmount: tenant.accountsBlockedOn === null,
      }),
      run: () => askToClaimAgain(deps, code),
    },
    {
      name: 'foldReports',
      when: toFold(code),
      isUpkeep: true,
      run: () => foldReports(deps, code),
    },
    {
      name: 'releasePartnerOrders',
      when: tenant.salesPartners ? dueOrders('partner_orders', code, today) : 'never',
      run: () => releasePartnerOrders(deps, code),
    },
    { name: 'runBilling', when: 'daily', run: () => runBilling(deps, code) },
    { name: 'remindOfInvoices', when: 'daily', run: () => remindOfInvoices(deps, tenant) },
    // From its hour on; the month is closed after it.
    { name: 'checkEachNight', when: 'hourly', run: () => checkEachNight(deps, code) },
    { name: 'closeMonthByItself', when: 'hourly', run: () => closeMonthByItself(deps, code) },
    { name: 'compareSellers', when: 'daily', run: () => compareSellers(deps, code) },
    {
      name: 'deleteUnconfirmedRecipients',
      when: 'daily',
      run: () => deleteUnconfirmedRecipients(deps, code),
    },
    {
      name: 'deleteMergedRecipients',
      when: 'daily',
      run: () => deleteMergedRecipients(deps, code),
    },
    {
      name: 'deleteUnconfirmedAccounts',
      when: 'hourly',
      run: () => deleteUnconfirmedAccounts(deps, code),
    },
    { name: 'auditDeletions', when: 'daily', run: () => auditDeletions(deps, code) },
    { name: 'forgetNetworks', when: 'daily', run: () => forgetNetworks(deps, code) },
    { name: 'closeOldDays', when: 'hourly', run: () => closeOldDays(deps, code) },
    { name: 'deletePaymentRecords', when: 'daily', run: () => deletePaymentRecords(deps, code) },
    { name: 'sweepInvitations', when: 'daily', run: () => sweepInvitations(deps, code) },
    { name: 'forgetCookieProofs', when: 'daily', run: () => forgetCookieProofs(deps, code) },
    { name: 'forgetConsentProofs', when: 'daily', run: () => forgetConsentProofs(deps, code) },
    { name: 'forgetUnsaidTexts', when: 'daily', run: () => forgetUnsaidTexts(deps, code) },
    {
      name: 'closeFunnelDays',
      when: toCloseFunnel(code, lastClosedDay(today)),
      isUpkeep: true,
      run: () => closeFunnelDays(deps, code),
    },
    { name: 'foldOldCampaigns', when: 'daily', run: () => foldOldCampaigns(deps, code) },
    { name: 'forgetPictures', when: 'daily', run: () => forgetPictures(deps, code) },
    {
      name: 'forgetObjections',
      when: 'daily',
      run: forget(forgetObjections, keptDays.closedObjection),
    },
    {
      name: 'forgetOldQuestions',
      when: 'daily',
      run: forget(forgetOldQuestions, keptDays.closedQuestion),
    },
    { name: 'forgetSelections', when: 'daily', run: forget(forgetSelections, keptDays.selection) },
    { name: 'forgetClaimed', when: 'daily', run: () => forgetClaimed(deps, code) },
    { name: 'forgetOrderFiles', when: 'daily', run: () => forgetOrderFiles(deps, code) },
    { name: 'forgetBankUploads', when: 'daily', run: () => forgetBankUploads(deps, code) },
  ]
}

/** What the platform has, too. */
function commonSweeps(deps: Deps, code: string): Sweep[] {
  const now = deps.clock.realNow()
  const before = (days: number) => now.subtract({ hours: 24 * days })
  const forget = (work: (tx: Tx) => Promise<unknown>) => () => withTenant(deps.db, code, work)
  return [
    { name: 'blankOldMails', when: 'daily', run: () => blankOldMails(deps, code) },
    { name: 'forgetKeys', when: 'hourly', run: forget((tx) => forgetKeys(tx, code, now)) },
    { name: 'forgetHits', when: 'hourly', run: forget((tx) => forgetHits(tx, code, before(2))) },
    {
      name: 'forgetVisits',
      when: 'hourly',
      run: forget((tx) => forgetVisits(tx, code, before(keptDays.endedAccess))),
    },
    {
      name: 'forgetEndedTokens',
      when: 'hourly',
      run: () => forgetEndedTokens(deps, code, { now, before: before(keptDays.endedAccess) }),
    },
  ]
}

/** Operators are told by real time, and a process breaks off in it, so a jump of the demo's clock does not ask for that. */
function realTimeSweeps(deps: Deps, tenant: Tenant): Sweep[] {
  const { code } = tenant
  const now = deps.clock.realNow()
  return [
    { name: 'tellLeftKeys', when: 'hourly', run: () => tellLeftKeys(deps, code) },
    {
      name: 'resumeVoucherOrders',
      when: openOrders(code, voucherOrdersSince(now)),
      run: () => resumeVoucherOrders(deps, code),
    },
    {
      name: 'endBrokenImports',
      when: silentImports(code, importSilentSince(now)),
      run: () => endBrokenImports(deps, code),
    },
    {
      name: 'resumeBankUploads',
      when: silentUploads(code, silentMinutes, now),
      run: () => resumeBankUploads(deps, code),
    },
    ...tellingSweeps(deps, tenant),
  ]
}
