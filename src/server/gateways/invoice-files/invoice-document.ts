import { formatGermanDate } from '../../../domain/dates.ts'
import type { DocumentKind, VatGroup } from '../../../domain/invoice.ts'

// An invoice as its files say it: everything is known, nothing is asked any more. Invoices are German documents, whatever language
// the agency's pages are in (docs/decisions.md).

export type Party = {
  name: string
  street: string
  zip: string
  city: string
  number: string | null // the other side's own number of it
  email: string | null
  vatId: string | null
  taxNumber: string | null
  registerEntry: string | null
}

export type PaymentAccount = { iban: string; bic: string }

export type DocumentRow = {
  text: string
  detail: string | null
  reference: string | null // what it is found again by: the reward's id
  quantity: number
  unitCents: number // net
  vatPercent: number | null // null: passed on as a disbursement, without VAT
}

export type InvoiceDocument = {
  kind: DocumentKind
  number: string
  issuedOn: Temporal.PlainDate
  dueOn: Temporal.PlainDate
  period: { first: Temporal.PlainDate; last: Temporal.PlainDate }
  seller: Party & PaymentAccount
  buyer: Party
  rows: DocumentRow[]
  vat: VatGroup[]
  totalCents: number
  corrects: { number: string; issuedOn: string }[] // ISO dates
}

export const rowCents = ({ quantity, unitCents }: DocumentRow) => quantity * unitCents

export const netCents = (document: InvoiceDocument) =>
  document.rows.reduce((sum, row) => sum + rowCents(row), 0)

/** What is passed on without VAT. */
export const untaxedCents = (document: InvoiceDocument) =>
  document.rows
    .filter(({ vatPercent }) => vatPercent === null)
    .reduce((sum, row) => sum + rowCents(row), 0)

/** 'Gutschrift' is what section 14(4) no. 10 UStG wants on a document that the receiver of the service writes, and on no other. */
export const documentTitles = {
  invoice: 'Rechnung',
  credit: 'Rechnungskorrektur',
  'self-billed': 'Gutschrift',
} as const satisfies Record<DocumentKind, string>

export const disbursementReason = 'Durchlaufender Posten, § 10 Abs. 1 UStG'

/** The sentences below the sums, also the notes of the XML. */
export function notesOf(document: InvoiceDocument): string[] {
  const named = document.corrects
    .map(({ number, issuedOn }) => `${number} vom ${formatGermanDate(issuedOn)}`)
    .join(', ')
  const which = document.corrects.length === 1 ? `die Rechnung ${named}` : `die Rechnungen ${named}`
  return [
    ...(document.corrects.length > 0 ? [`Diese Rechnungskorrektur berichtigt ${which}.`] : []),
    ...(untaxedCents(document) > 0
      ? [
          'Die Prämien sind durchlaufende Posten (§ 10 Abs. 1 UStG): Wir zahlen sie in Ihrem Namen und für Ihre Rechnung aus. ' +
            'Sie gehören nicht zum Entgelt, deshalb fällt auf sie keine Umsatzsteuer an.',
        ]
      : []),
  ]
}

export function paymentTerms(document: InvoiceDocument): string {
  const day = formatGermanDate(document.dueOn)
  if (document.kind === 'invoice')
    return `Zahlbar ohne Abzug bis zum ${day} unter Angabe der Nummer ${document.number}.`
  return `Wir verrechnen den Betrag mit Ihrer nächsten Zahlung oder erstatten ihn bis zum ${day}.`
}
