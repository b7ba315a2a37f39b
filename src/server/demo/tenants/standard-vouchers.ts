import type { VoucherTerms } from '../../catalogue/store.ts'

const validity = {
  de: 'Drei Jahre ab dem Ende des Jahres der Ausstellung.',
  en: 'Three years from the end of the year of issue.',
}

/** How to redeem the demo's vouchers, by option. */
export const standardVouchers = {
  seitenwind: {
    redeem: {
      de: 'Gib den Code im Onlineshop an der Kasse ein, oder zeig ihn in einer Seitenwind-Buchhandlung vor.',
      en: 'Enter the code at the checkout of the online shop, or show it in a Seitenwind bookshop.',
    },
    validity,
    terms: {
      de: 'Mehrmals einlösbar, bis er aufgebraucht ist. Keine Auszahlung in Geld. Es gelten die Bedingungen der Seitenwind Buchhandels GmbH.',
      en: 'May be used several times until it is spent. Not exchangeable for cash. The terms of Seitenwind Buchhandels GmbH apply.',
    },
    shopUrl: 'https://seitenwind.example/gutschein',
  },
  gruenkorb: {
    redeem: {
      de: 'Zeig den Code in einem Grünkorb-Markt an der Kasse vor, oder gib ihn beim Lieferdienst unter „Gutschein“ ein.',
      en: 'Show the code at the till of a Grünkorb market, or enter it under “Voucher” when you order a delivery.',
    },
    validity,
    terms: {
      de: 'Nicht für Pfand. Keine Auszahlung in Geld. Es gelten die Bedingungen der Grünkorb Biomarkt eG.',
      en: 'Not for deposits. Not exchangeable for cash. The terms of Grünkorb Biomarkt eG apply.',
    },
    shopUrl: 'https://gruenkorb.example/gutschein',
  },
  werkelhof: {
    redeem: {
      de: 'Zeig den Code im Markt an der Kasse vor, oder gib ihn online im Warenkorb ein.',
      en: 'Show the code at the till of a store, or enter it online in your basket.',
    },
    validity,
    terms: {
      de: 'Mehrmals einlösbar, bis er aufgebraucht ist. Keine Auszahlung in Geld. Es gelten die Bedingungen der Werkelhof Baumarkt KG.',
      en: 'May be used several times until it is spent. Not exchangeable for cash. The terms of Werkelhof Baumarkt KG apply.',
    },
    shopUrl: 'https://werkelhof.example/gutschein',
  },
} satisfies Record<string, VoucherTerms>
