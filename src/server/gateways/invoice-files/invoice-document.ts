import type { ElectronicAddress } from '../../../domain/electronic-address.ts'
import { formatGermanDate } from '../../../domain/dates.ts'
import { formatCents } from '../../../domain/money.ts'
import type { PaperKind, VatGroup } from '../../../domain/invoice.ts'
import type { RewardWord } from '../../../domain/tenant.ts'

// An invoice's complete data. Always German, whatever the agency's language.

export type Party = {
  name: string
  street: string
  zip: string
  city: string
  number: string | null // the other side's number for it
  email: string | null
  vatId: string | null
  taxNumber: string | null
  registerEntry: string | null
  particulars?: string[] // mandatory particulars of the issuer (domain/company.ts)
}

/** What XRechnung asks beyond EN 16931. */
export type PublicBuyer = {
  leitwegId: string // BT-10
  address: ElectronicAddress // BT-49
  contact: { name: string; phone: string; email: string } // the seller's (BG-6)
}

export type PaymentAccount = { iban: string; bic: string } // a sales partner's IBAN is masked, without BIC

export type DocumentRow = {
  text: string
  detail: string | null
  reference: string | null // the reward's id
  quantity: number
  unitCents: number // net
  vatPercent: number | null // null: disbursement without VAT
}

export type InvoiceDocument = {
  kind: PaperKind
  address: 'du' | 'Sie' // form of address for the receiver
  rewardWord: RewardWord
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
  setOff?: { number: string; issuedOn: string; cents: number }[] // corrections that take something off
  untaxed?: 'disbursement' | 'small-business' // why rows bear no VAT; default the first
  publicBuyer?: PublicBuyer | null // gets XRechnung
  flatTax?: boolean // the buyer pays the tax on gifts to business partners (section 37b EStG)
  ownRewards?: boolean // rewards that the seller gives in its own name, with VAT
}

export const rowCents = ({ quantity, unitCents }: DocumentRow) => quantity * unitCents

export const netCents = (document: InvoiceDocument) =>
  document.rows.reduce((sum, row) => sum + rowCents(row), 0)

export const setOffCents = ({ setOff = [] }: Pick<InvoiceDocument, 'setOff'>) =>
  setOff.reduce((sum, { cents }) => sum + cents, 0)

export const dueCents = (document: InvoiceDocument) => document.totalCents - setOffCents(document)

/** Passed on without VAT. */
export const untaxedCents = (document: InvoiceDocument) =>
  document.rows
    .filter(({ vatPercent }) => vatPercent === null)
    .reduce((sum, row) => sum + rowCents(row), 0)

/** 'Gutschrift' is required by section 14(4) no. 10 UStG if the service's receiver writes the document, and only then. */
export const documentTitles = {
  invoice: 'Rechnung',
  credit: 'Rechnungskorrektur',
  'self-billed': 'Gutschrift',
  'self-billed-credit': 'Gutschriftkorrektur',
} as const satisfies Record<PaperKind, string>

/** Whether the buyer writes the document (section 14(2) UStG). */
export const isSelfBilled = ({ kind }: Pick<InvoiceDocument, 'kind'>) =>
  kind === 'self-billed' || kind === 'self-billed-credit'

const untaxedReasons = {
  disbursement: 'Durchlaufender Posten, § 10 Abs. 1 UStG',
  'small-business': 'Kleinunternehmer, § 19 UStG',
} as const

export const untaxedReason = ({ untaxed = 'disbursement' }: Pick<InvoiceDocument, 'untaxed'>) =>
  untaxedReasons[untaxed]

/** Sentences below the sums, and notes in the XML. */
export function notesOf(document: InvoiceDocument): string[] {
  const named = document.corrects
    .map(({ number, issuedOn }) => `${number} vom ${formatGermanDate(issuedOn)}`)
    .join(', ')
  const word = isSelfBilled(document) ? 'Gutschrift' : 'Rechnung'
  const which = document.corrects.length === 1 ? `die ${word} ${named}` : `die ${word}en ${named}`
  const isDu = document.address === 'du'
  const rewards = document.rewardWord === 'Bonus' ? 'Boni' : 'Prämien'
  const isSmall = document.untaxed === 'small-business'
  return [
    ...(document.corrects.length > 0
      ? [`Diese ${documentTitles[document.kind]} berichtigt ${which}.`]
      : []),
    ...(document.corrects.length > 0 && document.vat.some(({ vatCents }) => vatCents > 0)
      ? [
          `Die Umsatzsteuer ist fortlaufend gerundet: Alle Korrekturen einer ${word} ergeben zusammen genau deren Umsatzsteuer. ` +
            'Bei gleichem Nettobetrag kann sie deshalb einmal 0,47 € und einmal 0,48 € sein.',
        ]
      : []),
    ...(document.setOff ?? []).map(
      ({ number, issuedOn, cents }) =>
        `Aus der Rechnungskorrektur ${number} vom ${formatGermanDate(issuedOn)} sind ${formatCents(cents, 'de')} verrechnet.`,
    ),
    ...(isSelfBilled(document)
      ? [
          `Wir rechnen mit ${isDu ? 'dir' : 'Ihnen'} wie vereinbart durch Gutschrift ab (§ 14 Abs. 2 Satz 2 UStG).`,
        ]
      : []),
    // Whoever takes the tax over has to tell the receiver (section 37b(3) EStG).
    ...(document.kind === 'self-billed' && document.flatTax
      ? [
          `Auf Sachzuwendungen, die ${isDu ? 'du' : 'Sie'} als Geschäftspartner von uns ${isDu ? 'bekommst' : 'bekommen'}, zahlen wir die pauschale Einkommensteuer (§ 37b EStG). ` +
            'Die Provisionen auf dieser Gutschrift sind Geld und gehören nicht dazu.',
        ]
      : []),
    ...(untaxedCents(document) > 0 && isSmall
      ? ['Es wird keine Umsatzsteuer ausgewiesen (Kleinunternehmer, § 19 UStG).']
      : []),
    ...(untaxedCents(document) > 0 && !isSmall
      ? [
          `Die ${rewards}${document.ownRewards ? ' ohne Umsatzsteuer' : ''} sind durchlaufende Posten (§ 10 Abs. 1 UStG): Wir zahlen sie in ${isDu ? 'deinem Namen und für deine' : 'Ihrem Namen und für Ihre'} Rechnung aus. ` +
            'Sie gehören nicht zum Entgelt, deshalb fällt auf sie keine Umsatzsteuer an.',
        ]
      : []),
    ...(document.ownRewards
      ? [
          `Die ${rewards} zahlen wir im eigenen Namen und für eigene Rechnung aus. Sie sind Teil unserer Leistung und gehören zum Entgelt, deshalb fällt auf sie Umsatzsteuer an.`,
        ]
      : []),
  ]
}

export function paymentTerms(document: InvoiceDocument): string {
  const day = formatGermanDate(document.dueOn)
  const isDu = document.address === 'du'
  if (document.kind === 'invoice' && dueCents(document) === 0)
    return 'Durch die Verrechnung ist nichts zu zahlen.'
  if (document.kind === 'invoice')
    return `Zahlbar ohne Abzug bis zum ${day} unter Angabe der Nummer ${document.number}.`
  if (document.kind === 'self-billed')
    return `Wir überweisen den Betrag bis zum ${day} auf ${isDu ? 'dein' : 'Ihr'} Konto ${document.seller.iban} und verrechnen dabei Korrekturen früherer Gutschriften.`
  if (document.kind === 'self-billed-credit')
    return `Wir verrechnen den Betrag mit ${isDu ? 'deiner' : 'Ihrer'} nächsten Auszahlung.`
  return `Wir verrechnen den Betrag mit ${isDu ? 'deiner' : 'Ihrer'} nächsten Rechnung oder erstatten ihn bis zum ${day}, soweit es keine gibt.`
}
