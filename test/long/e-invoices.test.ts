import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAgencyBench } from '../../src/server/agency/billing.test-helper.ts'
import { updateAgency } from '../../src/server/agency/store.ts'
import { checkIban } from '../../src/domain/iban.ts'
import type { AddressScheme } from '../../src/domain/electronic-address.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { markInvoicePaid } from '../../src/server/billing/mark-invoice.ts'
import { billing } from '../../src/server/billing/party.test-helper.ts'
import { writeDocuments } from '../../src/server/billing/write-documents.ts'
import {
  fee,
  makeDocument,
  reward,
} from '../../src/server/gateways/invoice-files/invoice-files.test-helper.ts'
import { writeFacturX } from '../../src/server/gateways/invoice-files/write-factur-x.ts'
import { cancelOrder } from '../../src/server/reward/cancel-order.ts'
import { changeTenant } from '../helpers/agency.ts'
import { brokenRules, judgeInvoice, loadRules, schemaErrors } from '../helpers/e-invoice-rules.ts'
import { makePartnerBench } from '../helpers/sales-partner.ts'
import { startTestServer, testNow, type TestServer } from '../helpers/server.ts'

// Our documents against the official rules (test/e-invoice-rules/README.md).

let server: TestServer

beforeAll(async () => {
  loadRules('EN 16931')
  loadRules('XRechnung')
  server = await startTestServer()
}, 600_000)
afterAll(() => server.stop())

const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)

type Address = { scheme: AddressScheme; id: string } | 'own e-mail'

/** An agency's documents: an invoice, its correction, and an invoice that the correction is set off against. */
async function billAgency(vatModel: 'agency' | 'own', address: Address | null = null) {
  server.clock.set(testNow)
  await changeTenant(server, 'telko', { agencies: true, agencyBilling: billing, vatModel })
  const tenant = await server.deps.tenants.get('telko')
  const agency = await makeAgencyBench(server, 'telko')
  if (address !== null)
    await agency.run((tx) =>
      updateAgency(tx, 'telko', agency.agencyId, {
        leitweg_id: leitwegId,
        ...(address === 'own e-mail'
          ? {}
          : { e_address_scheme: address.scheme, e_address: address.id }),
      }),
    )
  const orders = [await agency.makeReleased(), await agency.makeReleased()]
  on('2026-12-01')
  const { created } = await writeDocuments(server.deps, tenant, 'invoices', system)
  const { number } = created.find(({ partyNumber }) => partyNumber === agency.number)!
  const paidOn = server.deps.clock.today()
  await agency.run((tx) =>
    markInvoicePaid(
      tx,
      server.deps,
      'telko',
      { number, paidOn, reference: null },
      { kind: 'operator', id: 'jo' },
    ),
  )
  for (const { orderNumber } of orders)
    await agency.run((tx) => cancelOrder(tx, server.deps, tenant, orderNumber, system))
  on('2027-01-01')
  await writeDocuments(server.deps, tenant, 'invoices', system)
  await agency.makeReleased()
  on('2027-02-01')
  await writeDocuments(server.deps, tenant, 'invoices', system)
  const made = await agency.run((tx) =>
    tx
      .selectFrom('invoices')
      .select(['kind', 'xml'])
      .where('tenant', '=', 'telko')
      .where('agency_id', '=', agency.agencyId)
      .orderBy('created_at')
      .execute(),
  )
  expect(made.map(({ kind }) => kind)).toEqual(['invoice', 'credit', 'invoice'])
  expect(made[2]!.xml).toContain('TotalPrepaidAmount')
  return made.map(({ xml }) => xml)
}

/** A partner's credit note and its correction. */
async function payPartner(smallBusiness: boolean) {
  server.clock.set(testNow)
  const partner = await makePartnerBench(server, 'telko', {
    small_business: smallBusiness,
    ...(smallBusiness ? { vat_id: null, tax_number: '22/815/08154' } : {}),
  })
  const order = await partner.order()
  await partner.release(order)
  on('2026-12-01')
  await partner.write()
  await partner.cancel(order)
  on('2027-01-01')
  await partner.write()
  const made = await partner.run((tx) =>
    tx
      .selectFrom('partner_notes')
      .select(['kind', 'xml'])
      .where('tenant', '=', 'telko')
      .where('partner_id', '=', partner.partnerId)
      .orderBy('created_at')
      .execute(),
  )
  expect(made.map(({ kind }) => kind)).toEqual(['self-billed', 'self-billed-credit'])
  return made.map(({ xml }) => xml)
}

const leitwegId = '04011000-1234512345-06'

const expectXRechnung = (xml: string) => {
  expectValid(xml)
  const { fired, broken } = judgeInvoice(xml, 'XRechnung')
  expect(broken).toEqual([])
  expect(fired).toBeGreaterThan(5)
  // BR-DE-19.
  for (const [, iban = ''] of xml.matchAll(/<ram:IBANID>([^<]*)/g))
    expect(checkIban(iban, { germanOnly: false }).kind).toBe('ok')
  // PEPPOL-EN16931-R001, -R008, -R010 and -R020, which XRechnung took over.
  expect(xml).toContain('<ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID>')
  expect(xml).not.toMatch(/<ram:(?!ApplicableHeaderTradeDelivery)\w+[^>]*(\/>|>\s*<\/ram)/)
  for (const side of ['Seller', 'Buyer'])
    expect(xml).toMatch(
      new RegExp(
        `<ram:${side}TradeParty>[^]*?<ram:URIID schemeID="\\w+">[^<]+[^]*?</ram:${side}TradeParty>`,
      ),
    )
}

const expectValid = (xml: string) => {
  expect(schemaErrors(xml)).toBe('')
  const { fired, broken } = judgeInvoice(xml, 'EN 16931')
  expect(broken).toEqual([])
  expect(fired).toBeGreaterThan(60)
}

describe('the rules of EN 16931', () => {
  test.each(['agency', 'own'] as const)(
    'an agency’s invoice, its correction and an invoice that it is set off against break none (rewards: %s)',
    async (vatModel) => {
      for (const xml of await billAgency(vatModel)) expectValid(xml)
    },
  )

  test.each([
    ['with VAT', false],
    ['of a small business', true],
  ])('a partner’s credit note and its correction break none (%s)', async (_, smallBusiness) => {
    for (const xml of await payPartner(smallBusiness)) expectValid(xml)
  })

  test('every kind of document breaks none with rewards, fees at two rates, and nothing but an expired reward', () => {
    for (const kind of ['invoice', 'credit', 'self-billed', 'self-billed-credit'] as const)
      for (const rows of [
        [reward(1), reward(2, 4001), fee(3), fee(2, 1999, 7)],
        [reward(1, 0), fee(1)],
        [reward(1)],
        [fee(99, 33)],
      ])
        expectValid(writeFacturX(makeDocument(rows, { kind })))
  })

  test('a correction whose VAT is a cent less, as it is rounded on, breaks none', () => {
    for (const vatCents of [47, 48]) {
      const vat = [{ percent: 19, netCents: 250, vatCents }]
      const corrects = [{ number: '80001-2026-1', issuedOn: '2026-12-01' }]
      const document = makeDocument([fee(1)], { kind: 'credit', vat, corrects })
      expectValid(writeFacturX({ ...document, totalCents: 250 + vatCents }))
    }
  })

  test('what is out of order, or no part of an invoice, breaks the schema', () => {
    const right = writeFacturX(makeDocument([reward(1), fee(1)]))
    expect(schemaErrors(right)).toBe('')
    const [code] = /<ram:PostcodeCode>[^<]*<\/ram:PostcodeCode>/.exec(right)!
    expect(
      schemaErrors(right.replace(code, `<ram:CityName>München</ram:CityName>${code}`)),
    ).toMatch(/PostcodeCode/)
    expect(schemaErrors(right.replace(code, `<ram:Fax>1</ram:Fax>${code}`))).toMatch(/Fax/)
  })

  const planted: [what: string, rule: string, from: RegExp, to: string][] = [
    ['a total that is a cent off', 'BR-CO-15', /(<ram:GrandTotalAmount>)[^<]*/, '$153.00'],
    ['what is due is a cent off', 'BR-CO-16', /(<ram:DuePayableAmount>)[^<]*/, '$153.00'],
    [
      'lines that do not add up',
      'BR-CO-10',
      /(<\/ram:BasisAmount>|<ram:LineTotalAmount>)50\.00/,
      '$150.01',
    ],
    ['VAT that is not its rate', 'BR-CO-17', /(<ram:CalculatedAmount>)0\.48/, '$15.48'],
    [
      'a number that is missing',
      'BR-02',
      /(<rsm:ExchangedDocument>\s*)<ram:ID>[^<]*<\/ram:ID>/,
      '$1',
    ],
    ['a kind of document that does not exist', 'BR-CL-01', /(<ram:TypeCode>)380/, '$1999'],
    ['no reason for no VAT', 'BR-E-10', /<ram:ExemptionReason>[^<]*<\/ram:ExemptionReason>/, ''],
    ['a country that does not exist', 'BR-CL-14', /(<ram:CountryID>)DE/, '$1XX'],
    ['a period that ends before it begins', 'BR-29', /20261101/, '20261201'],
  ]
  test.each(planted)('a planted error is found: %s (%s)', (_, rule, from, to) => {
    const right = writeFacturX(makeDocument([reward(1), fee(1)]))
    const wrong = right.replace(from, to)
    expect(wrong).not.toBe(right)
    expect(brokenRules(right, 'EN 16931')).toEqual([])
    expect(brokenRules(wrong, 'EN 16931')).toContain(rule)
  })
})

const publicBuyer = {
  leitwegId,
  address: { scheme: '0204', id: leitwegId },
  contact: { name: 'Funkelnetz GmbH', phone: '0221 5550100', email: 'rechnung@funkelnetz.example' },
} as const

describe('the rules of XRechnung 3.0', () => {
  test.each(['agency', 'own'] as const)(
    'a public buyer’s invoice, its correction and an invoice that it is set off against break none (rewards: %s)',
    async (vatModel) => {
      const addresses = ['own e-mail', { scheme: '0204', id: leitwegId }] as const
      for (const xml of await billAgency(vatModel, addresses[vatModel === 'own' ? 0 : 1])) {
        expectXRechnung(xml)
        expect(xml).toContain(`<ram:BuyerReference>${leitwegId}</ram:BuyerReference>`)
      }
    },
  )

  test('whoever has no Leitweg-ID gets the profile of before', () => {
    const xml = writeFacturX(makeDocument([fee(1)]))
    expect(xml).not.toContain('xrechnung')
    expect(brokenRules(xml, 'XRechnung')).toEqual(expect.arrayContaining(['BR-DE-15', 'BR-DE-2']))
  })

  const planted: [what: string, rule: string, from: RegExp, to: string][] = [
    ['no Leitweg-ID', 'BR-DE-15', /<ram:BuyerReference>.*?<\/ram:BuyerReference>/, ''],
    ['nobody to ask', 'BR-DE-2', /<ram:DefinedTradeContact>[^]*?<\/ram:DefinedTradeContact>/, ''],
    ['a phone without digits', 'BR-DE-27', /(<ram:CompleteNumber>)[^<]*/, '$1gern'],
    [
      'no means of payment',
      'BR-DE-1',
      /<ram:SpecifiedTradeSettlementPaymentMeans>[^]*?<\/ram:SpecifiedTradeSettlementPaymentMeans>/,
      '',
    ],
    ['another profile', 'BR-DE-21', /xrechnung_3\.0/, 'xrechnung_1.0'],
  ]
  test.each(planted)('a planted error is found: %s (%s)', (_, rule, from, to) => {
    const right = writeFacturX(makeDocument([reward(1), fee(1)], { publicBuyer }))
    const wrong = right.replace(from, to)
    expect(wrong).not.toBe(right)
    expect(brokenRules(right, 'XRechnung')).toEqual([])
    expect(brokenRules(wrong, 'XRechnung')).toContain(rule)
  })
})
