import { formatAmount } from '../bank-files/amount.ts'
import { escapeXml } from '../bank-files/escape-xml.ts'
import {
  dueCents,
  netCents,
  notesOf,
  paymentTerms,
  rowCents,
  setOffCents,
  untaxedCents,
  untaxedReason,
  type DocumentRow,
  type InvoiceDocument,
  type Party,
  type PublicBuyer,
} from './invoice-document.ts'

// UNTDID 1001: commercial invoice, credit note, self-billed invoice, self-billed credit note.
const typeCodes = {
  invoice: '380',
  credit: '381',
  'self-billed': '389',
  'self-billed-credit': '261',
} as const

const profiles = {
  en16931: 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
} as const
/** Billing of PEPPOL, which XRechnung names (BT-23). */
const process = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

const namespaces = [
  ['rsm', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'],
  ['ram', 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'],
  ['qdt', 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100'],
  ['udt', 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100'],
]
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('')

/**
 * The invoice as CII in profile EN 16931 (ZUGFeRD / Factur-X 1.0), for a public buyer in XRechnung 3.0. Passed-on rewards are category E with reason: O would say 'no
 * VAT' better, but must not be mixed (BR-O-11). Deterministic.
 */
export function writeFacturX(document: InvoiceDocument): string {
  const { publicBuyer = null } = document
  const header = group('ram:ApplicableHeaderTradeAgreement', [
    ...optional('ram:BuyerReference', publicBuyer?.leitwegId ?? null),
    party('ram:SellerTradeParty', document.seller, { contact: publicBuyer?.contact }),
    party('ram:BuyerTradeParty', document.buyer, { address: publicBuyer?.address }),
  ])
  const body = [
    ...document.rows.map(writeRow),
    header,
    '<ram:ApplicableHeaderTradeDelivery/>',
    writeSettlement(document),
  ]
  const context = [
    ...(publicBuyer
      ? [group('ram:BusinessProcessSpecifiedDocumentContextParameter', [field('ram:ID', process)])]
      : []),
    group('ram:GuidelineSpecifiedDocumentContextParameter', [
      field('ram:ID', publicBuyer ? profiles.xrechnung : profiles.en16931),
    ]),
  ]
  const about = [
    field('ram:ID', document.number),
    field('ram:TypeCode', typeCodes[document.kind]),
    group('ram:IssueDateTime', [date('udt', document.issuedOn)]),
    ...notesOf(document).map((note) => group('ram:IncludedNote', [field('ram:Content', note)])),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rsm:CrossIndustryInvoice${namespaces}>`,
    group('rsm:ExchangedDocumentContext', context),
    group('rsm:ExchangedDocument', about),
    group('rsm:SupplyChainTradeTransaction', body),
    '</rsm:CrossIndustryInvoice>',
    '',
  ].join('\n')
}

function writeRow(row: DocumentRow, index: number): string {
  const price = field('ram:ChargeAmount', formatAmount(row.unitCents))
  return group('ram:IncludedSupplyChainTradeLineItem', [
    group('ram:AssociatedDocumentLineDocument', [field('ram:LineID', String(index + 1))]),
    group('ram:SpecifiedTradeProduct', [
      field('ram:Name', row.text),
      ...optional('ram:Description', row.detail),
    ]),
    group('ram:SpecifiedLineTradeAgreement', [group('ram:NetPriceProductTradePrice', [price])]),
    group('ram:SpecifiedLineTradeDelivery', [
      `<ram:BilledQuantity unitCode="C62">${row.quantity}</ram:BilledQuantity>`,
    ]),
    group('ram:SpecifiedLineTradeSettlement', [
      group('ram:ApplicableTradeTax', [
        field('ram:TypeCode', 'VAT'),
        field('ram:CategoryCode', row.vatPercent === null ? 'E' : 'S'),
        field('ram:RateApplicablePercent', String(row.vatPercent ?? 0)),
      ]),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        field('ram:LineTotalAmount', formatAmount(rowCents(row))),
      ]),
      ...(row.reference === null
        ? []
        : [
            group('ram:AdditionalReferencedDocument', [
              field('ram:IssuerAssignedID', row.reference),
              field('ram:TypeCode', '130'),
            ]),
          ]),
    ]),
  ])
}

type More = {
  contact?: PublicBuyer['contact'] | undefined
  address?: PublicBuyer['address'] | undefined // else the e-mail address
}

function party(name: string, one: Party, { contact, address }: More = {}): string {
  const electronic = address ?? (one.email === null ? null : { scheme: 'EM', id: one.email })
  const registration = (scheme: string, id: string | null) =>
    id === null
      ? []
      : [
          group('ram:SpecifiedTaxRegistration', [
            `<ram:ID schemeID="${scheme}">${escapeXml(id)}</ram:ID>`,
          ]),
        ]
  return group(name, [
    ...optional('ram:ID', one.number),
    field('ram:Name', one.name),
    ...(one.registerEntry === null
      ? []
      : [group('ram:SpecifiedLegalOrganization', [field('ram:ID', one.registerEntry)])]),
    ...(contact ? [writeContact(contact)] : []),
    group('ram:PostalTradeAddress', [
      field('ram:PostcodeCode', one.zip),
      field('ram:LineOne', one.street),
      field('ram:CityName', one.city),
      field('ram:CountryID', 'DE'),
    ]),
    ...(electronic
      ? [
          group('ram:URIUniversalCommunication', [
            `<ram:URIID schemeID="${electronic.scheme}">${escapeXml(electronic.id)}</ram:URIID>`,
          ]),
        ]
      : []),
    ...registration('FC', one.taxNumber),
    ...registration('VA', one.vatId),
  ])
}

const writeContact = ({ name, phone, email }: PublicBuyer['contact']) =>
  group('ram:DefinedTradeContact', [
    field('ram:PersonName', name),
    group('ram:TelephoneUniversalCommunication', [field('ram:CompleteNumber', phone)]),
    group('ram:EmailURIUniversalCommunication', [field('ram:URIID', email)]),
  ])

function writeSettlement(document: InvoiceDocument): string {
  const net = formatAmount(netCents(document))
  const vat = document.vat.reduce((sum, { vatCents }) => sum + vatCents, 0)
  const total = formatAmount(document.totalCents)
  return group('ram:ApplicableHeaderTradeSettlement', [
    field('ram:PaymentReference', document.number),
    field('ram:InvoiceCurrencyCode', 'EUR'),
    // A transfer to the seller; credits need no account of ours.
    ...(document.kind === 'invoice' ? [paymentMeans(document)] : []),
    // XRechnung wants means of payment on every document (BR-DE-1): what both owe is set off.
    ...(document.kind === 'credit' && document.publicBuyer ? [setOff()] : []),
    ...taxes(document),
    group('ram:BillingSpecifiedPeriod', [
      group('ram:StartDateTime', [date('udt', document.period.first)]),
      group('ram:EndDateTime', [date('udt', document.period.last)]),
    ]),
    group('ram:SpecifiedTradePaymentTerms', [
      field('ram:Description', paymentTerms(document)),
      group('ram:DueDateDateTime', [date('udt', document.dueOn)]),
    ]),
    group('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      field('ram:LineTotalAmount', net),
      field('ram:TaxBasisTotalAmount', net),
      `<ram:TaxTotalAmount currencyID="EUR">${formatAmount(vat)}</ram:TaxTotalAmount>`,
      field('ram:GrandTotalAmount', total),
      ...(setOffCents(document) > 0
        ? [field('ram:TotalPrepaidAmount', formatAmount(setOffCents(document)))]
        : []),
      field('ram:DuePayableAmount', formatAmount(dueCents(document))),
    ]),
    ...document.corrects.map(({ number, issuedOn }) =>
      group('ram:InvoiceReferencedDocument', [
        field('ram:IssuerAssignedID', number),
        group('ram:FormattedIssueDateTime', [date('qdt', Temporal.PlainDate.from(issuedOn))]),
      ]),
    ),
  ])
}

const setOff = () =>
  group('ram:SpecifiedTradeSettlementPaymentMeans', [field('ram:TypeCode', '97')])

function paymentMeans({ seller }: InvoiceDocument): string {
  return group('ram:SpecifiedTradeSettlementPaymentMeans', [
    field('ram:TypeCode', '58'),
    group('ram:PayeePartyCreditorFinancialAccount', [
      field('ram:IBANID', seller.iban),
      field('ram:AccountName', seller.name),
    ]),
    group('ram:PayeeSpecifiedCreditorFinancialInstitution', [field('ram:BICID', seller.bic)]),
  ])
}

function taxes(document: InvoiceDocument): string[] {
  const tax = (cents: number, basis: number, category: string, percent: number) =>
    group('ram:ApplicableTradeTax', [
      field('ram:CalculatedAmount', formatAmount(cents)),
      field('ram:TypeCode', 'VAT'),
      ...(category === 'E' ? [field('ram:ExemptionReason', untaxedReason(document))] : []),
      field('ram:BasisAmount', formatAmount(basis)),
      field('ram:CategoryCode', category),
      field('ram:RateApplicablePercent', String(percent)),
    ])
  const untaxed = untaxedCents(document)
  return [
    ...document.vat.map((one) => tax(one.vatCents, one.netCents, 'S', one.percent)),
    // A line of category E requires its group, even at zero (BR-E-01).
    ...(document.rows.some(({ vatPercent }) => vatPercent === null)
      ? [tax(0, untaxed, 'E', 0)]
      : []),
  ]
}

const field = (name: string, text: string) => `<${name}>${escapeXml(oneLine(text))}</${name}>`

/** XML 1.0 has no control characters, and a name is one line. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()

const optional = (name: string, text: string | null) => (text === null ? [] : [field(name, text)])

const group = (name: string, inner: string[]) =>
  `<${name}>\n${inner.join('\n').replaceAll(/^/gm, '  ')}\n</${name}>`

const date = (prefix: 'udt' | 'qdt', day: Temporal.PlainDate) =>
  `<${prefix}:DateTimeString format="102">${day.toString().replaceAll('-', '')}</${prefix}:DateTimeString>`
