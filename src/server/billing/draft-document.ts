import { localDate } from '../../domain/dates.ts'
import {
  creditTotals,
  dueInMonth,
  invoiceTotals,
  monthOf,
  type Amount,
  type Billable,
  type Month,
  type Totals,
} from '../../domain/invoice.ts'
import type { Entry } from './entry-store.ts'

// Turns ledger entries into document lines; pure functions.

export type DraftLine<E extends Entry = Entry> = E &
  Amount & {
    side: 'billed' | 'credited'
    event: 'released' | 'cancelled' | 'expired'
    happenedOn: string // ISO date
    vatPercent: number
    taxesReward: boolean
    corrects: string | null // id of the document
  }
export type Draft<E extends Entry = Entry> = { lines: DraftLine<E>[]; totals: Totals }

/** A document's taxed sum per rate, billed and credited so far. */
export type TaxedSum = {
  id: string
  number: string
  issuedOn: string
  percent: number
  billed: number
  credited: number
}

const endOf = ({ endEvent }: Entry) => (endEvent === 'expired' ? 'expired' : 'cancelled')

const readBillable = (entry: Entry): Billable => ({
  cents: entry.cents,
  releasedIn: monthOf(entry.releasedAt),
  end: entry.endAt ? { kind: endOf(entry), month: monthOf(entry.endAt) } : null,
  billed:
    entry.billedIn === null
      ? null
      : { rewardCents: entry.billedRewardCents!, feeCents: entry.billedFeeCents! },
  credited: entry.credited,
})

/** A month's bill or payment; null: nothing. */
export function draftBill<E extends Entry>(
  entries: readonly E[],
  month: Month,
  { vatPercent, taxesReward }: { vatPercent: number; taxesReward: boolean },
): Draft<E> | null {
  const lines = entries.flatMap((entry) => {
    const { bill } = dueInMonth(readBillable(entry), month, entry.feeCents)
    return bill ? [lineOf(entry, bill, 'billed', { vatPercent, taxesReward })] : []
  })
  return lines.length === 0 ? null : { lines, totals: invoiceTotals(lines) }
}

/** A month's credit; null: nothing. Rates and model are those of the credited document. */
export function draftCredit<E extends Entry>(
  entries: readonly E[],
  month: Month,
  sums: readonly TaxedSum[],
): Draft<E> | null {
  const lines = entries.flatMap((entry) => {
    const { credit } = dueInMonth(readBillable(entry), month, 0)
    const vatPercent = entry.billedVatPercent!
    const taxesReward = entry.billedTaxesReward
    return credit ? [lineOf(entry, credit, 'credited', { vatPercent, taxesReward })] : []
  })
  if (lines.length === 0) return null
  const totals = creditTotals(
    lines.map((line) => {
      const sum = sums.find(
        ({ id, percent }) => id === line.corrects && percent === line.vatPercent,
      )
      if (!sum) throw new Error('What is taken back is on no document')
      const { number, billed: taxedBilledCents, credited: taxedCreditedCents } = sum
      return { ...line, invoice: { number, taxedBilledCents, taxedCreditedCents } }
    }),
  )
  return { lines, totals }
}

function lineOf<E extends Entry>(
  entry: E,
  amount: Amount,
  side: 'billed' | 'credited',
  vat: { vatPercent: number; taxesReward: boolean },
): DraftLine<E> {
  // Billed without its reward, which had expired: only the fee is owed.
  const isWhole = side === 'billed' && amount.rewardCents === entry.cents
  return {
    ...entry,
    ...amount,
    side,
    event: isWhole ? 'released' : endOf(entry),
    happenedOn: localDate(isWhole ? entry.releasedAt : entry.endAt!).toString(),
    ...vat,
    corrects: side === 'credited' ? entry.billedIn : null,
  }
}

export type Corrected = { number: string; issuedOn: string }

/** The documents corrected by a draft. */
export function correctedBy({ lines }: Draft, sums: readonly TaxedSum[]): Corrected[] {
  const ids = new Set(lines.map(({ corrects }) => corrects))
  const named = new Map(
    sums.filter(({ id }) => ids.has(id)).map(({ number, issuedOn }) => [number, issuedOn]),
  )
  return [...named]
    .map(([number, issuedOn]) => ({ number, issuedOn }))
    .toSorted((a, b) => a.issuedOn.localeCompare(b.issuedOn) || a.number.localeCompare(b.number))
}
