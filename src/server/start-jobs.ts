import type { Paces } from './base/run-due.ts'
import type { Deps } from './context.ts'
import { Ended, untilEnd, type Database } from './db/connection.ts'
import type { MailGateway } from './gateways/mail/mail-gateway.ts'
import { startBoss, type OnError } from './jobs/boss.ts'
import { drain } from './jobs/drain.ts'
import type { JobHandler } from './jobs/job.ts'
import { startRelay } from './jobs/relay.ts'
import type { GoalJob } from './tracking/goal-job.ts'

const sweepEveryMs = 60_000

/**
 * Every kind of job with its handler, whose module is loaded by the first one. None decides to pay: what is paid was approved by people
 * (payout/approve-payout.ts).
 */
function jobHandlers(deps: Deps, mailer: MailGateway): Record<string, JobHandler> {
  return {
    'send-mail': async ({ tenant, payload }) => {
      const { sendMail } = await import('./mail/send-mail.ts')
      await sendMail(deps, mailer, tenant, (payload as { mailId: string }).mailId)
    },
    'ask-newsletter': async ({ tenant, payload }) => {
      const { askWished } = await import('./newsletter/ask-wished.ts')
      const { accountId } = payload as { accountId: string }
      await askWished(deps, await deps.tenants.get(tenant), accountId)
    },
    'ask-to-claim': async ({ tenant, payload }) => {
      const { askAccountToClaim } = await import('./referral/ask-to-claim.ts')
      const { accountId } = payload as { accountId: string }
      await askAccountToClaim(deps, tenant, accountId)
    },
    'check-customer-number': async ({ tenant, payload }) => {
      const { checkCustomerNumber } = await import('./referral/check-customer-number.ts')
      const { accountId } = payload as { accountId: string }
      await checkCustomerNumber(deps, await deps.tenants.get(tenant), accountId)
    },
    'refresh-feed': async ({ tenant, payload }) => {
      const { refreshQueued } = await import('./catalogue/queue-feed.ts')
      const { lease } = payload as { lease: string }
      await refreshQueued(deps, await deps.tenants.get(tenant), lease)
    },
    'run-selection': async ({ tenant, payload, signal }) => {
      const { runSelection } = await import('./operator/run-selection.ts')
      await runSelection(deps, tenant, (payload as { selectionId: string }).selectionId, signal)
    },
    'check-books': async ({ tenant, payload }) => {
      const { runCheck } = await import('./books/run-check.ts')
      await runCheck(deps, tenant, (payload as { checkId: string }).checkId)
    },
    'send-goal': async ({ tenant, payload }) => {
      const { sendGoal } = await import('./tracking/send-goal.ts')
      await sendGoal(deps, tenant, payload as GoalJob)
    },
    'match-unmatched': async ({ tenant, payload }) => {
      const { isOwnMatch } = await import('./operator/own-case.ts')
      const { matchUnmatched } = await import('./reward/match-unmatched.ts')
      const { recipientNumber } = payload as { recipientNumber: string }
      const isOwn = isOwnMatch(deps)
      await matchUnmatched(deps, await deps.tenants.get(tenant), recipientNumber, isOwn)
    },
    'import-orders': async ({ tenant, payload, signal }) => {
      const { runOrderImport } = await import('./operator/run-order-import.ts')
      const { importId } = payload as { importId: string }
      await runOrderImport(deps, await deps.tenants.get(tenant), importId, signal)
    },
    'apply-bank-file': async ({ tenant, payload, signal }) => {
      const { runBankUpload } = await import('./operator/run-bank-upload.ts')
      await runBankUpload(deps, tenant, (payload as { uploadId: string }).uploadId, signal)
    },
    'release-payout': async ({ tenant, payload, signal }) => {
      const { releasePayout } = await import('./payout/release-payout.ts')
      await releasePayout(deps, tenant, (payload as { proposalId: string }).proposalId, signal)
    },
    'cancel-payout-file': async ({ tenant, payload }) => {
      const { takeFileBack } = await import('./payout/cancel-file.ts')
      await takeFileBack(deps, tenant, (payload as { batchId: string }).batchId)
    },
    'order-voucher': async ({ tenant, payload }) => {
      const { orderVoucher } = await import('./reward/order-voucher.ts')
      const { rewardId } = payload as { rewardId: string }
      await orderVoucher(deps, await deps.tenants.get(tenant), rewardId)
    },
    'follow-blocked-emails': async ({ tenant }) => {
      const { followBlockedEmails } = await import('./reward/follow-blocked-emails.ts')
      await followBlockedEmails(deps, tenant)
    },
    'provide-rewards': async ({ tenant, payload }) => {
      const { provideRewards } = await import('./reward/provide-rewards.ts')
      const which = payload as Parameters<typeof provideRewards>[2]
      await provideRewards(deps, await deps.tenants.get(tenant), which)
    },
  }
}

type Sweeps = typeof import('./run-sweeps.ts').runSweeps

/** Its files are loaded by the first one, a minute after the start. */
export const sweep: Sweeps = async (...given) =>
  (await import('./run-sweeps.ts')).runSweeps(...given)

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
  const sweepAll = async () => {
    const isShared = !options.soleWorker
    await sweep(untilStop, { signal: ending.signal, paces, isShared })
    if (!options.bankFolder) return
    const { takeBankFiles } = await import('./payout/take-bank-files.ts')
    await takeBankFiles(untilStop, options.bankFolder)
  }
  let sweeping: Promise<void> | null = null
  const timer = setInterval(() => {
    sweeping ??= sweepAll()
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
