import type { Locale, Localised } from '../../domain/tenant.ts'

// Reason codes of pain.002 and camt.054 (ISO 20022 external status and return reasons, as the German rules use them), and
// two of our own, said so that the person knows what to give next. `none` is every other code.
const texts = {
  account: {
    de: 'Die Bank hat diese IBAN nicht angenommen. Bitte prüfen Sie die Kontonummer oder geben Sie ein anderes Konto an.',
    en: 'The bank did not accept this IBAN. Please check the number or give another account.',
  },
  closed: {
    de: 'Das angegebene Konto ist geschlossen. Bitte geben Sie ein anderes Konto an.',
    en: 'The account you gave is closed. Please give another account.',
  },
  blocked: {
    de: 'Das angegebene Konto kann zurzeit keine Zahlung empfangen. Bitte geben Sie ein anderes Konto an.',
    en: 'The account you gave cannot receive a payment at the moment. Please give another account.',
  },
  kind: {
    de: 'Auf ein Konto dieser Art sind keine Überweisungen möglich, zum Beispiel auf ein Sparkonto. Bitte geben Sie ein Girokonto an.',
    en: 'Transfers to this kind of account are not possible, for example to a savings account. Please give a current account.',
  },
  duplicate: {
    de: 'Die Bank hat die Zahlung als doppelt angesehen und nicht ausgeführt. Bitte bestätigen Sie Ihre Bankdaten noch einmal.',
    en: 'The bank took the payment for a duplicate and did not make it. Please confirm your bank details once more.',
  },
  holder: {
    de: 'Name und Konto passen nach Angabe der Bank nicht zusammen. Bitte prüfen Sie Kontoinhaber und IBAN.',
    en: 'According to the bank, name and account do not match. Please check the account holder and the IBAN.',
  },
  ended: {
    de: 'Die Bank führt für dieses Konto keine Zahlungen mehr aus. Bitte geben Sie ein anderes Konto an.',
    en: 'The bank makes no more payments to this account. Please give another account.',
  },
  bank: {
    de: 'Die Bank zu diesem Konto ist nicht erreichbar. Bitte prüfen Sie IBAN und BIC oder geben Sie ein anderes Konto an.',
    en: 'The bank of this account cannot be reached. Please check IBAN and BIC or give another account.',
  },
  rules: {
    de: 'Die Bank konnte die Zahlung mit diesen Angaben nicht ausführen. Bitte prüfen Sie Kontoinhaber und IBAN oder geben Sie ein anderes Konto an.',
    en: 'The bank could not make the payment with these details. Please check the account holder and the IBAN or give another account.',
  },
  returned: {
    de: 'Die Zahlung kam von der Bank zurück. Bitte prüfen Sie Ihre Bankdaten oder geben Sie ein anderes Konto an.',
    en: 'The bank returned the payment. Please check your bank details or give another account.',
  },
  missing: {
    de: 'Uns fehlt eine gültige Bankverbindung. Bitte geben Sie Kontoinhaber und IBAN noch einmal an.',
    en: 'We have no valid bank details. Please give the account holder and the IBAN once more.',
  },
  none: {
    de: 'Die Bank hat die Zahlung nicht ausgeführt. Bitte prüfen Sie Ihre Bankdaten oder geben Sie ein anderes Konto an.',
    en: 'The bank did not make the payment. Please check your bank details or give another account.',
  },
} as const satisfies Record<string, Localised>

const byCode = new Map<string, keyof typeof texts>([
  ['AC01', 'account'], // account identifier incorrect
  ['AC03', 'account'], // creditor account invalid
  ['AC04', 'closed'], // account closed
  ['AC06', 'blocked'], // account blocked
  ['AC07', 'closed'], // creditor account closed
  ['AC13', 'kind'], // debtor account is a consumer's
  ['AC14', 'kind'], // creditor account of a wrong kind
  ['AG01', 'kind'], // transaction forbidden on this kind of account
  ['AG02', 'rules'], // bank operation code incorrect
  ['AM05', 'duplicate'], // duplicate payment
  ['BE01', 'holder'], // name does not fit the account
  ['BE04', 'holder'], // creditor address missing
  ['BE06', 'holder'], // end customer unknown
  ['BE07', 'rules'], // debtor address missing
  ['CNOR', 'bank'], // creditor bank not registered
  ['DNOR', 'bank'], // debtor bank not registered
  ['DUPL', 'duplicate'], // duplicate payment
  ['FOCR', 'returned'], // following a recall
  ['MD07', 'ended'], // end customer deceased: never said to whoever reads the mail
  ['MS02', 'none'], // refused by the customer, no reason given
  ['MS03', 'none'], // refused by the bank, no reason given
  ['RC01', 'bank'], // bank identifier incorrect
  ['RC04', 'bank'], // creditor bank identifier invalid
  ['RC07', 'bank'], // creditor BIC invalid
  ['RR01', 'rules'], // debtor account or id missing
  ['RR02', 'rules'], // debtor name or address missing
  ['RR03', 'holder'], // creditor name or address missing
  ['RR04', 'rules'], // regulatory reason
  ['FF01', 'rules'], // file format
  ['TM01', 'none'], // after the cut-off time
  ['iban-missing', 'missing'],
  ['iban-invalid', 'account'],
  ['returned', 'returned'],
])

/** Why a payment did not arrive, for the person it was for, by the bank's reason code (any, or none). */
export function payoutReason(code: string | null | undefined, locale: Locale): string {
  return texts[byCode.get(code ?? '') ?? 'none'][locale]
}
