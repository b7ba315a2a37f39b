import fc from 'fast-check'
import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { fee, makeDocument, reward } from './invoice-files.test-helper.ts'
import { notesOf, paymentTerms, type InvoiceDocument } from './invoice-document.ts'
import { writeFacturX } from './write-factur-x.ts'

// The rules of EN 16931 that apply to what we write, by their numbers there, and the order of elements that the schema of Factur-X 1.0
// wants, for many made-up documents; test/long/e-invoices.test.ts has the official ones.

const namespaces = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

function read(xml: string) {
  const document = XmlDocument.fromString(xml)
  const nodes = (path: string) => document.find(path, namespaces)
  const texts = (path: string) => nodes(path).map((node) => node.content)
  return { document, nodes, texts, text: (path: string) => texts(path)[0] ?? null }
}

const cents = (text: string | null) => {
  expect(text).toMatch(/^\d+\.\d{2}$/)
  return Math.round(Number(text) * 100)
}
const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

const header = '//ram:ApplicableHeaderTradeSettlement'
const totals = `${header}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const lines = '//ram:IncludedSupplyChainTradeLineItem'
const lineTax = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'

function expectRules(xml: string): void {
  const { text, texts, nodes } = read(xml)
  // BR-01 to BR-05: profile, number, date, type, currency.
  expect(text('//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID')).toBe(
    'urn:cen.eu:en16931:2017',
  )
  expect(text('//rsm:ExchangedDocument/ram:ID')).toMatch(/\S/)
  expect(text('//rsm:ExchangedDocument//udt:DateTimeString[@format="102"]')).toMatch(/^\d{8}$/)
  expect(text('//rsm:ExchangedDocument/ram:TypeCode')).toMatch(/^(380|381|389)$/)
  expect(text(`${header}/ram:InvoiceCurrencyCode`)).toBe('EUR')
  // BR-06 to BR-11: names, addresses, countries of both sides.
  for (const side of ['Seller', 'Buyer']) {
    const party = `//ram:${side}TradeParty`
    expect(text(`${party}/ram:Name`)).toMatch(/\S/)
    for (const part of ['PostcodeCode', 'LineOne', 'CityName'])
      expect(text(`${party}/ram:PostalTradeAddress/ram:${part}`)).toMatch(/\S/)
    expect(text(`${party}/ram:PostalTradeAddress/ram:CountryID`)).toBe('DE')
  }
  // BR-16, BR-21 to BR-27: lines with their own number, quantity, unit, name and a price not below zero.
  const count = nodes(lines).length
  expect(count).toBeGreaterThan(0)
  expect(texts(`${lines}/ram:AssociatedDocumentLineDocument/ram:LineID`)).toEqual(
    Array.from({ length: count }, (_, index) => String(index + 1)),
  )
  expect(texts(`${lines}//ram:BilledQuantity[@unitCode="C62"]`)).toHaveLength(count)
  expect(texts(`${lines}/ram:SpecifiedTradeProduct/ram:Name`).filter(Boolean)).toHaveLength(count)
  // BR-CO-04: each line has its VAT category; quantity by price is its amount.
  const rows = Array.from({ length: count }, (_, index) => {
    const line = `${lines}[${index + 1}]`
    const row = {
      quantity: Number(text(`${line}//ram:BilledQuantity`)),
      price: cents(text(`${line}//ram:ChargeAmount`)),
      amount: cents(text(`${line}//ram:LineTotalAmount`)),
      category: text(`${line}/${lineTax}/ram:CategoryCode`),
      rate: Number(text(`${line}/${lineTax}/ram:RateApplicablePercent`)),
    }
    expect(row.amount).toBe(row.quantity * row.price)
    expect(row.price).toBeGreaterThanOrEqual(0)
    return row
  })
  // BR-12 to BR-15, BR-CO-10, -13, -15, -16: totals.
  const total = (name: string) => cents(text(`${totals}/ram:${name}`))
  expect(total('LineTotalAmount')).toBe(sum(rows.map(({ amount }) => amount)))
  expect(total('TaxBasisTotalAmount')).toBe(total('LineTotalAmount'))
  expect(total('GrandTotalAmount')).toBe(total('TaxBasisTotalAmount') + total('TaxTotalAmount'))
  expect(total('DuePayableAmount')).toBe(total('GrandTotalAmount'))
  expect(text(`${totals}/ram:TaxTotalAmount/@currencyID`)).toBe('EUR')
  // BR-CO-18, BR-45 to BR-48, BR-CO-14, BR-S-08, BR-E-08: a group for each category and rate, holding its lines and no others.
  const groups = nodes(`${header}/ram:ApplicableTradeTax`).map((_, index) => {
    const tax = `${header}/ram:ApplicableTradeTax[${index + 1}]`
    return {
      category: text(`${tax}/ram:CategoryCode`),
      rate: Number(text(`${tax}/ram:RateApplicablePercent`)),
      basis: cents(text(`${tax}/ram:BasisAmount`)),
      vat: cents(text(`${tax}/ram:CalculatedAmount`)),
      reason: text(`${tax}/ram:ExemptionReason`),
    }
  })
  const keys = (all: { category: string | null; rate: number }[]) =>
    [...new Set(all.map(({ category, rate }) => `${category} ${rate}`))].toSorted()
  expect(keys(groups)).toEqual(keys(rows))
  expect(new Set(keys(groups)).size).toBe(groups.length)
  for (const group of groups) {
    const own = rows.filter(
      ({ category, rate }) => category === group.category && rate === group.rate,
    )
    expect(group.basis).toBe(sum(own.map(({ amount }) => amount)))
    if (group.category === 'E') {
      // BR-E-05, -09, -10.
      expect([group.rate, group.vat]).toEqual([0, 0])
      expect(group.reason).toMatch(/§ 10 Abs\. 1 UStG/)
    } else {
      // BR-S-05, -09, -10, BR-CO-17.
      expect(group.category).toBe('S')
      expect(group.rate).toBeGreaterThan(0)
      expect(Math.abs(group.vat * 100 - group.basis * group.rate)).toBeLessThanOrEqual(50)
      expect(group.reason).toBe(null)
    }
  }
  expect(total('TaxTotalAmount')).toBe(sum(groups.map(({ vat }) => vat)))
  // BR-S-02, BR-E-02, BR-CO-26: the seller's VAT id.
  expect(text('//ram:SellerTradeParty//ram:ID[@schemeID="VA"]')).toMatch(/^DE\d{9}$/)
  // BR-CO-25: whatever is due has a day; BR-61: a transfer has an account.
  expect(text(`${header}//ram:DueDateDateTime/udt:DateTimeString`)).toMatch(/^\d{8}$/)
  for (const means of nodes(`${header}/ram:SpecifiedTradeSettlementPaymentMeans`))
    expect(means.content).toMatch(/58\s+DE\d{20}/)
  // BR-29: the period does not end before it begins.
  const [start, end] = ['Start', 'End'].map((which) =>
    text(`${header}/ram:BillingSpecifiedPeriod/ram:${which}DateTime/udt:DateTimeString`),
  )
  expect(start! <= end!).toBe(true)
  // BR-55: every invoice that is taken back has a number.
  for (const number of texts(`${header}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`))
    expect(number).toMatch(/\S/)
}

/** The order of children that the schema wants; what is not listed must not be there. */
const orders: Record<string, string[]> = {
  'rsm:CrossIndustryInvoice': [
    'ExchangedDocumentContext',
    'ExchangedDocument',
    'SupplyChainTradeTransaction',
  ],
  'rsm:ExchangedDocument': ['ID', 'TypeCode', 'IssueDateTime', 'IncludedNote'],
  'rsm:SupplyChainTradeTransaction': [
    'IncludedSupplyChainTradeLineItem',
    'ApplicableHeaderTradeAgreement',
    'ApplicableHeaderTradeDelivery',
    'ApplicableHeaderTradeSettlement',
  ],
  'ram:IncludedSupplyChainTradeLineItem': [
    'AssociatedDocumentLineDocument',
    'SpecifiedTradeProduct',
    'SpecifiedLineTradeAgreement',
    'SpecifiedLineTradeDelivery',
    'SpecifiedLineTradeSettlement',
  ],
  'ram:SpecifiedTradeProduct': ['Name', 'Description'],
  'ram:SpecifiedLineTradeSettlement': [
    'ApplicableTradeTax',
    'SpecifiedTradeSettlementLineMonetarySummation',
    'AdditionalReferencedDocument',
  ],
  'ram:SellerTradeParty': [
    'ID',
    'Name',
    'SpecifiedLegalOrganization',
    'PostalTradeAddress',
    'URIUniversalCommunication',
    'SpecifiedTaxRegistration',
  ],
  'ram:PostalTradeAddress': ['PostcodeCode', 'LineOne', 'CityName', 'CountryID'],
  'ram:ApplicableHeaderTradeSettlement': [
    'PaymentReference',
    'InvoiceCurrencyCode',
    'SpecifiedTradeSettlementPaymentMeans',
    'ApplicableTradeTax',
    'BillingSpecifiedPeriod',
    'SpecifiedTradePaymentTerms',
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    'InvoiceReferencedDocument',
  ],
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation': [
    'LineTotalAmount',
    'TaxBasisTotalAmount',
    'TaxTotalAmount',
    'GrandTotalAmount',
    'DuePayableAmount',
  ],
}
orders['ram:BuyerTradeParty'] = orders['ram:SellerTradeParty']!

function expectOrder(xml: string): void {
  const { nodes } = read(xml)
  for (const [name, order] of Object.entries(orders)) {
    for (const node of nodes(`//${name}`)) {
      const places: number[] = []
      for (let child = (node as XmlElement).firstChild; child; child = child.next)
        if (child instanceof XmlElement) places.push(order.indexOf(child.name))
      expect(places).not.toContain(-1)
      expect(places, name).toEqual(places.toSorted((a, b) => a - b))
    }
  }
}

const check = (document: InvoiceDocument) => {
  const xml = writeFacturX(document)
  expectRules(xml)
  expectOrder(xml)
  return xml
}

describe('the data of an invoice', () => {
  test('an invoice keeps the rules of EN 16931 and the order of its schema', () => {
    const { text, texts } = read(check(makeDocument([reward(1), reward(2, 4001), fee(2)])))
    expect(text('//rsm:ExchangedDocument/ram:TypeCode')).toBe('380')
    expect(text('//ram:BuyerTradeParty/ram:Name')).toBe('Agentur Steinbock & Söhne <Łódź>')
    expect(
      texts('//ram:AdditionalReferencedDocument[ram:TypeCode="130"]/ram:IssuerAssignedID'),
    ).toEqual([reward(1).reference, reward(2).reference])
    expect(text(`${header}//ram:IBANID`)).toBe('DE44500105175407324931')
  })

  test('a credit names the invoices that it takes back, and asks for no money', () => {
    const corrects = [
      { number: '80001-2026-1', issuedOn: '2026-12-01' },
      { number: '80001-2026-2', issuedOn: '2026-12-31' },
    ]
    const document = makeDocument([reward(1), fee(1)], { kind: 'credit', corrects })
    const { text, texts } = read(check(document))
    expect(text('//rsm:ExchangedDocument/ram:TypeCode')).toBe('381')
    expect(texts(`${header}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`)).toEqual(
      corrects.map(({ number }) => number),
    )
    expect(text('//ram:SpecifiedTradeSettlementPaymentMeans')).toBe(null)
    expect(text('//ram:IncludedNote/ram:Content')).toBe(
      'Diese Rechnungskorrektur berichtigt die Rechnungen 80001-2026-1 vom 01.12.2026, 80001-2026-2 vom 31.12.2026.',
    )
  })

  test('a correction with VAT says why its VAT may be a cent more or less; nothing else does', () => {
    const corrects = [{ number: '80001-2026-1', issuedOn: '2026-12-01' }]
    const said = (rows: InvoiceDocument['rows'], more: Partial<InvoiceDocument>) =>
      notesOf(makeDocument(rows, more)).some((note) => note.includes('fortlaufend gerundet'))
    expect(said([fee(1)], { kind: 'credit', corrects })).toBe(true)
    expect(said([fee(1)], { kind: 'self-billed-credit', corrects })).toBe(true)
    expect(said([reward(1)], { kind: 'credit', corrects })).toBe(false)
    expect(said([fee(1)], { kind: 'invoice' })).toBe(false)
  })

  test('a self-billed credit note says so', () => {
    const document = makeDocument([fee(3, 1999)], { kind: 'self-billed' })
    expect(read(check(document)).text('//rsm:ExchangedDocument/ram:TypeCode')).toBe('389')
  })

  test('every document speaks to whoever gets it as the tenant does', () => {
    for (const kind of ['invoice', 'credit', 'self-billed', 'self-billed-credit'] as const) {
      const said = (address: 'du' | 'Sie') => {
        const document = makeDocument([reward(1), fee(1)], { kind, address })
        return [...notesOf(document), paymentTerms(document)].join(' ')
      }
      expect(said('du')).not.toMatch(/\b(Ihnen|Ihre?[nmrs]?)\b/)
      expect(said('Sie')).not.toMatch(/\b(dir|deine?[nmrs]?)\b/)
      expect(said('du')).not.toBe(said('Sie'))
    }
  })

  test('a reward that expired before it was billed stands there with nothing', () => {
    check(makeDocument([reward(1, 0), fee(1)]))
  })

  test('whatever stands on it, the sums are right and the file is well-formed', () => {
    const price = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(
        fc.array(price, { maxLength: 5 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), price, fc.constantFrom(7, 19)), {
          maxLength: 4,
        }),
        fc.string({ unit: 'binary', minLength: 1 }).filter((text) => /[\p{L}\p{N}]/u.test(text)),
        (rewards, fees, name) => {
          const rows = [
            ...rewards.map((cents, index) => ({ ...reward(index, cents), text: name })),
            ...fees.map(([quantity, cents, rate]) => fee(quantity, cents, rate)),
          ]
          if (rows.length > 0) check(makeDocument(rows))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('the same document gives the same bytes', () => {
    const rows = [reward(1), fee(1)]
    expect(writeFacturX(makeDocument(rows))).toBe(writeFacturX(makeDocument(rows)))
  })
})

test('a name with characters that XML cannot hold is written without them', () => {
  const document = makeDocument([reward(1), fee(1)])
  const name = 'Stein\uffff\ufffe\u0000\u0001\ud800bock & <Söhne> 🙂'
  const xml = writeFacturX({ ...document, buyer: { ...document.buyer, name } })
  expect(read(xml).text('//ram:BuyerTradeParty/ram:Name')).toBe('Stein bock & <Söhne> 🙂')
})
