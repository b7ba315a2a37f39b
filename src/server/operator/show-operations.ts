import { statfs } from 'node:fs/promises'
import * as contract from '../../contract/betrieb-lage.ts'
import app from '../../../package.json' with { type: 'json' }
import { startOfLocalDay } from '../../domain/dates.ts'
import { hideSecrets, judgeHealth } from '../../domain/operations.ts'
import { answeredBefore } from '../../domain/payout.ts'
import { platformCode } from '../../domain/platform.ts'
import { listNoted } from '../base/note-limit.ts'
import { readFeedState } from '../catalogue/feed-state.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { findCopyTimes } from '../gateways/content/squidex/copy-store.ts'
import { feedOf } from '../gateways/product-feeds/product-api.ts'
import { countJobs, listDeadValues } from '../jobs/store.ts'
import { countMails, type MailCounts } from '../mail/list-store.ts'
import { countLateBatches } from '../payout/store.ts'
import { serve } from '../serve.ts'
import {
  listProcesses,
  readBackup,
  readBankFiles,
  readDatabaseSize,
  readVersions,
  type Backup,
  type Process,
} from './operations-store.ts'

const text = (instant: Temporal.Instant | null | undefined) => instant?.toString() ?? null

export const showOperations = serve(contract.showOperations, async (call) => {
  const { tenant } = call
  const isPlatform = tenant.code === platformCode
  const disk = await statfs('.')
  return call.transaction(async (tx) => {
    const { code } = tenant
    const [
      jobs,
      mails,
      feed,
      copy,
      files,
      late,
      limits,
      versions,
      processes,
      backup,
      databaseBytes,
    ] = await together([
      () => countJobs(tx, isPlatform ? null : code),
      () => countOwnMails(tx, call),
      () => readFeedState(tx, tenant),
      () => findCopyTimes(tx, code),
      () => readBankFiles(tx, code),
      () => countLateBatches(tx, code, answeredBefore(call.today)),
      () => listNoted(tx, code, call.realNow.subtract({ hours: 24 })),
      () => readVersions(tx),
      () => listProcesses(tx),
      () => readBackup(tx),
      () => (isPlatform ? readDatabaseSize(tx) : null),
    ])
    const isHeld = (feed?.held_rows ?? null) !== null
    return {
      health: judgeHealth({
        workers: processes.filter(({ works }) => works).length,
        deadJobs: sum(jobs.filter(({ kind }) => kind !== 'send-mail').map(({ dead }) => dead)),
        deadMails: sum(jobs.filter(({ kind }) => kind === 'send-mail').map(({ dead }) => dead)),
        areJobsLate: jobs.some(({ isLate }) => isLate),
        areMailsLate: areLate(mails, call.now),
        feedFailures: feed?.failures ?? 0,
        isFeedHeld: isHeld,
        hasBackupFailed: hasFailed(backup),
        diskFree: disk.bavail / disk.blocks,
        latePayouts: late.count,
      }),
      jobs: jobs.map(({ kind, waiting, retrying, running, dead, oldest }) => ({
        kind,
        waiting,
        retrying,
        running,
        dead,
        oldest: oldest.toString(),
      })),
      mails: { ...mails, queuedSince: text(mails.queuedSince) },
      feed: feedOf(tenant)
        ? {
            goodAt: text(feed?.fetched_at),
            rows: feed?.rows ?? null,
            failures: feed?.failures ?? 0,
            failedAt: text(feed?.failed_at),
            error: feed?.last_error ? hideSecrets(feed.last_error) : null,
            isHeld,
          }
        : null,
      content: tenant.contentService
        ? { askedAt: text(copy?.checked_at), changedAt: text(copy?.fetched_at) }
        : null,
      bank: { outAt: text(files.out_at), inAt: text(files.in_at), late: late.count },
      limits: limits.map(({ name, hits }) => ({ call: name, count: hits })),
      versions: { app: app.version, node: process.versions.node, ...versions },
      processes: processes.map(({ works, since }: Process) => ({ works, since: since.toString() })),
      backup: {
        isOn: backup.archives,
        at: text(backup.archived_at),
        failedAt: text(backup.failed_at),
      },
      platform:
        databaseBytes === null
          ? null
          : {
              databaseBytes,
              diskBytes: disk.bsize * disk.blocks,
              diskFreeBytes: disk.bsize * disk.bavail,
            },
    }
  })
})

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)

/** A figure of the last 30 days, as long as mails that failed have an address. */
const failedDays = 30

async function countOwnMails(
  tx: Tx,
  { tenant, today }: Pick<Call, 'tenant' | 'today'>,
): Promise<MailCounts> {
  const dead = await listDeadMails(tx, tenant.code)
  return countMails(tx, tenant.code, {
    dead: dead.map(({ value }) => value),
    today: startOfLocalDay(today),
    since: startOfLocalDay(today.subtract({ days: failedDays })),
  })
}

/** Mails whose job used up its tries, with what the mail server said last. */
export const listDeadMails = (tx: Tx, tenant: string) =>
  listDeadValues(tx, tenant, 'send-mail', 'mailId')

const lateMinutes = 15

const areLate = ({ queuedSince }: MailCounts, now: Temporal.Instant) =>
  queuedSince !== null &&
  Temporal.Instant.compare(queuedSince, now.subtract({ minutes: lateMinutes })) < 0

/** The last try to hand the log on failed. */
const hasFailed = ({ archives, archived_at: at, failed_at: failedAt }: Backup) =>
  archives && failedAt !== null && (at === null || Temporal.Instant.compare(at, failedAt) < 0)
