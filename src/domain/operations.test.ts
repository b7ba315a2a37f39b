import { expect, test } from 'vitest'
import { hideSecrets, judgeHealth, type HealthFacts } from './operations.ts'

const well: HealthFacts = {
  workers: 1,
  deadJobs: 0,
  deadMails: 0,
  areJobsLate: false,
  areMailsLate: false,
  feedFailures: 0,
  isFeedHeld: false,
  hasBackupFailed: false,
  diskFree: 0.5,
  latePayouts: 0,
}

test('health is one word with its reasons, the worst first', () => {
  expect(judgeHealth(well)).toEqual({ state: 'gut', reasons: [] })
  expect(judgeHealth({ ...well, feedFailures: 2 })).toEqual({ state: 'gut', reasons: [] })
  expect(judgeHealth({ ...well, latePayouts: 1, isFeedHeld: true })).toEqual({
    state: 'verspaetet',
    reasons: ['payout-late', 'feed-held'],
  })
  expect(judgeHealth({ ...well, latePayouts: 1, deadMails: 2, workers: 0 })).toEqual({
    state: 'gestoert',
    reasons: ['no-worker', 'mails-failed', 'payout-late'],
  })
  expect(judgeHealth({ ...well, hasBackupFailed: true, diskFree: 0.04 })).toEqual({
    state: 'gestoert',
    reasons: ['backup-failed', 'disk-full'],
  })
})

test('an error shows no address, link, token or IBAN', () => {
  const text =
    'The mail was not taken over with 550: <mila@post.example> https://x.example/?t=1 a1B2c3D4e5F6g7H8i9J0k1L2m3 DE89 3704 0044 0532 0130 00 failed'
  expect(hideSecrets(text)).toBe('The mail was not taken over with 550: <…> … … … failed')
})
