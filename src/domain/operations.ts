// Whether the programme runs well, from figures.

export type HealthFacts = {
  workers: number
  deadJobs: number // but mails
  deadMails: number
  areJobsLate: boolean
  areMailsLate: boolean
  feedFailures: number // in a row
  isFeedHeld: boolean
  hasBackupFailed: boolean
  diskFree: number // of 1
  latePayouts: number
}

/** Of the disk: with less, PostgreSQL may stop before somebody has made room. */
const leastFree = 0.05

const broken = {
  'no-worker': ({ workers }) => workers === 0,
  'jobs-dead': ({ deadJobs }) => deadJobs > 0,
  'mails-failed': ({ deadMails }) => deadMails > 0,
  // Two failures are retried after a minute each.
  'feed-failed': ({ feedFailures }) => feedFailures > 2,
  'backup-failed': ({ hasBackupFailed }) => hasBackupFailed,
  'disk-full': ({ diskFree }) => diskFree < leastFree,
} satisfies Record<string, (facts: HealthFacts) => boolean>

const late = {
  'payout-late': ({ latePayouts }) => latePayouts > 0,
  'jobs-late': ({ areJobsLate }) => areJobsLate,
  'mails-late': ({ areMailsLate }) => areMailsLate,
  'feed-held': ({ isFeedHeld }) => isFeedHeld,
} satisfies Record<string, (facts: HealthFacts) => boolean>

export type HealthReason = keyof typeof broken | keyof typeof late
export type Health = { state: 'gut' | 'verspaetet' | 'gestoert'; reasons: HealthReason[] }

const holds = <R extends string>(
  rules: Record<R, (facts: HealthFacts) => boolean>,
  facts: HealthFacts,
) => (Object.keys(rules) as R[]).filter((reason) => rules[reason](facts))

/** The state, and every reason against it, the worst first. */
export function judgeHealth(facts: HealthFacts): Health {
  const [worst, others] = [holds(broken, facts), holds(late, facts)]
  const state = worst.length > 0 ? 'gestoert' : others.length > 0 ? 'verspaetet' : 'gut'
  return { state, reasons: [...worst, ...others] }
}

const secrets = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/\S+|\b[A-Za-z0-9_-]{24,}\b/g

/** The text of an error without what may be somebody's: addresses, links, tokens, IBANs. */
export const hideSecrets = (text: string): string =>
  text
    .replace(secrets, '…')
    .replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, '…')
