import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BERLIN } from './dates.ts'
import {
  approvalsNeeded,
  cannotApprove,
  freshAccountHours,
  isFresh,
  isScheduled,
  proposalHours,
  proposalStates,
  splitIntoFiles,
} from './payout-proposal.ts'

const now = Temporal.Instant.from('2026-11-26T12:00:00Z')

describe('who approves', () => {
  const open = {
    state: 'open' as const,
    expiresAt: now.add({ hours: 1 }),
    proposedBy: 'jan',
    approvedBy: [] as string[],
  }
  const mara = { operatorId: 'mara', isAlone: false }

  test('somebody else does, once', () => {
    expect(cannotApprove(open, mara, now)).toBeNull()
    expect(cannotApprove({ ...open, approvedBy: ['mara'] }, mara, now)).toBe('approved-before')
    expect(cannotApprove({ ...open, approvedBy: ['ada'] }, mara, now)).toBeNull()
  })

  test('nobody approves what they proposed, unless nobody else could', () => {
    expect(cannotApprove(open, { operatorId: 'jan', isAlone: false }, now)).toBe('own-proposal')
    expect(cannotApprove(open, { operatorId: 'jan', isAlone: true }, now)).toBeNull()
  })

  test('a proposal ends when its hours are over, to the second', () => {
    expect(cannotApprove({ ...open, expiresAt: now }, mara, now)).toBe('expired')
    expect(cannotApprove({ ...open, expiresAt: now.add({ seconds: 1 }) }, mara, now)).toBeNull()
  })

  test.each(proposalStates.filter((state) => state !== 'open'))(
    'nothing that is %s is approved',
    (state) => expect(cannotApprove({ ...open, state }, mara, now)).toBe('over'),
  )
})

test('two people approve above the limit, and whatever goes to an account that is new', () => {
  const rules = { aloneCents: 10_000 }
  expect(approvalsNeeded({ cents: 10_000, hasFreshAccounts: false }, rules)).toBe(1)
  expect(approvalsNeeded({ cents: 10_001, hasFreshAccounts: false }, rules)).toBe(2)
  expect(approvalsNeeded({ cents: 1, hasFreshAccounts: true }, rules)).toBe(2)
})

test('an account is new for 48 hours after it replaced another one', () => {
  expect(isFresh(null, now)).toBe(false)
  expect(isFresh(now.subtract({ hours: 48 }), now)).toBe(false)
  expect(isFresh(now.subtract({ hours: 48 }).add({ seconds: 1 }), now)).toBe(true)
})

describe('a schedule', () => {
  const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[Europe/Berlin]`)
  const thursday = { weekday: 4, hour: 9, leastCents: 0 }
  test('proposes on its day from its hour on, once', () => {
    expect(isScheduled(thursday, at('2026-11-26T08:59:59'), null)).toBe(false)
    expect(isScheduled(thursday, at('2026-11-26T09:00:00'), null)).toBe(true)
    const today = Temporal.PlainDate.from('2026-11-26')
    expect(isScheduled(thursday, at('2026-11-26T23:59:59'), today)).toBe(false)
    expect(isScheduled(thursday, at('2026-11-27T09:00:00'), null)).toBe(false)
    expect(isScheduled(thursday, at('2026-12-03T09:00:00'), today)).toBe(true)
  })
  test('an hour that the clock skips or has twice in a night comes once', () => {
    const sunday = { weekday: 7, hour: 2, leastCents: 0 }
    expect(isScheduled(sunday, at('2026-03-29T03:00:00'), null)).toBe(true)
    const night = Temporal.PlainDate.from('2026-10-25')
    expect(isScheduled(sunday, at('2026-10-25T02:30:00+02:00'), null)).toBe(true)
    expect(isScheduled(sunday, at('2026-10-25T02:30:00+01:00'), night)).toBe(false)
  })
})

describe('in the nights in which the clocks change', () => {
  const instant = Temporal.Instant.from
  const local = (at: Temporal.Instant) => at.toZonedDateTimeISO(BERLIN)
  // Both Sundays from their Saturday's evening to their Monday's morning, in UTC.
  const nights = [
    ['2026-10-25', '2026-10-24T18:00:00Z', 25],
    ['2027-03-28', '2027-03-27T18:00:00Z', 23],
  ] as const

  test.each(nights)(
    'on %s every schedule proposes exactly once, whatever its hour',
    (sunday, from, hours) => {
      const end = instant(from).add({ hours: hours + 12 })
      for (let hour = 0; hour < 24; hour += 1) {
        const proposed: string[] = []
        let last: Temporal.PlainDate | null = null
        for (
          let at = instant(from);
          at.epochMilliseconds < end.epochMilliseconds;
          at = at.add({ minutes: 5 })
        )
          if (isScheduled({ weekday: 7, hour, leastCents: 0 }, local(at), last)) {
            last = local(at).toPlainDate()
            proposed.push(local(at).toPlainDateTime().toString())
          }
        const first = sunday === '2027-03-28' && hour === 2 ? 3 : hour
        expect(proposed).toEqual([`${sunday}T${String(first).padStart(2, '0')}:00:00`])
      }
    },
  )

  test.each(nights)('%s: 48 hours and three days are as many hours as ever', (_, from) => {
    for (let quarter = 0; quarter < 48; quarter += 1) {
      const given = instant(from).add({ minutes: 15 * quarter })
      expect(isFresh(given, given.add({ hours: freshAccountHours }).subtract({ seconds: 1 }))).toBe(
        true,
      )
      expect(isFresh(given, given.add({ hours: freshAccountHours }))).toBe(false)
      const expiresAt = given.add({ hours: proposalHours })
      const open = { state: 'open' as const, expiresAt, proposedBy: 'jan', approvedBy: [] }
      const mara = { operatorId: 'mara', isAlone: false }
      expect(cannotApprove(open, mara, given.add({ seconds: 259_199 }))).toBeNull()
      expect(cannotApprove(open, mara, given.add({ seconds: 259_200 }))).toBe('expired')
    }
  })
})

test('files lose and double no payment, keep the order and the bank’s limits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 500, max: 2_000 }),
      (amounts, filePayments, fileCents) => {
        const payments = amounts.map((cents, at) => ({ cents, at }))
        const files = splitIntoFiles(payments, { filePayments, fileCents })
        expect(files.flat()).toEqual(payments)
        for (const file of files) {
          expect(file.length).toBeGreaterThan(0)
          expect(file.length).toBeLessThanOrEqual(filePayments)
          expect(file.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(fileCents)
        }
      },
    ),
  )
})
