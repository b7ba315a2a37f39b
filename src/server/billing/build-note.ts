import { noteInMonth, partnerVat } from '../../domain/commission.ts'
import { particularsOf } from '../../domain/company.ts'
import { formatGermanDate, localDate } from '../../domain/dates.ts'
import {
  creditTotals,
  daysOf,
  invoiceTotals,
  type Month,
  type PaperKind,
  type VatGroup,
} from '../../domain/invoice.ts'
import type { SalesPartnerTerms, Tenant } from '../../domain/tenant.ts'
import type { DocumentRow, InvoiceDocument } from '../gateways/invoice-files/invoice-document.ts'
import type { LedgerCommission, NewNoteLine } from './note-store.ts'
import type { Partner } from '../sales-partner/store.ts'

// From the ledger's words to the lines of a credit note, without asking for anything.

type DraftLine = NewNoteLine & { commission: LedgerCommission }
export type NoteDraft = {
  lines: DraftLine[]
  netCents: number
  vat: VatGroup[]
  vatCents: number
  totalCents: number
}
export type NoteSum = {
  noteId: string
  number: string
  issuedOn: string
  percent: number
  billed: number
  credited: number
}

const decide = (commission: LedgerCommission, month: Month) =>
  noteInMonth({ ...commission, billed: commission.billedIn !== null }, month)

/** What a month pays, null for nothing. */
export function draftNote(
  commissions: readonly LedgerCommission[],
  month: Month,
  vatPercent: number,
): NoteDraft | null {
  const lines = commissions
    .filter((commission) => decide(commission, month) === 'pay')
    .map((commission) => ({
      side: 'billed' as const,
      orderNumber: commission.orderNumber,
      happenedOn: localDate(commission.releasedAt).toString(),
      cents: commission.cents,
      vatPercent,
      corrects: null,
      commission,
    }))
  if (lines.length === 0) return null
  return draftOf(
    lines,
    invoiceTotals(lines.map(({ cents }) => ({ rewardCents: 0, feeCents: cents, vatPercent }))),
  )
}

/** What a month takes back, null for nothing; at the rates of the notes that paid it. */
export function draftCorrection(
  commissions: readonly LedgerCommission[],
  month: Month,
  sums: readonly NoteSum[],
): NoteDraft | null {
  const lines = commissions
    .filter((commission) => decide(commission, month) === 'take-back')
    .map((commission) => ({
      side: 'credited' as const,
      orderNumber: commission.orderNumber,
      happenedOn: localDate(commission.cancelledAt!).toString(),
      cents: commission.cents,
      vatPercent: commission.billedVatPercent!,
      corrects: commission.billedIn,
      commission,
    }))
  if (lines.length === 0) return null
  const amounts = lines.map((line) => {
    const sum = sums.find(
      ({ noteId, percent }) => noteId === line.corrects && percent === line.vatPercent,
    )
    if (!sum) throw new Error('A commission is taken back that is on no note')
    return {
      rewardCents: 0,
      feeCents: line.cents,
      vatPercent: line.vatPercent,
      invoice: {
        number: sum.number,
        feeBilledCents: sum.billed,
        feeCreditedCents: sum.credited,
      },
    }
  })
  return draftOf(lines, creditTotals(amounts))
}

const draftOf = (lines: DraftLine[], totals: ReturnType<typeof invoiceTotals>): NoteDraft => ({
  lines,
  netCents: totals.netCents,
  vat: totals.vat.filter(({ percent }) => percent > 0),
  vatCents: totals.vatCents,
  totalCents: totals.totalCents,
})

function rowOf({ side, commission, happenedOn, cents, vatPercent }: DraftLine): DocumentRow {
  const happened = side === 'billed' ? 'freigegeben' : 'storniert'
  return {
    text: `Provision: ${commission.title.de}`,
    detail:
      `Auftrag ${commission.externalNumber}, Vertrag vom ${formatGermanDate(commission.contractOn)}, ` +
      `${happened} am ${formatGermanDate(happenedOn)}`,
    reference: commission.orderNumber,
    quantity: 1,
    unitCents: cents,
    vatPercent: vatPercent === 0 ? null : vatPercent,
  }
}

export const vatOfPartner = (partner: Pick<Partner, 'small_business'>, terms: SalesPartnerTerms) =>
  partnerVat({ smallBusiness: partner.small_business }, terms.vatPercent)

/** The partner sells and the tenant buys, also where the tenant writes the document (section 14(2) UStG). */
export function noteDocument(made: {
  kind: Exclude<PaperKind, 'invoice' | 'credit'>
  tenant: Pick<Tenant, 'address' | 'rewardWord' | 'company'>
  number: string
  month: Month
  issuedOn: Temporal.PlainDate
  draft: NoteDraft
  terms: SalesPartnerTerms
  partner: Partner
  corrects: { number: string; issuedOn: string }[]
}): InvoiceDocument {
  const { partner, terms, draft } = made
  const { address, ...buyer } = terms.buyer
  return {
    kind: made.kind,
    address: made.tenant.address,
    rewardWord: made.tenant.rewardWord,
    number: made.number,
    issuedOn: made.issuedOn,
    dueOn: made.issuedOn.add({ days: terms.dueDays }),
    period: daysOf(made.month),
    seller: {
      name: partner.company ?? `${partner.first_name} ${partner.last_name}`,
      street: `${partner.street} ${partner.house_number}`,
      zip: partner.zip,
      city: partner.city,
      number: partner.number,
      email: partner.email,
      vatId: partner.vat_id,
      taxNumber: partner.tax_number,
      registerEntry: null,
      // Documents are kept as they are, and an IBAN nowhere in clear.
      iban: partner.iban_mask,
      bic: '',
    },
    buyer: { ...buyer, ...address, number: null, particulars: particularsOf(made.tenant) },
    rows: draft.lines.map(rowOf),
    vat: draft.vat,
    totalCents: draft.totalCents,
    corrects: made.corrects,
    untaxed: 'small-business',
  }
}
