import { runCheck } from './books/run-check.ts'
import { refreshQueued } from './catalogue/queue-feed.ts'
import type { Paces } from './base/run-due.ts'
import type { Deps } from './context.ts'
import { Ended, untilEnd, type Database } from './db/connection.ts'
import type { MailGateway } from './gateways/mail/mail-gateway.ts'
import { startBoss, type OnError } from './jobs/boss.ts'
import { drain } from './jobs/drain.ts'
import type { JobHandler } from './jobs/job.ts'
import { startRelay } from './jobs/relay.ts'
import { sendMail } from './mail/send-mail.ts'
import { askWished } from './newsletter/ask-wished.ts'
import { askAccountToClaim } from './referral/ask-to-claim.ts'
import { takeBankFiles } from './payout/take-bank-files.ts'
import { checkCustomerNumber } from './referral/check-customer-number.ts'
import { runBankUpload } from './operator/run-bank-upload.ts'
import { runOrderImport } from './operator/run-order-import.ts'
import { isOwnMatch } from './operator/own-case.ts'
import { matchUnmatched } from './reward/match-unmatched.ts'
import { runSelection } from './operator/run-selection.ts'
import { takeFileBack } from './payout/cancel-file.ts'
import { releasePayout } from './payout/release-payout.ts'
import { followBlockedEmails } from './reward/follow-blocked-emails.ts'
import { orderVoucher } from './reward/order-voucher.ts'
import { provideRewards } from './reward/provide-rewards.ts'
import type { GoalJob } from './tracking/goal-job.ts'
import { sendGoal } from './tracking/send-goal.ts'
import { runSweeps } from './run-sweeps.ts'

const sweepEveryMs = 60_000

/** Every kind of job with its handler. None decides to pay: what is paid was approved by people (payout/approve-payout.ts). */
function jobHandlers(deps: Deps, mailer: MailGateway): Record<string, JobHandler> {
  return {
    'send-mail': ({ tenant, payload }) =>
      sendMail(deps, mailer, tenant, (payload as { mailId: string }).mailId),
    'ask-newsletter': async ({ tenant, payload }) => {
      const { accountId } = payload as { accountId: string }
      await askWished(deps, await deps.tenants.get(tenant), accountId)
    },
    'ask-to-claim': async ({ tenant, payload }) => {
      const { accountId } = payload as { accountId: string }
      await askAccountToClaim(deps, tenant, accountId)
    },
    'check-customer-number': async ({ tenant, payload }) => {
      const { accountId } = payload as { accountId: string }
      await checkCustomerNumber(deps, await deps.tenants.get(tenant), accountId)
    },
    'refresh-feed': async ({ tenant, payload }) => {
      const { lease } = payload as { lease: string }
      await refreshQueued(deps, await deps.tenants.get(tenant), lease)
    },
    'run-selection': ({ tenant, payload, signal }) =>
      runSelection(deps, tenant, (payload as { selectionId: string }).selectionId, signal),
    'check-books': ({ tenant, payload }) =>
      runCheck(deps, tenant, (payload as { checkId: string }).checkId),
    'send-goal': ({ tenant, payload }) => sendGoal(deps, tenant, payload as GoalJob),
    'match-unmatched': async ({ tenant, payload }) => {
      const { recipientNumber } = payload as { recipientNumber: string }
      const isOwn = isOwnMatch(deps)
      await matchUnmatched(deps, await deps.tenants.get(tenant), recipientNumber, isOwn)
    },
    'import-orders': async ({ tenant, payload, signal }) => {
      const { importId } = payload as { importId: string }
      await runOrderImport(deps, await deps.tenants.get(tenant), importId, signal)
    },
    'apply-bank-file': ({ tenant, payload, signal }) =>
      runBankUpload(deps, tenant, (payload as { uploadId: string }).uploadId, signal),
    'release-payout': ({ tenant, payload, signal }) =>
      releasePayout(deps, tenant, (payload as { proposalId: string }).proposalId, signal),
    'cancel-payout-file': ({ tenant, payload }) =>
      takeFileBack(deps, tenant, (payload as { batchId: string }).batchId),
    'order-voucher': async ({ tenant, payload }) => {
      const { rewardId } = payload as { rewardId: string }
      await orderVoucher(deps, await deps.tenants.get(tenant), rewardId)
    },
    'follow-blocked-emails': async ({ tenant }) => {
      await followBlockedEmails(deps, tenant)
    },
    'provide-rewards': async ({ tenant, payload }) => {
      const which = payload as Parameters<typeof provideRewards>[2]
      await provideRewards(deps, await deps.tenants.get(tenant), which)
    },
  }
}

/** Connects to the queue; with `works`, also relays the outbox, runs jobs and sweeps. */
export async function startJobs(
  deps: Deps,
  options: {
    url: string // of the queue's node
    listensAt?: readonly string[] // where jobs are queued; default: there
    mailer: MailGateway
    works: boolean
    soleWorker: boolean
    bankFolder?: string | null
  },
) {
  const onError: OnError = (error, job) => {
    const err = { message: (error as Error).message, code: (error as { code?: unknown }).code }
    deps.log.warn({ ...job, err }, job ? 'job failed' : 'queue failed')
  }
  const jobs = await startBoss({
    url: options.url,
    db: deps.queue,
    workers: options.works,
    soleWorker: options.soleWorker,
    handlers: jobHandlers(deps, options.mailer),
    onError,
  })
  if (!options.works) return { stop: jobs.stop, drain: async () => undefined }
  const relay = startRelay({
    db: deps.queue,
    boss: jobs.boss,
    url: options.listensAt ?? options.url,
    onError,
  })
  const ending = new AbortController()
  const until = (db: Database) => untilEnd(db, ending.signal)
  const untilStop = { ...deps, db: until(deps.db), queue: until(deps.queue) }
  const paces: Paces = new Map()
  let sweeping: Promise<void> | null = null
  const timer = setInterval(() => {
    sweeping ??= runSweeps(untilStop, {
      signal: ending.signal,
      paces,
      isShared: !options.soleWorker,
    })
      .then(() => (options.bankFolder ? takeBankFiles(untilStop, options.bankFolder) : undefined))
      .catch((error: unknown) => (error instanceof Ended ? undefined : onError(error)))
      .finally(() => (sweeping = null))
  }, sweepEveryMs)
  return {
    drain: (timeoutMs = 60_000) => drain({ db: deps.queue, relay, timeoutMs }),
    async stop() {
      clearInterval(timer)
      ending.abort()
      await sweeping
      await relay.stop()
      await jobs.stop()
    },
  }
}
