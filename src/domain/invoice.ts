import { BERLIN } from './dates.ts'
import { assertCents, type Cents } from './money.ts'

// Bills and credits of an agency for its referrers' rewards. Its fee bears VAT; a reward does where the tenant gives it in its own
// name (domain/vat-model.ts).

/** 'self-billed': a credit note by which the tenant pays a seller (section 14(2) UStG). */
export const documentKinds = ['invoice', 'credit', 'self-billed'] as const
export type DocumentKind = (typeof documentKinds)[number]
/** Also the correction of a self-billed credit note. */
export type PaperKind = DocumentKind | 'self-billed-credit'

/** A local month, `yyyy-mm`; sorts as text. */
export type Month = string

export function monthOf(instant: Temporal.Instant): Month {
  return instant.toZonedDateTimeISO(BERLIN).toPlainDate().toPlainYearMonth().toString()
}

/** First and last day of a month. */
export function daysOf(month: Month): { first: Temporal.PlainDate; last: Temporal.PlainDate } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return { first, last: first.add({ months: 1 }).subtract({ days: 1 }) }
}

/** The start of a month in Berlin. */
export function startOfMonth(month: Month): Temporal.Instant {
  return daysOf(month).first.toZonedDateTime(BERLIN).toInstant()
}

/** The last complete month before a day. */
export function lastMonthOver(today: Temporal.PlainDate): Month {
  return today.toPlainYearMonth().subtract({ months: 1 }).toString()
}

/** The reward, and net with VAT its fee or a commission. */
export type Amount = { rewardCents: Cents; feeCents: Cents }

/** A reward or commission with its postings and documents so far. */
export type Billable = {
  cents: Cents
  releasedIn: Month
  end: { kind: 'cancelled' | 'expired'; month: Month } | null
  billed: Amount | null
  credited: boolean
}

/**
 * What a month's run bills for a reward, or a commission (only `feeCents`, no expiry). Later events are ignored, so that a late
 * run makes the same documents. Cancelled before billing: nothing; cancelled later: full credit. Expired: the reward is credited
 * or not billed; the fee stays, because the work was done.
 */
export function dueInMonth(
  entry: Billable,
  month: Month,
  feeCents: Cents,
): { bill: Amount | null; credit: Amount | null } {
  const end = entry.end && entry.end.month <= month ? entry.end.kind : null
  if (entry.billed === null) {
    if (entry.releasedIn > month || end === 'cancelled') return { bill: null, credit: null }
    const bill = { rewardCents: end === 'expired' ? 0 : entry.cents, feeCents }
    return { bill: isNothing(bill) ? null : bill, credit: null }
  }
  if (end === null || entry.credited) return { bill: null, credit: null }
  const feeBack = end === 'cancelled' ? entry.billed.feeCents : 0
  const credit = { rewardCents: entry.billed.rewardCents, feeCents: feeBack }
  return { bill: null, credit: isNothing(credit) ? null : credit }
}

const isNothing = ({ rewardCents, feeCents }: Amount) => rewardCents === 0 && feeCents === 0

/** VAT in whole cents, half up; `percent` is whole. */
export function vatOf(netCents: Cents, percent: number): Cents {
  assertCents(netCents)
  if (netCents < 0) throw new RangeError(`no VAT on an amount below zero: ${netCents}`)
  assertVatPercent(percent)
  const hundredths = netCents * percent
  assertCents(hundredths)
  const rest = hundredths % 100
  return (hundredths - rest) / 100 + (rest >= 50 ? 1 : 0)
}

export function assertVatPercent(percent: number): void {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw new RangeError(`not a whole percentage: ${percent}`)
  }
}

/**
 * VAT credited with `nowCents` of an invoice's taxed sum after `beforeCents`: the difference of the VAT on the remainders, so that
 * credits sum up to exactly the invoice's VAT.
 */
export function creditedVat(
  fees: { billedCents: Cents; beforeCents: Cents; nowCents: Cents },
  percent: number,
): Cents {
  const left = fees.billedCents - fees.beforeCents
  if (fees.beforeCents < 0 || fees.nowCents < 0 || fees.nowCents > left) {
    throw new RangeError('more is credited than was billed')
  }
  return vatOf(left, percent) - vatOf(left - fees.nowCents, percent)
}

export type VatGroup = { percent: number; netCents: Cents; vatCents: Cents }

export type Totals = {
  rewardCents: Cents
  feeCents: Cents
  /** Rewards and fees before VAT. */
  netCents: Cents
  vat: VatGroup[]
  vatCents: Cents
  totalCents: Cents
}

export type AmountLine = Amount & { vatPercent: number; taxesReward?: boolean }

/** What of a line bears VAT. */
export const taxedOf = ({ feeCents, rewardCents, taxesReward = false }: AmountLine): Cents =>
  feeCents + (taxesReward ? rewardCents : 0)

/** What of the lines' rewards bears VAT. */
export const sumTaxedRewards = (lines: readonly AmountLine[]): Cents =>
  sumOf(
    lines.filter(({ taxesReward }) => taxesReward),
    'rewardCents',
  )

/** A credit line names its invoice, with what bore VAT at that rate and was credited before. */
export type CreditLine = AmountLine & {
  invoice: { number: string; taxedBilledCents: Cents; taxedCreditedCents: Cents }
}

/** VAT is rounded once per rate over the document, as EN 16931 requires (BR-CO-17). */
export function invoiceTotals(lines: readonly AmountLine[]): Totals {
  return totalsWith(lines, (own, percent) => vatOf(sumTaxed(own), percent))
}

/** Totals of a credit; positive amounts are money back. */
export function creditTotals(lines: readonly CreditLine[]): Totals {
  return totalsWith(lines, (own, percent) =>
    [...Map.groupBy(own, ({ invoice }) => invoice.number).values()].reduce((sum, some) => {
      const { taxedBilledCents, taxedCreditedCents } = some[0]!.invoice
      const nowCents = sumTaxed(some)
      const taxed = { billedCents: taxedBilledCents, beforeCents: taxedCreditedCents, nowCents }
      return sum + creditedVat(taxed, percent)
    }, 0),
  )
}

function totalsWith<Line extends AmountLine>(
  lines: readonly Line[],
  vatFor: (own: Line[], percent: number) => Cents,
): Totals {
  for (const { rewardCents, feeCents, vatPercent } of lines) {
    for (const cents of [rewardCents, feeCents]) {
      assertCents(cents)
      if (cents < 0) throw new RangeError(`an amount below zero: ${cents}`)
    }
    assertVatPercent(vatPercent)
  }
  const [rewardCents, feeCents] = [sumOf(lines, 'rewardCents'), sumOf(lines, 'feeCents')]
  const charged = lines.filter((line) => taxedOf(line) > 0)
  const vat = [...Map.groupBy(charged, ({ vatPercent }) => vatPercent)]
    .map(([percent, own]) => ({
      percent,
      netCents: sumTaxed(own),
      vatCents: vatFor(own, percent),
    }))
    .toSorted((a, b) => b.percent - a.percent)
  const netCents = rewardCents + feeCents
  const vatCents = vat.reduce((sum, group) => sum + group.vatCents, 0)
  return { rewardCents, feeCents, netCents, vat, vatCents, totalCents: netCents + vatCents }
}

const sumTaxed = (lines: readonly AmountLine[]) =>
  lines.reduce((sum, line) => sum + taxedOf(line), 0)

const sumOf = (lines: readonly Amount[], of: 'rewardCents' | 'feeCents') =>
  lines.reduce((sum, line) => sum + line[of], 0)

/** Gapless per agency and year; credits share the sequence. */
export function documentNumber(agencyNumber: string, year: number, place: number): string {
  for (const whole of [year, place]) {
    if (!Number.isSafeInteger(whole) || whole < 1) throw new RangeError(`no number: ${whole}`)
  }
  return `${agencyNumber}-${year}-${place}`
}
