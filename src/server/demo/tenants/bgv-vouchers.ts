import type { VoucherTerms } from '../../catalogue/store.ts'

const validity = {
  de: 'Drei Jahre ab dem Ende des Jahres der Ausstellung.',
  en: 'Three years from the end of the year of issue.',
}

/** How to redeem the demo's vouchers, by option. */
export const bgvVouchers = {
  gipfelglueck: {
    redeem: {
      de: 'Geben Sie den Code im Onlineshop an der Kasse ein, oder zeigen Sie ihn in einer Filiale vor.',
      en: 'Enter the code at the checkout of the online shop, or show it in a branch.',
    },
    validity,
    terms: {
      de: 'Mehrmals einlösbar, bis er aufgebraucht ist. Keine Auszahlung in Geld. Es gelten die Bedingungen der Gipfelglück Bergsport GmbH.',
      en: 'May be used several times until it is spent. Not exchangeable for cash. The terms of Gipfelglück Bergsport GmbH apply.',
    },
    shopUrl: 'https://gipfelglueck.example/gutschein',
  },
  almkiste: {
    redeem: {
      de: 'Geben Sie den Code bei der Bestellung Ihrer Kiste unter „Gutschein“ ein.',
      en: 'Enter the code under “Voucher” when you order your crate.',
    },
    validity,
    terms: {
      de: 'Für alle Kisten samt Versand. Keine Auszahlung in Geld. Es gelten die Bedingungen der Almkiste Feinkost GmbH.',
      en: 'For every crate, delivery included. Not exchangeable for cash. The terms of Almkiste Feinkost GmbH apply.',
    },
    shopUrl: 'https://almkiste.example/gutschein',
  },
} satisfies Record<string, VoucherTerms>
