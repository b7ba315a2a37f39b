import { particularsOf } from '../../domain/company.ts'
import { formatGermanDate, localDate } from '../../domain/dates.ts'
import {
  creditTotals,
  daysOf,
  dueInMonth,
  invoiceTotals,
  monthOf,
  type BillableReward,
  type Month,
  type RewardAmount,
  type Totals,
} from '../../domain/invoice.ts'
import { rewardNames } from '../../domain/reward-names.ts'
import { say, type Said } from '../../domain/say.ts'
import type { AgencyBilling, RewardWord, Tenant } from '../../domain/tenant.ts'
import type { DocumentRow, InvoiceDocument } from '../gateways/invoice-files/invoice-document.ts'
import type { LedgerReward, NewLine } from './invoice-store.ts'
import type { Agency } from '../agency/store.ts'

// From the ledger's words to the lines of a document, without asking for anything.

type DraftLine = NewLine & {
  beneficiary: string
  invoice: string | null
  externalNumber: string | null
}
export type Draft = { lines: DraftLine[]; totals: Totals }

/** Fees of an invoice by rate, as billed and credited by earlier documents. */
export type FeeSum = { invoiceId: string; percent: number; billed: number; credited: number }

export function readBillable(reward: LedgerReward): BillableReward {
  const kind = reward.endEvent === 'expired' ? 'expired' : 'cancelled'
  return {
    rewardId: reward.rewardId,
    cents: reward.cents,
    releasedIn: monthOf(reward.releasedAt),
    end: reward.endAt ? { kind, month: monthOf(reward.endAt) } : null,
    billed:
      reward.billedIn === null
        ? null
        : { rewardCents: reward.billedRewardCents!, feeCents: reward.billedFeeCents! },
    credited: reward.credited,
  }
}

/** What a month bills, null for nothing. */
export function draftInvoice(
  rewards: readonly LedgerReward[],
  month: Month,
  billing: AgencyBilling,
): Draft | null {
  const lines = rewards.flatMap((reward) => {
    const { bill } = dueInMonth(readBillable(reward), month, billing.feeCents)
    return bill ? [draftLine(reward, bill, 'billed', billing.vatPercent)] : []
  })
  return lines.length === 0 ? null : { lines, totals: invoiceTotals(lines) }
}

/** What a month credits, null for nothing. Rates are those of the invoice that is taken back. */
export function draftCredit(
  rewards: readonly LedgerReward[],
  month: Month,
  fees: readonly FeeSum[],
): Draft | null {
  const lines = rewards.flatMap((reward) => {
    const { credit } = dueInMonth(readBillable(reward), month, 0)
    return credit ? [draftLine(reward, credit, 'credited', reward.billedVatPercent!)] : []
  })
  if (lines.length === 0) return null
  const totals = creditTotals(
    lines.map((line) => {
      const sum = fees.find(
        ({ invoiceId, percent }) => invoiceId === line.corrects && percent === line.vatPercent,
      )
      if (!sum) throw new Error('A credited reward is on no invoice')
      const { billed: feeBilledCents, credited: feeCreditedCents } = sum
      return { ...line, invoice: { number: sum.invoiceId, feeBilledCents, feeCreditedCents } }
    }),
  )
  return { lines, totals }
}

function draftLine(
  reward: LedgerReward,
  amount: RewardAmount,
  side: 'billed' | 'credited',
  vatPercent: number,
): DraftLine {
  const end = reward.endEvent === 'expired' ? 'expired' : 'cancelled'
  // Billed without its reward: it had expired by then, and the fee alone is owed.
  const event = side === 'billed' && amount.rewardCents > 0 ? 'released' : end
  const at = event === 'released' ? reward.releasedAt : reward.endAt!
  return {
    side,
    rewardId: reward.rewardId,
    event,
    happenedOn: localDate(at).toString(),
    orderNumber: reward.orderNumber,
    referralNumber: reward.referralNumber,
    ...amount,
    vatPercent,
    corrects: side === 'credited' ? reward.billedIn : null,
    beneficiary: reward.beneficiary,
    invoice: side === 'credited' ? reward.billedNumber : null,
    externalNumber: reward.externalNumber,
  }
}

const happened = { released: 'freigegeben', cancelled: 'storniert', expired: 'verfallen' } as const

const feeName: Said = {
  de: 'Servicegebühr je Prämie',
  bonus: { de: 'Servicegebühr je Bonus' },
  en: 'Service fee per reward',
}

/** A row for each reward, then one for the fees of each amount and rate. */
export function rowsOf(lines: readonly DraftLine[], rewardWord: RewardWord): DocumentRow[] {
  // A document in the language of its law; nothing in it addresses anybody.
  const inGerman = (text: Said) =>
    say(text, { locale: 'de', tenant: { address: 'Sie', rewardWord } })
  const rewards = lines.map((line) => ({
    text: `${inGerman(rewardNames[line.beneficiary === 'recipient' ? 'recipient' : 'referrer'])} zum Auftrag ${line.externalNumber ?? line.orderNumber}`,
    detail: [
      `Empfehlung ${line.referralNumber}, ${happened[line.event]} am ${formatGermanDate(line.happenedOn)}`,
      ...(line.invoice === null ? [] : [`Rechnung ${line.invoice}`]),
    ].join(' · '),
    reference: line.rewardId,
    quantity: 1,
    unitCents: line.rewardCents,
    vatPercent: null,
  }))
  const fees = Map.groupBy(
    lines.filter(({ feeCents }) => feeCents > 0),
    ({ feeCents, vatPercent }) => `${feeCents}|${vatPercent}`,
  )
  return [
    ...rewards,
    ...[...fees.values()].map((some) => ({
      text: inGerman(feeName),
      detail: null,
      reference: null,
      quantity: some.length,
      unitCents: some[0]!.feeCents,
      vatPercent: some[0]!.vatPercent,
    })),
  ]
}

export type Addressed = Agency & { street: string; zip: string; city: string }

/** Section 14(4) UStG wants the name and the whole address of who is billed. */
export const isAddressed = (agency: Agency): agency is Addressed =>
  Boolean(agency.street && agency.zip && agency.city)

export function documentOf(made: {
  kind: 'invoice' | 'credit'
  tenant: Pick<Tenant, 'address' | 'rewardWord' | 'company'>
  number: string
  month: Month
  issuedOn: Temporal.PlainDate
  draft: Draft
  billing: AgencyBilling
  agency: Addressed
  corrects: { number: string; issuedOn: string }[]
}): InvoiceDocument {
  const { draft, agency, billing } = made
  const { address, ...seller } = billing.seller
  return {
    kind: made.kind,
    address: made.tenant.address,
    rewardWord: made.tenant.rewardWord,
    number: made.number,
    issuedOn: made.issuedOn,
    dueOn: made.issuedOn.add({ days: billing.dueDays }),
    period: daysOf(made.month),
    seller: { ...seller, ...address, number: null, particulars: particularsOf(made.tenant) },
    buyer: {
      name: agency.name,
      street: [agency.street, agency.house_number].filter(Boolean).join(' '),
      zip: agency.zip,
      city: agency.city,
      number: agency.number,
      email: agency.email,
      vatId: agency.vat_id,
      taxNumber: null,
      registerEntry: null,
    },
    rows: rowsOf(draft.lines, made.tenant.rewardWord),
    vat: draft.totals.vat,
    totalCents: draft.totals.totalCents,
    corrects: made.corrects,
  }
}
