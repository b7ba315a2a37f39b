import { BERLIN } from './dates.ts'
import { assertCents } from './money.ts'
import type { Cents } from './money.ts'
import { sepaLetters } from './sepa-letters.ts'
import { changeState } from './state-change.ts'
import type { Change } from './state-change.ts'

export type PayoutState = 'in-transit' | 'paid' | 'rejected' | 'returned'

/**
 * Silence is no state: a payment stays in transit until the bank or an operator reports. Money back after settlement is returned,
 * before it rejected; the next attempt is a new payout.
 */
export const payoutNext = {
  'in-transit': ['paid', 'rejected'],
  paid: ['returned'],
  rejected: [],
  returned: [],
} as const satisfies Record<PayoutState, readonly PayoutState[]>

export function changePayout(from: PayoutState, to: PayoutState): Change {
  return changeState<PayoutState>(payoutNext, from, to)
}

export type BankStatus = 'settled' | 'pending' | 'rejected' | 'unknown'

const bankStatuses = new Map<string, BankStatus>([
  ['ACSC', 'settled'], // settled on the debtor's account
  ['ACCC', 'settled'], // settled on the creditor's account
  ['RCVD', 'pending'], // received
  ['PDNG', 'pending'],
  ['ACTC', 'pending'], // technically accepted
  ['ACCP', 'pending'], // customer profile accepted
  ['ACFC', 'pending'], // funds checked
  ['ACSP', 'pending'], // settlement in process
  ['ACWC', 'pending'], // accepted with change
  ['ACWP', 'pending'], // accepted without posting
  ['PATC', 'pending'], // partially signed
  ['PART', 'pending'], // of a batch: its payments tell
  ['RJCT', 'rejected'],
  ['CANC', 'rejected'], // the order was cancelled before it was executed
])

/**
 * The effect of a pain.002 status code (domain.md section 3, Payouts). Only 'settled' pays; 'unknown' changes nothing and is for
 * an operator.
 */
export function bankStatus(code: string): BankStatus {
  return bankStatuses.get(code.trim().toUpperCase()) ?? 'unknown'
}

/** Whether TARGET settles that day: no weekend, no closing day. */
export function isTargetDay(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek > 5) return false
  const monthDay = date.toString().slice(-5)
  if (['01-01', '05-01', '12-25', '12-26'].includes(monthDay)) return false
  const easter = easterSunday(date.year)
  return !date.equals(easter.subtract({ days: 2 })) && !date.equals(easter.add({ days: 1 }))
}

/** The date itself if a TARGET day, else the next one. */
export function nextTargetDay(date: Temporal.PlainDate): Temporal.PlainDate {
  let day = date
  while (!isTargetDay(day)) day = day.add({ days: 1 })
  return day
}

/** Execution day of a batch: the TARGET day after it is built. */
export function executionDay(builtOn: Temporal.PlainDate): Temporal.PlainDate {
  return nextTargetDay(builtOn.add({ days: 1 }))
}

/** Banks answer within three TARGET days: a batch whose day is before this one, and of which nothing is known, is late. */
export const answeredBefore = (today: Temporal.PlainDate) => targetDaysBefore(today, 3)

/** Money that left before this day, and of which the bank has said nothing, is an alarm: five TARGET days. */
export const lostBefore = (today: Temporal.PlainDate) => targetDaysBefore(today, 5)

function targetDaysBefore(today: Temporal.PlainDate, days: number): Temporal.PlainDate {
  let day = today
  for (let left = days; left > 0; left -= 1) {
    do day = day.subtract({ days: 1 })
    while (!isTargetDay(day))
  }
  return day
}

/**
 * When a payment counts as paid: noon of the bank's booking day in Berlin, but neither before it was sent nor after now. Without
 * such a day: now.
 */
export function paidAt(
  bookedOn: string | null | undefined,
  { sentAt, now }: { sentAt: Temporal.Instant; now: Temporal.Instant },
): Temporal.Instant {
  if (!bookedOn) return now
  const noon = Temporal.PlainDate.from(bookedOn)
    .toZonedDateTime({ timeZone: BERLIN, plainTime: Temporal.PlainTime.from('12:00') })
    .toInstant()
  if (Temporal.Instant.compare(noon, now) > 0) return now
  return Temporal.Instant.compare(noon, sentAt) < 0 ? sentAt : noon
}

/** Expected arrival of money due from `dueOn`: its batch is built then, or today if that has passed. */
export function expectedOn(
  dueOn: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  return executionDay(Temporal.PlainDate.compare(dueOn, today) < 0 ? today : dueOn)
}

// The Gregorian computus (Meeus, Jones, Butcher).
function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 })
}

/**
 * A text in the SEPA character set (a-z A-Z 0-9 / - ? : ( ) . , ' + and space), 1 to `max` characters, without outer or double
 * slashes. Characters without Latin spelling become spaces.
 */
export function sepaText(text: string, max: number): string {
  const spelled = [...text.normalize('NFC')].map(spell).join('')
  const tidy = spelled.replace(/ +/g, ' ').replace(/\/{2,}/g, '/')
  return trimEnds(trimEnds(tidy).slice(0, Math.max(1, max))) || '-'
}

/**
 * A text in EPC's extended Latin letters (EPC217-08, part 2), 1 to `max` characters: Latin ones with their marks stay, everything else as
 * in sepaText().
 */
export function latinText(text: string, max: number): string {
  const spelled = [...text.normalize('NFC')]
    .map((character) =>
      /^[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]$/u.test(character) ? character : spell(character),
    )
    .join('')
  const tidy = spelled.replace(/ +/g, ' ').replace(/\/{2,}/g, '/')
  return trimEnds(trimEnds(tidy).slice(0, Math.max(1, max))) || '-'
}

function spell(character: string): string {
  const known = sepaLetters[character]
  if (known !== undefined) return known
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '')
  const spelled = sepaLetters[bare] ?? bare
  return spelled.replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, ' ')
}

function trimEnds(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && (text[start] === ' ' || text[start] === '/')) start++
  while (end > start && (text[end - 1] === ' ' || text[end - 1] === '/')) end--
  return text.slice(start, end)
}

export function sumCents(amounts: readonly Cents[]): Cents {
  const sum = amounts.reduce((total, cents) => {
    assertCents(cents)
    return total + cents
  }, 0)
  assertCents(sum)
  return sum
}
