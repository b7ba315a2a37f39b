import type { AccountRole } from './accounting.ts'
import type { Localised } from './tenant.ts'

// What the settings of the bookkeeping are called, by their path in the tenant file.

const word = (de: string, en: string): Localised => ({ de, en })

const accounts: Record<AccountRole, Localised> = {
  expense: word('Aufwand für Prämien', 'expense of rewards'),
  provision: word('Rückstellung für zugesagte Prämien', 'provision for promised rewards'),
  liability: word('Verbindlichkeiten gegenüber Personen', 'owed to people'),
  transit: word('Geld unterwegs', 'money on its way'),
  bank: word('Bank', 'bank'),
  vouchers: word('gekaufte Gutscheine', 'vouchers bought'),
  claims: word('Rückforderungen', 'clawbacks'),
  release: word('Ertrag aus verfallenen Prämien', 'income from expired rewards'),
  writtenOff: word('abgeschriebene Rückforderungen', 'clawbacks written off'),
  commission: word('Provisionen der Verkaufspartner', 'commissions of sales partners'),
  inputTax: word('Vorsteuer auf Provisionen', 'input tax on commissions'),
  partners: word('Verbindlichkeiten gegenüber Verkaufspartnern', 'owed to sales partners'),
  agencies: word('Forderungen an Agenturen', 'owed by agencies'),
  agencyRewards: word('weiterberechnete Prämien', 'rewards billed to agencies'),
  agencyFees: word('Erlöse aus Gebühren', 'fees of agencies'),
  salesTax: word('Umsatzsteuer auf Gebühren', 'VAT on fees'),
  bankCharges: word('Entgelte der Bank', 'charges of the bank'),
  clearing: word(
    'Verrechnung, was sonst über das Bankkonto lief',
    'clearing of whatever else the bank booked',
  ),
}

export const accountingWords: Record<string, Localised> = {
  accounting: word('Buchhaltung', 'Bookkeeping'),
  'accounting.consultant': word('Beraternummer', 'Consultant number'),
  'accounting.client': word('Mandantennummer', 'Client number'),
  'accounting.yearStart': word(
    'Wirtschaftsjahr beginnt im Monat (1 ist Januar)',
    'Business year begins in month (1 is January)',
  ),
  'accounting.chart': word('Kontenrahmen', 'Chart of accounts'),
  'accounting.accountLength': word('Länge der Sachkonten (Stellen)', 'Length of accounts (digits)'),
  'accounting.encoding': word('Zeichensatz der DATEV-Datei', 'Encoding of DATEV’s file'),
  'accounting.isLocked': word(
    'Buchungen kommen beim Einlesen als festgeschrieben an',
    'Bookings arrive as final when they are imported',
  ),
  monthCloseDay: word(
    'Monate von selbst festschreiben ab dem Tag des Folgemonats (leer: von Hand)',
    'Close months automatically from this day of the next month on (empty: by hand)',
  ),
  ...Object.fromEntries(
    Object.entries(accounts).map(([role, { de, en }]) => [
      `accounting.accounts.${role}`,
      word(`Konto: ${de}`, `Account: ${en}`),
    ]),
  ),
}

export const encodingWords: Record<string, Localised> = {
  'windows-1252': word('Windows-1252', 'Windows-1252'),
  'utf-8': word('UTF-8', 'UTF-8'),
}
