import type { Said } from './say.ts'
import type { VatModel } from './vat-model.ts'

/** What terms and rules say about it, where they have the variables of domain/content-variables.ts. */
export const payerSentences: Record<VatModel, Said> = {
  agency: {
    de: 'Kommt eine Prämie durch eine Agentur zustande, zahlen wir sie im Namen und für Rechnung dieser Agentur aus; sie steht in der Überweisung als Auftraggeberin.',
    bonus: {
      de: 'Kommt ein Bonus durch eine Agentur zustande, zahlen wir ihn im Namen und für Rechnung dieser Agentur aus; sie steht in der Überweisung als Auftraggeberin.',
    },
    en: 'If a reward comes about through an agency, we pay it out in the name and for the account of that agency; the transfer names it as the party that orders it.',
  },
  own: {
    de: 'Alle Prämien zahlen wir im eigenen Namen und für eigene Rechnung aus, auch wenn sie durch eine Agentur zustande kommen.',
    bonus: {
      de: 'Alle Boni zahlen wir im eigenen Namen und für eigene Rechnung aus, auch wenn sie durch eine Agentur zustande kommen.',
    },
    en: 'We pay out all rewards in our own name and for our own account, also where they come about through an agency.',
  },
}

export const vatSentences: Record<VatModel, Said> = {
  agency: {
    de: 'Prämien werden den Agenturen als durchlaufende Posten ohne Umsatzsteuer weiterberechnet (§ 10 Abs. 1 UStG), die Servicegebühr mit Umsatzsteuer.',
    bonus: {
      de: 'Boni werden den Agenturen als durchlaufende Posten ohne Umsatzsteuer weiterberechnet (§ 10 Abs. 1 UStG), die Servicegebühr mit Umsatzsteuer.',
    },
    en: 'Agencies are billed rewards as disbursements without VAT (section 10(1) UStG), and the service fee with VAT.',
  },
  own: {
    de: 'Prämien sind Teil unserer Leistung an die Agenturen; Umsatzsteuer fällt auf Prämien und Servicegebühr an.',
    bonus: {
      de: 'Boni sind Teil unserer Leistung an die Agenturen; Umsatzsteuer fällt auf Boni und Servicegebühr an.',
    },
    en: 'Rewards are part of our service to agencies; rewards and service fee are subject to VAT.',
  },
}
