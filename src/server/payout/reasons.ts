import type { Locale, Localised } from '../../domain/tenant.ts'

// Reason codes of pain.002 and camt.054 (ISO 20022 external status and return reasons, as the German rules use them), and
// two of our own. A fact each, without du or Sie: mail and page around it say what to do. `none` is every other code.
const texts = {
  account: {
    de: 'Die Bank kennt kein Konto mit dieser IBAN.',
    en: 'The bank knows no account with this IBAN.',
  },
  invalid: {
    de: 'Diese IBAN ist nicht gültig.',
    en: 'This IBAN is not valid.',
  },
  closed: {
    de: 'Das angegebene Konto ist geschlossen.',
    en: 'The account is closed.',
  },
  blocked: {
    de: 'Das angegebene Konto kann zurzeit keine Zahlung empfangen.',
    en: 'The account cannot receive a payment at the moment.',
  },
  kind: {
    de: 'Auf ein Konto dieser Art, zum Beispiel ein Sparkonto, sind keine Überweisungen möglich.',
    en: 'Transfers to this kind of account, for example a savings account, are not possible.',
  },
  duplicate: {
    de: 'Die Bank hat die Zahlung als doppelt angesehen und nicht ausgeführt.',
    en: 'The bank took the payment for a duplicate and did not make it.',
  },
  holder: {
    de: 'Name und Konto passen nach Angabe der Bank nicht zusammen.',
    en: 'According to the bank, the name and the account do not match.',
  },
  ended: {
    de: 'Die Bank führt für dieses Konto keine Zahlungen mehr aus.',
    en: 'The bank makes no more payments to this account.',
  },
  bank: {
    de: 'Die Bank zu diesem Konto ist nicht erreichbar.',
    en: 'The bank of this account cannot be reached.',
  },
  rules: {
    de: 'Die Bank konnte die Zahlung mit diesen Angaben nicht ausführen.',
    en: 'The bank could not make the payment with these details.',
  },
  returned: {
    de: 'Die Zahlung kam von der Bank zurück.',
    en: 'The payment was sent back by the bank.',
  },
  missing: {
    de: 'Es liegt keine gültige Bankverbindung vor.',
    en: 'There are no valid bank details.',
  },
  none: {
    de: 'Die Bank hat die Zahlung nicht ausgeführt.',
    en: 'The bank did not make the payment.',
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
  ['iban-invalid', 'invalid'],
  ['returned', 'returned'],
])

/** Why a payment did not arrive, for the person it was for, by the bank's reason code (any, or none). */
export function payoutReason(code: string | null | undefined, locale: Locale): string {
  return texts[byCode.get(code ?? '') ?? 'none'][locale]
}

const accountProblems = new Set<string>([
  'account',
  'invalid',
  'closed',
  'blocked',
  'kind',
  'ended',
  'bank',
])

/** Whether the bank account itself is the reason, so that another payment to it would fail too. */
export function isAccountProblem(code: string | null): boolean {
  return accountProblems.has(byCode.get(code ?? '') ?? 'none')
}
