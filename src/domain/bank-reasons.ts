import type { Locale, Localised } from './tenant.ts'

// What follows a failed payment, by its ISO 20022 reason: of a pain.002 (ExternalStatusReason1Code), a camt.054
// (ExternalReturnReason1Code), or our own. Only a reason on the payee's side asks for a new account.

/**
 * `ask`: the payee's account is at fault. `retry`: our file, our account or a bank in between; the payment is due again unchanged.
 * `hold`: paying again could pay twice or the wrong person, or the code is unclear; an operator decides.
 */
export type AfterFailure = 'ask' | 'retry' | 'hold'

// Facts without du or Sie; the mail and page around them say what to do. `none`: all codes that ask nobody.
const texts = {
  account: {
    de: 'Die Bank kennt kein Konto mit dieser IBAN.',
    en: 'The bank knows no account with this IBAN.',
  },
  invalid: { de: 'Diese IBAN ist nicht gültig.', en: 'This IBAN is not valid.' },
  closed: { de: 'Das angegebene Konto ist geschlossen.', en: 'The account is closed.' },
  blocked: {
    de: 'Das angegebene Konto kann zurzeit keine Zahlung empfangen.',
    en: 'The account cannot receive a payment at the moment.',
  },
  kind: {
    de: 'Auf ein Konto dieser Art, zum Beispiel ein Sparkonto, sind keine Überweisungen möglich.',
    en: 'Transfers to this kind of account, for example a savings account, are not possible.',
  },
  holder: {
    de: 'Name und Konto passen nach Angabe der Bank nicht zusammen.',
    en: 'According to the bank, the name and the account do not match.',
  },
  spelling: {
    de: 'Die Bank schreibt den Namen zu diesem Konto etwas anders.',
    en: 'The bank spells the name of this account a little differently.',
  },
  letters: {
    de: 'Banken brauchen den Namen des Kontoinhabers in lateinischen Buchstaben.',
    en: 'Banks need the account holder’s name in Latin letters.',
  },
  ended: {
    de: 'Die Bank führt für dieses Konto keine Zahlungen mehr aus.',
    en: 'The bank makes no more payments to this account.',
  },
  bank: {
    de: 'Die Bank zu diesem Konto ist nicht erreichbar.',
    en: 'The bank of this account cannot be reached.',
  },
  missing: {
    de: 'Es liegt keine gültige Bankverbindung vor.',
    en: 'There are no valid bank details.',
  },
  bic: {
    de: 'Für ein Konto in diesem Land braucht die Bank neben der IBAN auch die BIC.',
    en: 'For an account in this country the bank needs the BIC beside the IBAN.',
  },
  none: {
    de: 'Die Bank hat die Zahlung nicht ausgeführt.',
    en: 'The bank did not make the payment.',
  },
} as const satisfies Record<string, Localised>
type Text = keyof typeof texts

const asking: Partial<Record<Text, string>> = {
  account: 'AC01 AC03 AC15',
  invalid: 'iban-invalid',
  closed: 'AC04 AC07',
  blocked: 'AC06',
  kind: 'AC11 AC14',
  holder: 'BE01 BE06 UCRD payee-no-match',
  spelling: 'payee-close-match',
  letters: 'holder-letters',
  ended: 'MD07', // deceased; never shown to the reader of the mail
  bank: 'CNOR RC01 RC04 RC07 RC10',
  missing: 'iban-missing',
  bic: 'bic-missing',
}

// `not-sent`: the file never went to the bank; `cancelled-at-bank`: it was cancelled there as a whole.
const retrying = `
  not-sent cancelled-at-bank AB01 AB02 AB03 AB04 AB05 AB06 AB07 AB08 AB09 AB10 AB11 AB15
  AC02 AC05 AC10 AC13 AG01 AG02 AG03 AG05 AG07 AG08
  AM01 AM02 AM03 AM04 AM06 AM09 AM10 AM11 AM12 AM13 AM14 AM15 AM16 AM17 AM18 AM19 AM20 AM21 AM22 AM23 AMSE
  BDAY BE04 BE07 BE08 BE09 BE10 BE11 BE12 BE13 BE14 BE15 BE16 BE17 BE18 BE19 BE20 BE21 BE22
  CERI CH03 CH04 CH07 CH15 CH16 CH17 CH20 CH21 CURR DC02 DC04 DNOR
  DS04 DS08 DS09 DS0A DS0B DS0C DS0D DS0E DS0F DS0G DS0H DS0K DS10 DS11 DS12 DS13 DS14 DS16 DS17 DS18 DS19 DS20 DS21
  DS22 DS23 DS24 DS25 DS26 DS27 DS28 DT01 DT02 DT03 DT04 DT05 ED03 ED05 ED06 EDNA EOL1 ERIN
  FF01 FF02 FF03 FF04 FF05 FF06 FF07 FF08 FF10 FF11 ID01 INDT ISWS MINF NERI
  RC03 RC06 RC09 RC11 RC13 RR01 RR02 RR03 RR05 RR06 RR07 RR08 RR09 RR10 RR11 RR12 SL01 TA01 TD02 TD03 TM01`

// Duplicates, recalls, fraud, the law, no reason, codes that do not say whose bank or account they mean, and codes of direct
// debits, cheques, cards and requests to pay.
const holding = `
  AB12 AB13 AB21 AB26 AC08 AC09 AC12 AC16 AC17 AEXR AG04 AG06 AG09 AG10 AG11 AG12 AG13 AGNT ALAC AM05 AM07 APAR ARDT ARFR ARJR
  ATNS BE05 BE23 CH09 CH10 CH11 CH12 CH13 CH14 CH19 CH22 CHCO CHQC CHRG CN01 CNNS CNPC CUST
  DS01 DS02 DS03 DS05 DS06 DS07 DS15 DT06 DU01 DU02 DU03 DU04 DU05 DUPL ED01 EDTL EDTR EMVL FF09 FF12 FF13 FOCR FR01 FRAD FRTR
  G000 G001 G002 G003 G004 G005 G006 IEDT INAR IPNS IRNR MD01 MD02 MD05 MD06 MS02 MS03 NARR NOAR NOAS NOCM NOFR NOOR NOPG NRCH
  OSNS PINL PINS RC02 RC05 RC08 RC12 RC15 RC16 RCON RECI REPR RF01 RQNR RR04 RTNS RUTA S000 S001 S002 S003 S004 SBRN
  SL02 SL03 SL11 SL12 SL13 SL14 SL15 SL16 SL17 SL18 SNRD SP01 SP02 SPII SVNR TD01 TK01 TK02 TK03 TK09 TKCM TKSG TKSP TKVE TKXP
  TRAC TS01 TS04 UPAY`

// The payee's bank returns money, so AG01 and AG03 mean its account, not ours. Returns give some codes another meaning: AC14 is an
// agent, AC16 and AC17 are accounts in sequestration and liquidation.
const returned: Record<string, { follows: AfterFailure; text: Text }> = {
  AC14: { follows: 'hold', text: 'none' },
  AC16: { follows: 'ask', text: 'blocked' },
  AC17: { follows: 'ask', text: 'blocked' },
  AG01: { follows: 'ask', text: 'kind' },
  AG03: { follows: 'ask', text: 'kind' },
}

const codesOf = (list: string) => list.trim().split(/\s+/)

type Meaning = { follows: AfterFailure; text: Text }
const entries: [string, Meaning][] = [
  ...Object.entries(asking).flatMap(([text, list]) =>
    codesOf(list).map((code): [string, Meaning] => [code, { follows: 'ask', text: text as Text }]),
  ),
  ...codesOf(retrying).map((code): [string, Meaning] => [code, { follows: 'retry', text: 'none' }]),
  ...codesOf(holding).map((code): [string, Meaning] => [code, { follows: 'hold', text: 'none' }]),
]
const meanings = new Map(entries)

/** Every code of the table; duplicates included. */
export const reasonCodes: readonly string[] = entries.map(([code]) => code)

/**
 * What follows a failed payment: `rejected` before it left, or `returned` by the payee's bank. Held, rather than guessed: an
 * unknown or missing code, several codes of which one holds, and codes with different consequences.
 */
export function afterFailure(codes: readonly string[], how: 'rejected' | 'returned'): AfterFailure {
  const [first = 'hold', ...others] = new Set(codes.map((code) => followsOf(code, how)))
  return others.length > 0 ? 'hold' : first
}

function followsOf(code: string, how: 'rejected' | 'returned'): AfterFailure {
  const own = how === 'returned' && Object.hasOwn(returned, code) ? returned[code] : undefined
  return (own ?? meanings.get(code))?.follows ?? 'hold'
}

/**
 * The reasons for a payment's status, from all levels of a report with this status. Reasons beside PART or no status may concern
 * another payment: they can hold a payment back, but are no explanation alone.
 */
export function reasonsFor(
  status: string,
  levels: readonly { status?: string | undefined; reasonCodes?: readonly string[] }[],
): string[] {
  const codes = (some: typeof levels) => some.flatMap(({ reasonCodes = [] }) => reasonCodes)
  const told = codes(levels.filter((level) => level.status === status))
  const vague = levels.filter((level) => level.status === undefined || level.status === 'PART')
  return told.length > 0 ? [...new Set([...told, ...codes(vague)])] : []
}

// Banks give no more; an oversized file must not fill the database.
const mostKept = 10

/** Codes as stored and shown: 'AC04, AM05'; null for none. */
export function reasonText(codes: readonly string[]): string | null {
  const more = codes.length > mostKept ? [`and ${codes.length - mostKept} more`] : []
  return [...codes.slice(0, mostKept), ...more].join(', ') || null
}

/** Why a payment failed, for the payee, from the stored codes (reasonText): the first that asks them. */
export function payoutReason(kept: string | null | undefined, locale: Locale): string {
  const found = (kept ?? '').split(', ').map(textOf)
  return texts[found.find((text) => text !== 'none') ?? 'none'][locale]
}

const ourReasons = [
  'iban-invalid',
  'iban-missing',
  'bic-missing',
  'holder-letters',
  'not-sent',
  'cancelled-at-bank',
] as const
export type OurReason = (typeof ourReasons)[number]

/** Our own reason that a payee is told, where no bank refused anything: payoutReason() of the same; null: the bank's. */
export function ourReason(kept: string | null | undefined): OurReason | null {
  const codes = (kept ?? '').split(', ')
  const told = codes.find((code) => textOf(code) !== 'none') ?? codes[0]
  return ourReasons.find((code) => code === told) ?? null
}

/** All that a bank gave, in words that support can read aloud, each with its code. */
export function bankReasonWords(kept: string, locale: Locale): string {
  const codes = kept.split(', ').filter((code) => code !== '')
  return codes
    .map((code) => {
      const asks = texts[textOf(code)][locale]
      const words = plain[code]?.[locale] ?? (textOf(code) === 'none' ? null : asks)
      return words === null ? code : `${words} (${code})`
    })
    .join(' ')
}

// Codes of returns and rejections that ask nobody, and that banks send often.
const plain: Record<string, Localised> = {
  AC13: {
    de: 'Die Art des Kontos passt nicht zur Zahlung.',
    en: 'The kind of account does not fit the payment.',
  },
  AG02: {
    de: 'Die Art der Zahlung ist der Bank nicht bekannt.',
    en: 'The bank does not know this kind of payment.',
  },
  AM02: { de: 'Der Betrag ist höher als erlaubt.', en: 'The amount is higher than allowed.' },
  AM04: {
    de: 'Das eigene Konto war nicht gedeckt.',
    en: 'The paying account had not enough money.',
  },
  AM05: {
    de: 'Die Bank hält die Zahlung für doppelt.',
    en: 'The bank takes the payment for a duplicate.',
  },
  AM09: { de: 'Der Betrag war falsch.', en: 'The amount was wrong.' },
  BE04: {
    de: 'Die Anschrift des Kontoinhabers fehlt oder ist falsch.',
    en: 'The payee’s address is missing or wrong.',
  },
  BE05: {
    de: 'Der Auftraggeber ist dem Kontoinhaber nicht bekannt.',
    en: 'The payee does not know who paid.',
  },
  CUST: {
    de: 'Der Auftraggeber hat das Geld zurückgerufen.',
    en: 'The payer asked for the money back.',
  },
  DT01: { de: 'Der Ausführungstag war falsch.', en: 'The day of execution was wrong.' },
  DUPL: { de: 'Die Zahlung war doppelt.', en: 'The payment was a duplicate.' },
  ED05: {
    de: 'Die Verrechnung zwischen den Banken ist gescheitert.',
    en: 'The settlement between the banks failed.',
  },
  FF01: { de: 'Das Format der Datei war falsch.', en: 'The format of the file was wrong.' },
  FOCR: {
    de: 'Das Geld kommt nach einem Rückruf zurück.',
    en: 'The money comes back after a recall.',
  },
  FRAD: { de: 'Die Bank vermutet einen Betrug.', en: 'The bank suspects fraud.' },
  MS02: {
    de: 'Der Kontoinhaber hat die Zahlung abgelehnt, ohne einen Grund zu nennen.',
    en: 'The payee refused the payment and gave no reason.',
  },
  MS03: { de: 'Die Bank nennt keinen Grund.', en: 'The bank gives no reason.' },
  NARR: {
    de: 'Den Grund hat die Bank nur als freien Text genannt.',
    en: 'The bank gave the reason only as free text.',
  },
  NOAS: {
    de: 'Der Kontoinhaber hat auf den Rückruf nicht geantwortet.',
    en: 'The payee did not answer the recall.',
  },
  RR01: {
    de: 'Aus rechtlichen Gründen: Kontonummer des Auftraggebers fehlt.',
    en: 'For legal reasons: the payer’s account is missing.',
  },
  RR02: {
    de: 'Aus rechtlichen Gründen: Name oder Anschrift des Auftraggebers fehlt.',
    en: 'For legal reasons: the payer’s name or address is missing.',
  },
  RR03: {
    de: 'Aus rechtlichen Gründen: Name oder Anschrift des Kontoinhabers fehlt.',
    en: 'For legal reasons: the payee’s name or address is missing.',
  },
  RR04: { de: 'Aus rechtlichen Gründen.', en: 'For legal reasons.' },
  SL01: {
    de: 'Eine Vereinbarung zwischen Bank und Kunde erlaubt die Zahlung nicht.',
    en: 'An agreement between bank and customer does not allow the payment.',
  },
  TECH: { de: 'Technische Störung bei einer Bank.', en: 'Technical problem at a bank.' },
  TM01: {
    de: 'Die Datei kam nach dem Annahmeschluss.',
    en: 'The file came after the cut-off time.',
  },
}

// Only somebody asked for an account is told a reason, so AG01 here is that of a return.
function textOf(code: string): Text {
  const meaning = meanings.get(code)
  if (meaning?.follows === 'ask') return meaning.text
  return (Object.hasOwn(returned, code) ? returned[code]?.text : undefined) ?? 'none'
}
