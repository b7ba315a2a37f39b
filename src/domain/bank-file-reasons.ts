import { formatGermanDate } from './dates.ts'
import { formatEnglishDate } from './english-date.ts'
import { formatCents } from './money.ts'
import type { Locale } from './tenant.ts'

// Why something that a bank's file says was not applied. English goes to logs, the folder and the command line as it is; the console says it in
// its reader's language. {0} is a value, {0€} one in cents.

const texts = {
  'not-eur': ['the currency is {0}, not EUR', 'Die Währung ist {0} und nicht EUR'],
  'other-amount': ['the amount is {0} cents, not {1}', 'Der Betrag ist {0€} statt {1€}'],
  'other-sum': [
    '{0} cents are not the sum of the batch, {1}',
    '{0€} sind nicht die Summe der Datei, {1€}',
  ],
  'other-count': [
    '{0} is not the number of payments in the batch, {1}',
    '{0} ist nicht die Zahl der Zahlungen in der Datei, {1}',
  ],
  'no-such-sum': [
    '{0} cents are not the sum of the batch or of what is left of it',
    '{0€} sind weder die Summe der Datei noch dessen, was von ihr übrig ist',
  ],
  'other-counts': [
    'the report counts {0} of its payments as {1}, and its words make that {2}',
    'Der Bericht zählt {0} seiner Zahlungen als {1}; nach dem, was er einzeln sagt, sind es {2}',
  ],
  'status-below': [
    'the status {0} of {1} is not known, so nothing below it was applied',
    'Der Status {0} ist nicht bekannt; von dem, wofür er gilt, ist nichts angewendet',
  ],
  'status-of': ['the status {0} of {1} is not known', 'Der Status {0} von {1} ist nicht bekannt'],
  'status-unknown': ['the status {0} is not known', 'Der Status {0} ist nicht bekannt'],
  'only-inherited': [
    'it has no status of its own, only an inherited {0}, and {1}',
    'Einen eigenen Status hat sie nicht; der übergeordnete {0} gilt nicht: {1}',
  ],
  'foreign-block': [
    'it stands in block {0}, which is none of the file',
    'Sie steht im Block {0}, der nicht zu dieser Datei gehört',
  ],
  'foreign-block-of': [
    '{0} stands in block {1}, which is none of the file',
    '{0} steht im Block {1}, der nicht zu dieser Datei gehört',
  ],
  'other-message': [
    'the report answers a {0}, and our file is a pain.001',
    'Der Bericht antwortet auf {0}; unsere Datei ist eine pain.001',
  ],
  'says-nothing': [
    'the report says nothing about any payment',
    'Der Bericht sagt zu keiner Zahlung etwas',
  ],
  'two-blocks': [
    'its payment block is given as {0}',
    'Für ihren Block nennt der Bericht mehreres: {0}',
  ],
  'names-others': [
    '{0} for the whole file was not applied: the report names what is not in the file',
    '{0} für die ganze Datei ist nicht angewendet: Der Bericht nennt Zahlungen, die nicht darin sind',
  ],
  'file-and-block': [
    'the report says {0} for the file and {1} for its payment block',
    'Der Bericht sagt {0} zur Datei und {1} zu ihrem Block',
  ],
  'whole-and-it': [
    'the report says {0} for the whole and {1} for it',
    'Der Bericht sagt {0} zum Ganzen und {1} zu dieser Zahlung',
  ],
  'whole-and-one': [
    'the report says {0} for the whole and {1} for {2}',
    'Der Bericht sagt {0} zum Ganzen und {1} zu {2}',
  ],
  'two-wholes': ['the report says {0} for the whole', 'Der Bericht sagt mehreres zum Ganzen: {0}'],
  'two-words': ['the report says {0} for it', 'Der Bericht sagt mehreres zu dieser Zahlung: {0}'],
  'two-checks': ['the report says two things of {0}', 'Der Bericht sagt zweierlei zu {0}'],
  'wrong-of': ['of {0} {1}', 'Zu {0}: {1}'],
  'says-nothing-of': [
    'it says nothing of {0} of {1} payments, which stay as they were',
    'Zu {0} von {1} Zahlungen sagt der Bericht nichts; sie bleiben, wie sie waren',
  ],
  'check-of-taken-back': [
    'the file was taken back before, so the check of its payees changes nothing',
    'Die Datei war schon zurückgenommen; ihre Empfängerüberprüfung ändert nichts mehr',
  ],
  'check-too-late': [
    '{0} of its payments are over, so the check of their payees changes nothing',
    '{0} ihrer Zahlungen sind schon abgeschlossen; ihre Überprüfung ändert nichts mehr',
  ],
  'other-files': [
    'it is in one booking with other files ({0})',
    'Sie steht in einer Buchung mit anderen Dateien ({0})',
  ],
  'comes-back-twice': [
    'its money comes back more than once in this file: ask the bank',
    'Ihr Geld kommt in dieser Datei mehr als einmal zurück: Bitte die Bank fragen',
  ],
  'booked-twice': [
    'its money is booked more than once in this file: ask the bank',
    'Ihr Geld ist in dieser Datei mehr als einmal gebucht: Bitte die Bank fragen',
  ],
  'no-return': [
    'a {0} not marked as a return',
    'Eine Buchung ({0}), die nicht als Rückgabe bezeichnet ist',
  ],
  'marked-return': [
    'a {0} marked as a return',
    'Eine Buchung ({0}), die als Rückgabe bezeichnet ist',
  ],
  'no-reversal': [
    'a {0} not marked as a reversal',
    'Eine Buchung ({0}), die nicht als Storno bezeichnet ist',
  ],
  'marked-reversal': [
    'a {0} marked as a reversal',
    'Eine Buchung ({0}), die als Storno bezeichnet ist',
  ],
  'rejected-in-sum': [
    'it was rejected before, but is in the sum that the bank booked for the file: its money must come back by an entry of its own',
    'Sie war abgewiesen und ist doch in der Summe, die die Bank für die Datei gebucht hat: Ihr Geld muss mit einer eigenen Buchung zurückkommen',
  ],
  'back-in-sum': [
    'it came back before, and is in the sum that came back for the file: its money may have come back twice, ask the bank',
    'Sie war schon zurückgekommen und ist doch in der Summe, die für die Datei zurückkam: Vielleicht kam ihr Geld zweimal zurück, bitte die Bank fragen',
  ],
  ahead: [
    'its booking day, {0}, is yet to come, so the entry is not understood: ask the bank',
    'Ihr Buchungstag, {0}, kommt erst noch; so ist die Buchung nicht zu verstehen: Bitte die Bank fragen',
  ],
  'paid-elsewhere': [
    'another line of the statement has booked it before: it may have been paid twice',
    'Eine andere Zeile im Kontoauszug hat sie schon gebucht: Vielleicht wurde zweimal gezahlt',
  ],
  'back-elsewhere': [
    'another line of the statement has brought it back before: ask the bank',
    'Mit einer anderen Zeile im Kontoauszug kam sie schon zurück: Bitte die Bank fragen',
  ],
  'line-of-other': [
    'its line of the statement is that of another payment: ask the bank',
    'Ihre Zeile im Kontoauszug gehört zu einer anderen Zahlung: Bitte die Bank fragen',
  ],
  'no-line': [
    'it comes back by no booked line of the statement',
    'Es gibt keine gebuchte Zeile im Kontoauszug, mit der sie zurückkommt',
  ],
  'rejection-waits': [
    'a report says that it was rejected, and waits for a second person: decide about that first',
    'Ein Bericht sagt, dass sie abgewiesen ist, und wartet auf eine zweite Person: Das ist zuerst zu entscheiden',
  ],
  explained: [
    'its line of the statement was explained before as {0}: that is taken back first',
    'Ihre Zeile im Kontoauszug ist schon etwas anderem zugeordnet ({0}): Das ist zuerst zurückzunehmen',
  ],
  'own-case': [
    'it concerns yourself: somebody else decides',
    'Sie betrifft, wer die Datei eingereicht hat: Das entscheidet jemand anderes',
  ],
  failed: [
    'a technical error keeps it as it was: try again later',
    'Wegen eines technischen Fehlers bleibt sie, wie sie war: Bitte später noch einmal versuchen',
  ],
  'on-its-way': ['it is on its way', 'Sie ist unterwegs'],
  'settled-before': [
    'it was settled before, so only a return of the money can undo it',
    'Sie war schon ausgeführt; das macht nur eine Rückgabe des Geldes ungeschehen',
  ],
  'rejected-before': [
    'it was rejected before, and the money may be on its way again: ask the bank',
    'Sie war schon abgewiesen, und das Geld ist vielleicht wieder unterwegs: Bitte die Bank fragen',
  ],
  'returned-before': ['the money came back before', 'Ihr Geld war schon zurückgekommen'],
  'taken-back-at-bank': [
    'its file was taken back, and the bank says that it has it: the money may leave twice, ask the bank',
    'Ihre Datei ist zurückgenommen, und die Bank sagt, dass sie sie hat: Vielleicht geht das Geld zweimal hinaus, bitte die Bank fragen',
  ],
  unreadable: [
    'its amount, direction or status cannot be read',
    'Betrag, Richtung oder Status sind nicht lesbar',
  ],
  'other-unreadable': [
    'another payment of the same booking cannot be read',
    'Eine andere Zahlung derselben Buchung ist nicht lesbar',
  ],
  'lists-others': [
    'it says {0} payments and lists {1}',
    'Die Buchung nennt {0} Zahlungen und führt {1} auf',
  ],
  'two-currencies': [
    'it is in {0}, and payments in it are in {1}',
    'Die Buchung ist in {0}, Zahlungen darin in {1}',
  ],
  'total-currency': [
    'it is in {0}, and its total in {1}',
    'Die Buchung ist in {0}, ihre Gesamtsumme in {1}',
  ],
  'books-other': [
    'it books {0} cents, and its payments come to {1}',
    'Gebucht sind {0} Cent; die Zahlungen darin ergeben {1}',
  ],
  'two-amounts': [
    'it gives a payment as {0} and as {1} cents',
    'Für eine Zahlung nennt die Buchung {0} und {1} Cent',
  ],
  'no-total': ['its total (TtlAmt) cannot be read', 'Die Gesamtsumme (TtlAmt) ist nicht lesbar'],
  'other-total': [
    'it says {0} cents in total, and its payments come to {1}',
    'Als Gesamtsumme nennt die Buchung {0} Cent; die Zahlungen darin ergeben {1}',
  ],
  'books-other-total': [
    'it books {0} cents, and its total is {1}',
    'Gebucht sind {0} Cent, die Gesamtsumme ist {1}',
  ],
  'not-ours': [
    'no payment and no file of ours has this id',
    'Keine Zahlung und keine Datei von hier hat diese Kennung',
  ],
  'names-nothing': [
    'it names no payment of ours, and is not the booking of a file of ours',
    'Nennt keine Zahlung von hier und ist nicht die Buchung einer Datei von hier',
  ],
} as const satisfies Record<string, readonly [en: string, de: string]>

export type BankFileReason = keyof typeof texts
export const bankFileReasons = Object.keys(texts) as BankFileReason[]

/** What a line is by somebody's word (domain/bank-line.ts). */
const kinds: Partial<Record<string, string>> = {
  charge: 'Entgelt der Bank',
  reversal: 'zurückgenommene Zahlung einer Rechnung',
  repayment: 'Rückzahlung',
  invoice: 'Zahlung einer Rechnung',
  other: 'nicht von hier',
}

/** In English, as reports and logs have it. */
export const bankFileReason = (
  code: BankFileReason,
  ...values: (string | number | null | undefined)[]
): string => texts[code][0].replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)]))

export type ReadReason = { code: BankFileReason; values: string[] }

// From the particular to the general, as the table has them.
const patterns = bankFileReasons.map((code) => {
  const literal = texts[code][0].replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return { code, pattern: new RegExp(`^${literal.replaceAll(/\{\d\}/g, '(.+?)')}$`) }
})

const longest = 1_000

/** Which one a reason of a report is; null: none of these. */
export function readBankFileReason(english: string): ReadReason | null {
  if (english.length > longest) return null
  for (const { code, pattern } of patterns) {
    const found = pattern.exec(english)
    if (found) return { code, values: found.slice(1) }
  }
  return null
}

/** A sentence in the reader's language. A value may be a reason itself. */
export function sayBankFileReason({ code, values }: ReadReason, locale: Locale): string {
  const [en, de] = texts[code]
  const said = (locale === 'de' ? de : en).replaceAll(
    /\{(\d)(€?)\}/g,
    (_, at: string, isMoney: string) => {
      const value = values[Number(at)] ?? ''
      if (isMoney)
        return Number.isSafeInteger(Number(value)) ? formatCents(Number(value), locale) : value
      if (/^\d{4}-\d{2}-\d{2}$/.test(value))
        return locale === 'de' ? formatGermanDate(value) : formatEnglishDate(value)
      if (code === 'explained' && locale === 'de') return kinds[value] ?? value
      const inner = readBankFileReason(value)
      return inner ? sayBankFileReason(inner, locale).replace(/\.$/, '') : value
    },
  )
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}
