import type { SalesPartnerTerms } from '../../../domain/tenant.ts'
import type { DemoSalesPartner } from './demo-tenant.ts'
import { telkoCompany, telkoVatId } from './telko-company.ts'

export const telkoSalesPartnerTerms: SalesPartnerTerms = {
  version: '2026-11-01',
  shopUrl: '/demo/shop/telko?verkaufspartner={partner}',
  vatPercent: 19,
  dueDays: 14,
  buyer: {
    name: 'Funkelnetz GmbH',
    address: { street: 'Funkelufer 28', zip: '20457', city: 'Hamburg' },
    email: 'abrechnung@funkelnetz.example',
    vatId: telkoVatId,
    taxNumber: null,
    registerEntry: `${telkoCompany.court}, ${telkoCompany.number}`,
  },
  agreement: {
    de: `## Abrechnung durch Gutschrift

Die Funkelnetz GmbH, Funkelufer 28, 20457 Hamburg, rechnet deine Provisionen durch Gutschriften nach § 14 Abs. 2 Satz 2 UStG ab. Eine Gutschrift ist hier eine Rechnung, die nicht du schreibst, sondern wir. Du stellst uns für dieselben Leistungen keine eigenen Rechnungen.

## Deine Angaben

Du gibst uns Namen, Anschrift, USt-IdNr. oder Steuernummer und Bankverbindung richtig an und änderst sie unter „Meine Daten“, sobald sich etwas ändert. Das gilt besonders, wenn du Kleinunternehmerin oder Kleinunternehmer nach § 19 UStG wirst oder es nicht mehr bist. Weisen wir wegen falscher Angaben Umsatzsteuer aus, die du nicht schuldest, schuldest du sie nach § 14c UStG trotzdem.

## Widerspruch

Ist eine Gutschrift falsch, widersprich ihr in Textform. Sie verliert damit die Wirkung einer Rechnung (§ 14 Abs. 2 Satz 3 UStG), und wir klären, was richtig ist. Diese Vereinbarung kannst du jederzeit mit Wirkung für die Zukunft beenden.

## Provision

Für jeden Vertrag, der über deinen Link oder deine Verkaufspartnernummer zustande kommt, bekommst du die Provision, die am Tag des Vertrags für die Produktgruppe gilt. Sie ist verdient, wenn die Widerrufsfrist des Kunden vorbei ist, und steht auf der Gutschrift des Monats danach. Wird der Vertrag später storniert, nehmen wir die Provision mit der nächsten Gutschrift zurück (§ 87a Abs. 2 HGB gilt entsprechend).

## Werbung

Du trittst nicht als Funkelnetz auf und rufst niemanden ohne vorherige ausdrückliche Einwilligung zu Werbezwecken an (§ 7 UWG). Was du versprichst, muss mit unseren Tarifen übereinstimmen.

## Daten

Von deinen Kundinnen und Kunden siehst du bei uns nur Auftragsnummer, Tarif und Stand. Was wir über dich speichern, brauchen wir für Vertrag und Abrechnung (Art. 6 Abs. 1 Buchst. b und c DSGVO); Gutschriften bewahren wir acht Jahre auf (§ 14b UStG).`,
    en: `## Billing by credit note

Funkelnetz GmbH, Funkelufer 28, 20457 Hamburg, Germany, bills your commissions by credit notes under section 14(2) sentence 2 of the German VAT Act (UStG). A credit note is an invoice here that is written by us and not by you. You send us no invoices of your own for the same services.

## Your details

You give us your name, address, VAT ID or tax number and bank account correctly and change them under "My data" as soon as something changes, above all when you become a small business under section 19 UStG or stop being one. If we show VAT that you do not owe because of wrong details, you owe it all the same under section 14c UStG.

## Objection

If a credit note is wrong, object to it in text form. It then loses the effect of an invoice (section 14(2) sentence 3 UStG), and we sort out what is right. You can end this agreement for the future at any time.

## Commission

For every contract that comes about through your link or your sales partner number you get the commission that holds for the product group on the day of the contract. It is earned when the customer's withdrawal period is over, and stands on the credit note of the month after that. If the contract is cancelled later, we take the commission back with the next credit note (section 87a(2) of the German Commercial Code, HGB, applies accordingly).

## Advertising

You do not act as Funkelnetz, and you call nobody for advertising without their prior express consent (section 7 of the German Unfair Competition Act, UWG). What you promise must match our tariffs.

## Data

Of your customers you see no more with us than order number, tariff and state. What we store about you we need for contract and billing (Art. 6(1)(b) and (c) GDPR); credit notes are kept for eight years (section 14b UStG).`,
  },
}

const password = 'Sonnenschein-2026'

/** Net, by product group: DP fixed line, TP mobile. */
export const telkoCommissionPlans = [
  { group: 'DP', cents: 5500, validFrom: '2025-01-01' },
  { group: 'DP', cents: 6000, validFrom: '2026-07-01' },
  { group: 'TP', cents: 3500, validFrom: '2025-01-01' },
]

export const telkoSalesPartners: DemoSalesPartner[] = [
  {
    number: 'VP-NRDL-0001',
    company: 'Nordlicht Telefonladen e. K.',
    firstName: 'Wiebke',
    lastName: 'Sandhoff',
    email: 'wiebke.sandhoff@nordlicht-telefonladen.example',
    password,
    phone: '+49 40 66969 771',
    street: 'Osterstraßenbogen',
    houseNumber: '14',
    zip: '20259',
    city: 'Hamburg',
    vatId: 'DE999810777',
    taxNumber: null,
    smallBusiness: false,
    iban: 'DE75512108001245126199',
    orders: [
      { externalNumber: 'FN-VP-1001', product: 'FN-GF-1000', released: 'last-month' },
      { externalNumber: 'FN-VP-1002', product: 'FN-MOBIL-M', released: 'last-month' },
      { externalNumber: 'FN-VP-1003', product: 'FN-GF-250', released: 'last-month' },
      { externalNumber: 'FN-VP-1007', product: 'FN-MOBIL-L', released: 'now' },
      { externalNumber: 'FN-VP-1009', product: 'FN-HYBRID', released: 'later' },
      { externalNumber: 'FN-VP-1010', product: 'FN-MOBIL-S', released: 'cancelled' },
    ],
  },
  {
    number: 'VP-FRSW-0002',
    company: null,
    firstName: 'Jonas',
    lastName: 'Friesewinkel',
    email: 'jonas.friesewinkel@post.example',
    password,
    phone: null,
    street: 'Deichgrafenweg',
    houseNumber: '3 b',
    zip: '25813',
    city: 'Husum',
    vatId: null,
    taxNumber: '15/203/99988',
    smallBusiness: true,
    iban: 'DE02120300000000202051',
    orders: [
      { externalNumber: 'FN-VP-2001', product: 'FN-YOUNG', released: 'now' },
      { externalNumber: 'FN-VP-2002', product: 'FN-MOBIL-M', released: 'later' },
    ],
  },
]
