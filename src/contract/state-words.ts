import type { Locale } from '../domain/tenant.ts'
import type { ReportName } from './agentur-berichte.ts'

// One word per wire state, for pages and files; the same in all lists.

type Word = Record<Locale, string>

const words = {
  Gemeldet: { de: 'Gemeldet', en: 'Reported' },
  Bestaetigt: { de: 'Bestätigt', en: 'Confirmed' },
  Freigegeben: { de: 'Freigegeben', en: 'Released' },
  Storniert: { de: 'Storniert', en: 'Cancelled' },
  NichtAnerkannt: { de: 'Nicht anerkannt', en: 'Declined' },
  Offen: { de: 'Offen', en: 'Open' },
  Bereitgestellt: { de: 'Bereitgestellt', en: 'Provided' },
  Abgeholt: { de: 'Abgeholt', en: 'Collected' },
  Ausgezahlt: { de: 'Ausgezahlt', en: 'Paid' },
  Abgelaufen: { de: 'Abgelaufen', en: 'Expired' },
  Zurueckgefordert: { de: 'Zurückgefordert', en: 'Claimed back' },
  Ok: { de: 'Angenommen', en: 'Accepted' },
  Gezahlt: { de: 'Ausgezahlt', en: 'Paid' },
  Angenommen: { de: 'Angenommen', en: 'Accepted' },
  Zurueckgezogen: { de: 'Zurückgezogen', en: 'Withdrawn' },
  Neu: { de: 'Noch nicht bestätigt', en: 'Not confirmed yet' },
  Aktiv: { de: 'Aktiv', en: 'Active' },
} satisfies Record<string, Word>

export type StateLabel = keyof typeof words

/** Each list's states, in their order. */
export const reportStates = {
  auftraege: ['Gemeldet', 'Bestaetigt', 'Freigegeben', 'Storniert', 'NichtAnerkannt'],
  praemien: [
    'Offen',
    'Bereitgestellt',
    'Abgeholt',
    'Ausgezahlt',
    'Storniert',
    'NichtAnerkannt',
    'Abgelaufen',
    'Zurueckgefordert',
  ],
  empfehler: ['Neu', 'Aktiv'],
  empfehlungen: ['Offen', 'Ok', 'Freigegeben', 'Gezahlt', 'Abgelaufen', 'Storniert'],
  leads: ['Angenommen', 'Bestaetigt', 'Zurueckgezogen'],
} as const satisfies Record<ReportName, readonly StateLabel[]>

/** The word for a wire state. */
export const stateWord = (label: string, locale: Locale): string =>
  (words as Partial<Record<string, Word>>)[label]?.[locale] ?? label

const invitationWords: Record<string, Word> = {
  offen: { de: 'Offen', en: 'Open' },
  angenommen: { de: 'Angenommen', en: 'Accepted' },
  abgelaufen: { de: 'Abgelaufen', en: 'Expired' },
  zurueckgezogen: { de: 'Zurückgezogen', en: 'Withdrawn' },
}

export const invitationWord = (status: string, locale: Locale): string =>
  invitationWords[status]?.[locale] ?? status

export const invoiceWords = {
  offen: { de: 'Offen', en: 'Open' },
  ueberfaellig: { de: 'Überfällig', en: 'Overdue' },
  ausgeglichen: { de: 'Ausgeglichen', en: 'Settled' },
  bezahlt: { de: 'Bezahlt', en: 'Paid' },
} satisfies Record<string, Word>

export const partnerOrderWords = {
  confirmed: { de: 'Bestätigt', en: 'Confirmed' },
  released: { de: 'Freigegeben', en: 'Released' },
  cancelled: { de: 'Storniert', en: 'Cancelled' },
} satisfies Record<string, Word>

export const commissionWords = {
  promised: { de: 'Vorgemerkt', en: 'Promised' },
  released: { de: 'Verdient', en: 'Earned' },
  billed: { de: 'Abgerechnet', en: 'Billed' },
  cancelled: { de: 'Storniert', en: 'Cancelled' },
  'taken-back': { de: 'Zurückgenommen', en: 'Taken back' },
} satisfies Record<string, Word>
