import type { VoucherTerms } from '../../catalogue/store.ts'

const validity = {
  de: 'Drei Jahre ab dem Ende des Jahres der Ausstellung.',
  en: 'Three years from the end of the year of issue.',
}

/** How to redeem the demo's vouchers, by option. */
export const telkoVouchers = {
  klangkiste: {
    redeem: {
      de: 'Meld dich bei Klangkiste an und gib den Code unter „Guthaben“ ein.',
      en: 'Log in at Klangkiste and enter the code under “Credit”.',
    },
    validity,
    terms: {
      de: 'Das Guthaben gilt für alles im Shop. Keine Auszahlung in Geld. Es gelten die Bedingungen der Klangkiste Musik GmbH.',
      en: 'The credit is good for everything in the shop. Not exchangeable for cash. The terms of Klangkiste Musik GmbH apply.',
    },
    shopUrl: 'https://klangkiste.example/guthaben',
  },
  levelhaus: {
    redeem: {
      de: 'Gib den Code im Levelhaus-Shop unter „Code einlösen“ ein.',
      en: 'Enter the code in the Levelhaus shop under “Redeem code”.',
    },
    validity,
    terms: {
      de: 'Für Spiele und Guthaben aller Plattformen. Keine Auszahlung in Geld. Es gelten die Bedingungen der Levelhaus Games GmbH.',
      en: 'For games and credit on every platform. Not exchangeable for cash. The terms of Levelhaus Games GmbH apply.',
    },
    shopUrl: 'https://levelhaus.example/code',
  },
  kinoloft: {
    redeem: {
      de: 'Gib den Code bei der Buchung online ein, oder zeig ihn an der Kinokasse vor.',
      en: 'Enter the code when you book online, or show it at the box office.',
    },
    validity,
    terms: {
      de: 'In jedem Kinoloft, jeden Tag, auch für Popcorn. Keine Auszahlung in Geld. Es gelten die Bedingungen der Kinoloft Betriebs GmbH.',
      en: 'In every Kinoloft, on every day, popcorn included. Not exchangeable for cash. The terms of Kinoloft Betriebs GmbH apply.',
    },
    shopUrl: 'https://kinoloft.example/gutschein',
  },
} satisfies Record<string, VoucherTerms>
